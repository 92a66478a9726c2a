"""A live table as JSON: what everyone sees of it, and what one place sees beside that.

Enters: a `Live`. Leaves: `public_json`, the same for all, so it is encoded once; and
`private_json` for one place, or for a spectator. Written from nothing, field by field.
Never here: the seed, another place's cards, who has answered a sealed offer.
"""

from functools import lru_cache
from typing import Any

from engine.rules.house_rules import Rules
from engine.rules.views import view, view_json
from engine.table.live import Live, seated
from engine.table.session import Session
from engine.table.shuffle import commitment_to


def public_json(live: Live, seq: int) -> dict[str, Any]:
    """The table without the cards; times are absolute microseconds of the server's clock."""
    session = live.session
    return {
        "id": live.id,
        "seq": seq,
        "rules": _rules_json(session.rules),
        "bet": session.bet,
        "stakes": dict(session.stakes),
        "pace": {"name": live.pace.name, "window": live.pace.window, "early": live.pace.early},
        "host": live.place_of(live.host),
        "watchable": live.watchable,
        "places": _places(live),
        "hand": session.hand,
        "playing": live.playing,
        "dealt": list(live.dealt),
        "asked_at": live.asked_at,
        "asked_seq": live.asked_seq,
        "deadline": live.deadline,
        "sealed": live.window_open,
        "carried": _carried(session),
        "proposal": _proposal(session),
        "commitment": live.fairness and commitment_to(live.fairness.seed).hex(),
        "closed": live.closed,
    }


def private_json(live: Live, place: int | None) -> dict[str, Any]:
    """What one place (None: a spectator) sees beside the public part."""
    seat = None if place is None else live.seat_at(place)
    mine: dict[str, Any] = {
        "place": place,
        "view": None if live.hand is None else view_json(view(live.hand, seat)),
    }
    if place is not None and (sitting := live.sittings[place]):
        mine["orders"] = {"pass_rest": sitting.pass_rest, "take_goal": sitting.take_goal}
        mine["added_entropy"] = bool(live.fairness and place in live.fairness.entropy)
    return mine


@lru_cache(maxsize=1024)
def _rules_json(rules: Rules) -> dict[str, Any]:
    """Written once for a table, not once for each of its entries: it is half the work of one."""
    return rules.overrides()


def _places(live: Live) -> list[dict[str, Any] | None]:
    shown: list[dict[str, Any] | None] = [None] * len(live.sittings)
    for place, player, sitting in seated(live):
        shown[place] = {
            "name": player.name,
            "stack": player.stack,
            "bot": sitting.bot,
            "away": sitting.away,
            "sits_out": player.sits_out,
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
