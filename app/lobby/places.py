"""Taking a place and giving it up, topping up, and bringing bots.

Enters: who asks, for which table, with how many chips. Leaves: what the table answered; or a
`Problem`. The table decides about places, the ledger about chips; a wallet is looked into here
first to refuse in a better sentence, before the table has tried.

One arrival at a time for each player, so that a wallet is not promised twice; and a name on
its way to a table counts as being there, so that no two arrive under names that look alike.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from app.bots import bot_for
from app.db.ledger import Ledger
from app.identity import Who
from app.lobby.house import TableHouse, request_of
from app.lobby.models import TakePlace
from app.lobby.plans import USUAL_BETS
from app.lobby.store import Row
from app.names import told_apart
from app.problems import Problem
from engine.table.commands import Command, Sit, Stand, TopUp
from engine.table.entries import Request
from engine.table.live import Live
from engine.table.money import Account, AccountKind
from engine.table.session import SessionCode
from engine.table.table import Outcome, Table

_STATUS = {
    SessionCode.NOT_HOST.value: 403,
    SessionCode.BAD_CHIPS.value: 422,
    "table_paused": 503,
    "table_moved": 503,
    "table_failed": 503,
}


class Places:
    """Who comes to which table, and goes."""

    def __init__(self, house: TableHouse) -> None:
        self._house = house
        self._ledger = Ledger(house.database)
        self._arriving: dict[str, tuple[str, str]] = {}  # player → table and name there

    async def take(self, table: Table, row: Row, who: Who, asked: TakePlace) -> int:
        """Sit down; returns the place. The same request twice takes one place."""
        request = request_of(who.id, asked.request)
        mine = table.live.place_of(who.id)
        if mine is not None:
            return await self._sit_again(table, who, mine, request)
        with self._arrival(table, who) as name:
            chips = await self._buy_in(row, who, asked.chips)
            while True:
                place = _free_place(table.live) if asked.place is None else asked.place
                sit = Sit(who.id, name, chips, place)
                outcome = await self._house.ask(table, sit, request)
                # Somebody was faster: another place will do, until there is none.
                if asked.place is not None or outcome.code != SessionCode.PLACE_TAKEN:
                    break
        require_taken(outcome)
        taken = table.live.place_of(who.id)
        return place if taken is None else taken

    async def _sit_again(self, table: Table, who: Who, mine: int, request: Request) -> int:
        """Whoever sits already is answered by the table, which knows what it was asked before."""
        outcome = await self._house.ask(table, Sit(who.id, who.name, 0, mine), request)
        if outcome.code == SessionCode.PLACE_TAKEN:
            raise Problem(409, "already_seated", "you already have a place here")
        require_taken(outcome)
        return mine

    async def leave(self, table: Table, who: Who) -> bool:
        """Stand up; returns whether the place is kept until the hand is over."""
        await self._ask(table, Stand(who.id))
        return table.live.place_of(who.id) is not None

    async def top_up(self, table: Table, row: Row, who: Who, chips: int) -> None:
        """More chips for a stack, up to the table's greatest buy-in."""
        with self._arrival(table, who):
            place = table.live.place_of(who.id)
            player = None if place is None else table.live.session.places[place]
            if player and player.stack + chips > row.buy_in_most:
                raise Problem(
                    422, "bad_chips", f"a stack is topped up to {row.buy_in_most} chips at most"
                )
            await self._require_wallet(who, chips)
            await self._ask(table, TopUp(who.id, chips))

    async def add_bots(self, table: Table, who: Who, count: int) -> list[str]:
        """Bots for so many free places; for the host alone."""
        names = []
        for _ in range(count):
            if who.id != table.live.host:
                raise Problem(403, "not_host", "only the host of this table can do that")
            sit = bot_for(table.live, _free_place(table.live))
            await self._ask(table, sit)
            names.append(sit.name)
        return names

    async def _ask(self, table: Table, command: Command) -> None:
        require_taken(await self._house.ask(table, command))

    @contextmanager
    def _arrival(self, table: Table, who: Who) -> Iterator[str]:
        """While somebody is on the way to a place; gives the name they will have there."""
        if who.id in self._arriving:
            raise Problem(409, "arriving", "you are taking a place just now; wait for that")
        there = [player.name for player in table.live.session.places if player]
        there += [name for at, name in self._arriving.values() if at == table.live.id]
        name = told_apart(who.name, there)
        self._arriving[who.id] = (table.live.id, name)
        try:
            yield name
        finally:
            del self._arriving[who.id]

    async def _buy_in(self, row: Row, who: Who, asked: int | None) -> int:
        """How many chips somebody sits down with."""
        wallet = await self._wallet(who)
        usual = min(max(row.bet * USUAL_BETS, row.buy_in_least), row.buy_in_most)
        chips = max(min(usual, wallet), row.buy_in_least) if asked is None else asked
        if not row.buy_in_least <= chips <= row.buy_in_most:
            raise Problem(
                422,
                "bad_chips",
                f"one sits down here with {row.buy_in_least} to {row.buy_in_most} chips",
            )
        _require_chips(wallet, chips)
        return chips

    async def _require_wallet(self, who: Who, chips: int) -> None:
        _require_chips(await self._wallet(who), chips)

    async def _wallet(self, who: Who) -> int:
        return await self._ledger.balance(Account(AccountKind.WALLET, who.id))


def _require_chips(wallet: int, chips: int) -> None:
    if chips > wallet:
        raise Problem(
            409, "not_enough_chips", f"that takes {chips} chips; there are {wallet} in your wallet"
        )


def require_taken(outcome: Outcome) -> None:
    """A table's refusal, as a `Problem`."""
    if outcome.code is None:
        return
    status = _STATUS.get(outcome.code, 409)
    raise Problem(status, outcome.code, outcome.message, 1 if status == 503 else None)


def _free_place(live: Live) -> int:
    for place, player in enumerate(live.session.places):
        if player is None:
            return place
    raise Problem(409, "table_full", "every place at this table is taken")
