"""What the server tells of a table, field by field, is what the page and its tests know of it.

The page's types, the example frames and the staged moments are each written by hand; here each is
compared with what a real table tells, from its first pause through a hand to the next.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import pytest

from engine.bots.policy import POLICIES
from engine.rules.state import SEATS_IN
from engine.table.commands import Act, Pledge, Sit, TimeUp
from engine.table.pace import WINDOWS, lively
from engine.table.showing import private_json, public_json
from tests.browser.moments import MOMENTS, frame_of
from tests.table.world import Driver

ROOT: Final = Path(__file__).parents[3]
EXAMPLES: Final = sorted((Path(__file__).parent / "frames").glob("OutView-*.json"))
Shapes: TypeAlias = dict[str, set[str]]
# What a view has only where there is such a thing.
SOMETIMES: Final = {"View": {"discards", "trial", "result", "shown"}}
SPECTATOR: Final = {"place", "view"}  # of `Mine`: who does not sit there has nothing else


def told() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The public part and a player's own, at each step of a hand, before it and after it."""
    table = Driver(lively(), people=2)
    table.do(Sit("bot-1", "Lola", 100, 2, bot=True))
    yield public_json(table.live, 1), private_json(table.live, 0)
    table.do(Pledge("ana", bytes(32), ready=True))
    table.do(TimeUp())
    chance = Random(5)
    table.deal()
    while table.live.playing:
        yield public_json(table.live, 1), private_json(table.live, 0)
        seat = SEATS_IN[table.hand.waiting][0]
        if table.live.window_open:
            table.time_up()
            continue
        action = POLICIES["greedy"](table.hand, seat, chance)
        table.do(Act(table.live.players[seat], action))
    yield public_json(table.live, 1), private_json(table.live, 0)


def shapes_of(public: dict[str, Any], mine: dict[str, Any]) -> Shapes:
    """The fields of each part, by the name of its type in static/model/frames.js."""
    found = {
        "Table": set(public),
        "Mine": set(mine),
        "Pace": set(public["pace"]),
        "Coming": set(public["coming"]),
        "Player": {key for place in public["places"] if place for key in place},
    }
    if mine["view"]:
        found["View"] = set(mine["view"]) - SOMETIMES["View"]
    if mine["view"] and "result" in mine["view"]:
        found["Result"] = set(mine["view"]["result"])
    return found


@pytest.fixture(scope="module")
def real() -> Shapes:
    """Every field that a table tells, and each time the same ones."""
    shapes: Shapes = {}
    for public, mine in told():
        for name, fields in shapes_of(public, mine).items():
            assert shapes.setdefault(name, fields) == fields, name
    assert shapes.keys() == {"Table", "Mine", "Pace", "Coming", "Player", "View", "Result"}
    return shapes


def typed(name: str) -> set[str]:
    """The fields of a type, as the page's module of frames writes it."""
    text = (ROOT / "static/model/frames.js").read_text()
    before, _, _ = text.partition(f"}} {name}")
    body = before.rpartition("@typedef {")[2]
    depth, fields = 0, set()
    for part in re.finditer(r"[{}]|(\w+)\??:", body):
        depth += {"{": 1, "}": -1}.get(part[0], 0)
        if part[1] and depth == 1:
            fields.add(part[1])
    return fields


@pytest.mark.parametrize("name", ["Table", "Mine", "Pace", "Player", "View", "Result"])
def test_the_page_knows_every_field_and_no_other(real: Shapes, name: str) -> None:
    assert typed(name) - SOMETIMES.get(name, set()) == real[name]


def test_the_page_offers_a_host_the_windows_that_there_are() -> None:
    text = (ROOT / "static/view/table/sheets.js").read_text()
    offered = re.search(r"const WINDOWS = (\[.*\]);", text)
    assert offered
    assert tuple(json.loads(offered[1])) == WINDOWS


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_as_a_table_tells_it(real: Shapes, path: Path) -> None:
    frame = json.loads(path.read_text())
    require_real(real, frame["public"], frame["mine"])


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_is_staged_is_as_a_table_tells_it(real: Shapes, moment: str) -> None:
    frame = frame_of(moment)
    require_real(real, frame["public"], frame["mine"])


def require_real(real: Shapes, public: dict[str, Any], mine: dict[str, Any]) -> None:
    for name, fields in shapes_of(public, mine).items():
        expected = SPECTATOR if name == "Mine" and mine["place"] is None else real[name]
        assert fields == expected, name
