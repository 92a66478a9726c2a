"""All routes of an application."""

from collections.abc import Iterator

from fastapi import FastAPI
from fastapi.routing import APIRoute


def routes_of(app: FastAPI) -> Iterator[APIRoute]:
    """Its own, and those of the routers in it."""
    for route in app.routes:
        within = getattr(route, "original_router", None)
        yield from (
            one for one in (within.routes if within else [route]) if isinstance(one, APIRoute)
        )
