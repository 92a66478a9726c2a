"""REST of finished hands: `/api/hands`, `/api/replay`.

Enters: HTTP. Leaves: JSON, CSV, text, or a problem. To whoever was not dealt into a hand it is
as if it were not there (R11.4); auditors see all.
"""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from app.allowances import Allowance, Allowances
from app.history.asking import HandNumber, HandsAsked, Table
from app.history.histories import Histories
from app.history.replays import stepped
from app.history.telling import COLUMNS, Kept, card_of, row_of, settlement_told, text_of
from app.identity import SignedIn
from app.problems import Problem, told
from app.security import address_of, require_same_origin
from app.tabular import Cell, csv_file
from engine.rules.house_rules import MOST_SEATS

MOST_FILE = 131_072  # bytes of a hand file to be replayed; the longest that was played has 40 KB
REPLAYS = Allowance("replays", 60, 600, "many hands were replayed just now; try again later")
"""Per address, each some hundredths of a second of a core."""
EXPORTS = Allowance("exports", 20, 600, "many lists were exported just now; try again later")
"""Per address; each reads all hands of a player."""
SETTLEMENTS = Allowance("settlements", 60, 600, "many settlements were asked for; try again later")
"""Per address; each adds up all rows of a table, a second of a core after 10,000 hands."""

router = APIRouter(
    prefix="/api",
    tags=["history"],
    dependencies=[Depends(require_same_origin)],
    max_body_size=MOST_FILE,
)

TableId = Annotated[Table, Path()]
Number = Annotated[HandNumber, Path()]
Seat = Annotated[
    int | Literal["spectator"],
    Query(description="whose view", json_schema_extra={"maximum": MOST_SEATS - 1}),
]


def _histories(request: Request) -> Histories:
    return cast("Histories", request.app.state.histories)


TheHistories = Annotated[Histories, Depends(_histories)]


def _file_of(kind: str) -> dict[int | str, dict[str, Any]]:
    """For OpenAPI: an answer that is text of a kind. Problems stay JSON."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}


class ToReplay(BaseModel):
    """A hand file from anywhere, and whose view is wanted; None is a spectator's."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    file: dict[str, JsonValue]
    seat: Annotated[int | None, Field(ge=0, lt=MOST_SEATS)] = None


@router.get("/hands", responses=told(401))
async def list_hands(
    asked: Annotated[HandsAsked, Query()], who: SignedIn, histories: TheHistories
) -> dict[str, Any]:
    """The hands that I was dealt into, the newest first, fifty at a time."""
    page, following = await histories.page(who, asked)
    return {"hands": [card_of(kept) for kept in page], "next": following}


@router.get("/hands.csv", responses={**told(401, 429), **_file_of("text/csv")})
async def export_hands(
    asked: Annotated[HandsAsked, Query()],
    who: SignedIn,
    histories: TheHistories,
    request: Request,
) -> Response:
    """The same as a spreadsheet, all of them."""
    await _count(request, EXPORTS)

    async def rows() -> AsyncIterator[list[Cell]]:
        async for kept in histories.every(who, asked):
            yield row_of(kept)

    return csv_file("hands.csv", COLUMNS, rows())


@router.get("/hands/{table}/{hand}", responses=told(401, 404))
async def show_hand(
    table: TableId, hand: Number, who: SignedIn, histories: TheHistories
) -> JSONResponse:
    """One hand: its file, the proof of its deal, and every row of the ledger it made."""
    kept, fairness = await _hand(histories, who, table, hand)
    moved = await histories.moved(table, hand)
    body = {**card_of(kept), "file": kept.file, "fairness": fairness, "ledger": moved}
    return JSONResponse(body, headers={"Cache-Control": "no-store"})


@router.get("/hands/{table}/{hand}/text", responses={**told(401, 404), **_file_of("text/plain")})
async def tell_hand(
    table: TableId, hand: Number, who: SignedIn, histories: TheHistories
) -> PlainTextResponse:
    """The same for a person to read."""
    kept, _ = await _hand(histories, who, table, hand)
    moved = await histories.moved(table, hand)
    return PlainTextResponse(text_of(kept, moved), headers={"Cache-Control": "no-store"})


@router.get("/hands/{table}/{hand}/views", responses=told(401, 404, 429))
async def step_through(
    table: TableId,
    hand: Number,
    who: SignedIn,
    histories: TheHistories,
    request: Request,
    seat: Seat = "spectator",
) -> JSONResponse:
    """What a seat saw at each step, and all hands at the end."""
    await _count(request, REPLAYS)
    kept, _ = await _hand(histories, who, table, hand)
    told_views = await stepped(kept.file, None if seat == "spectator" else seat)
    return JSONResponse(told_views, headers={"Cache-Control": "no-store"})


@router.get("/tables/{table}/settlement", responses=told(401, 404, 429))
async def settle(
    table: TableId, who: SignedIn, histories: TheHistories, request: Request
) -> JSONResponse:
    """What everyone won or lost at a table, who pays whom in the fewest payments, every pot."""
    await _count(request, SETTLEMENTS)
    found = await histories.settlement(who, table)
    if found is None:
        raise Problem(404, "no_such_table", "you have not sat at such a table")
    return JSONResponse(settlement_told(*found), headers={"Cache-Control": "no-store"})


@router.post("/replay", responses=told(401, 403, 429))
async def replay_file(asked: ToReplay, who: SignedIn, request: Request) -> JSONResponse:
    """Step through a hand file from anywhere; nothing of it is kept."""
    del who
    await _count(request, REPLAYS)
    return JSONResponse(await stepped(asked.file, asked.seat))


async def _count(request: Request, allowance: Allowance) -> None:
    allowances = cast("Allowances", request.app.state.allowances)
    await allowances.take(allowance, address_of(request))


async def _hand(histories: Histories, who: SignedIn, table: str, hand: int) -> tuple[Kept, Any]:
    found = await histories.one(who, table, hand)
    if found is None:
        raise Problem(404, "no_such_hand", "you were dealt into no such hand that is over")
    return found
