"""A table as it will be opened, once what the host asked for has passed.

Enters: a `NewTable`. Leaves: a `Plan`, or the engine's own sentence on what is wrong with the
rules, or a `Problem` on the rest. Never here: storing.
"""

from typing import NamedTuple

from app.lobby.models import BuyIn, NewTable
from app.lobby.store import Row
from app.problems import Problem
from engine.rules.house_rules import require_deal, rules_from_json
from engine.table.pace import Pace, pace_named, usual_pace
from engine.table.session import Session, SessionRefusal, open_session

LEAST_BETS, USUAL_BETS, MOST_BETS = 20, 40, 200
"""A buy-in in bets: an evening's worth, and the span around it if the host names none."""


class Plan(NamedTuple):
    """What `TableHouse.open` needs. `quick`: made by "play now"; `practice`: see `practice`;
    `request`: the wish that it answers, None if it has no name."""

    name: str
    session: Session
    pace: Pace
    watchable: bool
    public: bool
    buy_in: BuyIn
    quick: bool = False
    practice: bool = False
    request: str | None = None


def plan_of(asked: NewTable, host: str) -> Plan:
    """The table that was asked for; it is called after its host unless it has a name."""
    try:
        session = _session(asked)
        pace = pace_named(asked.pace or usual_pace(session.rules.seats[1]), asked.window)
    except SessionRefusal as refusal:
        raise Problem(422, refusal.code.value, refusal.message) from None
    except ValueError as error:
        raise Problem(422, "bad_field", f"window: {error}") from None
    buy_in = asked.buy_in or BuyIn(least=asked.bet * LEAST_BETS, most=asked.bet * MOST_BETS)
    if buy_in.least < asked.bet:
        raise _bad_buy_in("least", f"it is at least the bet, {asked.bet}")
    if buy_in.most < buy_in.least:
        raise _bad_buy_in("most", f"it is at least the least, {buy_in.least}")
    _require_stakes_payable(session, buy_in.most)
    name = asked.name or host
    return Plan(name, session, pace, asked.watchable, asked.public, buy_in, request=asked.request)


def require_payable(buy_in: BuyIn, at_best: int) -> None:
    """A host who could not sit down at the table, today or after a refill, opens none like it.

    There is no other bound: somebody's wallet may hold any number, and to look into all of
    them would tell what others have.
    """
    if buy_in.least > at_best:
        raise Problem(
            422,
            "beyond_reach",
            f"one would sit down with {buy_in.least} chips at least, and you can bring"
            f" {at_best} at most; lower the bet or the buy-in",
        )


def _bad_buy_in(bound: str, why: str) -> Problem:
    field = f"buy_in.{bound}"
    return Problem(422, "bad_field", f"{field}: {why}", field=field)


def _require_stakes_payable(session: Session, most: int) -> None:
    """R8.1: whom a stake leaves without an ante plays on without that side game.

    So the least buy-in need not cover stakes; but one that the greatest does not is nobody's.
    """
    for game, stake in session.games.items():
        if session.bet + stake > most:
            raise Problem(
                422,
                "bad_field",
                f"stakes: {game} at {stake} beside a bet of {session.bet} is more than the"
                f" {most} chips that anybody may sit down with",
                field="stakes",
            )


def usual_buy_in(row: Row) -> int:
    """With how many chips somebody sits down who names no sum, and has enough."""
    return min(max(row.bet * USUAL_BETS, row.buy_in_least), row.buy_in_most)


def _session(asked: NewTable) -> Session:
    if "preset" in asked.rules or "seats" in asked.rules:
        raise Problem(422, "bad_field", "rules: preset and seats stand beside them, not in them")
    rules = rules_from_json({**asked.rules, "preset": asked.preset, "seats": asked.seats})
    require_deal(rules, rules.seats[1])
    return open_session(rules, asked.bet, asked.stakes)
