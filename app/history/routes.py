"""REST of finished hands: `/api/hands`, `/api/replay`.

Enters: HTTP. Leaves: JSON, CSV, text, or a problem. To whoever was not dealt into a hand it is
as if it were not there (R11.4); auditors see all.
"""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import Field

from app.allowances import Allowance, Allowances
from app.history.asking import HandsAsked
from app.history.histories import Histories
from app.history.replays import Eyes, stepped, stepped_text
from app.history.settlements import Night, Settlements
from app.history.telling import (
    COINS,
    FORMS,
    Kept,
    card_of,
    exported,
    night_rows,
    night_told,
    text_of,
)
from app.identity import SignedIn, Who
from app.problems import Problem, told
from app.security import address_of, require_same_origin
from app.shapes import Body, HandNumber, TableId
from app.tabular import Cell, csv_file, kind_asked, text_file
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

FRESH = {"Cache-Control": "no-store"}

OfTable = Annotated[TableId, Path()]
Number = Annotated[HandNumber, Path()]
WhoseEyes = Annotated[
    Eyes, Query(description="whose view", json_schema_extra={"maximum": MOST_SEATS - 1})
]


def _histories(request: Request) -> Histories:
    return cast("Histories", request.app.state.histories)


TheHistories = Annotated[Histories, Depends(_histories)]


def _file_of(media_type: str) -> dict[int | str, dict[str, Any]]:
    """For OpenAPI: an answer that is text of a kind. Problems stay JSON."""
    plain = media_type.partition(";")[0]
    return {200: {"content": {plain: {"schema": {"type": "string"}}}}}


class ToReplay(Body):
    """A hand file from anywhere, and whose view is wanted."""

    text: Annotated[str, Field(description="the file, as it is written")]
    eyes: Annotated[int, Field(ge=0, lt=MOST_SEATS)] | Literal["spectator", "all"] = "all"


@router.get("/hands", responses=told(401))
async def list_hands(
    asked: Annotated[HandsAsked, Query()], who: SignedIn, histories: TheHistories
) -> dict[str, Any]:
    """The hands that I was dealt into, the newest first, fifty at a time."""
    page, following = await histories.page(who, asked)
    return {"hands": [card_of(kept) for kept in page], "next": following}


async def export_hands(
    asked: Annotated[HandsAsked, Query()],
    who: SignedIn,
    histories: TheHistories,
    request: Request,
    kind: Annotated[str, Depends(kind_asked)],
) -> Response:
    """The same to take along, all of them."""
    await _count(request, EXPORTS)
    return await text_file(f"hands.{kind}", FORMS[kind], histories.every(who, asked))


for _kind, _form in FORMS.items():
    router.get(f"/hands.{_kind}", responses={**told(401, 429), **_file_of(_form.media_type)})(
        export_hands
    )


@router.get("/hands/{table}/{hand}", responses=told(401, 404))
async def show_hand(
    table: OfTable, hand: Number, who: SignedIn, histories: TheHistories
) -> JSONResponse:
    """One hand: its file, the proof of its deal, and every row of the ledger it made."""
    kept = await _hand(histories, who, table, hand)
    moved = await histories.moved(table, hand)
    body = {**card_of(kept), "file": kept.file, "fairness": kept.fairness, "ledger": moved}
    return JSONResponse(body, headers=FRESH)


@router.get("/hands/{table}/{hand}/file", responses=told(401, 404))
async def export_hand(
    table: OfTable, hand: Number, who: SignedIn, histories: TheHistories
) -> JSONResponse:
    """One hand as a hand file to keep, with the proof of its deal."""
    kept = await _hand(histories, who, table, hand)
    name = f'attachment; filename="hand-{table}-{hand}.json"'
    return JSONResponse(exported(kept), headers={**FRESH, "Content-Disposition": name})


@router.get("/hands/{table}/{hand}/text", responses={**told(401, 404), **_file_of("text/plain")})
async def tell_hand(
    table: OfTable, hand: Number, who: SignedIn, histories: TheHistories
) -> PlainTextResponse:
    """The same for a person to read."""
    kept = await _hand(histories, who, table, hand)
    moved = await histories.moved(table, hand)
    return PlainTextResponse(text_of(kept, moved), headers=FRESH)


@router.get("/hands/{table}/{hand}/views", responses=told(401, 404, 429))
async def step_through(
    table: OfTable,
    hand: Number,
    who: SignedIn,
    histories: TheHistories,
    request: Request,
    eyes: WhoseEyes = "spectator",
) -> JSONResponse:
    """What a seat, a spectator, or one who sees all cards saw at each step."""
    await _count(request, REPLAYS)
    kept = await _hand(histories, who, table, hand)
    steps = await stepped(kept.file, eyes)
    return JSONResponse(steps, headers=FRESH)


@router.get("/tables/{table}/settlement", responses=told(401, 404, 429))
async def settle(table: OfTable, who: SignedIn, request: Request) -> JSONResponse:
    """What everyone won or lost at a table, who pays whom in the fewest payments, the pots.

    All that are open, and of those that are over the newest; `over` says how many there were.
    """
    return JSONResponse(night_told(await _night(request, who, table)), headers=FRESH)


@router.get(
    "/tables/{table}/settlement.csv", responses={**told(401, 404, 429), **_file_of("text/csv")}
)
async def export_settlement(table: OfTable, who: SignedIn, request: Request) -> Response:
    """The coins of the same pots and where they went, a row each; a pot's rows add up to
    what is left in it."""
    night = await _night(request, who, table)

    async def rows() -> AsyncIterator[list[Cell]]:
        for row in night_rows(night):
            yield row

    return await csv_file("receipts.csv", COINS, rows())


@router.post("/replay", responses=told(403, 429))
async def replay_file(asked: ToReplay, request: Request) -> JSONResponse:
    """Step through a hand file from anywhere, whoever asks; nothing of it is kept."""
    await _count(request, REPLAYS)
    return JSONResponse(await stepped_text(asked.text, asked.eyes))


async def _count(request: Request, allowance: Allowance) -> None:
    allowances = cast("Allowances", request.app.state.allowances)
    await allowances.take(allowance, address_of(request))


async def _night(request: Request, who: Who, table: str) -> Night:
    await _count(request, SETTLEMENTS)
    night = await cast("Settlements", request.app.state.settlements).of(who, table)
    if night is None:
        raise Problem(404, "no_such_table", "you have not sat at such a table")
    return night


async def _hand(histories: Histories, who: SignedIn, table: str, hand: int) -> Kept:
    found = await histories.one(who, table, hand)
    if found is None:
        raise Problem(404, "no_such_hand", "you were dealt into no such hand that is over")
    return found
