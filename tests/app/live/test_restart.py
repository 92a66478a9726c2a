"""The server stops, or is killed, in the middle of a hand of four: the same hand is finished."""

import asyncio
import json
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.app.live.player import Frame, Player, choice, play
from tests.app.process import Guest, Process, guests, process

MIDDLE = 14  # of the 16 cards that four seats leave in the deck
FAST = {"FRAMES_PER_SECOND": "1000", "FRAMES_AT_ONCE": "1000"}
NAMES = ("Ana", "Beto", "Carla", "Dora")
pytestmark = pytest.mark.timeout(240)  # each starts servers, which on a busy machine takes long


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
async def test_a_hand_goes_on_where_it_was(end: signal.Signals, tmp_path: Path) -> None:
    async with process(tmp_path, **FAST) as server, guests(server, *NAMES) as people:
        table = await _table(people)
        async with AsyncExitStack() as stack:
            players = await _connect(stack, people, table)
            await asyncio.gather(*(play(one, _well_begun) for one in players))
            chips = sum(players[0].hand["stacks"]) + players[0].hand["pot"]
            number = players[0].view["public"]["hand"]
            mine, action = await _turn(players)
            frame = json.dumps({"type": "act", "id": "once", "action": action})
            seq = mine.view["seq"]
            await mine.socket.send(frame)
            await asyncio.gather(*(one.see(lambda view: view["seq"] > seq) for one in players))
            before = {one.name: (one.hand["hand"], one.view["seq"]) for one in players}
            status = await server.end(end)
            codes = {await one.closed() for one in players}
        assert (status, codes) == ((0, {1012}) if end is signal.SIGTERM else (-9, {1006}))
        await server.start()
        async with AsyncExitStack() as stack:
            players = await _connect(stack, people, table)
            again = next(one for one in players if one.name == mine.name)
            assert all(one.hand["hand"] == before[one.name][0] for one in players)
            # The page got no answer, so it asks again; it was done, and is not done twice.
            answer = await again.ask("act", id="once", action=action)
            assert answer["code"] is None
            assert again.view["public"]["hand"] == number
            ends = await asyncio.gather(*(play(one) for one in players))
        results = [end["mine"]["view"]["result"] for end in ends]
        assert all(result == results[0] for result in results)
        assert sum(results[0]["stacks"]) + results[0]["carry"]["pot"] == chips
    assert "Traceback" not in server.log
    assert not [line for line in server.log.splitlines() if not line.startswith("{")]


async def test_a_second_server_on_the_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with process(tmp_path) as server:
        assert [line["loop"] for line in server.logged("started")] == ["uvloop"], "as measured"
        second = Process(tmp_path)
        with pytest.raises(AssertionError, match="another server is using"):
            await second.start()
        assert "Traceback" not in server.log


async def test_bad_settings_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="METRICS_PORT is 'x': "):
        await Process(tmp_path, METRICS_PORT="x").start()


def _well_begun(view: Frame) -> bool:
    """In the middle of a hand, of the next one if this one was over so soon."""
    hand = view["mine"]["view"]
    return bool(hand and hand["phase"] == "draw" and hand["deck_count"] <= MIDDLE)


async def _table(people: list[Guest]) -> str:
    """A table with these people at it."""
    rules = {"cut": False, "cambio": False, "automatic_wins": []}
    card = await people[0].ask(
        "POST", "/tables", {"pace": "lively", "seats": [4, 4], "rules": rules}
    )
    for guest in people:
        await guest.ask("POST", f"/tables/{card['id']}/seat")
    table: str = card["id"]
    return table


async def _connect(stack: AsyncExitStack, people: list[Guest], table: str) -> list[Player]:
    players = [
        await stack.enter_async_context(guest.socket(name))
        for guest, name in zip(people, NAMES, strict=True)
    ]
    for one in players:
        await one.hello(table)
    for one in players:
        await one.see(lambda view: view["mine"]["view"] is not None)
    return players


async def _turn(players: list[Player]) -> tuple[Player, Frame]:
    """Whoever is to act first, and how."""
    for one in players:
        action = choice(one.hand)
        if action:
            return one, action
    raise AssertionError("somebody is asked")
