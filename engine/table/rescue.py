"""A journal read back, also by a program that no longer comes to what is written there.

Enters: entries. Leaves: the table; or, where a running hand comes out differently than it
did, the table at rest without it, and the entry that makes the hand void (R8.8), from which
the table can be rebuilt.

Trusted are, in this order: chips, as the journal moved them; the steps that still come out
as written; of the later ones those that are not of the hand, such as someone sitting down.
A hand that was over stays as it was settled. A seed that was sealed with a key that is lost is
drawn anew, from which nothing but the hand it was for is lost.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from engine.rules.hand_file import hand_file_json
from engine.rules.refusals import Refusal
from engine.table.codec import command_from_json
from engine.table.commands import (
    Act,
    AddEntropy,
    CloseTable,
    Kick,
    Order,
    Pledge,
    PutOnDefaults,
    Rehearse,
    RestartClock,
    Stand,
    Suspend,
    TimeUp,
    Void,
)
from engine.table.dealing import void_hand
from engine.table.entries import (
    Asked,
    Diverged,
    Request,
    answered_before,
    answered_by,
    entry_of,
    from_rest,
    is_sealed,
    replay,
    replay_entry,
)
from engine.table.fairness_record import record_json, revealed
from engine.table.hosting import let_come
from engine.table.journal import Entry
from engine.table.live import Live, with_sitting
from engine.table.money import Reason, Transfer
from engine.table.ports import Sealer
from engine.table.rehearsal import seat_without_hand
from engine.table.seats import suspend
from engine.table.session import SessionRefusal
from engine.table.steps import step
from engine.table.work import Work

WHY = "the hand could not be replayed as it was played"
OF_THE_HAND = (Act, AddEntropy, Order, Pledge, PutOnDefaults, RestartClock, TimeUp, Void)
"""Commands that mean nothing where the hand can't be replayed."""


class ReadBack(NamedTuple):
    """A table from its journal.

    `fault`: its hand is lost, or its next seed, and that must be written down first. `undo`: what
    the lost hand had moved, the other way round.
    """

    live: Live
    requests: list[tuple[Request, int]]
    fault: Exception | None = None
    record: dict[str, Any] | None = None
    undo: Sequence[Transfer] = ()


class _WhatOpens:
    """A sealer to whom a seed that was sealed with another key is an empty one.

    No hand comes out of it as it was played, so what it dealt is found to differ.
    """

    def __init__(self, sealer: Sealer) -> None:
        self._sealer = sealer
        self.missed = False
        self.seal, self.seal_step = sealer.seal, sealer.seal_step
        self.unseal_step = sealer.unseal_step

    def unseal(self, table: str, hand: int, sealed: str) -> bytes:
        """The seed; empty where it can't be opened."""
        try:
            return self._sealer.unseal(table, hand, sealed)
        except ValueError:
            self.missed = True
            return b""


def read_back(entries: Sequence[Entry], sealer: Sealer) -> ReadBack:
    """The table after these entries. Raises what went wrong where there is no rescue."""
    try:
        return ReadBack(*replay(entries, sealer))
    except Exception as fault:  # noqa: BLE001  # whatever a faulty program raises
        return _read_around(entries, sealer, fault)


def void_entry(
    lost: ReadBack, entries: Sequence[Entry], now: int, epoch: int, seed: bytes, sealer: Sealer
) -> tuple[Work, Entry]:
    """The step after which the lost hand is void and its chips are back."""
    command = Void(WHY)
    work = step(lost.live, command, now, entries[-1].seq + 1, seed)
    work.opens_hand = True
    work.transfers[:0] = lost.undo
    entry = entry_of(lost.live, command, work, epoch, Asked((), lambda: lost.requests), sealer)
    if lost.record:
        entry.body["hand_record"] = lost.record
    return work, entry


def _read_around(entries: Sequence[Entry], given: Sealer, fault: Exception) -> ReadBack:
    requests, sealer = _requests_of(entries), _WhatOpens(given)
    for at, entry in enumerate(entries):
        if "rests" in entry.body:  # the hand was over: only the pause after it is replayed
            live = from_rest(entry.body["rests"], sealer)
            for later in entries[at + 1 :]:
                live = replay_entry(live, later, sealer)
            if sealer.missed:
                return ReadBack(_at_rest(live, entries), requests, fault)
            return ReadBack(live, requests)
    if not entries[0].opens_hand:
        raise fault
    live, rest = _as_far_as_it_goes(entries, sealer)
    record = _record(live)
    if not live.playing and not live.announced:  # nobody is ready for what did not come
        live = replace(live, fairness=None)
    for entry in rest:
        live = _outside_the_hand(live, entry)
    begun = _begins_a_hand(entries)
    live = _without_hand(live, entries, begun)
    return ReadBack(live, requests, fault, record, _undone(entries, live) if begun else ())


def _requests_of(entries: Sequence[Entry]) -> list[tuple[Request, int]]:
    """What entries answered that can't be replayed: none is known to have been quiet."""
    quiet = entries[0].body["before"].get("quiet", 0)
    found = answered_before(entries[0])
    for entry in entries:
        found += answered_by(entry, entry.seq - quiet)
    return found


def _as_far_as_it_goes(entries: Sequence[Entry], sealer: Sealer) -> tuple[Live, Sequence[Entry]]:
    """The table before the first entry that comes out differently, and the rest (maybe none)."""
    live = from_rest(entries[0].body["before"], sealer)
    for at, entry in enumerate(entries):
        try:
            live = replay_entry(live, entry, sealer)
        except Exception:  # noqa: BLE001
            return live, entries[at:]
    return live, ()  # but for a seed that is lost


def _outside_the_hand(live: Live, entry: Entry) -> Live:
    """The table after an entry of which only what is not of the hand counts."""
    if is_sealed(entry):  # of the hand, and nobody need be able to open it
        return live
    command = command_from_json(entry.body["command"])
    if isinstance(command, OF_THE_HAND):
        return live
    if isinstance(command, Suspend):  # what the table did for them then was of the hand
        sits_out = Work(live, entry.at, entry.seq, b"")
        suspend(sits_out, command)
        return sits_out.live
    if isinstance(command, Rehearse):
        seated = Work(live, entry.at, entry.seq, b"")
        seat_without_hand(seated, command)
        return _as_it_moved(seated, entry, [one for one in entry.transfers if one.hand is None])
    if not entry.transfers and isinstance(command, Stand | Kick | CloseTable):
        return _after_the_hand(live, command)
    try:
        work = step(live, command, entry.at, entry.seq, b"")
    except (Refusal, SessionRefusal):  # a wish that was fit for the hand's time alone
        if entry.transfers:
            raise
        return live
    return _as_it_moved(work, entry, entry.transfers)


def _after_the_hand(live: Live, command: Stand | Kick | CloseTable) -> Live:
    """Who left the hand, or was put out of it, goes when it is over; so closes the table."""
    if isinstance(command, CloseTable):
        return replace(live, coming=replace(live.coming, close=True))
    place = command.place if isinstance(command, Kick) else live.place_of(command.player)
    assert place is not None
    return with_sitting(live, place, replace(live.sitting(place), leaving=True))


def _as_it_moved(work: Work, entry: Entry, moved: Sequence[Transfer]) -> Live:
    if work.transfers != list(moved):
        raise Diverged(f"entry {entry.seq} of {entry.table} moved other chips")
    return work.live


def _begins_a_hand(entries: Sequence[Entry]) -> bool:
    """Whether there is one to lose: a table may be new, or have lost its hand before."""
    first = entries[0]
    if first.seq == 1:
        return any(one.hand is not None for entry in entries for one in entry.transfers)
    return is_sealed(first) or first.body["command"]["kind"] != Void.__name__


def _without_hand(live: Live, entries: Sequence[Entry], begun: bool) -> Live:
    """The hand keeps its number; a fresh seed comes with the entry that voids it.

    What the host had decided for after the hand holds, since a table at rest has nothing to come.
    """
    live = let_come(live)
    if live.session.running:
        return _at_rest(replace(live, session=void_hand(live.session)), entries)
    number = live.session.hand + begun
    return _at_rest(replace(live, session=replace(live.session, hand=number)), entries)


def _at_rest(live: Live, entries: Sequence[Entry]) -> Live:
    return replace(
        live,
        hand=None,
        dealt=(),
        players=(),
        actions=(),
        fairness=None,
        last=None,
        deadline=None,
        asleep=False,
        asked_at=entries[-1].at,
    )


def _undone(entries: Sequence[Entry], live: Live) -> list[Transfer]:
    """What the hand had moved, the other way round."""
    hand = live.session.hand
    moved = [one for entry in entries for one in entry.transfers if one.hand == hand]
    key = f"{live.id}/{hand}/undo"
    return [
        Transfer(one.credit, one.debit, one.amount, Reason.RETURN, f"{key}/{n}", hand)
        for n, one in enumerate(moved)
    ]


def _record(live: Live) -> dict[str, Any] | None:
    """What is known of the lost hand, for the histories."""
    running, fair = live.session.running, live.fairness
    if running is None or fair is None or fair.record is None:
        return None
    return {
        "table": live.id,
        "hand": live.session.hand,
        "status": "void",
        "why": WHY,
        "players": list(live.players),
        "file": hand_file_json(running.deal, live.actions, None),
        "fairness": record_json(revealed(fair.record, fair.seed)),
    }
