"""What a room writes once for many is, with each viewer's own part, just what each may see."""

import json
from random import Random

import msgspec
import pytest

from app.live.written import Kept, Written
from engine.bots.policy import POLICIES
from engine.rules.house_rules import PRESETS, Rules, rules_from_json
from engine.rules.state import OVER, SEATS_IN
from engine.table.commands import Act, TimeUp
from engine.table.live import Live
from engine.table.showing import public_json, whole_view
from tests.table.world import Driver

RULES: dict[str, Rules] = {
    **{name: rules for name, rules in PRESETS.items() if rules.seats[1] > 2},
    "retired layouts are hidden": rules_from_json({"preset": "desmoche", "retiring": "free"}),
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_view_written_in_parts_is_the_view(rules: Rules) -> None:
    given = {**rules.overrides(), "side_games": list(rules.side_games)}
    table, chance, hidden = Driver(people=3, **given), Random(1), 0
    kept = Kept()
    for _ in range(3):
        table.deal()
        while table.hand.phase is not OVER:
            hidden += _compare(table.live, kept)
            seat = SEATS_IN[table.hand.waiting][0]
            if table.live.window_open and chance.random() < 0.3:
                table.do(TimeUp())
                continue
            action = POLICIES[chance.choice(("greedy", "random"))](table.hand, seat, chance)
            table.do(Act(table.live.players[seat], action))
        _compare(table.live, kept)
    assert hidden or table.live.session.rules.retiring == "no", (
        "a layout was hidden from some and not from others"
    )


def _compare(live: Live, kept: Kept) -> int:
    """Compare for all viewers; whether somebody sees a layout that others don't."""
    assert live.hand is not None
    written, layouts = Written(live, 7, kept), set()
    public = json.loads(json.dumps(public_json(live, 7)))
    assert msgspec.json.decode(written.public()) == public
    for seat in (None, *range(live.hand.deal.seats)):
        text = bytes(written.hand(live.hand, seat))
        pairs = json.loads(text, object_pairs_hook=list)
        assert len({key for key, _ in pairs}) == len(pairs), "no key stands there twice"
        seen = msgspec.json.decode(text)
        assert seen == json.loads(json.dumps(whole_view(live.hand, seat)))
        layouts.add(json.dumps(seen["layouts"]))
    return len(layouts) > 1
