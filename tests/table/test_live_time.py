"""Time at a live table: misses, the reserve, being away and back, orders, pauses, sleep."""

from dataclasses import replace

import pytest

from engine.rules.actions import Discard, Draw, Pass, Retire
from engine.rules.state import SEATS_IN, Phase
from engine.table.bot_seats import CUT_DELAY, OFFER_DELAY, TURN_DELAY, bot_actions
from engine.table.clock import SECOND
from engine.table.commands import (
    AskPause,
    Choose,
    ComeBack,
    Order,
    PutOnDefaults,
    RestartClock,
    SetRules,
    Sit,
    Stand,
)
from engine.table.pace import (
    ALONE,
    BETWEEN_HANDS,
    CLOSES_AFTER,
    DISCONNECTED,
    FIRST_HAND,
    UNTIMED,
    WINDOWS,
    Pace,
    lively,
    steady,
)
from tests.table.world import Driver


def first_turn(table: Driver) -> tuple[int, int]:
    """The seat on turn, and its place."""
    seat = SEATS_IN[table.hand.waiting][0]
    return seat, table.live.place_at(seat)


def test_two_misses_in_a_row_make_a_seat_away_and_one_command_brings_it_back() -> None:
    table = Driver()
    table.deal()
    _, place = first_turn(table)
    table.time_up()
    assert (table.sitting(place).misses, table.sitting(place).away) == (1, False)
    table.time_up()
    assert table.sitting(place).away
    assert table.live.window_open, "what was drawn was discarded"
    table.do(ComeBack(table.live.players[place]))
    assert (table.sitting(place).misses, table.sitting(place).away) == (0, False)


def test_an_act_between_two_misses_starts_the_count_anew() -> None:
    table = Driver()
    table.deal()
    seat, place = first_turn(table)
    table.time_up()
    table.act(Discard(seat))
    assert table.sitting(place).misses == 0


def test_away_is_not_dealt_into_the_next_hand_but_one() -> None:
    table = Driver()
    table.deal()
    _, place = first_turn(table)
    player = table.live.players[place]
    table.time_up()
    table.time_up()
    finish(table, place)
    table.deal()
    assert player in table.live.players, "the next one"
    finish(table, place)
    table.deal()
    assert player not in table.live.players, "the next but one"
    table.do(ComeBack(player))
    finish(table, place)
    table.deal()
    assert player in table.live.players
    assert table.live == table.replayed()


def finish(table: Driver, away: int) -> None:
    """The others retire as soon as it is their turn."""
    while table.live.playing:
        seat, place = first_turn(table)
        if table.hand.phase is Phase.DRAW and place != away:
            table.act(Retire(seat))
        else:
            table.time_up()


def test_who_sits_out_by_choice_still_does_after_coming_back() -> None:
    table = Driver()
    table.do(Choose("ana", None, sits_out=True))
    table.do(ComeBack("ana"))
    assert table.live.session.places[0]
    assert table.live.session.places[0].sits_out


def test_the_reserve_is_used_after_the_turn_and_charged_once() -> None:
    table = Driver()
    table.deal()
    seat, place = first_turn(table)
    table.act(Draw(seat), after=25 * SECOND)
    assert table.sitting(place).bank == 55 * SECOND
    assert table.live.deadline == table.now + 75 * SECOND
    table.do(RestartClock(), after=40 * SECOND)
    assert table.live.deadline == table.now + 75 * SECOND, "again in full, and not refilled"
    assert table.sitting(place).bank == 55 * SECOND
    table.time_up()
    assert table.sitting(place).bank == 0


def test_a_phase_for_all_does_not_touch_the_reserve() -> None:
    table = Driver(cut=True)
    table.deal()
    _, place = first_turn(table)
    table.time_up()
    assert table.sitting(place).bank == 60 * SECOND


def test_a_window_has_one_length_whatever_is_answered() -> None:
    table = Driver(steady(3))
    table.deal()
    table.draw_and_discard()
    assert table.live.deadline == table.now + 3 * SECOND
    seats = SEATS_IN[table.hand.waiting]
    work = table.time_up(*(Pass(seat) for seat in seats))
    assert work.now == table.entries[-1].at


def test_standing_orders_answer_at_the_close_and_don_t_shorten_it() -> None:
    table = Driver()
    table.deal()
    table.draw_and_discard()
    before = table.live.deadline
    for player in table.live.players:
        table.do(Order(player, pass_rest=True, take_goal=True))
    assert table.live.window_open
    assert table.live.deadline == before
    table.time_up()
    assert table.hand.phase is Phase.DRAW


def test_without_a_clock_orders_and_absence_are_answered_at_once() -> None:
    table = Driver(UNTIMED)
    table.deal()
    discarder = table.draw_and_discard()
    others = [seat for seat in range(3) if seat != discarder]
    assert table.live.deadline is None
    one, other = (table.live.players[seat] for seat in others)
    table.do(Order(one, pass_rest=True, take_goal=False))
    assert table.hand.waiting, "the other is still asked"
    place = table.live.place_of(other)
    assert place is not None
    assert table.refused(PutOnDefaults(one, place, DISCONNECTED - 1)) == "still_there"
    table.do(PutOnDefaults(one, place, DISCONNECTED))
    assert table.hand.discards, "it held up the table no more"
    assert table.refused(PutOnDefaults(one, 3, DISCONNECTED)) == "no_such_place"


def test_with_a_clock_nobody_is_put_on_defaults() -> None:
    assert Driver().refused(PutOnDefaults("ana", 1, DISCONNECTED)) == "has_clock"


def test_bots_take_human_time_and_never_longer_than_a_window() -> None:
    assert OFFER_DELAY[1] < min(WINDOWS) * SECOND
    assert TURN_DELAY[1] < (steady().turn or 0)
    table = Driver(people=1)
    table.do(Sit("bot-1", "Lola", 100, 1, bot=True))
    table.deal()
    if table.hand.turn == 0:
        table.draw_and_discard()
    dues = [due - table.live.asked_at for due, _ in bot_actions(table.live)]
    assert dues
    assert all(SECOND // 2 <= due <= 5 * SECOND // 2 for due in dues)


@pytest.mark.parametrize("bots", [1, 2, 3])
def test_bots_cut_at_once(bots: int) -> None:
    table = Driver(people=1, cut=True)
    for place in range(1, 1 + bots):
        table.do(Sit(f"bot-{place}", f"Lola {place}", 100, place, bot=True))
    table.deal()
    assert table.hand.phase is Phase.CUT
    if table.live.place_at(SEATS_IN[table.hand.waiting][0]) == 0:  # ana cuts, and deals the next
        table.live = replace(table.live, hand=replace(table.hand, waiting=0b10))
    ((due, _),) = bot_actions(table.live)
    assert CUT_DELAY[0] <= due - table.live.asked_at <= CUT_DELAY[1] < FIRST_HAND


def test_bots_are_never_away() -> None:
    table = Driver(people=1)
    table.do(Sit("bot-1", "Lola", 100, 1, bot=True))
    table.deal()
    for _ in range(8):
        table.time_up()
    assert not table.sitting(1).away


def test_a_pause_needs_everyone_and_ends_with_one() -> None:
    table = Driver(people=2)
    table.do(AskPause("ana", pause=True))
    assert table.live.deadline == table.live.asked_at + FIRST_HAND
    table.do(AskPause("beto", pause=True))
    assert table.live.asleep
    table.do(AskPause("beto", pause=False), after=3600 * SECOND)
    assert table.live.deadline == table.now + FIRST_HAND
    table.deal()


def test_an_empty_table_sleeps_and_closes_after_thirty_days_with_refunds() -> None:
    table = Driver(people=2, side_games=[])
    table.deal()
    table.retire_all()
    assert table.live.session.carried.count == 1
    table.do(Stand("ana"))
    assert table.live.asleep
    table.do(Stand("beto"))
    assert table.live.deadline == table.now + CLOSES_AFTER
    slept = table.live.deadline
    table.do(RestartClock(), after=SECOND)
    assert table.live.deadline is not None
    assert table.live.deadline >= slept
    work = table.time_up()
    assert table.live.closed
    assert [(one.credit.owner, one.amount) for one in work.transfers] == [("ana", 5), ("beto", 5)]
    assert table.refused(Sit("ana", "ana", 10, 0)) == "table_closed"


def test_between_hands_there_is_time_to_look() -> None:
    table = Driver(lively(), people=2)
    table.deal()
    table.retire_all()
    assert table.live.deadline == table.now + BETWEEN_HANDS
    table.do(Choose("ana", None, sits_out=True), after=SECOND)
    assert table.live.asleep
    table.do(Choose("ana", None, sits_out=False), after=SECOND)
    assert table.live.deadline == table.now - 2 * SECOND + BETWEEN_HANDS


@pytest.mark.parametrize("back", [BETWEEN_HANDS, 3600 * SECOND, CLOSES_AFTER])
@pytest.mark.parametrize("sleeps", [True, False])
def test_a_clock_that_was_set_back_keeps_nobody_waiting(back: int, sleeps: bool) -> None:
    """As between two starts of a server: the next hand comes after a pause at most."""
    table = Driver(lively(), people=2)
    table.deal()
    table.retire_all()
    if sleeps:
        table.do(Choose("ana", None, sits_out=True), after=SECOND)
    table.do(RestartClock(), after=-back)
    if sleeps:
        assert table.live.asleep
        table.do(Choose("ana", None, sits_out=False), after=SECOND)
    assert table.live.deadline is not None
    assert table.now < table.live.deadline <= table.now + max(ALONE, BETWEEN_HANDS)
    table.deal()


def test_whoever_plays_bots_alone_reads_the_result_to_its_end_until_somebody_comes() -> None:
    table = Driver(lively(), people=1)
    table.do(Sit("bot-1", "Lola", 100, 1, bot=True))
    table.deal()
    table.retire_all()
    assert table.live.deadline == table.now + ALONE
    table.do(SetRules("ana", {"forcing": "off"}), after=ALONE - SECOND)
    assert table.live.deadline == table.now + ALONE, "nobody else has waited"
    table.do(Sit("beto", "Beto", 100, 2), after=SECOND)
    assert table.live.deadline == table.now + BETWEEN_HANDS
    table.do(Choose("beto", None, sits_out=False), after=SECOND)
    assert table.live.deadline == table.now - SECOND + BETWEEN_HANDS, "and no later for a deed"
    assert table.live == table.replayed()


@pytest.mark.parametrize("pace", [steady(3), lively(3), UNTIMED])
def test_a_table_of_absent_people_ends_its_hand(pace: Pace) -> None:
    table = Driver(pace, people=2)
    table.deal()
    for player, place in (("ana", 1), ("beto", 0)):
        if pace == UNTIMED and table.live.playing:
            table.do(PutOnDefaults(player, place, DISCONNECTED))
    count = 0
    while table.live.playing:
        table.time_up()
        count += 1
        assert count < 200
    assert table.live.session.hand == 1
