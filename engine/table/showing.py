"""A live table as JSON: what everyone sees of it, and what one place sees beside that.

Enters: a `Live`. Leaves: `public_json`, the same for all, so it is encoded once; and
`private_json` for one place, or for a spectator. Written from nothing, field by field.
Whoever writes for many viewers can bring a `ViewWriter` that does once what is the same.
Never here: the seed, another place's cards, who has answered a sealed offer.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from engine.rules.action_json import action_to_json
from engine.rules.actions import Action
from engine.rules.cards import TEXT
from engine.rules.house_rules import Rules
from engine.rules.state import State
from engine.rules.views import view, view_json
from engine.table.fairness_record import record_json
from engine.table.falling import falls
from engine.table.live import Live, seated
from engine.table.session import Session
from engine.table.shuffle import commitment_to

ViewWriter: TypeAlias = Callable[[State, int | None], Any]
"""Writes a hand as a seat sees it (None: a spectator)."""


def whole_view(hand: State, seat: int | None) -> dict[str, Any]:
    """A hand as a seat sees it, written for that one alone."""
    return view_json(view(hand, seat))


def public_json(live: Live, seq: int) -> dict[str, Any]:
    """The table without the cards; times are absolute microseconds of the server's clock."""
    return {**standing_json(live), "places": places_json(live), **moving_json(live, seq)}


def moving_json(live: Live, seq: int) -> dict[str, Any]:
    """Of the public part, what every move changes."""
    return {
        "seq": seq,
        "asked_at": live.asked_at,
        "asked_seq": live.asked_seq,
        "deadline": live.deadline,
        "sealed": live.window_open,
    }


def standing_of(live: Live) -> tuple[object, ...]:
    """All that `standing_json` reads: while these stay the same objects, so does the JSON."""
    return (
        live.id,
        live.session,
        live.pace,
        live.owner,
        live.host,
        live.watchable,
        live.most_stack,
        live.playing,
        live.dealt,
        live.fairness,
        live.last,
        live.frozen,
        live.asleep,
        live.coming,
    )


def standing_json(live: Live) -> dict[str, Any]:
    """Of the public part, what stands for most of a hand."""
    session = live.session
    return {
        "id": live.id,
        "rules": _rules_json(session.rules),
        "bet": session.bet,
        "stakes": session.games,
        "pace": {"name": live.pace.name, "window": live.pace.window},
        "owner": live.place_of(live.owner),
        "host": live.place_of(live.host),
        "watchable": live.watchable,
        "most_stack": live.most_stack,
        "hand": session.hand,
        "playing": live.playing,
        "dealt": list(live.dealt),
        "carried": _carried(session),
        "proposal": _proposal(session),
        "commitment": live.fairness and commitment_to(live.fairness.seed).hex(),
        "announced": live.announced,
        "fairness": _record(live),
        "void": live.last and live.last.void,
        "frozen": live.frozen,
        "asleep": live.asleep,
        "coming": _coming(live),
    }


def private_json(
    live: Live,
    place: int | None,
    answer: Action | None = None,
    write: ViewWriter = whole_view,
) -> dict[str, Any]:
    """What one place (None: a spectator) sees beside the public part.

    `answer` is that place's own answer to the open offer, if one is kept (`Audience`).
    """
    seat = None if place is None else live.seat_at(place)
    mine: dict[str, Any] = {
        "place": place,
        "view": None if live.hand is None else write(live.hand, seat),
    }
    player = None if place is None else live.session.places[place]
    if place is not None and player is not None:
        mine["falls"] = falls_json(live, seat)
        mine |= habits_json(live, place, answer)
    return mine


def falls_json(live: Live, seat: int | None) -> dict[str, int]:
    """Of a place's part, on whom cards would fall that it lets go (R7.9)."""
    falling = {} if live.hand is None else falls(live.hand, seat)
    return {TEXT[card]: on for card, on in falling.items()}


def habits_of(live: Live, place: int, answer: Action | None) -> tuple[object, ...]:
    """All that `habits_json` reads, as `standing_of`."""
    kept = answer if live.window_open else None
    return live.sitting(place), kept, live.session.places, live.fairness, live.last


def habits_json(live: Live, place: int, answer: Action | None) -> dict[str, Any]:
    """Of an occupied place's part, what stands for most of a hand."""
    sitting, player = live.sitting(place), live.session.places[place]
    assert player is not None
    return {
        "orders": {"pass_rest": sitting.pass_rest, "take_goal": sitting.take_goal},
        "answer": action_to_json(answer) if answer and live.window_open else None,
        **_own_fairness(live, player.id),
    }


@lru_cache(maxsize=1024)
def _rules_json(rules: Rules) -> dict[str, Any]:
    """Written once for a table, not once for each of its entries: it is half the work of one."""
    return rules.overrides()


def _own_fairness(live: Live, player: str) -> dict[str, Any]:
    """What a player's browser needs to know of its own part in the deal."""
    fair, last = live.fairness, live.last
    pledge = fair and fair.pledges.get(player)
    return {
        "pledge": pledge and pledge.hex(),
        "added_entropy": bool(fair and player in fair.entropies),
        "revealed": record_json(last.record) if last and player in last.players else None,
    }


def _record(live: Live) -> dict[str, Any] | None:
    """The record as announced or dealt; it has neither seed nor deck before the hand is over."""
    record = live.fairness and live.fairness.record
    assert record is None or record.seed is None
    return None if record is None else record_json(record)


def _coming(live: Live) -> dict[str, Any]:
    """What the host has decided for after the hand."""
    pace, coming = live.coming.pace, live.coming
    return {
        "pace": pace and {"name": pace.name, "window": pace.window},
        "rules": coming.rules and _rules_json(coming.rules),
        "watchable": coming.watchable,
        "close": coming.close,
    }


def places_of(live: Live) -> tuple[object, ...]:
    """All that `places_json` reads, as `standing_of`."""
    return live.session, live.sittings, live.fairness, live.pausing


def places_json(live: Live) -> list[dict[str, Any] | None]:
    """Of the public part, who sits where, and how."""
    shown: list[dict[str, Any] | None] = [None] * len(live.sittings)
    for place, player, sitting in seated(live):
        shown[place] = {
            "name": player.name,
            "stack": player.stack,
            "bot": sitting.bot,
            "away": sitting.away,
            "sits_out": player.sits_out,
            "ready": bool(live.fairness and player.id in live.fairness.ready),
            "pausing": player.id in live.pausing,
            "leaving": sitting.leaving,
            "bank": sitting.bank,
            "games": sorted(player.games),
        }
    return shown


def _carried(session: Session) -> dict[str, Any]:
    carried = session.carried
    return {
        "count": carried.count,
        "pots": {name: carried.pot(name) for name in carried.pots},
    }


def _proposal(session: Session) -> dict[str, Any] | None:
    if session.proposal is None:
        return None
    agreed = [
        place
        for place, player in enumerate(session.places)
        if player and player.id in session.proposal.agreed
    ]
    return {"bet": session.proposal.bet, "agreed": agreed}
