"""What is hidden is in no frame: every text that left, against what the table knew then.

R11.2 as bytes on the wire. Texts are searched for the words of cards, so a card that is
told under any key, in a view, in news or in a refusal, is found.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from app.server_key import KeySealer, server_key
from engine.rules.cards import TEXT, mask_texts
from engine.rules.state import OVER, State
from engine.table.entries import from_rest, replay_entry
from engine.table.journal import Entry
from engine.table.pace import lively
from engine.table.ports import Sealer
from tests.app.live.player import Player, play, player
from tests.app.serving import NAMES, UNHURRIED, serving

CARD = re.compile(r'"([2-9ATJQK][shdc])"')


# Without the cambio a seat never knows a card of another's hand (R11.2); no hand is over at once.
LONG: dict[str, Any] = {"cambio": False, "automatic_wins": []}


async def test_no_frame_holds_a_card_its_reader_may_not_know(tmp_path: Path) -> None:
    async with serving(tmp_path, **UNHURRIED) as server:
        await server.table("t1", *NAMES, pace=lively(), watchable=True, **LONG)
        async with AsyncExitStack() as stack:
            everyone = (*NAMES, "eva")
            players = [await stack.enter_async_context(player(server.url, n)) for n in everyone]
            for one in players:
                await one.hello("t1")
            await asyncio.gather(*(play(one) for one in players[:4]))
        sealer = KeySealer(server_key(tmp_path / "server.key"))
        entries = server.journal.entries["t1"]
        states = dict(_states(entries, sealer))
    require_sealed(entries, states)
    looked = [_look(one, states) for one in players]
    assert min(looked) > 20, "there were views to look at"


async def test_a_stranger_at_an_unwatchable_table_sees_no_card(tmp_path: Path) -> None:
    async with serving(tmp_path, **UNHURRIED) as server:
        await server.table("t1", "ana", "beto", pace=lively())
        async with AsyncExitStack() as stack:
            ana, beto, eva = [
                await stack.enter_async_context(player(server.url, name))
                for name in ("ana", "beto", "eva")
            ]
            for one in (ana, beto, eva):
                await one.hello("t1")
            await asyncio.gather(play(ana), play(beto))
            assert not [text for text in eva.texts if CARD.search(text)]
            assert all(not frame["news"] for frame in eva.frames if frame["type"] == "view")
            assert eva.view["mine"] == {"place": None, "view": None}


async def test_who_left_a_hand_does_not_watch_it(tmp_path: Path) -> None:
    async with serving(tmp_path, **UNHURRIED) as server:
        await server.table("t1", *NAMES[:3], pace=lively(), watchable=True)
        async with AsyncExitStack() as stack:
            ana, beto, carla = [
                await stack.enter_async_context(player(server.url, name)) for name in NAMES[:3]
            ]
            for one in (ana, beto, carla):
                await one.hello("t1")
            await ana.see(lambda view: view["mine"]["view"] is not None)
            await ana.ask("stand")
            await ana.see(lambda view: view["public"]["places"][0]["leaving"])
            left = len(ana.texts)
            ends = asyncio.gather(play(beto), play(carla))
            await ends
            over = await ana.see(lambda view: not view["public"]["playing"])
            during = [
                frame
                for frame in ana.frames[left:]
                if frame["type"] == "view" and frame["public"]["playing"]
            ]
            assert all(f["mine"]["view"] is None and not f["news"] for f in during)
            assert over["mine"]["view"] is not None, "the end is for who may watch the table"


def require_sealed(entries: list[Entry], states: dict[int, State | None]) -> None:
    """The journal of a running hand tells its reader no card, no word of what was done, and by
    no length that somebody claimed in vain."""
    running = [one for one in entries if (hand := states[one.seq]) and hand.phase is not OVER]
    assert len(running) > 20, "there was something to read"
    for entry in running:
        text = json.dumps(entry.body)
        assert not CARD.search(text), text
        assert '"do"' not in text
    assert len({len(one.body["sealed"]) for one in running if "sealed" in one.body}) == 1
    assert len({one.body["sealed"] for one in running if "sealed" in one.body}) > 20


def _look(one: Player, states: dict[int, State | None]) -> int:
    """Search every view of one player; returns how many showed a running hand."""
    count = 0
    for frame, text in zip(one.frames, one.texts, strict=True):
        state = states.get(frame["seq"]) if frame["type"] == "view" else None
        if state is None or state.phase is OVER:
            continue
        count += 1
        told = set(CARD.findall(text)) & _hidden_from(frame["mine"]["view"]["seat"], state)
        assert not told, f"{one.name} was told {told}: {text}"
    return count


def _hidden_from(seat: int | None, state: State) -> set[str]:
    """The other hands, the deck, a drawn card of another's, the dead cards that are covered."""
    hidden = {TEXT[card] for card in (*state.pile[state.gone :], *state.discards[:-1])}
    for other, hand in enumerate(state.hands):
        if other != seat:
            hidden.update(mask_texts(hand))
    if state.drawn is not None and state.turn != seat:
        hidden.add(TEXT[state.drawn])
    return hidden


def _states(entries: list[Entry], sealer: Sealer) -> Iterator[tuple[int, State | None]]:
    """The hand after each entry, as a replay of the journal brings it out."""
    live = from_rest(entries[0].body["before"], sealer)
    for entry in entries:
        live = replay_entry(live, entry, sealer)
        yield entry.seq, live.hand
