"""The night's settlement over REST: for whoever sat at the table, and for auditors."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest

from app.history.settlements import Settlements
from app.history.telling import COINS, night_rows, night_told
from app.identity import Who
from app.lobby.store import Row, add_row
from engine.table.commands import Sit, Stand
from tests.app.ledger.stored import keep
from tests.app.people.server import Server, problem_of
from tests.app.signing_in import signed_in
from tests.table.test_receipts import (
    no_winner,
    refunded,
    returned,
    side_game_carried,
    triple,
    void,
    won_by,
)
from tests.table.world import Driver

TABLE = f"t{1:020x}"


async def played(server: Server) -> None:
    """ana loses a pot to beto; then one is carried, in which a bot has a coin too."""
    table = Driver(table=TABLE, people=2)
    won_by(table, 1)
    table.do(Sit("bot-1", "Lola", 100, 2, bot=True))
    no_winner(table)
    await keep(server.database, [table])


async def test_the_settlement_of_a_table(server: Server) -> None:
    await played(server)
    told = await (await signed_in(server, "ana")).done("GET", f"/tables/{TABLE}/settlement")
    assert told["names"] == {"ana": "Ana", "beto": "beto", "bot-1": "Lola"}
    assert told["bots"] == ["bot-1"]
    assert told["players"]["ana"] == {
        "brought": 100,
        "taken": 0,
        "stack": 90,
        "in_pots": 5,
        "net": -5,
    }
    assert told["payments"] == [{"from": "ana", "to": "beto", "chips": 5}]
    won, carried = told["pots"]
    assert (won["state"], won["payments"][0]["player"], won["left"]) == ("over", "beto", 0)
    assert (carried["state"], carried["carries"], carried["left"]) == ("carried", [2], 15)
    assert [(coin["seat"], coin["player"]) for coin in carried["coins"]] == [
        *((0, "ana"), (1, "beto"), (2, "bot-1")),
    ]
    assert (told["over"], told["title"]) == (1, "")


async def test_nobody_pays_for_practice(server: Server) -> None:
    """Its chips are the bank's, whoever won them."""
    await played(server)
    ana = await signed_in(server, "ana")
    told = (TABLE, "KWTXBR", "again", False, False, "ana", "desmoche", 4, 5, 50, 500, 1)
    async with server.database.writing() as connection:
        await add_row(connection, Row(*told, practice=True))
    night = await ana.done("GET", f"/tables/{TABLE}/settlement")
    assert (night["practice"], night["title"], night["payments"]) == (True, "again", [])
    assert night["players"]["ana"]["net"] == -5
    rows = csv.DictReader(io.StringIO((await ana.get(f"/tables/{TABLE}/settlement.csv")).text))
    assert {row["practice"] for row in rows} == {"1"}


async def test_read_piece_by_piece_it_is_the_same(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a piece holds; old pots count, though only the newest are told."""
    await played(server)
    ana = await signed_in(server, "ana")
    whole = await ana.done("GET", f"/tables/{TABLE}/settlement")

    def afresh(**limits: int) -> None:
        server.app.state.settlements = Settlements(server.database)
        for name, limit in limits.items():
            monkeypatch.setattr(f"app.history.settlements.{name}", limit)

    for piece in (1, 2, 3, 100):
        afresh(PIECE=piece)
        assert await ana.done("GET", f"/tables/{TABLE}/settlement") == whole
    afresh(MOST_POTS=0)
    few = await ana.done("GET", f"/tables/{TABLE}/settlement")
    assert {**few, "pots": whole["pots"]} == whole
    assert [pot["state"] for pot in few["pots"]] == ["carried"]
    afresh(PIECE=2, MOST_ROWS=4)
    refused = await ana.get(f"/tables/{TABLE}/settlement")
    assert (problem_of(refused, 422), "4 rows" in refused.text) == ("too_long", True)


async def test_a_bot_has_a_name_before_its_first_hand_is_kept(server: Server) -> None:
    table = Driver(table=TABLE, people=1)
    table.do(Sit("bot-1", "Lola", 100, 1, bot=True))
    table.deal()
    await keep(server.database, [table])
    told = await (await signed_in(server, "ana")).done("GET", f"/tables/{TABLE}/settlement")
    assert told["names"] == {"ana": "Ana", "bot-1": "Lola"}
    assert told["players"]["bot-1"]["stack"] == 95


@pytest.mark.parametrize("table", [triple, side_game_carried, refunded, returned, void])
async def test_a_receipt_as_a_spreadsheet_adds_up(
    server: Server, table: Callable[[], Driver]
) -> None:
    """Each coin with its hand and player; the rows of a pot come to what is left in it."""
    driver = table()
    await keep(server.database, [driver])
    eva = await signed_in(server, "eva", "auditor")
    path = f"/tables/{driver.live.id}/settlement"
    # tables of the tests are called otherwise than the server's own
    night = await Settlements(server.database).of(Who("eva", "eva", "auditor"), driver.live.id)
    assert night is not None
    assert problem_of(await eva.get(path), 422) == "bad_field"
    pots = night_told(night)["pots"]
    rows: list[dict[str, Any]] = [dict(zip(COINS, row, strict=True)) for row in night_rows(night)]
    for number, pot in enumerate(pots, 1):
        mine = [row for row in rows if row["pot"] == number]
        assert sum(row["chips"] for row in mine) == pot["left"]
        came = [row for row in mine if row["what"] == "in"]
        assert all(row["hand"] and row["seat"] and row["player"] for row in came)
        assert all(row["seat"] for row in mine if row["what"] == "returned")
        back = sum(row["chips"] for row in mine if row["what"] == "returned")
        assert sum(row["chips"] for row in came) + back == pot["total"]


def over_three_hands() -> Driver:
    """Carried three times, once past a seat that stood up, into a hand that is being played."""
    table = Driver(table=TABLE, people=3)
    no_winner(table)
    table.do(Stand("ana"))
    no_winner(table)
    table.do(Sit("dora", "dora", 100, 0))
    no_winner(table)
    table.deal()
    return table


SAT = {1: ["ana", "beto", "carla"], 2: ["beto", "carla"], 3: ["dora", "beto", "carla"]}


async def test_a_pot_carried_over_three_hands_has_each_coin_with_its_hand_and_seat(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the settlement and its export, which sum to the pot; seats as the hands had them."""
    table = over_three_hands()
    await keep(server.database, [table])
    beto = await signed_in(server, "beto")
    places = table.live.session.places
    seats = {**SAT, 4: [sat.id for place in table.live.dealt if (sat := places[place])]}
    for piece in (1, 2, 5_000):
        server.app.state.settlements = Settlements(server.database)  # or it would be kept
        monkeypatch.setattr("app.history.settlements.PIECE", piece)
        (pot,) = (await beto.done("GET", f"/tables/{TABLE}/settlement"))["pots"]
        assert (pot["state"], pot["carries"]) == ("open", [1, 2, 3])
        assert [(coin["hand"], coin["seat"], coin["player"]) for coin in pot["coins"]] == [
            (hand, seat, who) for hand, sat in seats.items() for seat, who in enumerate(sat)
        ]
        assert sum(coin["amount"] for coin in pot["coins"]) == pot["left"] > 0
    text = (await beto.get(f"/tables/{TABLE}/settlement.csv")).text
    rows = list(csv.DictReader(io.StringIO(text)))
    told = await beto.done("GET", f"/tables/{TABLE}/settlement")
    names, (pot,) = told["names"], told["pots"]
    assert [(row["hand"], row["seat"], row["player"], row["chips"]) for row in rows] == [
        (str(c["hand"]), str(c["seat"] + 1), names[c["player"]], str(c["amount"]))
        for c in pot["coins"]
    ]


async def test_it_is_for_those_who_sat_there(server: Server) -> None:
    await played(server)
    path = f"/tables/{TABLE}/settlement"
    assert problem_of(await server.browser().get(path), 401) == "not_signed_in"
    stranger = await signed_in(server, "dora")
    assert problem_of(await stranger.get(path), 404) == "no_such_table"
    assert problem_of(await stranger.get(f"/tables/t{2:020x}/settlement"), 404) == "no_such_table"
    assert (await (await signed_in(server, "eva", "auditor")).get(path)).is_success
