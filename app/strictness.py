"""Nothing is without effect in silence: what a route does not ask for is refused, on every route.

Enters: a request to any route below `/api`. Leaves: nothing, or `bad_field`. In bodies that are
asked for, `shapes.Body` says the same. Pages take any query: links from elsewhere carry marks.
"""

from collections.abc import Iterator
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from pydantic import BaseModel

from app.problems import Problem

NO_BODY = (b"", b"{}")  # an empty object asks for nothing either


async def refuse_what_is_not_asked(request: Request) -> None:
    """A dependency of every router. Unknown and doubled names in the query, and a body for nothing.

    Raises `Problem` 422.
    """
    route = request.scope["route"]
    assert isinstance(route, APIRoute)
    known = set(_asked_by(route.dependant))
    given = [name for name, _ in request.query_params.multi_items()]
    for name in given:
        if name not in known:
            raise _bad_field(name[:40], "nothing of this name is asked for here")
        if given.count(name) > 1:
            raise _bad_field(name, "it is given more than once")
    if route.body_field is None and (await request.body()).strip() not in NO_BODY:
        raise Problem(422, "bad_field", "nothing is asked for in a body here: leave it out")


def _asked_by(dependant: Any) -> Iterator[str]:
    for field in dependant.query_params:
        kind = field.field_info.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from kind.model_fields
        else:
            yield field.alias
    for inner in dependant.dependencies:
        yield from _asked_by(inner)


def _bad_field(name: str, why: str) -> Problem:
    return Problem(422, "bad_field", f"{name}: {why}", field=name or None)
