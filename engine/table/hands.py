"""The steps of a table that play a hand: dealing, acting, time running out, the end."""

from dataclasses import replace

from engine.rules.actions import Action, Claim, Close, Force, Leave, Pass
from engine.rules.play import apply, start
from engine.rules.state import (
    ANNOUNCE,
    CAMBIO,
    CUT,
    DECLARE,
    JUDGE,
    OFFER,
    SEATS_IN,
    State,
)
from engine.table.clock import SECOND
from engine.table.dealing import begin_hand, dealt_in, end_hand, void_hand
from engine.table.defaults import default_action, ordered_answer
from engine.table.live import Fairness
from engine.table.pace import BETWEEN_HANDS, MISSES_TO_AWAY
from engine.table.seats import free_place
from engine.table.shuffle import Mix, deck_of, first_dealer
from engine.table.transfers import of_deal, of_result, of_void
from engine.table.work import Finished, Work

FIRST_HAND = 3 * SECOND
"""The wait before a table's first hand: nobody has anything to read or to settle yet."""
_ALL_ANSWER = (CUT, ANNOUNCE, CAMBIO, DECLARE, JUDGE)


def play(work: Work, action: Action) -> None:
    """An action is made; the table acts for whoever is away, and puts the next question."""
    before = work.live.hand
    assert before is not None
    _apply(work, action)
    _act_for_the_away(work)
    _go_on(work, before)


def time_up(work: Work, answers: tuple[Action, ...]) -> None:
    """The deadline has passed: an offer closes, or the table acts for whoever was asked."""
    if not work.live.playing:
        deal_or_sleep(work)
        return
    before = _hand(work)
    if before.phase is OFFER:
        _close_offer(work, before, answers)
    else:
        for seat in SEATS_IN[before.waiting]:
            if work.live.playing and _asked(work) >> seat & 1:
                _miss(work, work.live.place_at(seat))
                _apply(work, default_action(_hand(work), seat))
    _act_for_the_away(work)
    _go_on(work, before)


def leave(work: Work, place: int) -> None:
    """R10.1: a seat leaves the hand; its place is freed when the hand is over."""
    seat = work.live.seat_at(place)
    hand = _hand(work)
    work.sit_as(place, replace(work.live.sitting(place), leaving=True))
    if seat is not None and hand.present >> seat & 1:
        play(work, Leave(seat))


def void(work: Work, why: str) -> None:
    """R8.8: antes and side stakes go back, the table goes on with another hand."""
    running = work.session.running
    assert running is not None
    work.transfers += of_void(work.books(), running.deal)
    _finish(work, why)


def rest(work: Work) -> None:
    """Between hands: the next seed is drawn, and its deadline set if enough can play."""
    work.drew = True
    work.change(fairness=Fairness(work.seed))
    await_players(work)


def await_players(work: Work) -> None:
    """Between hands: deal in a while if enough are ready, sleep if not."""
    if work.live.playing or work.live.closed:
        return
    if not _enough_ready(work):
        work.change(deadline=None)
    elif work.live.deadline is None:
        pause = BETWEEN_HANDS if work.session.hand else FIRST_HAND
        work.change(asked_at=work.now, asked_seq=work.seq, deadline=work.now + pause)


def _enough_ready(work: Work) -> bool:
    """As many as the rules want, and a person among them: bots alone play for nobody."""
    ready = dealt_in(work.session)
    people = [place for place in ready if not work.live.sitting(place).bot]
    return len(ready) >= work.session.rules.seats[0] and bool(people)


def deal_or_sleep(work: Work) -> None:
    """The pause between hands is over."""
    work.change(deadline=None)
    if not _enough_ready(work):
        return
    live, fairness = work.live, work.live.fairness
    assert fairness is not None
    playing = dealt_in(live.session)
    added = tuple(fairness.entropy.get(place, b"") for place in playing)
    mix = Mix(live.id, live.session.hand + 1, live.session.rules.deck, added)
    first = playing[first_dealer(fairness.seed, mix)]
    session = begin_hand(live.session, deck_of(fairness.seed, mix), first)
    assert session.running is not None
    hand, events = start(session.running.deal)
    work.change(session=session, hand=hand, dealt=playing, actions=())
    for place in playing:
        sitting = replace(
            live.sitting(place), bank=live.pace.bank, pass_rest=False, take_goal=False
        )
        work.sit_as(place, sitting)
    work.events += events
    work.transfers += of_deal(work.books(), session.running.deal)
    work.opens_hand = True
    _act_for_the_away(work)
    _go_on(work, None)


def answers_in_order(hand: State, answers: tuple[Action, ...]) -> list[Action]:
    """A window's answers in reverse offer order, as R7.6 and a voided claim want them."""
    assert hand.discarder is not None
    order = hand.deal.ring[hand.discarder]
    by_seat = {action.seat: action for action in answers}
    return [by_seat[seat] for seat in reversed(order) if seat in by_seat]


def _close_offer(work: Work, before: State, answers: tuple[Action, ...]) -> None:
    given = {action.seat for action in answers}
    for seat in SEATS_IN[before.waiting]:
        sitting = work.live.sitting(work.live.place_at(seat))
        if seat not in given and (sitting.take_goal or sitting.pass_rest):
            answers = (*answers, ordered_answer(before, seat, sitting.take_goal))
    for action in answers_in_order(before, answers):
        if _hand(work).phase is not OFFER or _hand(work).offered != before.offered:
            return
        assert isinstance(action, Claim | Pass | Force)
        _apply(work, action)
    hand = _hand(work)
    if work.live.playing and hand.phase is OFFER and hand.offered == before.offered:
        _apply(work, Close())


def _apply(work: Work, action: Action) -> None:
    hand, events = apply(_hand(work), action)
    work.change(hand=hand, actions=(*work.live.actions, action))
    work.events += events


def _act_for_the_away(work: Work) -> None:
    """At once, but for sealed answers: a window says nothing about who is there."""
    while work.live.playing and not work.live.window_open:
        hand = _hand(work)
        away = [
            seat
            for seat in SEATS_IN[hand.waiting]
            if work.live.sitting(work.live.place_at(seat)).away
        ]
        if not away:
            return
        _apply(work, default_action(hand, away[0]))


def _go_on(work: Work, before: State | None) -> None:
    """Put the next question, or settle the hand."""
    hand = _hand(work)
    if hand.result is not None:
        running = work.session.running
        assert running is not None
        work.transfers += of_result(work.books(), running.deal, hand.result)
        _finish(work, "")
        return
    if before is not None and _question(before) == _question(hand):
        return
    work.change(asked_at=work.now, asked_seq=work.seq, deadline=_deadline(work, hand))


def _question(hand: State) -> tuple[object, ...]:
    """What is being asked: the clock starts anew when this changes."""
    return (hand.phase, hand.turn, hand.offered, hand.drawn, hand.gone, len(hand.discards))


def _deadline(work: Work, hand: State) -> int | None:
    pace = work.live.pace
    if hand.phase is OFFER:
        return None if pace.window is None else work.now + pace.window
    if hand.phase in _ALL_ANSWER:
        return None if pace.phase is None else work.now + pace.phase
    if pace.turn is None or hand.turn is None:
        return None
    return work.now + pace.turn + work.live.sitting(work.live.place_at(hand.turn)).bank


def _finish(work: Work, why: str) -> None:
    """The hand is over: its record, the stacks, whoever wanted to go, the next seed."""
    live, session = work.live, work.session
    running, fairness = session.running, live.fairness
    assert running is not None and fairness is not None and live.hand is not None
    result = None if why else live.hand.result
    work.finished = Finished(
        hand=session.hand,
        players=work.books().players,
        deal=running.deal,
        actions=live.actions,
        result=result,
        seed=fairness.seed,
        entropy=tuple(fairness.entropy.get(place, b"") for place in running.places),
        why=why,
    )
    work.change(
        session=void_hand(session) if result is None else end_hand(session, result),
        deadline=None,
    )
    if result is None:
        work.change(hand=None, dealt=(), actions=())
    for place, player in enumerate(work.session.places):
        if player and work.live.sitting(place).leaving:
            free_place(work, place)
    _rest_the_away(work)
    rest(work)


def _rest_the_away(work: Work) -> None:
    """Who has been away for a whole hand is not dealt into the next one."""
    for place, player in enumerate(work.session.places):
        if player is None:
            continue
        since = work.live.sitting(place).away_since
        if since is not None and since < work.session.hand:
            places = work.session.places
            resting = replace(player, sits_out=True)
            seats = (*places[:place], resting, *places[place + 1 :])
            work.change(session=replace(work.session, places=seats))


def _miss(work: Work, place: int) -> None:
    sitting = work.live.sitting(place)
    misses = sitting.misses + 1
    away = work.session.hand if misses >= MISSES_TO_AWAY else None
    since = sitting.away_since if sitting.away else away
    work.sit_as(place, replace(sitting, misses=misses, away_since=since, bank=0))


def _hand(work: Work) -> State:
    hand = work.live.hand
    assert hand is not None
    return hand


def _asked(work: Work) -> int:
    return _hand(work).waiting
