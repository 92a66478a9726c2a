"""REST of auditors and operators: `/api/admin`.

Enters: HTTP. Leaves: JSON or a spreadsheet, or a problem. For anyone else each of these is a page
that does not exist. Nothing here reads what is hidden of a running hand: antes, stakes and pots
are seen by everybody at the table, and no route touches a journal's bodies.
"""

from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from app.audit.asking import ACCOUNT, Correction, Number, Player, Reasoned, RowsAsked, TableId
from app.audit.gate import Operator, auditor
from app.audit.log import read_log
from app.audit.operating import Auditing, close_table, correct
from app.audit.pots import open_pots
from app.audit.rows import COLUMNS, all_rows, some_rows
from app.db.faults import translated
from app.problems import MOST_BODY
from app.security import require_same_origin
from app.tabular import csv_file, xlsx_file

LOG_PAGE = 100

router = APIRouter(
    prefix="/api/admin",
    dependencies=[Depends(auditor), Depends(require_same_origin)],
    max_body_size=MOST_BODY,
    include_in_schema=False,  # the list of routes is public
)


def _auditing(request: Request) -> Auditing:
    return cast("Auditing", request.app.state.auditing)


TheAuditing = Annotated[Auditing, Depends(_auditing)]
Filters = Annotated[RowsAsked, Query()]


@router.get("/pots")
async def list_pots(
    auditing: TheAuditing, after: Annotated[str | None, Query(pattern=ACCOUNT)] = None
) -> dict[str, Any]:
    """Open and carried pots, each with its coins and since when they lie there."""
    return await open_pots(auditing.database, after)


@router.get("/ledger")
async def list_rows(asked: Filters, auditing: TheAuditing) -> dict[str, Any]:
    """Rows of the ledger, the newest first."""
    rows, following = await some_rows(auditing.database, asked)
    return {"rows": rows, "next": following}


@router.get("/ledger.csv")
async def rows_as_csv(asked: Filters, auditing: TheAuditing) -> Response:
    """Exactly the rows of these filters, all of them."""
    return csv_file("ledger.csv", COLUMNS, all_rows(auditing.database, asked))


@router.get("/ledger.xlsx")
async def rows_as_xlsx(asked: Filters, auditing: TheAuditing) -> Response:
    """The same for Excel, as many as a sheet holds."""
    return await xlsx_file("ledger.xlsx", COLUMNS, all_rows(auditing.database, asked))


@router.get("/check")
async def show_check(auditing: TheAuditing) -> dict[str, Any]:
    """What the last check came to: green only if all that was recomputed equals what is stored."""
    checking = auditing.checking
    return {"running": checking.running, "asked_at": checking.asked_at, "last": checking.last}


@router.post("/check", status_code=202)
async def start_check(auditing: TheAuditing) -> dict[str, Any]:
    """Check the whole ledger, beside everything else."""
    auditing.checking.start(auditing.clock.now())
    return await show_check(auditing)


@router.get("/log")
async def show_log(auditing: TheAuditing, before: Number | None = None) -> dict[str, Any]:
    """What operators did, the newest first."""
    with translated():
        async with auditing.database.reading() as connection:
            lines = await read_log(connection, before, LOG_PAGE)
    return {"log": lines, "next": lines[-1]["id"] if len(lines) == LOG_PAGE else None}


@router.post("/players/{player}/grants", status_code=201)
async def correct_wallet(
    player: Annotated[Player, Path()], asked: Correction, who: Operator, auditing: TheAuditing
) -> dict[str, bool]:
    """Chips that were missing, from the bank."""
    now = auditing.clock.now()
    return {"granted": await correct(auditing.database, who, player, asked, now)}


@router.post("/tables/{table}/close", status_code=204)
async def close(
    table: Annotated[TableId, Path()], asked: Reasoned, who: Operator, auditing: TheAuditing
) -> None:
    """Close a table at once: its hand is void, stacks and carried pots are paid out."""
    now = auditing.clock.now()
    await close_table(auditing.database, who, table, asked.why, now, auditing.close)
