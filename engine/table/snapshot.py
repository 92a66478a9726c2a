"""A table between two hands as the journal stores it, in and out.

Enters: a `Live` without a running hand, or the JSON of one. Leaves: the other. The seed of
the next hand is sealed by the caller, so nobody who reads the database can read a deck.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from engine.rules.house_rules import rules_from_json
from engine.table.carried import Carried, Contribution
from engine.table.live import Coming, Fairness, Live, Sitting
from engine.table.pace import Pace
from engine.table.session import Player, Proposal, Session

Seal = Callable[[bytes], str]
Unseal = Callable[[str], bytes]


def live_to_json(live: Live, seal: Seal) -> dict[str, Any]:
    """A table at rest as JSON, without what is left of the hand before."""
    assert not live.playing and not live.announced
    assert live.coming == Coming(close=live.coming.close), "no more than closing waits at rest"
    return {
        "id": live.id,
        "session": session_to_json(live.session),
        "sittings": [None if sitting is None else asdict(sitting) for sitting in live.sittings],
        "pace": asdict(live.pace),
        "owner": live.owner,
        "host": live.host,
        "watchable": live.watchable,
        "most_stack": live.most_stack,
        "gathers": live.gathers,
        "closes": live.coming.close,
        "fairness": None if live.fairness is None else _fairness_to_json(live.fairness, seal),
        "asked_at": live.asked_at,
        "asked_seq": live.asked_seq,
        "deadline": live.deadline,
        "rests_until": live.rests_until,
        "frozen": live.frozen,
        "asleep": live.asleep,
        "pausing": sorted(live.pausing),
        "suspended": sorted(live.suspended),
        "bots": sorted(live.bots),
        "quiet": live.quiet,
    }


def live_from_json(value: Mapping[str, Any], unseal: Unseal) -> Live:
    """The table that `live_to_json` wrote."""
    fairness = value["fairness"]
    return Live(
        id=value["id"],
        session=session_from_json(value["session"]),
        sittings=tuple(None if one is None else Sitting(**one) for one in value["sittings"]),
        pace=Pace(**value["pace"]),
        owner=value["owner"],
        host=value["host"],
        watchable=value["watchable"],
        most_stack=value.get("most_stack"),  # absent where it was written before this was known
        gathers=value.get("gathers", False),  # absent in older entries
        coming=Coming(close=value["closes"]),
        fairness=None if fairness is None else _fairness_from_json(fairness, unseal),
        asked_at=value["asked_at"],
        asked_seq=value["asked_seq"],
        deadline=value["deadline"],
        rests_until=value.get("rests_until", value["asked_at"]),  # absent in older entries
        frozen=value.get("frozen", False),  # absent in older entries
        asleep=value["asleep"],
        pausing=frozenset(value["pausing"]),
        suspended=frozenset(value.get("suspended", ())),  # absent in older entries
        bots=frozenset(value["bots"]),
        quiet=value.get("quiet", 0),  # absent in older entries
    )


def _fairness_to_json(fairness: Fairness, seal: Seal) -> dict[str, Any]:
    return {
        "seed": seal(fairness.seed),
        "pledges": {player: pledge.hex() for player, pledge in fairness.pledges.items()},
        "ready": sorted(fairness.ready),
    }


def _fairness_from_json(value: Mapping[str, Any], unseal: Unseal) -> Fairness:
    pledges = {player: bytes.fromhex(pledge) for player, pledge in value["pledges"].items()}
    return Fairness(unseal(value["seed"]), pledges, frozenset(value["ready"]))


def session_to_json(session: Session) -> dict[str, Any]:
    """A session between two hands as JSON."""
    assert session.running is None
    proposal = session.proposal
    return {
        "rules": session.rules.overrides(),
        "places": [
            None
            if player is None
            else {
                "id": player.id,
                "name": player.name,
                "stack": player.stack,
                "games": sorted(player.games),
                "sits_out": player.sits_out,
            }
            for player in session.places
        ],
        "bet": session.bet,
        "stakes": dict(session.stakes),
        "dealer": session.dealer,
        "winner": session.winner,
        "hand": session.hand,
        "carried": {
            "count": session.carried.count,
            "pots": {
                name: [list(coin) for coin in coins] for name, coins in session.carried.pots.items()
            },
        },
        "proposal": None
        if proposal is None
        else {"bet": proposal.bet, "agreed": sorted(proposal.agreed)},
    }


def session_from_json(value: Mapping[str, Any]) -> Session:
    """The session that `session_to_json` wrote."""
    carried, proposal = value["carried"], value["proposal"]
    pots = {
        name: tuple(Contribution(*coin) for coin in coins)
        for name, coins in carried["pots"].items()
    }
    return Session(
        rules=rules_from_json(value["rules"]),
        places=tuple(
            None if one is None else Player(**{**one, "games": frozenset(one["games"])})
            for one in value["places"]
        ),
        bet=value["bet"],
        stakes=value["stakes"],
        dealer=value["dealer"],
        winner=value["winner"],
        hand=value["hand"],
        carried=Carried(carried["count"], pots),
        proposal=None
        if proposal is None
        else Proposal(proposal["bet"], frozenset(proposal["agreed"])),
    )
