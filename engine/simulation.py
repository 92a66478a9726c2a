"""`simulate` (section 12): whole hands by policies, from a seed; same seed, same output.

Enters: a preset, seats, policies, a seed. Leaves: hand files with their results. It runs
on `table.session`, so pots, dealer and stacks go from hand to hand as at a live table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from engine.bots.policy import Policy
from engine.rules.actions import Action
from engine.rules.cards import cards_in
from engine.rules.deal import Deal
from engine.rules.house_rules import Rules
from engine.rules.play import advance, start
from engine.rules.settlement import Result
from engine.rules.state import SEATS_IN
from engine.table.dealing import ante_of, begin_hand, end_hand
from engine.table.seating import opt_in, sit, top_up
from engine.table.session import Player, Session, open_session

NAMES = ("ana", "beto", "carla", "dora")
# No hand can take more: each of at most 52 discards is answered by four seats, and the
# few actions beside that are bounded by the cards. More means the program goes in circles.
MOST_ACTIONS = 2000
_ALONE = tuple(seats[0] if len(seats) == 1 else None for seats in SEATS_IN)


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate. `policies` has one for each seat."""

    rules: Rules
    policies: tuple[Policy, ...]
    hands: int
    seed: int
    bet: int = 5
    stack: int = 1000


class Played(NamedTuple):
    """One hand that was played to its end."""

    deal: Deal
    actions: list[Action]
    result: Result


def simulate(plan: Plan) -> Iterator[Played]:
    """Play the hands of a plan one after the other."""
    chance = Random(plan.seed)
    seats = len(plan.policies)
    session = open_session(plan.rules, plan.bet)
    for place in range(seats):
        session = sit(session, place, Player(NAMES[place], NAMES[place], plan.stack))
    deck = cards_in(plan.rules.melds.deck_mask)
    for _ in range(plan.hands):
        session = _between_hands(session, plan, chance)
        chance.shuffle(deck)
        session = begin_hand(session, tuple(deck), int(chance.random() * seats))
        assert session.running is not None
        played = play_hand(session.running.deal, plan.policies, chance)
        session = end_hand(session, played.result)
        yield played


def play_hand(deal: Deal, policies: Sequence[Policy], chance: Random) -> Played:
    """One hand; where several seats are asked, chance says who answers first."""
    state, _ = start(deal)
    actions: list[Action] = []
    random, note = chance.random, actions.append
    for _ in range(MOST_ACTIONS):
        seat = _ALONE[state.waiting]
        if seat is None:
            if state.result is not None:
                return Played(deal, actions, state.result)
            asked = SEATS_IN[state.waiting]
            seat = asked[int(random() * len(asked))]
        action = policies[seat](state, seat, chance)
        advance(state, action)
        note(action)
    raise AssertionError("the hand goes in circles")


def _between_hands(session: Session, plan: Plan, chance: Random) -> Session:
    """Who cannot ante is topped up to the first stack; side games are opted into anew."""
    for place, player in enumerate(session.places):
        if player is None:
            continue
        ante = ante_of(session, player)
        if player.stack < ante:
            session = top_up(session, place, max(plan.stack, ante) - player.stack)
        games = frozenset(game for game in session.rules.side_games if chance.random() < 0.5)
        session = opt_in(session, place, games)
    return session
