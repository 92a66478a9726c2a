"""Whatever is sent to any route, the answer is one that the OpenAPI document tells of; never 500.

Requests are drawn from the document, half of them wrong on purpose. Each comes from another
address, and often by another guest, so that the limits on attempts don't end the search.
"""

import asyncio
from itertools import count
from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.db.engine import open_database
from tests.app.people.server import HOST, Server, serving

EXAMPLES = 8  # of each of some twenty operations
TOLD = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
GUEST_LASTS = 4  # requests, in the middle between too many guests and too many attempts of one


class Visitor:
    """Sends requests, one after the other, to a server that lives in the same loop."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._numbers = count()
        self._guest = server.browser()
        self.table = f"t{'0' * 20}"

    async def send(self, case: schemathesis.Case[Any]) -> httpx.Response:
        number = next(self._numbers)
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        if number % GUEST_LASTS == 0:
            self._guest = self._server.browser(address)
            await self._guest.come_as(f"Guest {number}")
            self.table = (await self._guest.done("POST", "/tables", {"public": True}))["id"]
        client = httpx.AsyncClient(
            transport=httpx.ASGITransport(self._server.app, client=(address, 1)),
            cookies=self._guest.cookies,
        )
        sent = case.as_transport_kwargs(base_url=f"http://{HOST}")
        sent["headers"] = {**sent.get("headers", {}), "Origin": f"http://{HOST}"}
        sent.pop("cookies", None)
        if isinstance(sent.get("data"), str | bytes):  # a body that is no form, as httpx says it
            sent["content"] = sent.pop("data")
        return await client.request(**sent)


def test_no_request_makes_the_server_fail(database_url: str) -> None:
    with asyncio.Runner() as runner:
        database = open_database(database_url)
        entered = serving(database)
        server = runner.run(entered.__aenter__())
        try:
            _search(runner, server)
            runner.run(server.require_sound_books())
        finally:
            runner.run(entered.__aexit__(None, None, None))
            runner.run(database.close())


def _search(runner: asyncio.Runner, server: Server) -> None:
    visitor = Visitor(server)
    schema = schemathesis.openapi.from_dict(server.app.openapi())
    operations: list[Any] = list(schema.get_all_operations())
    for found in operations:
        _search_operation(runner, visitor, found.ok())


def _search_operation(runner: asyncio.Runner, visitor: Visitor, operation: Any) -> None:
    @seed(20_270_115)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(case=operation.as_strategy(), real=st.sampled_from(["", "real", "real"]))
    def search(case: schemathesis.Case[Any], real: str) -> None:
        if real and "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = visitor.table
        answer = runner.run(visitor.send(case))
        case.validate_response(answer, checks=TOLD)

    search()
