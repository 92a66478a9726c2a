"""Routes of pages and of their files.

Enters: HTTP GET and HEAD. Leaves: a page, never kept by a browser, since its addresses change
with each build; or a file, kept for ever if the address names this build.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from app.pages.files import File, Site
from app.pages.shells import Page, manifest_of, page_of
from app.problems import Problem

PAGES: Final = {"/": "lobby", "/back": "lobby", "/create": "create", "/t/{code}": "table"}
Answer = Callable[[Request], Awaitable[Response]]
FOR_EVER = "public, max-age=31536000, immutable"


def add_pages(app: FastAPI, site: Site) -> None:
    """Serve all pages of a site."""
    pages = {name: page_of(site, name) for name in set(PAGES.values())}
    for path, name in PAGES.items():
        app.add_route(path, _page(pages[name]), include_in_schema=False)
    app.add_route("/app.webmanifest", _manifest(site), include_in_schema=False)
    app.add_route("/s/{build}/{path:path}", _files(site), include_in_schema=False)


def _page(page: Page) -> Answer:
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": page.policy}

    async def show(_: Request) -> Response:
        return Response(page.html, headers=headers, media_type="text/html")

    return show


def _manifest(site: Site) -> Answer:
    content = manifest_of(site)

    async def show(_: Request) -> Response:
        headers = {"Cache-Control": "no-cache"}
        return Response(content, headers=headers, media_type="application/manifest+json")

    return show


def _files(site: Site) -> Answer:
    async def send(request: Request) -> Response:
        file = site.files.get(request.path_params["path"])
        if file is None:
            raise Problem(404, "not_found", "there is no such file")
        # A page of the build before may still ask for a file during an update; what it gets
        # instead it must not keep under that address.
        current = request.path_params["build"] == site.build
        return _answer(file, request, FOR_EVER if current else "no-store")

    return send


def _answer(file: File, request: Request, caching: str) -> Response:
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    content = file.content
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["Content-Encoding"] = file.packed, "gzip"
    return Response(content, headers=headers, media_type=file.media_type)
