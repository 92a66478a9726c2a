"""A hand that is over is played on from its moments, at a table of its own, by the bank's chips."""

from random import Random
from typing import Any

import pytest

from engine.rules.hand_file import hand_file_from_json
from engine.rules.replaying import played
from engine.rules.state import OFFER, OVER
from engine.table.commands import Rehearse, SetWatchable, Sit, Stand
from engine.table.journal import Entry
from engine.table.live import open_table
from engine.table.money import AccountKind, Transfer
from engine.table.pace import steady
from engine.table.ports import Sealer
from engine.table.rehearsal import session_for
from engine.table.rescue import read_back, void_entry
from tests.table.fair_hands import fair_hand
from tests.table.test_receipts import transfers
from tests.table.world import AnotherKey, Driver, PlainSealer, play_out

HAND = fair_hand(seats=3)
FILE = hand_file_from_json(HAND["file"])


def empty_table() -> Driver:
    """A new table that plays by the old hand's rules."""
    table = Driver(people=0)
    table.live = open_table("p", session_for(FILE), steady(), "ana", watchable=False)
    return table


def command(actions: int, seat: int = 1, **other: Any) -> Rehearse:
    asked: dict[str, Any] = {"file": HAND["file"], "record": HAND["fairness"], **other}
    return Rehearse("ana", seat, asked["file"], asked["record"], actions)


def rehearsal(actions: int, first: bool = False) -> Driver:
    """`first`: nothing is written before it, as it once was."""
    table = empty_table()
    if not first:
        table.do(SetWatchable("ana", watchable=False))
    table.do(command(actions))
    assert not table.live.asleep
    return table


def balance(moved: list[Transfer], kind: AccountKind) -> int:
    """What accounts of a kind have won or lost."""
    came = sum(one.amount for one in moved if one.credit.kind is kind)
    return came - sum(one.amount for one in moved if one.debit.kind is kind)


@pytest.mark.parametrize("actions", range(0, len(FILE.actions), 7))
def test_it_begins_at_the_moment_and_ends_as_any_hand(actions: int) -> None:
    """Cards as they lay; an open offer anew. Then the table closes, and the bank has its chips."""
    table = rehearsal(actions)
    then = [state for state, _ in played(FILE)][len(table.live.actions)]
    assert (table.hand.hands, table.hand.layouts, table.hand.pile) == (
        *(then.hands, then.layouts, then.pile),
    )
    assert table.hand.phase is then.phase
    assert table.hand.phase is not OFFER or not any(table.hand.answers)
    assert 0 <= actions - len(table.live.actions) < FILE.deal.seats
    assert table.replayed() == table.live
    assert table.live.deadline is not None
    play_out(table, Random(actions))
    assert table.hand.phase is OVER
    record = table.entries[-1].body["hand_record"]
    assert record["fairness"] == HAND["fairness"]
    table.time_up()
    assert table.live.closed
    assert balance(transfers(table), AccountKind.WALLET) == 0
    assert balance(transfers(table), AccountKind.BANK) == 0


def test_who_comes_to_it_plays_no_hand_and_takes_home_what_they_brought() -> None:
    """Else a friend could win the bank's chips into a wallet."""
    table = rehearsal(10)
    play_out(table, Random(1))
    table.do(Sit("beto", "Beto", 70, 0))  # a bot gives its place up
    table.time_up()
    assert table.live.closed
    ours = (AccountKind.WALLET, AccountKind.STACK)
    moved = [one for one in transfers(table) if one.debit.owner == "beto"]
    assert [(one.amount, one.debit.kind) for one in moved] == [(70, kind) for kind in ours]
    assert balance(transfers(table), AccountKind.WALLET) == 0


def test_what_cannot_be_played_on() -> None:
    deck = HAND["fairness"]["deck"].split()
    other = {**HAND["fairness"], "deck": " ".join([deck[1], deck[0], *deck[2:]])}
    running = {**HAND["fairness"], "seed": None, "deck": None}
    for code, asked in (
        ("hand_over", command(len(FILE.actions))),
        ("bad_file", command(3, record=other)),
        ("bad_file", command(3, record=running)),
        ("bad_file", command(3, record={})),
        ("bad_file", command(3, file={})),
    ):
        assert empty_table().refused(asked) == code
    assert rehearsal(3).refused(command(3)) == "wrong_phase"


def spoil(entry: Entry) -> None:
    """As if the program had come to something else there."""
    entry.body["after"] = ["another", *entry.body["after"][1:]]


LOST: dict[str, tuple[int | None, Sealer]] = {
    "the moment comes out differently": (0, PlainSealer()),
    "a step after it does": (2, PlainSealer()),
    "the key is lost": (None, AnotherKey()),
}
"""Which entry, counted from the rehearsal, is not as it was, and who opens what is sealed."""


@pytest.mark.parametrize("first", [False, True], ids=["after another", "the first entry"])
@pytest.mark.parametrize("played", [0, 3], ids=["at once", "in the middle"])
@pytest.mark.parametrize(("spoilt", "sealer"), LOST.values(), ids=LOST)
def test_one_that_cannot_be_replayed_is_void_and_its_table_closes(
    spoilt: int | None, sealer: Sealer, played: int, first: bool
) -> None:
    """R8.8; the bank has its chips again, and who had come takes home what they brought."""
    table = rehearsal(3, first)
    opened = table.seq - 1
    table.do(Sit("beto", "Beto", 70, 3))
    table.do(Stand("ana"))
    for _ in range(played):
        table.time_up()
    if spoilt is not None:
        spoil(table.entries[opened + spoilt])
    entries = table.entries[opened:]
    found = read_back(entries, sealer)
    assert found.fault
    work, entry = void_entry(found, entries, table.now, 1, bytes(32), sealer)
    assert entry.opens_hand
    assert (work.live.session.hand, work.live.session.running) == (1, None)
    table.entries.append(entry)
    table.live, table.seq = work.live, work.seq
    assert balance(transfers(table), AccountKind.POT) == 0
    stacks = sum(player.stack for player in work.session.places if player)
    assert balance(transfers(table), AccountKind.STACK) == stacks
    assert read_back([entry], sealer).live == work.live
    table.time_up()
    assert table.live.closed
    for kind in AccountKind:
        assert balance(transfers(table), kind) == 0
