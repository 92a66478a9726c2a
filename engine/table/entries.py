"""Journal entries of a table: written when a step is taken, read when it is replayed.

Enters: a step's command and what it came to. Leaves: an `Entry`, and back. `after` in
each entry says in a few words where the step led; a replay that leads elsewhere is a
fault of the program, and the hand is void (R8.8).

What seats do in a running hand is sealed: a card given, an announcement, a losing claim is
hidden from whoever reads the database, as it is from the other seats.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from hmac import digest
from typing import Any, NamedTuple

from engine.rules.hand_file import hand_file_json
from engine.rules.result_json import result_to_json
from engine.rules.state import State
from engine.table.codec import command_from_json, command_of, command_to_json, secret_of
from engine.table.commands import Act, Command, Order, TimeUp
from engine.table.fairness_record import record_json
from engine.table.journal import Entry
from engine.table.live import Live
from engine.table.ports import Sealer
from engine.table.snapshot import live_from_json, live_to_json
from engine.table.steps import step
from engine.table.work import Finished, Work

VERSION = 3
"""1 held what was done in a hand unsealed, and in 2 the cards' mark was another hash: both are
read all the same."""
SECRET = (Act, Order, TimeUp)
"""Commands that can hold what some seat does not know, while a hand is played."""


class Diverged(Exception):
    """A replay led elsewhere than the journal says."""


@dataclass(frozen=True, slots=True)
class Request:
    """Who asked for a step, by which id: the same one twice is answered once."""

    player: str
    id: str


class Asked(NamedTuple):
    """The requests that a step answers, and those answered before it, with their seqs (shown).

    The latter go into an entry that opens a hand, since who reads from there sees no other;
    they are asked for only then.
    """

    requests: Sequence[Request] = ()
    before: Callable[[], Sequence[tuple[Request, int]]] = tuple


class Replayed(NamedTuple):
    """A table after its entries, and the requests that they answered, each with its seq (shown)."""

    live: Live
    requests: list[tuple[Request, int]]


def entry_of(
    before: Live,
    command: Command,
    work: Work,
    epoch: int,
    asked: Asked,
    sealer: Sealer,
) -> Entry:
    """The entry that stores a step."""
    live, opens = work.live, work.opens_hand or work.seq == 1
    body: dict[str, Any] = {"version": VERSION, **_command_part(before, command, work.seq, sealer)}
    if work.drew and live.fairness is not None:
        body["seed"] = sealer.seal(live.id, live.session.hand + 1, work.seed)
    if asked.requests:
        body["requests"] = [[request.player, request.id] for request in asked.requests]
    if opens:
        body["before"] = at_rest(before, sealer)
        body["answered"] = [[request.player, request.id, seq] for request, seq in asked.before()]
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
    requests = answered_before(entries[0])
    for entry in entries:
        live = replay_entry(live, entry, sealer)
        requests += answered_by(entry, live.shown(entry.seq))
    return Replayed(live, requests)


def replay_entry(live: Live, entry: Entry, sealer: Sealer) -> Live:
    """The table after one more entry. Raises `Diverged`."""
    return replay_step(live, entry, sealer).live


def replay_step(live: Live, entry: Entry, sealer: Sealer) -> Work:
    """One more entry as the step that it was, with what happened in it. Raises `Diverged`."""
    sealed, seed = entry.body.get("seed"), b""
    if sealed:  # the seed for the hand after the one that this step ends, or that is to come
        seed = sealer.unseal(live.id, int(entry.body["after"][0]) + 1, sealed)
    command = command_in(entry, sealer)
    work = step(live, command, entry.at, entry.seq, seed)
    if summary(work.live, entry.body["version"]) != entry.body["after"]:
        raise Diverged(f"entry {entry.seq} of {entry.table}")
    return work


def _command_part(before: Live, command: Command, seq: int, sealer: Sealer) -> dict[str, Any]:
    if before.playing and isinstance(command, SECRET):
        return {"sealed": sealer.seal_step(before.id, seq, secret_of(command))}
    return {"command": command_to_json(command)}


def is_sealed(entry: Entry) -> bool:
    """Whether the command of an entry is one of a running hand that is hidden."""
    return "sealed" in entry.body


def command_in(entry: Entry, sealer: Sealer) -> Command:
    """The command of an entry. Raises `ValueError` if it is sealed and can't be opened."""
    if is_sealed(entry):
        return command_of(sealer.unseal_step(entry.table, entry.seq, entry.body["sealed"]))
    return command_from_json(entry.body["command"])


def answered_before(opening: Entry) -> list[tuple[Request, int]]:
    """The requests that were answered before an entry that opens a hand, and their seqs (shown)."""
    before = opening.body.get("answered", ())
    return [(Request(player, name), seq) for player, name, seq in before]


def answered_by(entry: Entry, shown: int) -> list[tuple[Request, int]]:
    """The requests that an entry answered, which people are told of by this number."""
    named = entry.body.get("requests", ())
    return [(Request(player, name), shown) for player, name in named]


def at_rest(live: Live, sealer: Sealer) -> dict[str, Any]:
    """A table between two hands as JSON, its seed sealed."""
    hand = live.session.hand + 1
    return live_to_json(live, lambda seed: sealer.seal(live.id, hand, seed))


def from_rest(value: dict[str, Any], sealer: Sealer) -> Live:
    """The table that `at_rest` wrote."""
    hand = value["session"]["hand"] + 1
    return live_from_json(value, lambda sealed: sealer.unseal(value["id"], hand, sealed))


def summary(live: Live, version: int = VERSION) -> list[Any]:
    """Where a table stands, in few words; as an entry of that version has it.

    The cards are in it as a keyed hash, whose key is the hand's own secret seed: a replay
    that deals others is noticed, and nobody who reads the journal learns anything.
    """
    hand, fair = live.hand, live.fairness
    stacks = [player and player.stack for player in live.session.places]
    where = [live.session.hand, live.deadline, stacks, live.host]
    if hand is None or fair is None or not live.playing:
        return [*where, live.announced]
    mark = (_mark if version > 2 else _mark_of_version_2)(hand, fair.seed)
    return [*where, [hand.phase.value, hand.turn, hand.waiting, hand.gone, mark]]


def _mark(hand: State, seed: bytes) -> str:
    """The cards as a hash that costs little: BLAKE2 has a key of its own."""
    kept = repr((hand.hands, hand.layouts, hand.drawn, hand.answers)).encode()
    cards = b"%s;%s;%s" % (bytes(hand.discards), bytes(hand.pile), kept)  # parted by no card
    return blake2b(cards, key=seed, digest_size=8).hexdigest()


def _mark_of_version_2(hand: State, seed: bytes) -> str:
    cards = (hand.hands, hand.layouts, hand.drawn, hand.discards, hand.pile, hand.answers)
    return digest(seed, repr(cards).encode(), "sha256").hex()[:16]


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
