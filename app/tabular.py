"""Rows for spreadsheets: CSV, with no cell that a spreadsheet would run.

Enters: rows of numbers and texts. Leaves: lines of a file, one at a time. A text that begins as a
formula does is given an apostrophe; numbers stay numbers, negative ones too.
"""

import csv
import io
from collections.abc import AsyncIterator, Sequence

from starlette.responses import StreamingResponse

Cell = str | int | None
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what OWASP names; the last two are skipped by some


def safe(cell: Cell) -> Cell:
    """A cell as any spreadsheet shows it, and runs it never."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def csv_line(row: Sequence[Cell]) -> str:
    """One line of RFC 4180."""
    out = io.StringIO()
    csv.writer(out).writerow([safe(cell) for cell in row])
    return out.getvalue()


def csv_file(
    name: str, columns: Sequence[str], rows: AsyncIterator[Sequence[Cell]]
) -> StreamingResponse:
    """An answer that a browser saves as a file, streamed: however many rows, little memory."""

    async def lines() -> AsyncIterator[str]:
        yield csv_line(columns)
        async for row in rows:
            yield csv_line(row)

    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingResponse(lines(), media_type="text/csv; charset=utf-8", headers=headers)
