"""REST of auditors and operators: `/api/admin`.

Enters: HTTP. Leaves: JSON or a spreadsheet, or a problem. For anyone else each of these is a page
that does not exist (`gate.Hidden`). Nothing here reads what is hidden of a running hand: antes,
stakes and pots are seen by everybody at the table, and no route touches a journal's bodies.
"""

from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from app.audit.asking import (
    ChartAsked,
    Correction,
    HandsAsked,
    PeopleAsked,
    PotsAsked,
    Reasoned,
    ReportNoted,
    ReportsAsked,
    RowsAsked,
    TablesAsked,
)
from app.audit.chart import pots_over_time
from app.audit.gate import Operator
from app.audit.hands import some_hands
from app.audit.leading import led
from app.audit.lists import some_people, some_reports, some_tables
from app.audit.log import read_log
from app.audit.operating import (
    Auditing,
    close_table,
    correct,
    freeze,
    lift,
    note_report,
    suspend,
)
from app.audit.pots import COLUMNS as POT_COLUMNS
from app.audit.pots import every_coin, open_pots
from app.audit.rows import COLUMNS, all_rows, some_rows
from app.db.faults import translated
from app.problems import MOST_BODY
from app.security import require_same_origin
from app.shapes import Number, PlayerId, TableId
from app.tabular import SHEETS, kind_asked

LOG_PAGE = 100


def _router() -> APIRouter:
    return APIRouter(
        prefix="/api/admin",
        dependencies=[Depends(require_same_origin)],
        max_body_size=MOST_BODY,
        include_in_schema=False,  # the list of routes is public
    )


router = _router()
acting = _router()
"""What operators do. `gate.Hidden` must know these: for auditors they are not there."""


def _auditing(request: Request) -> Auditing:
    return cast("Auditing", request.app.state.auditing)


TheAuditing = Annotated[Auditing, Depends(_auditing)]
Filters = Annotated[RowsAsked, Query()]
ThePots = Annotated[PotsAsked, Query()]
Kind = Annotated[str, Depends(kind_asked)]
OfPlayer = Annotated[PlayerId, Path()]
OfTable = Annotated[TableId, Path()]


@router.get("/pots")
async def list_pots(asked: ThePots, auditing: TheAuditing) -> dict[str, Any]:
    """Open and carried pots, each with its coins and since when they lie there."""
    return await open_pots(auditing.database, asked)


async def pots_as_sheet(asked: ThePots, auditing: TheAuditing, kind: Kind) -> Response:
    """Every coin of exactly the pots of these filters: its hand, its seat, its player."""
    rows = every_coin(auditing.database, asked)
    return await SHEETS[kind](f"pots.{kind}", POT_COLUMNS, rows)


@router.get("/ledger")
async def list_rows(asked: Filters, auditing: TheAuditing) -> dict[str, Any]:
    """Rows of the ledger, the newest first."""
    return await some_rows(auditing.database, asked)


async def rows_as_sheet(asked: Filters, auditing: TheAuditing, kind: Kind) -> Response:
    """Exactly the rows of these filters, all of them; for Excel as many as a sheet holds."""
    return await SHEETS[kind](f"ledger.{kind}", COLUMNS, all_rows(auditing.database, asked))


for _kind in SHEETS:
    router.get(f"/pots.{_kind}")(pots_as_sheet)
    router.get(f"/ledger.{_kind}")(rows_as_sheet)


@router.get("/check")
async def show_check(auditing: TheAuditing) -> dict[str, Any]:
    """What the last check came to: green only if all that was recomputed equals what is stored."""
    checking = auditing.checking
    last = await led(auditing.database, checking.last)
    return {"running": checking.running, "asked_at": checking.asked_at, "last": last}


@router.post("/check", status_code=202)
async def start_check(auditing: TheAuditing) -> dict[str, Any]:
    """Check the whole ledger, beside everything else."""
    auditing.checking.start(auditing.clock.now())
    return await show_check(auditing)


@router.get("/log")
async def show_log(
    auditing: TheAuditing,
    before: Number | None = None,
    subject: Annotated[PlayerId | None, Query()] = None,
) -> dict[str, Any]:
    """What operators did, the newest first; all, or to one player or table."""
    with translated():
        async with auditing.database.reading() as connection:
            return await read_log(connection, before, LOG_PAGE, subject)


@router.get("/hands")
async def list_hands(
    asked: Annotated[HandsAsked, Query()], auditing: TheAuditing
) -> dict[str, Any]:
    """Finished hands, the newest first; `/api/hands` shows auditors each of them whole."""
    return await some_hands(auditing.database, asked)


@router.get("/chart")
async def show_chart(
    asked: Annotated[ChartAsked, Query()], auditing: TheAuditing
) -> dict[str, Any]:
    """Chips in pots over time."""
    return await pots_over_time(auditing.database, asked)


@router.get("/players")
async def list_players(
    asked: Annotated[PeopleAsked, Query()], auditing: TheAuditing
) -> dict[str, Any]:
    """Accounts, with their chips and whether they are suspended."""
    return await some_people(auditing.database, asked)


@router.get("/tables")
async def list_tables(
    asked: Annotated[TablesAsked, Query()], auditing: TheAuditing
) -> dict[str, Any]:
    """Tables, open, frozen and closed ones."""
    return await some_tables(auditing.database, auditing.powers, asked)


@router.get("/reports")
async def list_reports(
    asked: Annotated[ReportsAsked, Query()], auditing: TheAuditing
) -> dict[str, Any]:
    """What players reported, the newest first."""
    return await some_reports(auditing.database, asked)


@acting.post("/reports/{report}", status_code=204)
async def note(
    report: Annotated[Number, Path()], asked: ReportNoted, who: Operator, auditing: TheAuditing
) -> None:
    """Say that a report was seen, or what was decided."""
    await note_report(auditing, who, report, asked)


@acting.post("/players/{player}/grants", status_code=201)
async def correct_wallet(
    player: OfPlayer, asked: Correction, who: Operator, auditing: TheAuditing
) -> dict[str, bool]:
    """Chips that were missing, from the bank."""
    now = auditing.clock.now()
    return {"granted": await correct(auditing.database, who, player, asked, now)}


@acting.post("/players/{player}/suspension", status_code=204)
async def suspend_player(
    player: OfPlayer, asked: Reasoned, who: Operator, auditing: TheAuditing
) -> None:
    """Let an account not sign in, close its sockets, play its seats by defaults."""
    await suspend(auditing, who, player, asked.why)


@acting.post("/players/{player}/suspension/end", status_code=204)
async def lift_suspension(
    player: OfPlayer, asked: Reasoned, who: Operator, auditing: TheAuditing
) -> None:
    """Let an account sign in again."""
    await lift(auditing, who, player, asked.why)


@acting.post("/tables/{table}/freeze", status_code=204)
async def freeze_table(
    table: OfTable, asked: Reasoned, who: Operator, auditing: TheAuditing
) -> None:
    """Let no hand be dealt at a table after this one."""
    await freeze(auditing, who, table, asked.why, frozen=True)


@acting.post("/tables/{table}/thaw", status_code=204)
async def thaw_table(table: OfTable, asked: Reasoned, who: Operator, auditing: TheAuditing) -> None:
    """Let hands be dealt there again."""
    await freeze(auditing, who, table, asked.why, frozen=False)


@acting.post("/tables/{table}/close", status_code=204)
async def close(table: OfTable, asked: Reasoned, who: Operator, auditing: TheAuditing) -> None:
    """Close a table at once: its hand is void, stacks and carried pots are paid out."""
    await close_table(auditing, who, table, asked.why)
