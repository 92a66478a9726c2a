"""What went wrong, as every REST answer tells it: a status, a code, a sentence.

Enters: a `Problem` raised anywhere below a route, or what the framework and the journal
raise. Leaves: `{"code": …, "message": …}`. Never here: a traceback, a value of the
database, or anything a visitor sent beyond a line of it.
"""

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.middleware.body_limit import MAX_BODY_SIZE_SCOPE_KEY
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.rules.refusals import Refusal
from engine.table.journal import JournalAway, JournalError
from engine.table.registry import NotReadBack

MOST_BODY = 16_384  # bytes, of every router; all house rules spelt out have under 2,000
AGAIN_SECONDS = 2
"""When to try again if storage is away: a table tries its own every second."""
NEEDED = "it is missing, and nothing stands in for it"


class Problem(Exception):
    """Something asked for that is not done; `status` is HTTP's, the rest is for people."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        retry_after: int | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.retry_after = retry_after
        self.field = field


class ProblemTold(BaseModel):
    """The body of every answer that is not a success."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"code": "no_such_table", "message": "no table has that"}]}
    )
    code: str = Field(description="for programs; stays the same when the wording changes")
    message: str = Field(description="for people; a sentence")
    field: str | None = Field(None, description="which field of the body is wrong, if it is one")


_MEANINGS: Mapping[int, str] = {
    400: "The request is not HTTP or JSON as it should be",
    401: "Nobody is signed in, or the secret given is not the right one",
    403: "Signed in, but not allowed to; or the request came from another site",
    404: "There is no such thing, or no more",
    413: "The body is larger than anything that is asked for here",
    409: "It can't be done as things stand; the sentence says why",
    422: "A field has a value it can't have; the sentence says which",
    429: "Too often; `Retry-After` says when to try again",
    503: "Not now; `Retry-After` says when to try again",
}


def told(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For `responses=` of a route: the problems it may answer with, for OpenAPI."""
    return {
        status: {"model": ProblemTold, "description": _MEANINGS[status]}
        for status in (400, 403, 413, 422, 503, *statuses)
    }


def tell_problems(app: FastAPI) -> None:
    """Make an application answer everything that goes wrong in this one form."""
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(Refusal, _refusal)
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.add_exception_handler(HTTPException, _of_framework)
    app.add_exception_handler(JournalError, _of_storage)
    app.add_exception_handler(NotReadBack, _not_read_back)
    app.add_middleware(_TooLarge)


class _TooLarge:
    """The framework answers a body that is too large by itself, in plain text: in our form."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = False

        async def told(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and message["status"] == 413:
                refused = True
                most = scope.get(MAX_BODY_SIZE_SCOPE_KEY, MOST_BODY)  # the route's own
                answer = _answer(413, "too_large", f"a body has {most} bytes at most")
                await answer(scope, receive, send)
            elif not refused:
                await send(message)

        await self._app(scope, receive, told if scope["type"] == "http" else send)


def _answer(
    status: int,
    code: str,
    message: str,
    headers: Mapping[str, str] | None = None,
    field: str | None = None,
) -> JSONResponse:
    # A message may quote half a surrogate pair out of a visitor's JSON, which no UTF-8 can hold.
    plain = message.encode("utf-8", "replace").decode()
    content = {"code": code, "message": plain} | ({"field": field} if field else {})
    return JSONResponse(content, status, {"Cache-Control": "no-store", **(headers or {})})


def _problem(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Problem)
    after = error.retry_after
    headers = None if after is None else {"Retry-After": str(after)}
    return _answer(error.status, error.code, error.message, headers, error.field)


def _refusal(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refusal)
    return _answer(422, error.code.value, error.message)


def _of_storage(_: Request, error: Exception) -> JSONResponse:
    """Storage that is away comes back; anything else it says is a fault of the program."""
    if not isinstance(error, JournalAway):
        raise error
    again = {"Retry-After": str(AGAIN_SECONDS)}
    return _answer(503, "storage_away", "the server waits for its storage; try again", again)


def _not_read_back(_: Request, __: Exception) -> JSONResponse:
    """The log has the table's id and what is wrong; it is tried again when somebody asks."""
    again = {"Retry-After": str(AGAIN_SECONDS)}
    return _answer(503, "table_failed", "this table can't be read; its operator was told", again)


def _of_framework(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    codes = {404: "not_found", 405: "wrong_method"}
    code = codes.get(error.status_code, "bad_request")
    return _answer(error.status_code, code, str(error.detail).lower(), error.headers)


def _bad_request(_: Request, error: Exception) -> JSONResponse:
    """The first field that is wrong, in one sentence."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _answer(422, "bad_json", "the body must be one JSON object")
    missing = first["type"] == "missing"
    sentence = NEEDED if missing else str(first["msg"]).removeprefix("Value error, ")
    where = ".".join(str(part)[:40] for part in first["loc"][1:])
    told = f"{where}: {sentence}" if where else sentence
    return _answer(422, "bad_field", told, field=where.encode("utf-8", "replace").decode() or None)
