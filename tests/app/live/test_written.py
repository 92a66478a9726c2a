"""What a room writes once for many is, with each viewer's own part, just what each may see."""

import json
from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from app.live.news import MOST_NEWS, NewsRing
from app.live.written import Kept, Written
from engine.bots.policy import POLICIES
from engine.rules.actions import Pass
from engine.rules.events import Event
from engine.rules.house_rules import PRESETS, Rules, rules_from_json
from engine.rules.state import OVER, SEATS_IN
from engine.table.commands import Act, TimeUp
from engine.table.live import Live
from engine.table.news import event_json
from engine.table.showing import private_json, public_json, whole_view
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


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_news_written_once_for_many_are_what_each_may_know(rules: Rules) -> None:
    """Told to all after each entry, and again at the end, when more may be known (R10.4, R11)."""
    given = {**rules.overrides(), "side_games": list(rules.side_games)}
    table, chance, ring = Driver(people=3, **given), Random(2), NewsRing(0)
    happened: list[tuple[int, tuple[Event, ...]]] = []
    table.deal()
    while table.hand.phase is not OVER:
        seat = SEATS_IN[table.hand.waiting][0]
        action = POLICIES[chance.choice(("greedy", "random"))](table.hand, seat, chance)
        answers = (action,) if table.live.window_open else ()
        act = TimeUp(answers) if answers else Act(table.live.players[seat], action)
        work = table.do(act)
        if work.events:
            happened.append((work.seq, tuple(work.events)))
        ring.add(work.live, work.seq, work.events)
        _compare_news(ring, table.live, happened[-1:])
    assert len(happened) > 10
    _compare_news(ring, table.live, happened[-MOST_NEWS:])


def _compare_news(
    ring: NewsRing, live: Live, happened: Sequence[tuple[int, tuple[Event, ...]]]
) -> None:
    hand = live.hand
    assert hand is not None
    seen = happened[0][0] - 1 if happened else 0
    for seat, player in (*enumerate(live.players), (None, "who looks on")):
        told = msgspec.json.decode(msgspec.json.encode(list(ring.after(seen, player))))
        assert told == [
            {"seq": seq, "events": [event_json(event, seat, hand) for event in events]}
            for seq, events in happened
        ]


def _compare(live: Live, kept: Kept) -> int:
    """Compare for all viewers; whether somebody sees a layout that others don't."""
    assert live.hand is not None
    written, layouts = Written(live, 7, kept), set()
    public = json.loads(json.dumps(public_json(live, 7)))
    assert msgspec.json.decode(written.public()) == public
    for place in (None, *range(len(live.sittings))):
        seat = None if place is None else live.seat_at(place)
        for answer in (None, None if seat is None else Pass(seat)):
            private = json.loads(json.dumps(private_json(live, place, answer)))
            assert msgspec.json.decode(written.mine(place, answer)) == private
    for seat in (None, *range(live.hand.deal.seats)):
        text = bytes(written.hand(live.hand, seat))
        pairs = json.loads(text, object_pairs_hook=list)
        assert len({key for key, _ in pairs}) == len(pairs), "no key stands there twice"
        seen = msgspec.json.decode(text)
        assert seen == json.loads(json.dumps(whole_view(live.hand, seat)))
        layouts.add(json.dumps(seen["layouts"]))
    return len(layouts) > 1
