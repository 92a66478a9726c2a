"""The cards of a state as text, for what is told a second time; and back to numbers."""

from collections.abc import Iterable

from engine.rules.cards import TEXT
from engine.rules.state import State
from tests.rules.brute import Layout


def cards_in(mask: int) -> frozenset[str]:
    return frozenset(TEXT[card] for card in range(52) if mask >> card & 1)


def hand_of(state: State, seat: int) -> frozenset[str]:
    return cards_in(state.hands[seat])


def layout_of(state: State, seat: int) -> Layout:
    return frozenset(map(cards_in, state.layouts[seat]))


def numbers(cards: Iterable[str]) -> tuple[int, ...]:
    return tuple(TEXT.index(card) for card in sorted(cards))


def mask(cards: Iterable[str]) -> int:
    return sum(1 << card for card in numbers(set(cards)))


def masks(layout: Layout) -> tuple[int, ...]:
    """A layout as the engine holds it."""
    return tuple(sorted(map(mask, layout)))
