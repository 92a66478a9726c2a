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
from app.lobby.asking import ask, fresh_request, require_taken
from app.lobby.house import TableHouse
from app.lobby.models import MoreChips, TakePlace
from app.lobby.plans import usual_buy_in
from app.lobby.store import Row
from app.names import told_apart
from app.problems import Problem
from engine.table.commands import BringBots, Sit, Stand, TopUp
from engine.table.entries import Request
from engine.table.live import Live
from engine.table.money import Account, AccountKind
from engine.table.reached import Reached
from engine.table.session import SessionCode


class Places:
    """Who comes to which table, and goes."""

    def __init__(self, house: TableHouse) -> None:
        self._house = house
        self._ledger = Ledger(house.database)
        self._arriving: dict[str, tuple[str, str]] = {}  # player → table and name there

    async def take(self, table: Reached, row: Row, who: Who, asked: TakePlace) -> int:
        """Sit down; returns the place. The same request twice takes one place."""
        wanted = asked.request or fresh_request()
        mine = table.live.place_of(who.id)
        if mine is not None:
            return await self._sit_again(table, who, mine, wanted)
        with self._arrival(table, who) as name:
            chips = await self._buy_in(row, who, asked.chips)
            places = _free_places(table.live) if asked.place is None else [asked.place]
            for place in places:
                sit = Sit(who.id, name, chips, place)
                outcome = await ask(table, sit, _request_for(who, wanted, place))
                # Where somebody was faster, or a bot still plays its hand, another will do.
                if asked.place is not None or outcome.code != SessionCode.PLACE_TAKEN:
                    require_taken(outcome)
                    return place
        raise _full()

    async def _sit_again(self, table: Reached, who: Who, mine: int, wanted: str) -> int:
        """Whoever sits already is answered by the table, which knows what it was asked before."""
        sit = Sit(who.id, who.name, 0, mine)
        outcome = await ask(table, sit, _request_for(who, wanted, mine))
        if outcome.code == SessionCode.PLACE_TAKEN:
            raise Problem(409, "already_seated", "you already have a place here")
        require_taken(outcome)
        return mine

    async def leave(self, table: Reached, who: Who) -> bool:
        """Stand up; returns whether the place is kept until the hand is over."""
        require_taken(await ask(table, Stand(who.id)))
        return table.live.place_of(who.id) is not None

    async def top_up(self, table: Reached, who: Who, asked: MoreChips) -> int:
        """More chips for a stack, up to the table's greatest buy-in; returns the place."""
        request = Request(who.id, asked.request or fresh_request())
        with self._arrival(table, who):
            place = table.live.place_of(who.id)
            if place is None:
                raise Problem(409, "not_seated", "take a place at the table first")
            _require_chips(await self._wallet(who), asked.chips)
            require_taken(await ask(table, TopUp(who.id, asked.chips), request))
        return place

    async def add_bots(self, table: Reached, who: Who, count: int) -> list[str]:
        """Bots for so many free places, all or none; for the host alone."""
        if who.id != table.live.host:
            raise Problem(403, "not_host", "only the host of this table can do that")
        return await self._bring_bots(table, _empty_places(table.live, count))

    async def fill_with_bots(self, table: Reached) -> None:
        """Bots for all free places."""
        count = table.live.session.places.count(None)
        if count:
            await self._bring_bots(table, _empty_places(table.live, count))

    async def _bring_bots(self, table: Reached, places: list[int]) -> list[str]:
        bots = tuple(bot_for(table.live, place) for place in places)
        require_taken(await ask(table, BringBots(bots)))
        return [bot.name for bot in bots]

    @contextmanager
    def _arrival(self, table: Reached, who: Who) -> Iterator[str]:
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
        chips = max(min(usual_buy_in(row), wallet), row.buy_in_least) if asked is None else asked
        if not row.buy_in_least <= chips <= row.buy_in_most:
            raise Problem(
                422,
                "bad_chips",
                f"one sits down here with {row.buy_in_least} to {row.buy_in_most} chips",
            )
        _require_chips(wallet, chips)
        return chips

    async def _wallet(self, who: Who) -> int:
        return await self._ledger.balance(Account(AccountKind.WALLET, who.id))


def _require_chips(wallet: int, chips: int) -> None:
    if chips > wallet:
        raise Problem(
            409, "not_enough_chips", f"that takes {chips} chips; there are {wallet} in your wallet"
        )


def _request_for(who: Who, wanted: str, place: int) -> Request:
    """One for each place tried: a table remembers its refusals, too."""
    return Request(who.id, f"{wanted}.{place}")


def _free_places(live: Live) -> list[int]:
    """Where somebody may sit down: empty places, then those that bots give up."""
    sittings = list(enumerate(live.sittings))
    empty = [place for place, sitting in sittings if sitting is None]
    bots = [place for place, sitting in sittings if sitting and sitting.bot]
    return empty + bots


def _empty_places(live: Live, count: int) -> list[int]:
    """The first so many; refuses if there are fewer."""
    empty = [place for place, sitting in enumerate(live.sittings) if sitting is None]
    if not empty:
        raise _full()
    if len(empty) < count:
        text = f"there are {len(empty)} free places, too few for {count} bots; none was seated"
        raise Problem(409, "table_full", text)
    return empty[:count]


def _full() -> Problem:
    return Problem(409, "table_full", "every place at this table is taken just now")
