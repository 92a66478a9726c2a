"""Tables with people at them, and the shortest hands there are, played by the real engine.

The rules are those of `desmoche` without what comes before the first draw and with free
retiring. So a hand is won once everybody else has left, and nobody's once all have retired.
"""

from collections.abc import Mapping
from typing import Any

from engine.rules.actions import Announce, Leave, Retire
from engine.rules.house_rules import rules_from_json
from engine.rules.options import options
from engine.rules.play import apply, start
from engine.rules.settlement import Result
from engine.rules.state import SEATS_IN, Phase
from engine.table.dealing import begin_hand, end_hand
from engine.table.seating import opt_in, sit
from engine.table.session import Player, Running, Session, open_session, player_at

QUICK: dict[str, Any] = {
    "preset": "desmoche",
    "cut": False,
    "cambio": False,
    "automatic_wins": [],
    "retiring": "free",
    "side_games": ["oro", "flor"],
}
NAMES = ("ana", "beto", "carla", "dora")
# Diamonds from the ace up, then spades, hearts, clubs: the seat on the dealer's right is dealt
# the best oro (R9.2), and with three seats or fewer nobody is dealt a club.
DECK = (*range(26, 39), *range(26), *range(39, 52))


def person(place: int, stack: int = 100) -> Player:
    """The player that `table` seats at this place."""
    return Player(NAMES[place], NAMES[place], stack)


def table(*stacks: int | None, bet: int = 5, **rules: Any) -> Session:
    """Four places (`rules` may say otherwise), one stack each; None is an empty place."""
    session = open_session(rules_from_json({**QUICK, **rules}), bet)
    for place, stack in enumerate(stacks):
        if stack is not None:
            session = sit(session, place, person(place, stack))
    return session


def with_games(session: Session, games: Mapping[int, str]) -> Session:
    """R9.1: place → the side games its player is in from now on, parted by white space."""
    for place, words in games.items():
        session = opt_in(session, place, frozenset(words.split()))
    return session


def deal(session: Session, first: int = 0) -> Session:
    """The next hand, running."""
    return begin_hand(session, DECK, first)


def running(session: Session) -> Running:
    """The hand that is being played, surely there."""
    assert session.running is not None
    return session.running


def played(session: Session, winner: int | None = None, announce: str = "") -> Session:
    """The next hand, dealt and settled. A table's first hand is dealt by place 0.

    `winner` is a place; `announce` names the side games that each seat announces if it can.
    """
    session = deal(session)
    return end_hand(session, outcome(running(session), winner, set(announce.split())))


def outcome(hand: Running, winner: int | None, announce: set[str]) -> Result:
    """How a hand ends in which all announce, and then all but the winner leave, or all retire."""
    state, _ = start(hand.deal)
    while state.phase is Phase.ANNOUNCE:
        seat = SEATS_IN[state.waiting][0]
        held = options(state, seat).games or ()
        state, _ = apply(state, Announce(seat, tuple(g for g in held if g in announce)))
    for seat, place in enumerate(hand.places):
        if winner is not None and place != winner:
            state, _ = apply(state, Leave(seat))
    while state.result is None:
        state, _ = apply(state, Retire(SEATS_IN[state.waiting][0]))
    assert state.result.winner == (None if winner is None else hand.places.index(winner))
    return state.result


def stacks(session: Session) -> tuple[int | None, ...]:
    """The stacks by place."""
    return tuple(player.stack if player else None for player in session.places)


def antes(session: Session) -> dict[int, int]:
    """What each place that is dealt in puts into the main pot of the running hand."""
    hand = running(session)
    return dict(zip(hand.places, hand.deal.antes, strict=True))


def side_games(session: Session) -> dict[str, tuple[int, ...]]:
    """The side games of the running hand, with the places that are in them."""
    hand = running(session)
    return {
        game: tuple(hand.places[seat] for seat in side.seats)
        for game, side in hand.deal.side.items()
    }


def dealer(session: Session) -> int:
    """The place that deals the running hand."""
    hand = running(session)
    return hand.places[hand.deal.dealer]


def chips(session: Session) -> int:
    """All chips of a table; while a hand runs, as they were before the antes."""
    carry = session.carried.as_carry()
    seated = [place for place, player in enumerate(session.places) if player]
    in_stacks = sum(player_at(session, place).stack for place in seated)
    return in_stacks + carry.pot + sum(carry.side.values())
