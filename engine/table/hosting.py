"""The steps of a table that are its host's, and how that role passes on and returns.

An operator freezes and thaws it here too.

What concerns a hand takes effect when it is over. Everyone sees what is to come.
"""

from dataclasses import replace

from engine.rules.house_rules import Rules, require_deal, rules_from_json
from engine.rules.refusals import Code, Refusal
from engine.table.commands import Kick, SetFrozen, SetPace, SetRules, SetWatchable, TakeHost
from engine.table.live import Coming, Live, changed, seated
from engine.table.pace import BETWEEN_HANDS, LONGEST_REST
from engine.table.resting import pause_of
from engine.table.seating import play_by
from engine.table.session import SessionCode, SessionRefusal
from engine.table.work import Work


def set_pace(work: Work, command: SetPace) -> None:
    """Other clocks, from the next hand on."""
    require_host(work, command.player)
    _decide(work, replace(work.live.coming, pace=command.pace))


def set_rules(work: Work, command: SetRules) -> None:
    """Other house rules, from the next hand on. Refuses `bad_rules`, `too_late`.

    Preset and seats are what the lobby tells of a table, so they stay. Nobody is dealt in by
    rules that just changed: what was ready is ready no more, and the pause begins again. Rules
    that hold already, or are to come, change nothing.
    """
    require_host(work, command.player)
    live = work.live
    rules = _rules_of(live, command)
    if rules == (live.coming.rules or live.session.rules):
        return
    if not live.playing and not live.announced:
        _pause_again(work)
    _decide(work, replace(live.coming, rules=rules))


def _rules_of(live: Live, command: SetRules) -> Rules:
    now = live.session.rules
    if {"preset", "seats"} & command.overrides.keys():
        text = "preset and seats of a table stay as they are; open another table for others"
        raise Refusal(Code.BAD_RULES, text)
    kept = {"preset": now.preset, "seats": list(now.seats)}
    rules = rules_from_json({**command.overrides, **kept})
    require_deal(rules, rules.seats[1])
    return rules


def _pause_again(work: Work) -> None:
    """Nobody is ready any more; refuses (`too_late`) what would put off the deal for ever."""
    live = work.live
    assert live.fairness is not None, "a table at rest has drawn its next seed"
    work.change(fairness=replace(live.fairness, ready=frozenset()))
    if live.coming.close:
        return
    since, pause = work.now if live.asleep else live.asked_at, pause_of(live)
    due = 0 if live.asleep else live.deadline or 0  # friends who gather have longer
    deadline = max(due, work.now + pause)
    if deadline > max(due, since + LONGEST_REST) and pause == BETWEEN_HANDS:
        text = "the others have waited long; change the rules when the hand has begun"
        raise SessionRefusal(SessionCode.TOO_LATE, text)
    work.change(asked_at=since, asked_seq=work.shown, rests_until=deadline)
    work.change(asleep=False, deadline=deadline)  # it sleeps on if too few are ready


def set_watchable(work: Work, command: SetWatchable) -> None:
    """Whether others may watch, from the next hand on."""
    require_host(work, command.player)
    _decide(work, replace(work.live.coming, watchable=command.watchable))


def set_frozen(work: Work, command: SetFrozen) -> None:
    """No hand is dealt after the one being played or announced, until the table is thawed."""
    work.change(frozen=command.frozen)


def close_later(work: Work) -> None:
    """The table closes once this hand is over and has been looked at."""
    work.change(coming=replace(work.live.coming, close=True))


def let_come(live: Live) -> Live:
    """The hand is over: what the host decided meanwhile holds now."""
    coming = live.coming
    return changed(
        live,
        session=live.session if coming.rules is None else play_by(live.session, coming.rules),
        pace=coming.pace or live.pace,
        watchable=live.watchable if coming.watchable is None else coming.watchable,
        coming=Coming(close=coming.close),
    )


def take_host(work: Work, command: TakeHost) -> None:
    """The owner takes the role back on request."""
    if command.player != work.live.owner:
        raise SessionRefusal(SessionCode.NOT_HOST, "only who made the table can take this back")
    work.change(host=command.player)


def pass_host_on(work: Work) -> None:
    """The role goes to the owner, else to the first person, who sits here and is not away.

    With nobody there it stays where it is.
    """
    there = [
        player.id
        for _, player, sitting in seated(work.live)
        if not (sitting.bot or sitting.away or sitting.leaving)
    ]
    if there and work.live.host not in there:
        work.change(host=work.live.owner if work.live.owner in there else there[0])


def require_host(work: Work, player: str) -> None:
    """Refuse (`not_host`) whoever does not hold the host's role."""
    if player != work.live.host:
        raise SessionRefusal(SessionCode.NOT_HOST, "only the host of this table can do that")


def require_kick(work: Work, command: Kick) -> None:
    """Only the host frees a place, and one at which someone sits."""
    require_host(work, command.player)
    if not 0 <= command.place < len(work.live.sittings) or not work.live.sittings[command.place]:
        text = f"nobody sits at place {command.place}"
        raise SessionRefusal(SessionCode.NO_SUCH_PLACE, text)


def _decide(work: Work, coming: Coming) -> None:
    work.change(coming=coming)
    if not work.live.playing and not work.live.announced:
        work.live = let_come(work.live)
