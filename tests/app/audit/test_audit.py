"""What auditors see over REST: pots, the ledger and its exports, the check."""

import csv
import io
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.audit.log import COMMAND_LINE, Deed, write_down
from app.audit.pots import COLUMNS as POT_COLUMNS
from app.db.engine import Database
from tests.app.audit.asked import TABLE, played
from tests.app.db.tampering import without_guards
from tests.app.ledger.stored import keep
from tests.app.people.server import START, Browser, Server, problem_of
from tests.app.signing_in import signed_in
from tests.table.test_receipts import no_winner
from tests.table.world import Driver


async def test_a_carried_pot_opens_to_its_coins(server: Server) -> None:
    """Three hands in it, each chip's hand and player, and they sum to the pot."""
    table = await played(server)
    eva = await signed_in(server, "eva", "auditor")
    pots = {pot["account"]: pot for pot in (await eva.done("GET", "/admin/pots"))["pots"]}
    assert set(pots) == {f"carried/{TABLE}/oro", f"pot/{TABLE}/main"}
    oro, main = pots[f"carried/{TABLE}/oro"], pots[f"pot/{TABLE}/main"]
    assert (oro["state"], oro["carries"], oro["chips"]) == ("carried", [2, 3, 4], 6)
    assert [(coin["hand"], coin["seat"], coin["player"]) for coin in oro["coins"]] == [
        (hand, seat, who) for hand in (2, 3, 4) for seat, who in enumerate(("ana", "beto"))
    ]
    assert (main["state"], main["chips"], main["carries"]) == ("open", 60, [2, 3, 4])
    assert len(main["coins"]) == 12
    for pot in pots.values():
        assert sum(coin["amount"] for coin in pot["coins"]) == pot["chips"] == pot["left"]
        assert pot["since"] in {entry.at for entry in table.entries}
        assert "bad" not in pot


async def test_the_export_of_pots_has_each_coin_with_its_hand_and_seat(server: Server) -> None:
    """They sum to the pots; in a workbook as in CSV."""
    await played(server)
    eva = await signed_in(server, "eva", "auditor")
    pots = {pot["account"]: pot for pot in (await eva.done("GET", "/admin/pots"))["pots"]}
    lines = list(csv.DictReader(io.StringIO((await eva.get("/admin/pots.csv")).text)))
    assert list(lines[0]) == list(POT_COLUMNS)
    for account, pot in pots.items():
        coins = [line for line in lines if line["pot"] == account]
        assert [(int(one["hand"]), one["player"], int(one["chips"])) for one in coins] == [
            (coin["hand"], coin["player"], coin["amount"]) for coin in pot["coins"]
        ]
        seats = {"ana": "1", "beto": "2", "carla": "3"}
        for one in coins:
            assert one["seat"] == seats[one["player"]] or one["hand"] == "5"  # it is being played
        assert sum(int(one["chips"]) for one in coins) == pot["chips"]
    book = (await eva.get("/admin/pots.xlsx")).content
    cells = list(cells_of(book, "E"))
    assert [row[0] for row in cells[1:]] == [line["pot"] for line in lines]
    assert [row[9] for row in cells[1:]] == [float(line["chips"]) for line in lines]


async def test_players_and_auditors_are_told_a_pot_in_one_way(server: Server) -> None:
    """The very same receipt, seats and all; auditors learn besides which account it is."""
    await played(server)
    eva = await signed_in(server, "eva", "auditor")
    ana = await signed_in(server, "ana")
    audited = {pot["pot"]: pot for pot in (await eva.done("GET", "/admin/pots"))["pots"]}
    settled = (await ana.done("GET", f"/tables/{TABLE}/settlement"))["pots"]
    mine = {pot["pot"]: pot for pot in settled if pot["state"] != "over"}
    assert len(mine) == len(audited) == 2
    beside = {"account", "table", "chips", "since"}
    assert mine == {
        name: {key: value for key, value in pot.items() if key not in beside}
        for name, pot in audited.items()
    }


async def test_a_pot_is_as_old_as_its_first_coin_that_is_in_it(server: Server) -> None:
    """Antes that went back before lay in another one."""
    table = Driver(table=TABLE, no_winner="return")
    no_winner(table)
    table.now += 10**9
    table.deal()
    await keep(server.database, [table])
    eva = await signed_in(server, "eva", "auditor")
    (pot,) = (await eva.done("GET", "/admin/pots"))["pots"]
    async with server.database.reading() as connection:
        antes = await connection.execute(
            text("SELECT at FROM transfers WHERE reason = 'ante' AND hand = 2")
        )
        assert {row.at for row in antes} == {pot["since"]}


async def test_a_pot_whose_coins_don_t_add_up_is_told_as_such(server: Server) -> None:
    await played(server)
    change = "UPDATE transfers SET amount = amount + 1 WHERE key = "
    await without_guards(server.database, f"{change}'{TABLE}/2/deal/0'")
    eva = await signed_in(server, "eva", "auditor")
    pots = (await eva.done("GET", "/admin/pots"))["pots"]
    assert [pot["account"] for pot in pots if "bad" in pot] == [f"pot/{TABLE}/main"]


# --- the ledger -----------------------------------------------------------------------------

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FILTERS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "": lambda _: True,
    f"table={TABLE}": lambda row: row["table"] == TABLE,
    f"table={TABLE}&hand=2": lambda row: row["hand"] == 2,
    "account=wallet/ana": lambda row: "wallet/ana" in (row["from"], row["to"]),
    f"table={TABLE}&pot=oro": lambda row: "/oro" in row["from"] + row["to"],
    "player=beto": lambda row: any(row[side].endswith("/beto") for side in ("from", "to")),
    "reason=ante": lambda row: row["reason"] == "ante",
    "least=5&most=15": lambda row: 5 <= row["chips"] <= 15,
    "since=2&until=2000000": lambda row: 2 <= row["at"] < 2_000_000,
    "reason=carry&most=15": lambda row: row["reason"] == "carry" and row["chips"] <= 15,
    "reason=bonus": lambda _: False,
}


async def rows(browser: Browser, query: str) -> list[dict[str, Any]]:
    found = await browser.done("GET", f"/admin/ledger?{query}")
    assert found["next"] is None
    return list(found["rows"])


async def test_filters_and_exports_agree(server: Server) -> None:
    """CSV and XLSX have exactly the filtered rows, numbers as numbers."""
    await played(server)
    eva = await signed_in(server, "eva", "auditor")
    everything = await rows(eva, "")
    for query, is_one in FILTERS.items():
        told = await rows(eva, query)
        assert told == [row for row in everything if is_one(row)], query
        answer = (await eva.get(f"/admin/ledger.csv?{query}")).text
        assert list(csv.DictReader(io.StringIO(answer))) == [
            {name: "" if cell is None else str(cell) for name, cell in row.items()} for row in told
        ], query
        book = (await eva.get(f"/admin/ledger.xlsx?{query}")).content
        cells = [list({**row, "at": when(row)}.values()) for row in told]
        assert list(cells_of(book))[1:] == cells, query


def when(row: dict[str, Any]) -> float:
    """A time as spreadsheets count it: days since the end of 1899."""
    begin = datetime(1899, 12, 30, tzinfo=UTC)
    return (timedelta(microseconds=row["at"]) + (EPOCH - begin)) / timedelta(days=1)


def cells_of(book: bytes, dated: str = "B") -> Any:
    """The cells of a sheet as the file has them: numbers, and texts in their place."""
    space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    with zipfile.ZipFile(io.BytesIO(book)) as files:
        sheet = ElementTree.fromstring(files.read("xl/worksheets/sheet1.xml"))  # noqa: S314
    for row in sheet.iter(f"{space}row"):
        cells: dict[str, Any] = {}
        for cell in row.iter(f"{space}c"):
            column = cell.attrib["r"].rstrip("0123456789")
            value, inline = cell.find(f"{space}v"), cell.find(f"{space}is/{space}t")
            assert cell.find(f"{space}f") is None, "no formula"
            number = "" if value is None else value.text or ""
            cells[column] = pytest.approx(float(number)) if inline is None else inline.text
            assert (cell.attrib.get("s") == "1") == (column == dated and row.attrib["r"] != "1")
        yield [cells.get(column) for column in "ABCDEFGHIJ"]


async def test_pages_of_rows_go_on_where_the_last_one_ended(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.audit.rows.PAGE", 7)
    await played(server)
    eva = await signed_in(server, "eva", "auditor")
    page = await eva.done("GET", "/admin/ledger")
    found = [row["row"] for row in page["rows"]]
    while page["next"] is not None:
        page = await eva.done("GET", f"/admin/ledger?before={page['next']}")
        found += [row["row"] for row in page["rows"]]
    assert found == list(range(len(found), 0, -1))
    assert len((await eva.get("/admin/ledger.csv")).text.splitlines()) == len(found) + 1


NONSENSE = (
    "table=x", "hand=1", "pot=main", f"table={TABLE}&pot=a/b",
    f"table={TABLE}&hand=0", f"table={TABLE}&hand=x", "account=house",
    "account=pot/x", "player=a/b", "reason=theft", "since=x", "since=-1", "since=5&until=5",
    "least=9&most=8", "before=-1", "before=99999999999999999999", "colour=red",
    "player=a%00b", "player=%01", "account=wallet/a%00", "account=pot/a%7f/main",
)  # fmt: skip


async def test_filters_that_make_no_sense(server: Server) -> None:
    eva = await signed_in(server, "eva", "auditor")
    for query in NONSENSE:
        for path in ("/admin/ledger", "/admin/ledger.csv", "/admin/ledger.xlsx"):
            assert problem_of(await eva.get(f"{path}?{query}"), 422) == "bad_field", query


async def test_pots_after_what_is_no_account(server: Server) -> None:
    eva = await signed_in(server, "eva", "auditor")
    for after in ("pot/%00/main", "wallet/a%00b", "x", "pot/a", ""):
        assert problem_of(await eva.get(f"/admin/pots?after={after}"), 422) == "bad_field", after


async def test_a_player_whose_id_nobody_can_have(server: Server) -> None:
    root = await signed_in(server, "root", "operator")
    body = {"chips": 1, "why": "a bug", "request": "a"}
    answer = await root.post("/admin/players/a%00b/grants", body)
    assert problem_of(answer, 422) == "bad_field"


# --- deeds ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE operator_log SET why = 'nothing'",
        "DELETE FROM operator_log",
        "INSERT INTO operator_log (at, operator, action, subject, why) VALUES (1, 'r', '', '', '')",
    ],
    ids=["change", "take away", "without a reason"],
)
async def test_the_log_stays(database: Database, statement: str) -> None:
    row = "INSERT INTO operator_log (at, operator, action, subject, why) VALUES "
    async with database.writing() as connection:
        await connection.execute(text(row + "(1, 'root', 'close', 't1', 'it is stuck')"))
    with pytest.raises(IntegrityError):
        async with database.writing() as connection:
            await connection.execute(text(statement))


async def test_the_check_is_green_and_then_names_the_bad_row(server: Server) -> None:
    await played(server)
    eva = await signed_in(server, "eva", "auditor")
    async with server.database.writing() as connection:
        deed = Deed(START, COMMAND_LINE, "make auditor", "eva", "for a test")
        await write_down(connection, deed)
    assert await eva.done("GET", "/admin/check") == {
        "running": False,
        "asked_at": None,
        "last": None,
    }
    checking = server.app.state.auditing.checking
    assert (await eva.done("POST", "/admin/check"))["running"]
    assert (await eva.done("POST", "/admin/check"))["running"]
    await checking.wait()
    told = await eva.done("GET", "/admin/check")
    assert (told["running"], told["last"]["ok"]) == (False, True)
    change = "UPDATE transfers SET amount = amount + 1 WHERE key = "
    await without_guards(server.database, f"{change}'{TABLE}/2/deal/0'")
    await eva.done("POST", "/admin/check")
    await checking.wait()
    wrong = (await eva.done("GET", "/admin/check"))["last"]["wrong"][0]
    assert (wrong["kind"], wrong["table"]) == ("altered", TABLE)
    assert f"{TABLE}/2/deal/0" in wrong["says"]
    said = {"row": wrong["row"], "key": f"{TABLE}/2/deal/0"}
    assert (wrong["code"], wrong["values"]) == ("row_altered", said)


async def test_a_server_that_ends_leaves_no_check_behind(server: Server) -> None:
    eva = await signed_in(server, "eva", "auditor")
    checking = server.app.state.auditing.checking
    for _ in range(2):  # before the process is there, and with it
        assert (await eva.done("POST", "/admin/check"))["running"]
        await checking.stop()
        assert await eva.done("GET", "/admin/check") == {
            "running": False,
            "asked_at": server.clock.now(),
            "last": None,
        }
        await eva.done("POST", "/admin/check")
        await eva.done("GET", "/admin/log")
        await checking.stop()
