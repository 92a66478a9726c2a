"""Rows for spreadsheets: CSV and XLSX, with no cell that a spreadsheet would run.

Enters: rows of numbers and texts. Leaves: a file as an answer, streamed. In CSV a text that begins
as a formula does is given an apostrophe; in XLSX each text is stored as a text. Numbers stay
numbers, negative ones too, as far as a spreadsheet holds them: those beyond 15 digits are text.
A `Moment` is a number of microseconds in CSV and a date with its time of day (UTC) in XLSX.

Storage may go away while a file is under way. Before its first line that is told as any problem;
after it the answer breaks off without its end, so a browser knows that the file is not whole.
"""

import csv
import io
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from traceback import clear_frames
from typing import IO, Any, NamedTuple, TypeAlias

import structlog
import xlsxwriter
from anyio import to_thread
from starlette.requests import HTTPConnection
from starlette.responses import Response, StreamingResponse
from starlette.types import Send
from xlsxwriter.exceptions import XlsxWriterException

from app.problems import Problem
from app.scratch import scratch
from engine.table.journal import JournalAway

log = structlog.get_logger()


class Moment(int):
    """A time in microseconds since 1970."""


Cell = str | int | None
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MOST_ROWS = 1_048_576  # that a sheet of Excel has; there is CSV for more
MOST_EXACT = 10**15  # Excel keeps 15 digits of a number
CHUNK = 65_536  # bytes
AGAIN_SECONDS = 60  # until a disk that is full may have been noticed
EPOCH = 25_569  # 1970 began on this day of Excel's, which counts from 1900 as Lotus did
DAY = 86_400_000_000  # microseconds
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what OWASP names; the last two are skipped by some


def safe(cell: Cell) -> Cell:
    """A cell as any spreadsheet shows it, and runs it never."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def seat_cell(seat: int | None) -> int | None:
    """A seat as people count them, from 1."""
    return None if seat is None else seat + 1


def csv_line(row: Sequence[Cell]) -> str:
    """One line of RFC 4180."""
    out = io.StringIO()
    csv.writer(out).writerow([safe(cell) for cell in row])
    return out.getvalue()


class Form(NamedTuple):
    """How things are written down as a text: a heading, then each by itself."""

    media_type: str
    written: Callable[[Any], str]
    heading: str = ""


def csv_form(
    columns: Sequence[str], cells: Callable[[Any], Sequence[Cell]] = lambda row: row
) -> Form:
    """RFC 4180, of whatever has such cells."""
    return Form("text/csv; charset=utf-8", lambda one: csv_line(cells(one)), csv_line(columns))


async def text_file(name: str, form: Form, things: AsyncIterator[Any]) -> Response:
    """An answer that a browser saves as a file, streamed: however many things, little memory.

    Raises what the first of them raises; see `_Whole` for the others.
    """
    first = await anext(things, None)

    async def pieces() -> AsyncIterator[str]:
        yield form.heading + ("" if first is None else form.written(first))
        async for one in things:
            yield form.written(one)

    return _Whole(name, form.media_type, pieces())


class _Whole(StreamingResponse):
    """A file that a browser gets whole, or knows that it is not: storage that goes away in the
    middle ends the answer without its end, for which the server closes the connection."""

    def __init__(self, name: str, media_type: str, pieces: AsyncIterator[str]) -> None:
        super().__init__(pieces, media_type=media_type, headers=_saved_as(name))
        self._name = name

    async def stream_response(self, send: Send) -> None:
        """A fault of the program is raised; of storage a line says all."""
        try:
            await super().stream_response(send)
        except JournalAway as away:
            log.warning("export broken off", file=self._name, why=str(away))


def _saved_as(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}


async def csv_file(
    name: str, columns: Sequence[str], rows: AsyncIterator[Sequence[Cell]]
) -> Response:
    """Rows of a spreadsheet as text."""
    return await text_file(name, csv_form(columns), rows)


async def xlsx_file(
    name: str, columns: Sequence[str], rows: AsyncIterator[Sequence[Cell]]
) -> Response:
    """The same for Excel. It is put together in a temporary file, row by row, then streamed.

    Raises `Problem` if there is no room for that.
    """
    made: IO[bytes] | None = None
    try:
        made = tempfile.TemporaryFile()  # noqa: SIM115  # closed when the last byte has gone
        with scratch() as folder:
            await _put_together(made, folder, columns, rows)
    except (OSError, XlsxWriterException) as error:
        _let_go(error)
        if made is not None:
            made.close()
        says = "the server has no room to make this workbook just now; CSV needs none"
        raise Problem(503, "storage_away", says, AGAIN_SECONDS) from None
    except BaseException:
        if made is not None:
            made.close()
        raise
    made.seek(0)
    return StreamingResponse(_chunks(made), media_type=XLSX, headers=_saved_as(name))


Sheet: TypeAlias = Callable[
    [str, Sequence[str], AsyncIterator[Sequence[Cell]]], Awaitable[Response]
]
"""A name, columns, rows: a file to save."""
SHEETS: Mapping[str, Sheet] = {"csv": csv_file, "xlsx": xlsx_file}
"""By how the name of such a file ends."""


def kind_asked(asked: HTTPConnection) -> str:
    """Which kind of file is asked for: as the address ends."""
    return asked.url.path.rpartition(".")[2]


def _let_go(error: BaseException | None) -> None:
    """Of what was under way: an archive writes its end when it is let go, and to its file."""
    while error is not None:
        clear_frames(error.__traceback__)
        error = error.__context__


async def _put_together(
    made: IO[bytes], folder: Path, columns: Sequence[str], rows: AsyncIterator[Sequence[Cell]]
) -> None:
    """Write a workbook; its parts lie in `folder` meanwhile."""
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    book = xlsxwriter.Workbook(made, {**options, "tmpdir": str(folder)})
    sheet, at = book.add_worksheet(), 0
    moments = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss.000"})
    sheet.write_row(0, 0, columns)
    with closing(sheet.row_data_fh):  # whatever `rows` raises; at its end the book does it itself
        async for row in rows:
            at += 1
            if at == MOST_ROWS:
                break
            for column, cell in enumerate(row):
                _write(sheet, at, column, cell, moments)
        await to_thread.run_sync(book.close)


def _write(sheet: Any, row: int, column: int, cell: Cell, moments: Any) -> None:
    if cell is None:
        return
    if isinstance(cell, Moment):
        sheet.write_number(row, column, EPOCH + cell / DAY, moments)
    elif isinstance(cell, int) and abs(cell) < MOST_EXACT:
        sheet.write_number(row, column, cell)
    else:
        sheet.write_string(row, column, str(cell))


def _chunks(made: IO[bytes]) -> Iterator[bytes]:
    with made:
        while chunk := made.read(CHUNK):
            yield chunk
