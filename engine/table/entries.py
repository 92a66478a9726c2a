"""Journal entries of a table: written when a step is taken, read when it is replayed.

Enters: a step's command and what it came to. Leaves: an `Entry`, and back. `after` in
each entry says in a few words where the step led; a replay that leads elsewhere is a
fault of the program, and the hand is void (R8.8).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.rules.hand_file import hand_file_json
from engine.rules.result_json import result_to_json
from engine.table.codec import command_from_json, command_to_json
from engine.table.commands import Command
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


def entry_of(
    before: Live,
    command: Command,
    work: Work,
    epoch: int,
    request: Request | None,
    sealer: Sealer,
) -> Entry:
    """The entry that stores a step."""
    live = before
    body: dict[str, Any] = {"version": VERSION, "command": command_to_json(command)}
    if work.drew:
        body["seed"] = sealer.seal(live.id, work.live.session.hand + 1, work.seed)
    if request:
        body["request"] = [request.player, request.id]
    if work.opens_hand or work.seq == 1:
        hand = live.session.hand + 1
        body["before"] = live_to_json(live, lambda seed: sealer.seal(live.id, hand, seed))
    if work.finished:
        body["hand_record"] = hand_record(live.id, work.finished)
    body["after"] = summary(work.live)
    return Entry(
        live.id,
        work.seq,
        epoch,
        work.now,
        body,
        tuple(work.transfers),
        work.opens_hand or work.seq == 1,
    )


def replay(entries: Sequence[Entry], sealer: Sealer) -> tuple[Live, list[Request]]:
    """The table after these entries, of which the first opens a hand (or the table).

    Raises `Diverged` if the steps come out differently than they did.
    """
    first = entries[0].body["before"]
    hand = first["session"]["hand"] + 1
    live = live_from_json(first, lambda sealed: sealer.unseal(first["id"], hand, sealed))
    requests = []
    for entry in entries:
        sealed, seed = entry.body.get("seed"), b""
        if sealed:
            seed = sealer.unseal(live.id, _hand_of_seed(entry), sealed)
        command = command_from_json(entry.body["command"])
        live = step(live, command, entry.at, entry.seq, seed).live
        if summary(live) != entry.body["after"]:
            raise Diverged(f"entry {entry.seq} of {entry.table}")
        if "request" in entry.body:
            requests.append(Request(*entry.body["request"]))
    return live, requests


def summary(live: Live) -> list[Any]:
    """Where a table stands, in few words."""
    hand = live.hand
    stacks = [player and player.stack for player in live.session.places]
    if hand is None:
        return [live.session.hand, live.deadline, stacks, None]
    counts = [cards.bit_count() for cards in hand.hands]  # never the cards: they are secret
    return [
        live.session.hand,
        live.deadline,
        stacks,
        [hand.phase.value, hand.turn, hand.waiting, hand.gone, len(hand.discards), counts],
    ]


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
        "fairness": {
            "seed": finished.seed.hex(),
            "entropy": [added.hex() for added in finished.entropy],
        },
    }


def _hand_of_seed(entry: Entry) -> int:
    """A step draws the seed for the hand after the one that it ends, or that is to come."""
    return int(entry.body["after"][0]) + 1
