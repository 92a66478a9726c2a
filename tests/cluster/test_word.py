"""What workers say to each other, and how much of it."""

from app.cluster.envelopes import Follow, unpacked
from app.cluster.ports import Envelope
from engine.rules.house_rules import rules_from_json
from engine.table.commands import Sit
from engine.table.live import open_table
from engine.table.pace import steady
from engine.table.session import open_session
from tests.cluster.nodes import Node
from tests.cluster.world import TABLE, Browser, World, in_world, settle, until
from tests.table.tables import QUICK


def said_by(node: Node) -> list[list[str]]:
    """From now on: the tables in each word of what a worker follows."""
    said: list[list[str]] = []
    send = node.post.send

    def overheard(to: str, envelope: Envelope) -> None:
        word = unpacked(envelope)
        if isinstance(word, Follow):
            said.append(sorted(word.tables))
        send(to, envelope)

    node.post.send = overheard  # type: ignore[method-assign]
    return said


async def another_table(world: World, name: str) -> None:
    session = open_session(rules_from_json(QUICK), 5)
    live = open_table(name, session, steady(3), "ana", watchable=True)
    await world.ask(await world.nodes[0].tables.open(live), Sit("ana", "ana", 100, 0))


def test_who_comes_costs_word_of_one_table_and_each_second_brings_all() -> None:
    async def test(world: World) -> None:
        await world.open()
        for number in range(5):
            await another_table(world, f"u{number}")
            await world.nodes[1].tables.revive(f"u{number}")
        said = said_by(world.nodes[1])
        await until(lambda: bool(said))
        assert said == [[f"u{number}" for number in range(5)]]
        said.clear()
        browsers = [await Browser(world.nodes[1], name).look() for name in ("ana", "eva")]
        browsers[0].leave()
        await settle()
        assert said
        assert {table for tables in said for table in tables} == {TABLE}
        said.clear()
        await until(lambda: bool(said))
        assert len(said[0]) == 6

    in_world(test)
