"""What must hold of every table, whatever happened: looked at when a world is over.

Enters: a house's storage and showings. Leaves: nothing, or an assertion that fails.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from engine.table.commands import Order, TimeUp, Void
from engine.table.entries import command_in, from_rest, replay_entry
from engine.table.fairness_check import verify
from engine.table.journal import Entry
from engine.table.live import Live, seated
from engine.table.money import Account, AccountKind
from engine.table.receipts import Receipts
from engine.table.showing import private_json, public_json
from tests.rules.places import all_cards
from tests.simulation.house import House, Shown
from tests.table.world import PlainSealer

SEALER = PlainSealer()


def check_house(house: House) -> int:
    """All laws of all tables; returns how many entries were looked at."""
    count = 0
    for table, entries in house.journal.entries.items():
        lives = check_table(entries)
        check_shown(house.rooms.shown[table], lives)
        check_requests(entries)
        if house.keeps_windows and not house.lost_windows:
            check_answers(house.rooms.kept[table], entries, lives)
        count += len(entries)
    assert sum(house.journal.balances.values()) == 0
    return count


def check_table(entries: Sequence[Entry]) -> dict[int, Live]:
    """Seqs without a gap, replays that agree at each index, chips and cards conserved."""
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    balances: dict[Account, int] = defaultdict(int)
    lives: dict[int, Live] = {}
    live: Live | None = None
    receipts = Receipts()
    for entry in entries:
        if entry.opens_hand and live is not None:  # the same, whether read from here or before
            anew = replay_entry(from_rest(entry.body["before"], SEALER), entry, SEALER)
            command = command_in(entry, SEALER)
            voided = isinstance(command, Void) and "could not be replayed" in command.why
            live = anew if voided else replay_entry(live, entry, SEALER)
            assert live == anew, entry.seq
        else:
            before = live or from_rest(entry.body["before"], SEALER)
            live = replay_entry(before, entry, SEALER)
            check_quiet(before, live, entry)
        lives[entry.seq] = live
        for transfer in entry.transfers:
            balances[transfer.debit] -= transfer.amount
            balances[transfer.credit] += transfer.amount
            receipts.feed(transfer)
        check_chips(live, balances)
        check_lineage(live, receipts)
        check_cards(live)
        check_record(entry)
    return lives


def check_quiet(before: Live, live: Live, entry: Entry) -> None:
    """An entry that is not counted changes nothing that anybody but its own player sees."""
    assert live.quiet - before.quiet in (0, 1)
    if live.quiet == before.quiet:
        return
    command = command_in(entry, SEALER)
    assert isinstance(command, Order)
    for place in (
        None,
        *(place for place, player, _ in seated(live) if player.id != command.player),
    ):
        assert private_json(live, place) == private_json(before, place)
    was = public_json(before, before.shown(entry.seq - 1))
    assert public_json(live, live.shown(entry.seq)) == was


def check_chips(live: Live, balances: dict[Account, int]) -> None:
    """R8: every account of the table holds what the table says; none is below zero."""
    there: dict[Account, int] = {}
    running = live.session.running
    in_play = dict(zip(running.places, running.deal.stacks_in_play, strict=True)) if running else {}
    for place, player, _ in seated(live):
        there[Account(AccountKind.STACK, player.id, live.id)] = in_play.get(place, player.stack)
    for name in live.session.carried.pots:
        there[Account(AccountKind.CARRIED, name, live.id)] = live.session.carried.pot(name)
    if running:
        pots = {"main": running.deal.pot, **running.deal.side_pots}
        for name, chips in pots.items():
            there[Account(AccountKind.POT, name, live.id)] = chips
            there.pop(Account(AccountKind.CARRIED, name, live.id), None)
    mine = {account: chips for account, chips in balances.items() if account.table and chips}
    assert mine == {account: chips for account, chips in there.items() if chips}
    assert all(chips > 0 for chips in mine.values())
    assert sum(balances.values()) == 0


def check_lineage(live: Live, receipts: Receipts) -> None:
    """R8.7: the ledger alone says whose chips lie in each carried pot, as the table does."""
    for account, pot in receipts.open.items():
        if account.kind is AccountKind.CARRIED:
            coins = live.session.carried.pots[account.owner]
            assert [(coin.hand, coin.player, coin.amount) for coin in coins] == pot.coins


def check_cards(live: Live) -> None:
    """Every card of the deck is in one place."""
    if live.hand is not None:
        cards = all_cards(live.hand)
        assert sorted(cards) == sorted(live.hand.deal.deck)


def check_record(entry: Entry) -> None:
    """A finished hand was dealt as it was promised, void ones too."""
    record = entry.body.get("hand_record")
    if record and record["status"] == "ended":
        answer = verify({"file": record["file"], "fairness": record["fairness"]})
        assert answer["ok"], answer
    elif record:
        assert verify(record["fairness"])["ok"]


def check_shown(shown: Iterable[Shown], lives: dict[int, Live]) -> None:
    """Nobody was ever shown anything but the table as its journal has it at that seq."""
    last = 0
    for one in shown:
        assert one.live == lives[one.seq], one.seq
        assert one.seq >= last
        last = one.seq


def check_requests(entries: Sequence[Entry]) -> None:
    """A request is answered once, however often and late it arrives, through every crash."""
    asked = [tuple(named) for entry in entries for named in entry.body.get("requests", ())]
    assert len(asked) == len(set(asked))


def check_answers(
    kept: set[tuple[int, int]], entries: Sequence[Entry], lives: dict[int, Live]
) -> None:
    """No answer that was said to be kept is lost: it is in the entry that closed its window."""
    for before, entry in pairwise(entries):
        live, command = lives[before.seq], command_in(entry, SEALER)
        if live.window_open and isinstance(command, TimeUp):
            given = {action.seat for action in command.answers}
            assert {seat for seq, seat in kept if seq == live.asked_seq} <= given
