"""The live half of a server, joined: ports, rooms, entrance.

Enters: settings, and the parts that need something outside (journal, sessions, tables).
Leaves: what tables speak to, and what browsers speak to. Tests join them in the same way
over a journal in memory.
"""

import gc
import os
from traceback import extract_tb

import structlog

from app.live.audience import Rooms
from app.live.desk import Desk
from app.live.entrance import Entrance
from app.live.limits import Limits
from app.live.ports import Identity, Tables
from app.settings import Settings
from engine.table.clock import Clock
from engine.table.journal import Journal
from engine.table.ports import Ports, Sealer
from engine.table.windows import MemoryWindows

log = structlog.get_logger()


GARBAGE = (50_000, 20, 100)
"""When the collector looks for cycles: tables are records that hold none, and reference counts
free those. A full collection stops everyone: 24 and 40 ms in a trace of 1,500 hands of bots."""


def relax_collector() -> None:
    """Set the collector up for a process that lives long; what is loaded by now, it forgets."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def ports_of(clock: Clock, journal: Journal, rooms: Rooms, sealer: Sealer) -> Ports:
    """The world as the tables of this process see it."""
    return Ports(clock, journal, MemoryWindows(), rooms, sealer, os.urandom, report_fault)


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
