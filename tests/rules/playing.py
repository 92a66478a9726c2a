"""Plays hands with dice: any legal action may come, but so that hands reach depth.

Leaving, retiring and declaring end a hand or a seat's part in it; they are rare.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar

from engine.rules.actions import (
    Action,
    Announce,
    Claim,
    Close,
    Cut,
    Declare,
    Discard,
    Draw,
    Force,
    Give,
    Lay,
    Leave,
    NamedLayout,
    Pass,
    Pay,
    Place,
    Ready,
    Retire,
    Use,
    Vote,
)
from engine.rules.deal import Deal
from engine.rules.events import Event, Taken
from engine.rules.hand_file import hand_file_json
from engine.rules.play import apply, start
from engine.rules.state import SEATS_IN, Phase, State
from tests.rules.legal import legal_actions

T = TypeVar("T")
LAYING = (Lay, Use, Claim, Place)
# How often a kind of action comes where several are open.
WEIGHTS: dict[type[Action], int] = {
    Use: 24,
    Claim: 24,
    Lay: 6,
    Place: 6,
    Draw: 16,
    Discard: 4,
    Pass: 6,
    Force: 16,
    Give: 12,
    Ready: 12,
    Declare: 3,
    Retire: 1,
    Vote: 1,
    Pay: 1,
    Cut: 1,
    Announce: 1,
}


class Dice:
    """Bytes to be spent one by one; when there are no more, every throw is 0."""

    def __init__(self, throws: bytes) -> None:
        self._throws = iter(throws)
        self.left = len(throws)

    def below(self, sides: int) -> int:
        if sides > 256:
            return (self.below(256) << 8 | self.below(256)) % sides
        self.left -= 1
        return next(self._throws, 0) % sides

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        rest = list(things)
        return tuple(rest.pop(self.below(len(rest))) for _ in things)


class Step(NamedTuple):
    """One action of a hand."""

    before: State
    action: Action
    after: State
    events: Sequence[Event]


class Hand:
    """A deal and how it is played; it shows itself as the hand file to replay."""

    def __init__(self, deal: Deal, throws: bytes) -> None:
        self.deal = deal
        self.throws = throws

    def steps(self, tried: list[Action] | None = None) -> Iterator[Step]:
        """The hand, action by action, until it is over or the dice are spent."""
        state, _ = start(self.deal)
        dice = Dice(self.throws)
        while state.phase is not Phase.OVER and dice.left > 0:
            action = choose(state, dice)
            if tried is not None:
                tried.append(action)
            after, events = apply(state, action)
            yield Step(state, action, after, events)
            state = after

    def states(self) -> Iterator[State]:
        """The hand at its start and after each action."""
        yield start(self.deal)[0]
        for step in self.steps():
            yield step.after

    def actions(self) -> list[Action]:
        return [step.action for step in self.steps()]

    def __repr__(self) -> str:
        tried: list[Action] = []
        with suppress(Exception):  # the engine may be failing just here
            for _ in self.steps(tried):
                pass
        return json.dumps(hand_file_json(self.deal, tried, None))


def replayed(deal: Deal, actions: Sequence[Action]) -> Iterator[State]:
    """The states that these actions come to."""
    state, _ = start(deal)
    yield state
    for action in actions:
        state, _ = apply(state, action)
        yield state


def lost_answers(steps: Sequence[Step]) -> list[int]:
    """Where a claim or force was made that did not take effect."""
    lost, open_ones = [], []
    for place, step in enumerate(steps):
        if isinstance(step.action, Claim | Force):
            open_ones.append(place)
        for event in step.events:
            if isinstance(event, Taken):
                took_part = (event.seat, event.forced_by)
                lost += [one for one in open_ones if steps[one].action.seat not in took_part]
        if step.after.phase is not Phase.OFFER or step.after.offered != step.before.offered:
            open_ones = []
    return lost


def choose(state: State, dice: Dice) -> Action:
    """Some action that is legal now, by anyone who may act."""
    if dice.below(256) == 255:
        return Leave(dice.one_of(SEATS_IN[state.present]))
    if state.phase is Phase.OFFER and dice.below(32) == 31:
        return Close()
    seat = dice.one_of(SEATS_IN[state.waiting])
    kinds: dict[type[Action], list[Action]] = {}
    for action in legal_actions(state, seat):
        kinds.setdefault(type(action), []).append(action)
    del kinds[Leave]
    weighted = [kind for kind in WEIGHTS if kind in kinds for _ in range(WEIGHTS[kind])]
    if Retire in kinds and state.layouts[seat]:
        weighted += [Retire] * 2  # so that layouts get hidden now and then
    chosen = dice.one_of(kinds[dice.one_of(weighted)])
    if isinstance(chosen, Cut) and dice.below(2) == 0:
        return Cut(seat, 0)
    if isinstance(chosen, Announce) and dice.below(2) == 0:
        return kinds[Announce][-1]  # all that it holds
    if isinstance(chosen, LAYING) and state.deal.rules.meld_order != "refuse":
        return type(chosen)(seat, named_somehow(chosen.melds, dice))
    return chosen


def named_somehow(melds: NamedLayout, dice: Dice) -> NamedLayout:
    """R6.7: most layouts are named in order, some are not."""
    if dice.below(8) < 7:
        return melds
    return tuple(dice.shuffled(meld) for meld in dice.shuffled(melds))
