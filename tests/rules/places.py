"""Where the cards of a hand are, for the law that each is in one place."""

from engine.rules.cards import BIT
from engine.rules.state import State


def all_cards(state: State) -> list[int]:
    """Every card with its place forgotten."""
    places = [*state.pile[state.gone :], *state.discards]
    places += [card for card in (state.drawn, state.offered) if card is not None]
    masks = [*state.hands, *state.removed, *(meld for melds in state.layouts for meld in melds)]
    return places + [card for mask in masks for card in range(52) if mask & BIT[card]]
