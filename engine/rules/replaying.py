"""Playing a hand file from its start (section 12).

Enters: a `HandFile`. Leaves: its last state and what was looked at on the way, or
`ReplayRefused` with the index of the action that was refused.
"""

from collections.abc import Callable, Iterator
from typing import Any

from engine.rules.action_json import layout_texts
from engine.rules.cards import TEXT, mask_texts
from engine.rules.events import Log
from engine.rules.hand_file import HandFile
from engine.rules.play import apply, start
from engine.rules.refusals import Code, Refusal
from engine.rules.result_json import result_to_json, same_result
from engine.rules.state import OVER, SEATS_IN, State


class ReplayRefused(Exception):
    """An action of the file was refused; `at` is its index, None for the file itself."""

    def __init__(self, at: int | None, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.at = at
        self.refusal = refusal


def played(file: HandFile) -> Iterator[tuple[State, Log]]:
    """The state at the start and after each action of a file, with what had happened.

    Raises `ReplayRefused`, at the end also when the file carries a result that is not the one
    its actions come to.
    """
    state, events = start(file.deal)
    yield state, events
    for index, action in enumerate(file.actions):
        try:
            state, events = apply(state, action)
        except Refusal as refusal:
            raise ReplayRefused(index, refusal) from None
        yield state, events
    if file.result is not None:
        _require_result(file.result, state)


def replay(file: HandFile, look: Callable[[State], None] = lambda _: None) -> State:
    """Play a file to its last action; `look` sees the state at the start and after each.

    Raises `ReplayRefused` as `played` does.
    """
    steps = played(file)
    state, _ = next(steps)
    look(state)
    for after, _ in steps:
        state = after
        look(state)
    return state


def state_json(state: State) -> dict[str, Any]:
    """A whole state as section 12 writes it: for those who may know everything."""
    rules = state.deal.rules
    over = state.phase is OVER
    return {
        "phase": state.phase.value,
        "to_act": list(SEATS_IN[state.waiting]),
        "turn": state.turn,
        "hands": [mask_texts(hand) for hand in state.hands],
        "layouts": [layout_texts(rules, layout) for layout in state.layouts],
        "removed": [mask_texts(cards) for cards in state.removed],
        "drawn": None if state.drawn is None else TEXT[state.drawn],
        "offered": None if state.offered is None else TEXT[state.offered],
        "discarder": None if over else state.discarder,
        "discards": [TEXT[card] for card in state.discards],
        "deck": [TEXT[card] for card in state.pile[state.gone :]],
        "pot": state.deal.pot,
        "retired": list(SEATS_IN[state.retired]),
        "out": list(SEATS_IN[state.out]),
    }


def _require_result(given: Any, state: State) -> None:
    if state.result is None:
        refusal = Refusal(
            Code.RESULT_MISMATCH, f"the hand is in the phase {state.phase}: it has no result yet"
        )
        raise ReplayRefused(None, refusal)
    played = result_to_json(state.result)
    if not same_result(given, played):
        refusal = Refusal(
            Code.RESULT_MISMATCH, f"played again the hand comes to another result: {played}"
        )
        raise ReplayRefused(None, refusal)
