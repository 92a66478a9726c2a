"""Is this hand's deal the one that was promised? Everything is computed anew, nothing believed.

Enters: a fairness record, or a hand with its record, as JSON from anyone; what a seat saw
before the deal, if it kept that. Leaves: every check by name with a plain sentence, or a
`Refusal` of what can't be read. Never here: files, and how the answer is printed.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.rules import hand_file
from engine.rules.cards import TEXT
from engine.rules.hand_file import HandFile, bad_file, hand_file_from_json
from engine.rules.replaying import ReplayRefused, replay
from engine.table.fairness_file import record_from_json
from engine.table.fairness_record import Record, keeps_pledge
from engine.table.shuffle import commitment_to, deck_of, first_dealer


class Check(NamedTuple):
    """One thing that was looked at, whether it holds, and what that means in words."""

    name: str
    ok: bool
    says: str


def verify(value: Any, seen: Sequence[Any] = ()) -> dict[str, Any]:
    """The answer to a record, or to `{"file": hand file, "fairness": record}`, as JSON.

    `seen` are records as a seat kept them before the hand was over. Raises `Refusal`.
    """
    if not isinstance(value, dict):
        raise bad_file("what is to be verified must be a JSON object")
    if value.get("format") == hand_file.FORMAT:
        raise bad_file('this is a hand file alone; verify takes {"file": …, "fairness": …}')
    checks: list[Check] = []
    if "fairness" in value:
        record = record_from_json(value["fairness"])
        file = hand_file_from_json(value.get("file"))
        checks += [*check_record(record), *check_hand(record, file)]
    else:
        record = record_from_json(value)
        checks += check_record(record)
    checks += [check_seen(record, record_from_json(kept)) for kept in seen]
    return {
        "ok": all(check.ok for check in checks),
        "checks": [{"check": name, "ok": ok, "says": says} for name, ok, says in checks],
    }


def check_record(record: Record) -> Iterator[Check]:
    """What a record alone can show: seed, pledges, dealer and deck belong together."""
    yield _check_pledges(record)
    if record.seed is None or record.deck is None:
        yield Check("seed", False, "The seed is not shown; it is once the hand is over.")
        return
    kept = commitment_to(record.seed) == record.commitment
    says = "The seed is {} that the server had committed to."
    yield Check("seed", kept, says.format("the one" if kept else "not the one"))
    if record.first_dealer is not None or record.mix.hand == 1:
        yield _check_dealer(record, first_dealer(record.seed, record.mix))
    says = "Seed and entropies give {}."
    yield _same_deck("deck", record.deck, deck_of(record.seed, record.mix), says)


def check_hand(record: Record, file: HandFile) -> Iterator[Check]:
    """What the hand file adds: it was dealt by this record, and comes to its result."""
    seats = len(record.mix.entropies)
    says = f"The hand file has {file.deal.seats} seats, the record {seats}."
    yield Check("file_seats", file.deal.seats == seats, says)
    if record.deck is not None:
        yield _same_deck("file_deck", file.deal.deck, record.deck, "The hand was dealt from {}.")
    if record.first_dealer is not None:
        says = f"Seat {file.deal.dealer} dealt, and seat {record.first_dealer} was drawn to deal."
        yield Check("file_dealer", file.deal.dealer == record.first_dealer, says)
    yield _check_result(file)


def check_seen(record: Record, seen: Record) -> Check:
    """Nothing that a seat saw before the end may be different at the end."""
    pairs = {
        "table": (seen.mix.table, record.mix.table),
        "hand": (seen.mix.hand, record.mix.hand),
        "deck_size": (seen.mix.deck_size, record.mix.deck_size),
        "commitment": (seen.commitment, record.commitment),
        "pledges": (seen.pledges, record.pledges),
        "entropies": _shown(seen.mix.entropies, record.mix.entropies),
        "first_dealer": (seen.first_dealer, record.first_dealer),
    }
    changed = [name for name, (then, now) in pairs.items() if then is not None and then != now]
    if changed:
        return Check("seen", False, f"Changed since the seat saw it: {', '.join(changed)}.")
    return Check("seen", True, "All that the seat saw before the end is in the record unchanged.")


def _check_pledges(record: Record) -> Check:
    """Every entropy was pledged; those that were pledged and then not used are named."""
    seats = list(enumerate(zip(record.mix.entropies, record.pledges, strict=True)))
    broken = [str(seat) for seat, pair in seats if not keeps_pledge(*pair)]
    if broken:
        says = f"Not the entropy that was pledged: seat {', '.join(broken)}."
        return Check("pledges", False, says)
    withheld = [str(seat) for seat, (entropy, pledge) in seats if pledge and not entropy]
    added = sum(bool(entropy) for entropy in record.mix.entropies)
    says = f"{added} of {len(seats)} seats added entropy, each the one it had pledged."
    if withheld:
        says += f" Pledged but not used: seat {', '.join(withheld)}."
    return Check("pledges", True, says)


def _check_dealer(record: Record, drawn: int) -> Check:
    if record.first_dealer is None:
        says = f"The first dealer of a table is drawn, here seat {drawn}; the record is silent."
        return Check("first_dealer", False, says)
    says = f"Seed and entropies draw seat {drawn} to deal; the record has {record.first_dealer}."
    return Check("first_dealer", record.first_dealer == drawn, says)


def _same_deck(name: str, given: tuple[int, ...], true: tuple[int, ...], says: str) -> Check:
    """`says` has one gap, for what came of the comparison."""
    if given == true:
        return Check(name, True, says.format("exactly the deck of the record"))
    if len(given) != len(true):
        return Check(name, False, says.format(f"a deck of {len(given)} cards, not {len(true)}"))
    at = next(at for at, (one, other) in enumerate(zip(given, true, strict=True)) if one != other)
    other = f"another deck: card {at + 1} should be {TEXT[true[at]]}, not {TEXT[given[at]]}"
    return Check(name, False, says.format(other))


def _check_result(file: HandFile) -> Check:
    """The actions, played again, are all allowed and come to the result of the file."""
    if file.result is None:
        return Check("file_result", False, "The hand file carries no result.")
    try:
        replay(file)
    except ReplayRefused as refused:
        where = "" if refused.at is None else f" at action {refused.at}"
        says = f"The hand doesn't replay{where}: {refused.refusal.message}."[:500]
        return Check("file_result", False, says)
    return Check("file_result", True, "Played again, the hand comes to its result.")


def _shown(
    seen: tuple[bytes, ...], now: tuple[bytes, ...]
) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """Both rows of entropies, as far as the seat saw them."""
    if len(seen) != len(now):
        return seen, now
    return seen, tuple(new if old else b"" for old, new in zip(seen, now, strict=True))
