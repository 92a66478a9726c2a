"""What lists tell of tables at other workers: written seldom, read when a list is made."""

from collections.abc import Mapping, Sequence

import pytest

from app.cluster.ports import ClusterAway
from app.lobby.cards import glimpse_of
from app.lobby.glimpses import AGAIN, Glimpses
from engine.rules.house_rules import rules_from_json
from engine.table.commands import Sit
from engine.table.live import open_table
from engine.table.pace import lively
from engine.table.registry import Registry
from engine.table.session import open_session
from tests.app.serving import ask
from tests.table.tables import QUICK
from tests.table.world import ManualClock, world


class SharedLines:
    """What all workers read and write; counts how often a line was written."""

    def __init__(self) -> None:
        self.lines: dict[str, bytes] = {}
        self.written: list[str] = []
        self.away = False

    async def write(self, lines: Mapping[str, bytes]) -> None:
        if self.away:
            raise ClusterAway
        self.lines.update(lines)
        self.written += lines

    async def read(self, tables: Sequence[str]) -> Mapping[str, bytes]:
        if self.away:
            raise ClusterAway
        return {name: self.lines[name] for name in tables if name in self.lines}


class There:
    """A worker with one table, another with none, and what they share."""

    def __init__(self) -> None:
        ports, self.clock, _, _ = world()
        assert isinstance(self.clock, ManualClock)
        self.registry = Registry(ports)
        self.lines = SharedLines()
        self.here = Glimpses(self.registry, self.clock, self.lines)
        self.elsewhere = Glimpses(Registry(world()[0]), self.clock, self.lines)

    async def open(self) -> None:
        session = open_session(rules_from_json(QUICK), 5)
        self.table = await self.registry.open(open_table("t", session, lively(), "ana", True))
        await ask(self.table, Sit("ana", "Ana", 100, 0))
        await ask(self.table, Sit("bot", "Lola", 100, 1, bot=True))


@pytest.fixture
async def there() -> There:
    found = There()
    await found.open()
    return found


async def test_a_list_tells_the_same_of_a_table_wherever_it_lives(there: There) -> None:
    await there.here.tell()
    (glimpse,) = (await there.elsewhere.of(["t", "unknown"])).values()
    assert glimpse == glimpse_of(there.table.live) == (await there.here.of(["t"]))["t"]
    assert (glimpse.people, glimpse.pace) == (["Ana"], ("lively", 8, 20))
    await there.registry.stop_all()


async def test_a_line_is_written_when_it_changes_and_before_it_is_forgotten(there: There) -> None:
    for _ in range(3):
        await there.here.tell()
    assert there.lines.written == ["t"]
    await ask(there.table, Sit("beto", "Beto", 100, 2))
    await there.here.tell()
    assert there.lines.written == ["t"] * 2
    assert (await there.elsewhere.of(["t"]))["t"].people == ["Ana", "Beto"]
    there.clock.advance(AGAIN)
    await there.here.tell()
    assert there.lines.written == ["t"] * 3
    await there.registry.stop_all()


async def test_lines_out_of_reach_shorten_a_list_and_are_written_later(there: There) -> None:
    there.lines.away = True
    await there.here.tell()
    assert await there.elsewhere.of(["t"]) == {}
    assert "t" in await there.here.of(["t"])
    there.lines.away = False
    await there.here.tell()
    assert "t" in await there.elsewhere.of(["t"])
    await there.registry.stop_all()


async def test_what_another_version_wrote_is_passed_over(there: There) -> None:
    there.lines.lines["t"] = b'{"other": 1}'
    assert await there.elsewhere.of(["t"]) == {}
    await there.registry.stop_all()


async def test_a_single_worker_has_nobody_to_tell(there: There) -> None:
    alone = Glimpses(there.registry, there.clock)
    assert not alone.are_told
    assert "t" in await alone.of(["t", "unknown"])
    await there.registry.stop_all()
