"""Bodies of every route: what is sent as JSON is of the very type that is asked for."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import pytest
from fastapi import FastAPI
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from app.people import add_people_routes
from app.shapes import AskedFor, Body
from tests.app.routes import routes_of

LOOKS_LIKE: Mapping[type, tuple[Any, ...]] = {
    int: (True, "1", 1.0),
    bool: (1, "true"),
    str: (1, True),
}
"""Values that pydantic takes for one of a type if it is let."""


def application() -> FastAPI:
    app = FastAPI()
    add_people_routes(app)
    return app


def models(kind: str) -> set[type[BaseModel]]:
    """All that routes take so, and what is in it."""
    found: set[type[BaseModel]] = set()
    for route in routes_of(application()):
        for field in getattr(route.dependant, f"{kind}_params"):
            for one in _within(field.field_info.annotation):
                found.add(one)
    return found


def _within(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        for field in annotation.model_fields.values():
            yield from _within(field.annotation)
    for part in get_args(annotation):
        yield from _within(part)


def fields() -> dict[str, tuple[type[BaseModel], FieldInfo]]:
    return {
        f"{model.__name__}.{name}": (model, field)
        for model in sorted(models("body"), key=lambda one: one.__qualname__)
        for name, field in model.model_fields.items()
    }


def test_every_body_and_every_address_is_one_of_ours() -> None:
    """Unknown fields are refused in both."""
    bodies, addresses = models("body"), models("query")
    assert len(bodies) > 12
    assert len(addresses) > 6
    assert [one for one in bodies if not issubclass(one, Body)] == []
    assert [one for one in addresses if not issubclass(one, AskedFor)] == []


@pytest.mark.parametrize(("model", "field"), fields().values(), ids=fields())
def test_what_only_looks_like_a_value_is_none(model: type[BaseModel], field: FieldInfo) -> None:
    """True is no hand, "1" is no number of chips, 1 is no truth."""
    whole = TypeAdapter(model)
    name = next(name for name, one in model.model_fields.items() if one is field)
    taken = [field.annotation, *get_args(field.annotation)]
    for kind, others in LOOKS_LIKE.items():
        if kind not in taken:
            continue
        for other in (one for one in others if type(one) not in taken):
            with pytest.raises(ValidationError) as refused:
                whole.validate_python({name: other})
            assert name in {error["loc"][0] for error in refused.value.errors()}, (name, other)
