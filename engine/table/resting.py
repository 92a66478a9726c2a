"""A table between two hands: when the next one comes, or that it sleeps.

Enters: a step being worked out. Leaves: the deadline of the pause. Never here: the deal.
"""

from engine.table.bot_seats import BOT_BETS
from engine.table.dealing import ante_of, dealt_in
from engine.table.live import Fairness, Live, seated
from engine.table.money import Reason
from engine.table.pace import ALONE, BETWEEN_HANDS, CLOSES_AFTER, FIRST_HAND, GATHERING
from engine.table.seating import top_up
from engine.table.session import SessionRefusal
from engine.table.work import Work


def rest(work: Work) -> None:
    """The seed of the next hand is drawn: its commitment is shown before anyone adds to it."""
    work.drew = True
    work.change(
        fairness=Fairness(work.seed),
        asked_at=work.now,
        asked_seq=work.shown,
        deadline=None,
        rests_until=work.now + pause_of(work.live) if work.session.hand else work.now,
        asleep=False,
    )


def await_players(work: Work) -> None:
    """Deal in a while if enough are ready; else sleep, and close after a long time."""
    live = work.live
    if live.playing or live.announced or live.closed:
        return
    if live.coming.close:
        if live.deadline is None:
            work.change(deadline=work.now + pause_of(live))
        return
    _fill_up_bots(work)
    if not can_deal(work):
        work.change(asleep=True, deadline=work.now + CLOSES_AFTER)
        return
    if live.asleep or live.deadline is None:
        _wake(work)
    _hurry(work)


def _fill_up_bots(work: Work) -> None:
    """A bot that can't ante buys in again, so that people aren't left without a game."""
    for place, player, sitting in seated(work.live):
        ante = ante_of(work.session, player)
        if not sitting.bot or player.stack >= ante:
            continue
        chips = max(BOT_BETS * work.session.bet, ante) - player.stack
        try:
            work.change(session=top_up(work.session, place, chips))
        except SessionRefusal:  # the table holds no more chips (R8.1): then without this bot
            continue
        work.move(work.purse(player.id), work.stack(player.id), chips, Reason.TOP_UP)


def can_deal(work: Work) -> bool:
    """As many as the rules want, a person among them (bots alone play for nobody), no pause.

    Never at a table that is frozen.
    """
    if work.live.frozen:
        return False
    ready = dealt_in(work.session)
    people = [place for place in ready if not work.live.sitting(place).bot]
    return len(ready) >= work.session.rules.seats[0] and bool(people) and not _pause_agreed(work)


def all_ready(work: Work) -> bool:
    """Whether everyone who is there and will be dealt in wants no more pause."""
    live = work.live
    if live.playing or live.announced or live.closed or live.coming.close or not can_deal(work):
        return False
    playing = dealt_in(live.session)
    there = {
        player.id
        for place, player, sitting in seated(live)
        if place in playing and not (sitting.bot or sitting.away)
    }
    return bool(there) and live.fairness is not None and there <= live.fairness.ready


def _wake(work: Work) -> None:
    """What is left of the pause after a hand or other rules; if that is long over, a moment.

    Never more than a whole pause: the clock of a machine may have been set back since.
    """
    rested = min(work.live.rests_until, work.now + max(ALONE, BETWEEN_HANDS))
    soon = work.now + _first_pause(work.live)
    if work.now < rested:
        work.change(asleep=False, asked_seq=work.shown, deadline=max(rested, soon))
    else:
        work.change(asleep=False, asked_seq=work.shown, asked_at=work.now, deadline=soon)


def _hurry(work: Work) -> None:
    """Who came makes nobody wait: neither friends whose places are all taken now, nor, with
    whoever read the last result alone, longer than usual."""
    live = work.live
    if live.session.hand:
        latest = work.now + pause_of(live)
    else:  # other rules are read first
        latest = max(work.now + _first_pause(live), live.rests_until)
    if live.deadline is not None and live.deadline > latest:
        work.change(deadline=latest, rests_until=min(latest, live.rests_until))


def _first_pause(live: Live) -> int:
    """How long a table rests before its first hand, or when it wakes."""
    taken, places = len(seated(live)), live.session.rules.seats[1]
    waits = live.gathers and not live.session.hand and taken < places
    return GATHERING if waits else FIRST_HAND


def pause_of(live: Live) -> int:
    """How long a table rests between two hands."""
    people = sum(not sitting.bot for _, _, sitting in seated(live))
    return ALONE if people == 1 else BETWEEN_HANDS


def _pause_agreed(work: Work) -> bool:
    people = {
        player.id for _, player, sitting in seated(work.live) if not (sitting.bot or sitting.away)
    }
    return bool(people) and people <= work.live.pausing
