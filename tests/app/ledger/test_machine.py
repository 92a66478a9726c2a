"""Random deeds at tables on a real database, held against a small model of RULEBOOK 8 and 9.

After every commit no chip was made or lost; after every deed each account holds what the model
says, and each carried pot is made of the model's coins. Processes die on the way.
"""

import os
from collections import Counter
from typing import Any, TypeAlias

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import select

from app.audit.asking import PotsAsked
from app.audit.pots import open_pots
from app.db.engine import open_database
from app.db.schema import accounts
from app.ledger.verify import verify_ledger
from engine.table.commands import (
    AnswerBet,
    Choose,
    CloseTable,
    Command,
    ProposeBet,
    Sit,
    Stand,
    TopUp,
    Void,
)
from tests.simulation.deeds import Deeds
from tests.simulation.model import MAIN, Model
from tests.simulation.patience import outside, runner

RUNS = 4 * int(os.environ.get("EXAMPLES", "1"))
STEPS = 20
PLACES = 4
GAMES = ("oro", "flor")  # as the rules name them, each with a stake of 1
CHIPS = 1_000  # of each person


tables = Bundle("tables")
place = st.integers(0, PLACES - 1)
Hand: TypeAlias = tuple[str, int, int | None]
"""How it ends, which seat wins it, which seat announces its side games."""
OUTCOMES = st.sampled_from(("nobody", "won", "void", "nobody"))
HANDS = st.lists(st.tuples(OUTCOMES, place, st.none() | place), min_size=2, max_size=4)


class Tables(RuleBasedStateMachine):
    """Some tables of one house."""

    url = ""
    seen: Counter[str]

    def __init__(self) -> None:
        super().__init__()
        self.time = runner()
        self.deeds = Deeds(open_database(self.url))
        self.wallets: Counter[str] = Counter()
        self.there: dict[str, Model] = {}

    # --- deeds ------------------------------------------------------------------------

    @initialize(target=tables, bet=st.integers(1, 5), chips=st.integers(20, 60), hands=HANDS)
    def begin(self, bet: int, chips: int, hands: list[Hand]) -> str:
        self._run(self.deeds.begin())
        for _ in range(6):
            self.wallets[self._run(self.deeds.person(CHIPS))] = CHIPS
        table = self._open(bet, chips)
        self.plays(table, hands)
        return table

    @rule(target=tables, bet=st.integers(1, 5), chips=st.integers(20, 60))
    def opens(self, bet: int, chips: int) -> str:
        return self._open(bet, chips)

    def _open(self, bet: int, chips: int) -> str:
        host, other, *_ = sorted(self.wallets, key=lambda one: (-self.wallets[one], one))
        table: str = self._run(self.deeds.open(host, bet, chips))
        self.there[table] = Model(self.wallets, bet)
        self.there[table].bring(host, chips)
        self._ask(table, other, Sit(other, other, chips, 1))
        self.there[table].bring(other, chips)
        for player in (host, other):
            self._choose(table, player, frozenset(GAMES))
        return table

    def _choose(self, table: str, player: str, games: frozenset[str]) -> None:
        self._ask(table, player, Choose(player, games))
        self.there[table].games[player] = games

    @rule(table=tables, who=st.integers(0, 5), chips=st.integers(1, 60))
    def sits(self, table: str, who: int, chips: int) -> None:
        model, player = self.there[table], sorted(self.wallets)[who]
        taken = self._places(table)
        if player in model.stacks or None not in taken or self.wallets[player] < chips:
            return
        self._ask(table, player, Sit(player, player, chips, taken.index(None)))
        model.bring(player, chips)

    @rule(table=tables, at=place)
    def stands(self, table: str, at: int) -> None:
        if player := self._places(table)[at]:
            self._ask(table, player, Stand(player))
            self.there[table].leave(player)

    @rule(table=tables, at=place, chips=st.integers(1, 40))
    def tops_up(self, table: str, at: int, chips: int) -> None:
        player = self._places(table)[at]
        if player and self.wallets[player] >= chips:
            self._ask(table, player, TopUp(player, chips))
            self.there[table].bring(player, chips)

    @rule(table=tables, at=place, games=st.sets(st.sampled_from(GAMES)))
    def chooses(self, table: str, at: int, games: set[str]) -> None:
        if player := self._places(table)[at]:
            self._choose(table, player, frozenset(games))

    @rule(table=tables, bet=st.integers(1, 7))
    def agrees_a_bet(self, table: str, bet: int) -> None:
        model, (first, *others) = self.there[table], list(self.there[table].stacks) or [""]
        if first and not model.carries:
            self._ask(table, first, ProposeBet(first, bet))
            for player in others:
                self._ask(table, player, AnswerBet(player, agree=True))
            model.bet = bet

    @rule(table=tables, hands=HANDS)
    def play(self, table: str, hands: list[Hand]) -> None:
        self.plays(table, hands)

    def plays(self, table: str, hands: list[Hand]) -> None:
        """Some hands, one after the other, each won by a seat, by nobody, or void."""
        for outcome, seat, game_to in hands:
            if len(self.there[table].dealt()) >= 2:
                self._play(table, outcome, seat, game_to)

    def _play(self, table: str, outcome: str, seat: int, game_to: int | None) -> None:
        """Whoever announces wins that side game, unless it goes out before the end."""
        model = self.there[table]
        won = self._run(self.deeds.deal(table, game_to))
        players = self._run(self.deeds.live(table)).players
        if outcome == "void":
            self._ask(table, "nobody", Void("a test wants it"))
            model.hands += 1
            return
        if outcome == "nobody":
            self._run(self.deeds.retire_all(table))
        else:
            winner = players[seat % len(players)]
            self._run(self.deeds.leave_to(table, winner))
            won = {game: who for game, who in won.items() if who == winner} | {MAIN: winner}
        model.hand(GAMES, won)
        self.seen["won"] += MAIN in won
        self.seen["side pots won"] += len(won.keys() - {MAIN})
        self.seen["triples"] += model.carries > 1

    @rule(table=consumes(tables), playing=st.booleans())
    def closes(self, table: str, playing: bool) -> None:
        """By an operator; in the middle of a hand that hand is void."""
        model = self.there[table]
        if playing and len(model.dealt()) >= 2:
            self._run(self.deeds.deal(table, None))
        self._run(self.deeds.ask(table, "nobody", CloseTable(None)))
        model.close()
        model.hands += playing

    @precondition(lambda self: self.deeds.fuse.left is None)
    @rule(commits=st.integers(0, 12), after=st.booleans())
    def will_die(self, commits: int, after: bool) -> None:
        self.deeds.fuse.left, self.deeds.fuse.after = commits, after

    # --- what holds -------------------------------------------------------------------

    @invariant()
    def every_account_is_as_the_model_says(self) -> None:
        said = {f"wallet/{player}": chips for player, chips in self.wallets.items()}
        for table, model in self.there.items():
            said.update({f"stack/{table}/{who}": chips for who, chips in model.stacks.items()})
            for pot, coins in model.pots.items():
                said[f"carried/{table}/{pot}"] = sum(coin.chips for coin in coins)
        said = {name: chips for name, chips in said.items() if chips}
        found = self._run(self._stored())
        assert found == said, set(found.items()) ^ set(said.items())
        assert not self.deeds.faults, self.deeds.faults

    @invariant()
    def every_pot_is_made_of_the_model_s_coins(self) -> None:
        said = {
            f"carried/{table}/{pot}": (model.carries if pot == MAIN else None, coins)
            for table, model in self.there.items()
            for pot, coins in model.pots.items()
        }
        found = {}
        for pot in self._run(outside(open_pots(self.deeds.database, PotsAsked())))["pots"]:
            if pot["table"] in self.there:
                count = len(pot["carries"]) if pot["pot"] == MAIN else None
                coins = [(one["hand"], one["player"], one["amount"]) for one in pot["coins"]]
                found[pot["account"]] = (count, sorted(coins))
        assert found == {name: (count, sorted(coins)) for name, (count, coins) in said.items()}

    def teardown(self) -> None:
        """All of it is green; and nothing is left for the next machine to stumble over."""
        with self.time:
            self._run(self._end())
        self.seen["hands"] += sum(model.hands for model in self.there.values())
        self.seen["tables"] += len(self.there)
        self.seen["deaths"] += self.deeds.deaths

    # --- how --------------------------------------------------------------------------

    def _run(self, work: Any) -> Any:
        return self.time.run(work)

    def _ask(self, table: str, player: str, command: Command) -> None:
        outcome = self._run(self.deeds.ask(table, player, command))
        assert outcome is not None
        assert outcome.code is None, outcome

    def _places(self, table: str) -> list[str | None]:
        live = self._run(self.deeds.live(table))
        return [player and player.id for player in live.session.places]

    async def _stored(self) -> dict[str, int]:
        query = select(accounts.c.id, accounts.c.balance).where(
            accounts.c.balance > 0,
            accounts.c.table_id.in_(list(self.there)) | accounts.c.owner.in_(list(self.wallets)),
        )
        return await outside(self._rows(query))

    async def _rows(self, query: Any) -> dict[str, int]:
        async with self.deeds.database.reading() as connection:
            found = await connection.execute(query)
            return {row.id: row.balance for row in found}

    async def _end(self) -> None:
        try:
            for table in self.there:
                await self.deeds.ask(table, "nobody", CloseTable(None))
            await self.deeds.end()
            verdict = await outside(verify_ledger(self.deeds.database))
            assert verdict.ok, verdict.findings.first
        finally:
            await outside(self.deeds.database.close())


def test_random_deeds(database_url: str) -> None:
    seen = Counter[str]()
    run_state_machine_as_test(
        type("Here", (Tables,), {"url": database_url, "seen": seen}),
        settings=settings(
            max_examples=RUNS,
            stateful_step_count=STEPS,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert seen["hands"] > RUNS
    assert seen["triples"]
