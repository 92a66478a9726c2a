"""The steps of a table that play a hand: acting, time running out, leaving."""

from dataclasses import replace

from engine.rules.actions import Action, Claim, Close, Force, Leave, Pass
from engine.rules.deal import RING
from engine.rules.legality import check
from engine.rules.play import apply, start
from engine.rules.refusals import Refusal
from engine.rules.state import OFFER, SEATS_IN, State
from engine.table.clocks import charge_bank, put_question, question
from engine.table.defaults import default_action, ordered_answer
from engine.table.ending import settle
from engine.table.pace import MISSES_TO_AWAY
from engine.table.seats import go_away, present
from engine.table.transfers import of_deal
from engine.table.work import Work


def begin(work: Work) -> None:
    """The hand that the session runs now is dealt: antes go in, the first question is put."""
    running, live = work.session.running, work.live
    assert running is not None
    hand, events = start(running.deal)
    players = work.books().players
    work.change(hand=hand, dealt=running.places, players=players, actions=())
    for place in running.places:
        fresh = replace(live.sitting(place), bank=live.pace.bank, pass_rest=False, take_goal=False)
        work.sit_as(place, fresh)
    work.events += events
    work.transfers += of_deal(work.books(), running.deal)
    _act_for_the_absent(work)
    _go_on(work, None)


def play(work: Work, action: Action) -> None:
    """An action is made; the table acts for whoever is away, and puts the next question."""
    before = _hand(work)
    _apply(work, action)
    _act_for_the_absent(work)
    _go_on(work, before)


def act_for_the_absent(work: Work) -> None:
    """Someone went away, or gave an order: what is asked of that place is answered now."""
    if work.live.playing:
        before = _hand(work)
        _act_for_the_absent(work)
        _go_on(work, before)


def time_up(work: Work, answers: tuple[Action, ...]) -> None:
    """The deadline has passed: an offer closes, or the table acts for whoever was asked."""
    before = _hand(work)
    if before.phase is OFFER:
        _close_offer(work, before, answers)
    else:
        for seat in SEATS_IN[before.waiting]:
            if question(_hand(work)) == question(before):
                _miss(work, work.live.place_at(seat))
                _apply(work, default_action(_hand(work), seat))
    _act_for_the_absent(work)
    _go_on(work, before)


def leave(work: Work, place: int) -> None:
    """R10.1: a seat leaves the hand; its place is freed when the hand is over.

    Who leaves when the hand is announced is dealt in all the same (docs/fairness.md), and
    the table acts for the seat.
    """
    work.sit_as(place, replace(work.live.sitting(place), leaving=True))
    if work.live.announced:
        go_away(work, place, work.session.hand + 1)
        return
    seat = work.live.seat_at(place)
    if seat is not None and _hand(work).present >> seat & 1:
        play(work, Leave(seat))


def answers_in_order(hand: State, answers: tuple[Action, ...]) -> list[Action]:
    """A window's answers in reverse offer order, as R7.6 and a voided claim want them.

    A seat that has gone out since it answered is asked no more (R10.2).
    """
    assert hand.discarder is not None
    order = RING[hand.deal.seats][hand.discarder]
    by_seat = {action.seat: action for action in answers}
    asked = [seat for seat in reversed(order) if hand.waiting >> seat & 1]
    return [_as_allowed(hand, by_seat[seat]) for seat in asked if seat in by_seat]


def _as_allowed(hand: State, action: Action) -> Action:
    """An answer that was right when it was sealed; a pass if its target is gone since."""
    try:
        check(hand, action)
    except Refusal:
        assert action.seat is not None
        return Pass(action.seat)
    return action


def _close_offer(work: Work, before: State, answers: tuple[Action, ...]) -> None:
    given = {action.seat for action in answers}
    for seat in SEATS_IN[before.waiting]:
        place = work.live.place_at(seat)
        sitting = work.live.sitting(place)
        if seat in given:
            if work.live.players[seat] not in work.live.suspended:  # it was sealed before that
                present(work, place)
        elif sitting.take_goal or sitting.pass_rest:
            answers = (*answers, ordered_answer(before, seat, sitting.take_goal))
    for action in answers_in_order(before, answers):
        if question(_hand(work)) != question(before):
            return
        assert isinstance(action, Claim | Pass | Force)
        _apply(work, action)
    if work.live.playing and question(_hand(work)) == question(before):
        _apply(work, Close())


def _apply(work: Work, action: Action) -> None:
    hand, events = apply(_hand(work), action)
    work.change(hand=hand, actions=(*work.live.actions, action))
    work.events += events


def _act_for_the_absent(work: Work) -> None:
    """At once, but for sealed answers: a window says nothing about who is there."""
    while work.live.playing and not work.live.window_open:
        action = _absent_action(work)
        if action is None:
            return
        _apply(work, action)


def _absent_action(work: Work) -> Action | None:
    """What the table does for the first seat that is asked and away or under orders."""
    hand = _hand(work)
    for seat in SEATS_IN[hand.waiting]:
        sitting = work.live.sitting(work.live.place_at(seat))
        ordered = hand.phase is OFFER and (sitting.pass_rest or sitting.take_goal)
        if ordered:  # an offer without a window: nobody closes it
            answer = ordered_answer(hand, seat, sitting.take_goal)
            if sitting.pass_rest or sitting.away or isinstance(answer, Claim):
                return answer
        elif sitting.away:
            return default_action(hand, seat)
    return None


def _go_on(work: Work, before: State | None) -> None:
    """Put the next question, or settle the hand."""
    hand = _hand(work)
    if hand.result is not None:
        settle(work)
    elif before is None or question(before) != question(hand):
        put_question(work)


def _miss(work: Work, place: int) -> None:
    """The table had to act: the reserve is used up, and two in a row make a seat away."""
    charge_bank(work, place)
    sitting = work.live.sitting(place)
    if sitting.bot:
        return
    work.sit_as(place, replace(sitting, misses=sitting.misses + 1))
    if sitting.misses + 1 >= MISSES_TO_AWAY and not sitting.away:
        go_away(work, place, work.session.hand)


def _hand(work: Work) -> State:
    hand = work.live.hand
    assert hand is not None
    return hand
