"""The live half of a server, joined: ports, rooms, entrance.

Enters: settings, and the parts that need something outside (journal, sessions, tables).
Leaves: what tables speak to, and what browsers speak to; alone, or as one worker among others.
Tests join them in the same way over a journal in memory.
"""

import gc
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from traceback import extract_tb
from typing import NamedTuple

import structlog

from app.cluster.clock import SystemClock
from app.cluster.joining import Membership, join
from app.cluster.storing import Storing
from app.cluster.tables import ClusterTables
from app.cluster.worker import Worker
from app.db.engine import Database
from app.db.pulse import Pulse
from app.live.audience import Rooms
from app.live.desk import Desk
from app.live.entrance import Entrance
from app.live.limits import Limits
from app.live.metrics import DROPPED, watch
from app.live.ports import Identity, Tables
from app.lobby.house import TableHouse
from app.settings import Settings
from app.trouble import Trouble
from engine.table.clock import Clock
from engine.table.journal import Journal
from engine.table.ports import Ports, Sealer
from engine.table.table import Table
from engine.table.windows import MemoryWindows, Windows

log = structlog.get_logger()


GARBAGE = (50_000, 20, 100)
"""When the collector looks for cycles: tables are records that hold none, and reference counts
free those. A full collection stops everyone: 24 and 40 ms in a trace of 1,500 hands of bots."""


def relax_collector() -> None:
    """Set the collector up for a process that lives long; what is loaded by now, it forgets."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def ports_of(
    clock: Clock, journal: Journal, rooms: Rooms, sealer: Sealer, windows: Windows | None = None
) -> Ports:
    """The world as the tables of this process see it; `windows` are in its memory if not given."""
    kept = windows or MemoryWindows()
    return Ports(clock, journal, kept, rooms, sealer, os.urandom, report_fault)


class Opened(NamedTuple):
    """A house that is open, who looks into it from here, and what it may have to wait for."""

    house: TableHouse
    rooms: Rooms
    troubles: Sequence[Trouble]
    pulse: Pulse


@asynccontextmanager
async def open_house(
    settings: Settings, sealer: Sealer, database: Database, journal: Journal
) -> AsyncIterator[Opened]:
    """The tables of this process while it lasts; at its end they finish what they are doing.

    Raises `CannotJoin` if there should be other workers, and they can't be worked with.
    """
    pulse = Pulse(database)
    if settings.redis_url is None or not settings.clustered:
        clock = SystemClock()
        rooms = Rooms(clock)
        house = TableHouse(ports_of(clock, journal, rooms, sealer), database, rooms.ended)
        try:
            yield Opened(house, rooms, [database.away], pulse)
        finally:
            await house.stop()
        return
    async with join(settings.redis_url, sealer) as member:
        DROPPED.set_function(lambda: member.courier.dropped)
        rooms = Rooms(member.clock)
        ports = ports_of(member.clock, journal, rooms, sealer, member.windows)
        settle_in = partial(_settle_in, member, rooms, pulse)
        house = TableHouse(ports, database, rooms.ended, settle_in, member.lines)
        try:
            yield Opened(house, rooms, [database.away, *member.troubles], pulse)
        finally:
            await house.stop()


def _settle_in(
    member: Membership,
    rooms: Rooms,
    pulse: Pulse,
    ports: Ports,
    when_done: Callable[[Table], None],
) -> ClusterTables:
    """The tables of one worker, which works from now on, until its tables have all ended."""
    storing = Storing(pulse.answers, member.able)
    worker = Worker(ports, member.leases, member.courier, rooms, when_done, storing)
    rooms.join(worker)
    worker.start()
    watch(worker.tables.figures)
    log.info("joined", worker=member.worker)
    return worker.tables


def report_fault(table: str, seq: int, fault: Exception) -> None:
    """Where a fault of the program arose; never its values, which can be cards of a hand."""
    where = [f"{frame.name}:{frame.lineno}" for frame in extract_tb(fault.__traceback__)[-8:]]
    log.error("fault", table=table, seq=seq, kind=type(fault).__name__, where=where)


def entrance_of(
    settings: Settings,
    tables: Tables,
    rooms: Rooms,
    identity: Identity,
    clock: Clock,
    build: str = "",
) -> Entrance:
    """The door for sockets to these tables; `build` names the pages that are served beside it."""
    limits = Limits(
        settings.frames_per_second,
        settings.frames_at_once,
        settings.most_connections,
        settings.most_connections_of_one,
    )
    desk = Desk(tables, rooms, clock)
    return Entrance(desk, identity, limits, clock, settings.origins, build)
