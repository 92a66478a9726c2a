"""The live half of a server, joined: ports, registry, rooms, desk, entrance.

Enters: settings, and the parts that wait for something outside (journal, sessions).
Leaves: a `House`. Tests join one in the same way over a journal in memory.
"""

import os
from dataclasses import dataclass

from app.cluster.memory import MemoryWindows
from app.live.audience import Rooms
from app.live.desk import Desk
from app.live.entrance import Entrance
from app.live.limits import Limits
from app.live.metrics import TABLES
from app.live.ports import Identity
from app.settings import Settings
from engine.table.clock import Clock
from engine.table.journal import Journal
from engine.table.ports import Ports, Sealer
from engine.table.registry import Registry


@dataclass(frozen=True, slots=True)
class House:
    """What lives between start and stop of a server."""

    clock: Clock
    registry: Registry
    rooms: Rooms
    entrance: Entrance


def build_house(
    settings: Settings, clock: Clock, journal: Journal, identity: Identity, sealer: Sealer
) -> House:
    """Join the parts of one process."""
    rooms = Rooms(clock)
    ports = Ports(clock, journal, MemoryWindows(), rooms, sealer, os.urandom)
    registry = Registry(ports, rooms.ended)
    TABLES.set_function(lambda: len(registry))
    limits = Limits(
        settings.frames_per_second,
        settings.frames_at_once,
        settings.most_connections,
        settings.most_connections_of_one,
    )
    desk = Desk(registry, rooms, clock)
    entrance = Entrance(desk, identity, limits, clock, settings.origins)
    return House(clock, registry, rooms, entrance)
