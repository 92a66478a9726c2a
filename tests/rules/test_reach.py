"""Random play gets everywhere: the laws are tried on what they are about.

Over hands that are the same every time, each phase, action, event and outcome comes
often enough to be looked at.
"""

from collections import Counter
from collections.abc import Iterator

from engine.rules.actions import Lay, Place
from engine.rules.events import Taken, WentOut
from engine.rules.layouts import in_order
from engine.rules.state import SEATS_IN, Phase, State
from tests.rules.playing import Hand, Step, lost_answers
from tests.strategies import AUTOMATIC_WINS, sample_of_hands

OFTEN = {
    **{f"phase {phase.value}": 10 for phase in Phase},
    **dict.fromkeys(["Cut", "Announce", "Give", "Ready", "Draw", "Use", "Discard", "Pay"], 40),
    **dict.fromkeys(["Claim", "Pass", "Force", "Lay", "Retire", "Leave", "Close"], 40),
    "Vote": 20,
    "Place": 5,
    "Declare": 5,
    "WentOut": 40,
    "Judged": 20,
    "Forgiven": 10,
    "put out": 5,
    "forced by the rule": 20,
    "forced by a seat": 20,
    "forced back": 5,
    "claimed": 100,
    "lay out of order": 3,
    "layout hidden": 20,
    "lost Claim": 10,
    "lost Force": 5,
    "how goal": 20,
    "how no_winner": 20,
    "how walkover": 5,
    "automatic win": 3,
    "unpaid": 2,
    "bonus mico": 1,
    "bonus color": 1,
    "bonus arriba_del_palo": 1,
    "side pot won": 10,
    "side pot shared": 3,
    "side pot carried": 10,
    "pot returned": 5,
}


EVERYTHING = {
    "preset": "desmoche",
    "cut": False,
    "automatic_wins": ("color", "cuatro_cuerpos", "peladilla"),
    "play_everything": True,
    "side_games": ("escalera",),
}
STRICT = {
    "lay_on_turn": "any",
    "forcing": "by_opponent",
    "meld_order": "vote",
    "retiring": "free",
}


CHOOSY = {
    "cut": False,
    "cambio": False,
    "seats": (3, 4),
    "forcing": "by_opponent",
    "rearrange": "free",
    "retiring": "no",
    "meld_order": "ignore",
}


# Of all side games only an escalera can be equal: every other holding names its cards.
TIED = {
    "preset": "desmoche",
    "cut": False,
    "cambio": False,
    "seats": (3, 3),
    "side_games": ("escalera",),
    "automatic_wins": (),
}


def test_random_play_reaches_everything() -> None:
    """R4, R5, R7, R9, R10: all that may happen in a hand."""
    seen: Counter[str] = Counter()
    for hand in all_samples():
        steps = list(hand.steps())
        for step in steps:
            seen.update(seen_in(step))
        seen.update(f"lost {type(steps[place].action).__name__}" for place in lost_answers(steps))
        if steps:
            seen.update(seen_at_end(steps[-1].after))
    assert {what: seen[what] for what, least in OFTEN.items() if seen[what] < least} == {}


def all_samples() -> Iterator[Hand]:
    yield from sample_of_hands(180)
    yield from sample_of_hands(80, **EVERYTHING)
    yield from sample_of_hands(60, **STRICT)
    yield from sample_of_hands(60, **CHOOSY)
    yield from sample_of_hands(60, **TIED)


def seen_in(step: Step) -> Iterator[str]:
    yield from {f"phase {state.phase.value}" for state in (step.before, step.after)}
    yield type(step.action).__name__
    yield from (type(event).__name__ for event in step.events)
    for event in step.events:
        if isinstance(event, WentOut) and not event.left:
            yield "put out"
        if isinstance(event, Taken):
            yield from taken(step, event)
    if isinstance(step.action, Lay | Place):
        rules = step.before.deal.rules
        if not in_order(rules, step.action.melds):
            yield f"{type(step.action).__name__.lower()} out of order"
    if any(step.after.layouts[seat] for seat in SEATS_IN[step.after.retired]):
        yield "layout hidden"


def taken(step: Step, event: Taken) -> Iterator[str]:
    if not event.forced:
        yield "claimed"
    else:
        yield "forced by the rule" if event.forced_by is None else "forced by a seat"
        if event.seat == step.before.discarder:
            yield "forced back"


def seen_at_end(state: State) -> Iterator[str]:
    result = state.result
    if result is None:
        return
    yield f"how {result.how}"
    if result.how in AUTOMATIC_WINS:
        yield "automatic win"
    yield from (f"bonus {bonus.kind}" for bonus in result.bonuses)
    if any(result.unpaid):
        yield "unpaid"
    if result.how == "no_winner" and state.deal.rules.no_winner == "return":
        yield "pot returned"
    for pot in result.side.values():
        yield ("side pot carried", "side pot won", *["side pot shared"] * 3)[len(pot.winners)]
