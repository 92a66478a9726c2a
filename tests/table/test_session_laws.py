"""Whatever people do at a table, its chips add up and its hands can be dealt (R3.3, R8, R9).

Hypothesis plays a table: people come, go, buy chips, argue about the bet, sit out, join side
games; hands are dealt, played by policies, declared void; the table closes and fills again. A
model, `Books`, keeps the accounts beside it, hand by hand.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.bots.policy import POLICIES, Policy
from engine.rules.actions import Action, Leave
from engine.rules.cards import cards_in
from engine.rules.house_rules import Rules, rules_from_json
from engine.rules.state import State
from engine.simulation import play_hand
from engine.table import dealing, seating
from engine.table.session import Player, Running, Session, SessionRefusal, open_session
from tests.strategies import examples
from tests.table.books import Books
from tests.table.tables import QUICK, chips, dealer, running

PEOPLE = ("ana", "beto", "carla", "dora", "elsa", "fidel")
PLACES = st.integers(0, 3)
BETS = st.integers(0, 12)
STACKS = st.one_of(st.integers(-1, 40), st.integers(0, 400))
GAMES = st.frozensets(st.sampled_from(("oro", "flor", "escalera")))
SEEDS = st.integers(0, 2**32)


def quitter(state: State, seat: int, chance: Random) -> Action:
    """R10.1: leaves sooner or later, so that hands end as walkovers too."""
    return Leave(seat) if chance.random() < 0.3 else POLICIES["random"](state, seat, chance)


WAYS: dict[str, Policy] = {**POLICIES, "quitter": quitter}


@st.composite
def table_rules(draw: st.DrawFn) -> Rules:
    """The house rules that the session obeys, and quick hands."""
    fewest = draw(st.integers(2, 3))
    free: dict[str, st.SearchStrategy[Any]] = {
        "no_winner": st.sampled_from(("carry", "return")),
        "match_carry": st.booleans(),
        "next_dealer": st.sampled_from(("rotate", "winner_starts")),
        "play_everything": st.booleans(),
    }
    changed = draw(st.fixed_dictionaries({}, optional=free))
    return rules_from_json({**QUICK, "seats": [fewest, draw(st.integers(fewest, 4))], **changed})


class Table(RuleBasedStateMachine):
    """A table that is open for as long as Hypothesis likes."""

    session: Session
    deck: list[int]

    @initialize(rules=table_rules(), bet=st.integers(1, 6), stake=st.integers(1, 4))
    def opens(self, rules: Rules, bet: int, stake: int) -> None:
        self.books = Books()
        self.agreed: set[str] = set()
        self.bet, self.proposed = bet, 0
        self.session = open_session(rules, bet, {"oro": stake, "flor": 1})
        self.deck = cards_in(rules.melds.deck_mask)
        for place in range(rules.seats[1]):
            self.sits(place, PEOPLE[place], 60, frozenset({"oro", "flor"}))

    def asks(self, change: Callable[[Session], Session]) -> bool:
        """Whether the table agrees; the session that was asked stays what it was."""
        asked, before = self.session, repr(self.session)
        try:
            self.session = change(asked)
        except SessionRefusal:
            return False
        finally:
            assert repr(asked) == before
        return True

    # --- people -----------------------------------------------------------------------------

    @rule(place=PLACES, who=st.sampled_from(PEOPLE), stack=STACKS, games=GAMES)
    def sits(self, place: int, who: str, stack: int, games: frozenset[str]) -> None:
        if self.asks(lambda s: seating.sit(s, place, Player(who, who, stack, games))):
            self.books.bought += stack

    @precondition(lambda self: self.session.hand > 1)
    @rule(place=PLACES)
    def stands(self, place: int) -> None:
        player = self.session.places[place] if place < len(self.session.places) else None
        if self.asks(lambda s: seating.stand(s, place)[0]):
            assert player is not None
            self.books.paid += player.stack

    @rule(place=PLACES, added=STACKS)
    def tops_up(self, place: int, added: int) -> None:
        if self.asks(lambda s: seating.top_up(s, place, added)):
            self.books.bought += added

    @rule(place=PLACES, games=GAMES)
    def opts_in(self, place: int, games: frozenset[str]) -> None:
        agreed = self.asks(lambda s: seating.opt_in(s, place, games))
        assert not (agreed and "escalera" in games)

    @rule(place=PLACES, sits_out=st.sampled_from((False, False, True)))
    def sits_out(self, place: int, sits_out: bool) -> None:
        self.asks(lambda s: seating.sit_out(s, place, sits_out))

    @rule(place=PLACES, bet=BETS)
    def proposes(self, place: int, bet: int) -> None:
        if self.asks(lambda s: seating.propose_bet(s, place, bet)):
            assert not self.books.count
            self.proposed, self.agreed = bet, {self._who(place)}

    @precondition(lambda self: self.session.proposal)
    @rule(place=PLACES, agree=st.sampled_from((True, True, True, False)))
    def answers(self, place: int, agree: bool) -> None:
        if self.asks(lambda s: seating.answer_proposal(s, place, agree)):
            self.agreed = self.agreed | {self._who(place)} if agree else set()

    def _who(self, place: int) -> str:
        player = self.session.places[place]
        assert player is not None
        return player.id

    # --- hands ------------------------------------------------------------------------------

    @precondition(lambda self: not self.session.running)
    @rule(seed=SEEDS, first=PLACES)
    def deals(self, seed: int, first: int) -> None:
        Random(seed).shuffle(self.deck)
        expected, before = self.books.ready(self.session), self.session
        dealt = self.asks(lambda s: dealing.begin_hand(s, tuple(self.deck), first))
        assert dealt == (len(expected) >= before.rules.seats[0])
        if dealt:
            self.agreed = set()
            self._check_deal(before, running(self.session), expected)

    def _check_deal(self, before: Session, hand: Running, expected: list[int]) -> None:
        """R3.3, R8.1, R8.4: what was dealt is what the books say."""
        players = [player for p, player in enumerate(before.places) if player and p in expected]
        assert list(hand.places) == expected
        assert list(hand.deal.antes) == [self.books.ante(before, player) for player in players]
        assert hand.deal.fault is None
        assert dealer(self.session) in expected
        assert min(hand.deal.stacks_in_play) >= 0

    @precondition(lambda self: self.session.running)
    @rule(way=st.sampled_from(sorted(WAYS)), seed=SEEDS)
    def plays(self, way: str, seed: int) -> None:
        hand = running(self.session)
        policies = (WAYS[way],) * hand.deal.seats
        result = play_hand(hand.deal, policies, Random(seed)).result
        assert self.asks(lambda s: dealing.end_hand(s, result))
        self.books.book(hand, result)

    @precondition(lambda self: not self.session.running)
    @rule(ways=st.lists(st.sampled_from(sorted(WAYS)), min_size=1, max_size=5), seed=SEEDS)
    def play_on(self, ways: list[str], seed: int) -> None:
        """Hands in a row, as long as enough people can ante."""
        for number, way in enumerate(ways):
            self.deals(seed + number, 0)
            if self.session.running:
                self.plays(way, seed)

    @precondition(lambda self: self.session.running)
    @rule()
    def is_void(self) -> None:
        assert self.asks(dealing.void_hand)

    @precondition(lambda self: self.session.hand > 2)
    @rule()
    def closes(self) -> None:
        expected, owed = self.books.owed(self.session), {}

        def close(session: Session) -> Session:
            closed, all_owed = dealing.close_session(session)
            owed.update(all_owed)
            return closed

        if self.asks(close):
            assert owed == expected
            self.books.paid += sum(owed.values())
            self.books.pots, self.books.count, self.agreed = {}, 0, set()

    # --- laws -------------------------------------------------------------------------------

    @invariant()
    def chips_in_are_chips_out(self) -> None:
        """R8: stacks, carried pots and what was paid out are what was bought."""
        assert chips(self.session) + self.books.paid == self.books.bought

    @invariant()
    def nobody_is_in_debt(self) -> None:
        """R8.6."""
        assert all(player.stack >= 0 for player in self.session.places if player)

    @invariant()
    def carried_pots_are_their_contributions(self) -> None:
        """R8.3, R8.7, R9.3."""
        carried = self.session.carried
        totals = {name: sum(coins.values()) for name, coins in self.books.pots.items()}
        assert {name: carried.pot(name) for name in carried.pots} == totals
        assert (carried.count, carried.as_carry().pot) == (self.books.count, totals.get("main", 0))

    @invariant()
    def the_bet_is_what_all_agreed_to(self) -> None:
        """R8.2: a proposal is open until all who are seated have agreed, one refuses, a deal."""
        seated = {player.id for player in self.session.places if player}
        if self.agreed and seated and seated <= self.agreed:
            self.bet, self.agreed = self.proposed, set()
        proposal = self.session.proposal
        assert self.session.bet == self.bet
        assert (set(proposal.agreed) if proposal else set()) == self.agreed


Table.TestCase.settings = examples(80)
TestTable = Table.TestCase
