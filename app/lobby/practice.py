"""A table of practice: one's own finished hand, played on from one of its moments against bots.

Enters: who asks, which hand, after how many actions. Leaves: a private table at that moment; or a
`Problem`. Never here: a hand that is still played, or was somebody else's. Chips there are the
bank's, come and go with the table, and count nowhere as the player's (`rehearsal`, `wallets`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import structlog
from sqlalchemy import select

from app.db.faults import translated
from app.db.schema import hands
from app.identity import Who
from app.lobby import store
from app.lobby.asking import fresh_request
from app.lobby.house import TableHouse
from app.lobby.models import MOST_NAME, BuyIn, Practise
from app.lobby.plans import Plan
from app.lobby.store import Row
from app.people_schema import lobby_tables
from app.problems import Problem
from engine.rules.hand_file import hand_file_from_json
from engine.rules.refusals import Refusal
from engine.table.commands import Rehearse
from engine.table.entries import Request
from engine.table.journal import JournalError
from engine.table.pace import pace_named
from engine.table.reached import Reached
from engine.table.rehearsal import session_for

log = structlog.get_logger()
Found: TypeAlias = tuple[Reached, Row]
SIGN = "\N{CLOCKWISE OPEN CIRCLE ARROW}"  # before the name: again, and in no language


class Practice:
    """Tables of practice: one for each time that somebody asks, however often they press."""

    def __init__(self, house: TableHouse) -> None:
        self._house = house
        self._opening: dict[Request, asyncio.Task[Found]] = {}

    async def table(self, who: Who, asked: Practise, allow: Callable[[], Awaitable[None]]) -> Found:
        """The table, bots in the other seats. Raises `Problem`; `allow` may, of a new one."""
        request = Request(who.id, asked.request or fresh_request())
        opening = self._opening.get(request)
        if opening is None:
            opening = asyncio.create_task(self._table(who, asked, request, allow), name="practice")
            self._opening[request] = opening
            opening.add_done_callback(lambda _: self._opening.pop(request))
        return await asyncio.shield(opening)

    async def _table(
        self, who: Who, asked: Practise, request: Request, allow: Callable[[], Awaitable[None]]
    ) -> Found:
        found = await self._opened_for(request) if asked.request else None
        if found is None:
            await allow()
            found = await _opened(self._house, who, asked, request)
        return found

    async def _opened_for(self, request: Request) -> Found | None:
        """The table that this request has opened, while they sit there and don't leave.

        One that can't be read is passed over: that a hand is lost shall not end all practice.
        """
        with translated():
            async with self._house.database.reading() as connection:
                rows = await store.rows_of_owner(connection, request.player)
        for row in rows:
            table = await self._there(row.id) if row.practice else None
            if table and table.has_answered(request) and table.live.stays(request.player):
                return table, row
        return None

    async def _there(self, name: str) -> Reached | None:
        try:
            return await self._house.table(name)
        except (JournalError, Problem):  # not this table's doing
            raise
        except Exception as fault:  # noqa: BLE001  # whatever one table's past holds
            log.error("not woken", table=name, kind=type(fault).__name__)
            return None


async def _opened(house: TableHouse, who: Who, asked: Practise, request: Request) -> Found:
    kept = hands.outerjoin(lobby_tables, lobby_tables.c.table_id == hands.c.table_id)
    query = select(hands, lobby_tables.c.name).select_from(kept)
    with translated():
        async with house.database.reading() as connection:
            found = await connection.execute(
                query.where(
                    hands.c.table_id == asked.table,
                    hands.c.hand == asked.hand,
                    hands.c.status == "ended",
                )
            )
            row = found.one_or_none()
    if row is None or who.id not in row.players:
        raise Problem(404, "no_such_hand", "you were dealt into no such hand that is over")
    seat = row.players.index(who.id)
    command = Rehearse(who.id, seat, row.file, row.fairness or {}, asked.actions)
    plan = _plan(row.file, f"{row.name or who.name} {asked.hand}")
    return await house.open(plan, who, command, request)


def _plan(file: object, name: str) -> Plan:
    try:
        session = session_for(hand_file_from_json(file))
    except Refusal as refusal:
        raise Problem(422, refusal.code.value, refusal.message) from None
    buy_in = BuyIn(least=session.bet, most=max(session.bet, 1_000))
    called = f"{SIGN} {name}"[:MOST_NAME]
    pace = pace_named("lively", None)
    return Plan(called, session, pace, False, False, buy_in, practice=True)
