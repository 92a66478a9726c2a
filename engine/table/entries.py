"""Journal entries of a table: written when a step is taken, read when it is replayed.

Enters: a step's command and what it came to. Leaves: an `Entry`, and back. `after` in
each entry says in a few words where the step led; a replay that leads elsewhere is a
fault of the program, and the hand is void (R8.8).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hmac import digest
from typing import Any, NamedTuple

from engine.rules.hand_file import hand_file_json
from engine.rules.result_json import result_to_json
from engine.table.codec import command_from_json, command_to_json
from engine.table.commands import Command
from engine.table.fairness_record import record_json
from engine.table.journal import Entry
from engine.table.live import Live
from engine.table.ports import Sealer
from engine.table.snapshot import live_from_json, live_to_json
from engine.table.steps import step
from engine.table.work import Finished, Work

VERSION = 1


class Diverged(Exception):
    """A replay led elsewhere than the journal says."""


@dataclass(frozen=True, slots=True)
class Request:
    """Who asked for a step, by which id: the same one twice is answered once."""

    player: str
    id: str


class Replayed(NamedTuple):
    """A table after its entries, and the requests that they answered, each with its seq."""

    live: Live
    requests: list[tuple[Request, int]]


def entry_of(
    before: Live,
    command: Command,
    work: Work,
    epoch: int,
    requests: Sequence[Request],
    sealer: Sealer,
) -> Entry:
    """The entry that stores a step."""
    live, opens = work.live, work.opens_hand or work.seq == 1
    body: dict[str, Any] = {"version": VERSION, "command": command_to_json(command)}
    if work.drew and live.fairness is not None:
        body["seed"] = sealer.seal(live.id, live.session.hand + 1, work.seed)
    if requests:
        body["requests"] = [[request.player, request.id] for request in requests]
    if opens:
        body["before"] = at_rest(before, sealer)
    if work.finished:
        body["hand_record"] = hand_record(live.id, work.finished)
        if not live.closed:
            body["rests"] = at_rest(live, sealer)
    body["after"] = summary(live)
    transfers = tuple(work.transfers)
    return Entry(live.id, work.seq, epoch, work.now, body, transfers, opens)


def replay(entries: Sequence[Entry], sealer: Sealer) -> Replayed:
    """The table after these entries, of which the first opens a hand (or the table).

    Raises `Diverged` if the steps come out differently than they did.
    """
    live = from_rest(entries[0].body["before"], sealer)
    requests = []
    for entry in entries:
        live = replay_entry(live, entry, sealer)
        requests += [(request, entry.seq) for request in requests_of(entry)]
    return Replayed(live, requests)


def replay_entry(live: Live, entry: Entry, sealer: Sealer) -> Live:
    """The table after one more entry. Raises `Diverged`."""
    sealed, seed = entry.body.get("seed"), b""
    if sealed:  # the seed for the hand after the one that this step ends, or that is to come
        seed = sealer.unseal(live.id, int(entry.body["after"][0]) + 1, sealed)
    command = command_from_json(entry.body["command"])
    live = step(live, command, entry.at, entry.seq, seed).live
    if summary(live) != entry.body["after"]:
        raise Diverged(f"entry {entry.seq} of {entry.table}")
    return live


def requests_of(entry: Entry) -> list[Request]:
    """The requests that an entry answered."""
    return [Request(player, request) for player, request in entry.body.get("requests", ())]


def at_rest(live: Live, sealer: Sealer) -> dict[str, Any]:
    """A table between two hands as JSON, its seed sealed."""
    hand = live.session.hand + 1
    return live_to_json(live, lambda seed: sealer.seal(live.id, hand, seed))


def from_rest(value: dict[str, Any], sealer: Sealer) -> Live:
    """The table that `at_rest` wrote."""
    hand = value["session"]["hand"] + 1
    return live_from_json(value, lambda sealed: sealer.unseal(value["id"], hand, sealed))


def summary(live: Live) -> list[Any]:
    """Where a table stands, in few words.

    The cards are in it as a keyed hash, whose key is the hand's own secret seed: a replay
    that deals others is noticed, and nobody who reads the journal learns anything.
    """
    hand, fair = live.hand, live.fairness
    stacks = [player and player.stack for player in live.session.places]
    where = [live.session.hand, live.deadline, stacks, live.host]
    if hand is None or fair is None or not live.playing:
        return [*where, live.announced]
    cards = (hand.hands, hand.layouts, hand.drawn, hand.discards, hand.pile, hand.answers)
    mark = digest(fair.seed, repr(cards).encode(), "sha256").hex()[:16]
    return [*where, [hand.phase.value, hand.turn, hand.waiting, hand.gone, mark]]


def hand_record(table: str, finished: Finished) -> dict[str, Any]:
    """A finished hand for the histories: its file, who was dealt in, how it was shuffled."""
    result = None if finished.result is None else result_to_json(finished.result)
    return {
        "table": table,
        "hand": finished.hand,
        "status": "void" if finished.result is None else "ended",
        "why": finished.why,
        "players": list(finished.players),
        "file": hand_file_json(finished.deal, finished.actions, result),
        "fairness": record_json(finished.record),
    }
