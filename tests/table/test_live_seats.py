"""Sitting down, standing up, chips, side games, the bet; the host and what only a host may do."""

from dataclasses import replace

import pytest

from engine.rules.actions import Draw, Leave, Pass
from engine.table.commands import (
    Act,
    AnswerBet,
    AskPause,
    BringBots,
    Choose,
    CloseTable,
    ComeBack,
    Command,
    Kick,
    Order,
    ProposeBet,
    PutOnDefaults,
    SetPace,
    SetRules,
    SetWatchable,
    Sit,
    Stand,
    TakeHost,
    TopUp,
    Void,
)
from engine.table.money import BANK, AccountKind, Reason
from engine.table.pace import BETWEEN_HANDS, steady
from engine.table.showing import private_json, public_json
from tests.table.world import Driver

BY_STRANGERS: tuple[Command, ...] = (
    Stand("eva"),
    TopUp("eva", 5),
    Choose("eva"),
    ProposeBet("eva", 9),
    AnswerBet("eva", agree=True),
    Order("eva", pass_rest=True, take_goal=False),
    ComeBack("eva"),
    AskPause("eva", pause=True),
    PutOnDefaults("eva", 0, 10**9),
    Act("eva", Draw(0)),
)
BY_GUESTS: tuple[Command, ...] = (
    Kick("beto", 0),
    SetPace("beto", steady(3)),
    SetRules("beto", {}),
    SetWatchable("beto", watchable=True),
    CloseTable("beto"),
    TakeHost("beto"),
)


def test_bots_come_all_or_not_at_all() -> None:
    table = Driver(people=2)
    bots = [Sit(f"bot-{place}", f"bot {place}", 100, place, bot=True) for place in (2, 3)]
    taken = Sit("bot-1", "bot 1", 100, 1, bot=True)
    rich = replace(bots[1], stack=2**53 - 1)
    assert table.refused(BringBots((bots[0], taken))) == "place_taken"
    assert table.refused(BringBots((bots[0], rich))) == "bad_chips"
    assert table.live.session.places.count(None) == 2
    work = table.do(BringBots(tuple(bots)))
    assert [(one.debit, one.reason) for one in work.transfers] == [(BANK, Reason.GRANT)] * 2
    assert len({one.key for one in work.transfers}) == 2
    assert table.live.bots == {"bot-2", "bot-3"}


@pytest.mark.parametrize("command", BY_STRANGERS, ids=lambda one: type(one).__name__)
def test_who_has_no_place_asks_for_nothing(command: Command) -> None:
    assert Driver().refused(command) == "not_seated"


@pytest.mark.parametrize("command", BY_GUESTS, ids=lambda one: type(one).__name__)
def test_only_the_host_is_the_host(command: Command) -> None:
    assert Driver().refused(command) == "not_host"


def test_places_and_chips_are_checked() -> None:
    table = Driver()
    assert table.refused(Sit("ana", "ana", 5, 3)) == "already_seated"
    assert table.refused(Sit("eva", "eva", 5, 0)) == "place_taken"
    assert table.refused(Sit("eva", "eva", 5, 9)) == "no_such_place"
    assert table.refused(Sit("eva", "eva", -1, 3)) == "bad_chips"
    assert table.refused(TopUp("ana", 0)) == "bad_chips"
    assert table.refused(Kick("ana", 3)) == "no_such_place"
    assert table.refused(Choose("ana", frozenset({"escalera"}))) == "not_in_game"
    assert table.refused(AnswerBet("ana", agree=True)) == "no_proposal"
    assert table.refused(Act("ana", Draw(0))) == "hand_over"


def test_in_a_hand_chips_and_bet_stay() -> None:
    table = Driver()
    table.deal()
    assert table.refused(TopUp("ana", 5)) == "hand_running"
    assert table.refused(ProposeBet("ana", 9)) == "hand_running"
    wrong = (table.live.seat_at(0) or 0) + 1
    assert table.refused(Act("ana", Draw(wrong % 3))) == "not_asked"


def test_a_bot_brings_chips_of_the_bank_and_gives_up_its_place() -> None:
    table = Driver(people=1)
    work = table.do(Sit("bot-1", "Lola", 40, 1, bot=True))
    assert (work.transfers[0].debit, work.transfers[0].reason) == (BANK, Reason.GRANT)
    work = table.do(Sit("beto", "beto", 100, 1))
    assert [one.reason for one in work.transfers] == [Reason.CASH_OUT, Reason.BUY_IN]
    assert work.transfers[0].credit == BANK
    table.do(Sit("bot-2", "Lola", 40, 2, bot=True))
    table.deal()
    assert table.refused(Sit("carla", "carla", 100, 2)) == "place_taken"


def test_a_bot_that_is_gone_gets_its_share_of_a_carried_pot_into_the_bank() -> None:
    table = Driver(people=2, side_games=[])
    table.do(Sit("bot-2", "Lola", 40, 2, bot=True))
    table.deal()
    table.retire_all()
    table.do(Kick("ana", 2))
    work = table.do(CloseTable("ana"))
    refunds = [one.credit for one in work.transfers if one.reason is Reason.REFUND]
    assert BANK in refunds
    assert {one.kind for one in refunds} == {AccountKind.BANK, AccountKind.WALLET}


def test_standing_up_in_a_hand_leaves_it_and_frees_the_place_after_it() -> None:
    table = Driver()
    table.deal()
    table.do(Stand("beto"))
    assert table.hand.out.bit_count() == 1
    assert table.live.place_of("beto") == 1
    table.retire_all()
    assert table.live.place_of("beto") is None
    assert table.live == table.replayed()


def test_leaving_a_hand_keeps_the_place() -> None:
    table = Driver()
    table.deal()
    table.act(Leave(table.live.seat_at(1) or 0))
    table.retire_all()
    assert table.live.place_of("beto") == 1


def test_who_takes_the_place_of_a_leaver_does_not_see_that_one_s_cards() -> None:
    table = Driver()
    table.deal()
    table.do(Kick("ana", 1))
    table.retire_all()
    table.do(Sit("eva", "eva", 100, 1))
    view = private_json(table.live, 1)["view"]
    assert view["seat"] is None
    assert view["hand"] is None


def test_a_kick_comes_after_the_hand_and_is_said_before() -> None:
    table = Driver()
    table.deal()
    table.do(Kick("ana", 1))
    assert public_json(table.live, 1)["places"][1]["leaving"]
    assert table.hand.out == 0
    table.retire_all()
    assert table.live.place_of("beto") is None


def test_pace_and_watching_change_after_the_hand() -> None:
    table = Driver()
    table.do(SetPace("ana", steady(3)))
    assert table.live.pace == steady(3), "at once between hands"
    table.deal()
    table.do(SetPace("ana", steady(12)))
    table.do(SetWatchable("ana", watchable=True))
    assert (table.live.pace, table.live.watchable) == (steady(3), False)
    assert public_json(table.live, 1)["coming"] == {
        "pace": {"name": "steady", "window": steady(12).window},
        "rules": None,
        "watchable": True,
        "close": False,
    }
    table.do(Void("a test"))
    assert (table.live.pace, table.live.watchable) == (steady(12), True)


def test_the_host_s_role_passes_on_and_returns() -> None:
    table = Driver()
    table.do(Stand("ana"))
    assert table.live.host == "beto"
    table.do(Kick("beto", 2))
    table.do(Sit("ana", "ana", 100, 0))
    assert table.live.host == "beto"
    table.do(TakeHost("ana"))
    assert table.live.host == "ana"


def test_a_host_who_is_away_hosts_no_more() -> None:
    table = Driver(people=2)
    table.deal()
    while table.live.host == "ana" and table.live.playing:
        if table.hand.turn == table.live.seat_at(1) and not table.live.window_open:
            table.do(ComeBack("beto"))
        table.time_up()
    assert table.live.host == "beto"
    assert table.sitting(0).away


def test_a_host_closes_after_the_hand_and_all_have_time_to_look() -> None:
    table = Driver(people=2, side_games=[])
    table.deal()
    table.do(CloseTable("ana"))
    assert public_json(table.live, 1)["coming"]["close"]
    table.retire_all()
    assert table.live.deadline == table.now + BETWEEN_HANDS
    assert table.live == table.replayed()
    work = table.time_up()
    assert table.live.closed
    assert sum(one.amount for one in work.transfers) == 200


def test_an_operator_closes_at_once_and_the_hand_is_void() -> None:
    table = Driver(people=2)
    table.deal()
    work = table.do(CloseTable(None))
    assert table.live.closed
    assert work.finished
    assert work.finished.result is None
    assert sum(one.amount for one in work.transfers if one.reason is Reason.CASH_OUT) == 200


def test_bots_agree_to_a_bet_and_people_are_asked() -> None:
    table = Driver(people=2)
    table.do(Sit("bot-2", "Lola", 100, 2, bot=True))
    table.do(ProposeBet("ana", 7))
    assert table.live.session.bet == 5
    table.do(AnswerBet("beto", agree=True))
    assert table.live.session.bet == 7


def test_an_answer_to_a_question_that_is_over_is_too_late() -> None:
    table = Driver()
    table.deal()
    seat = table.draw_and_discard()
    other = (seat + 1) % 3
    late = Act(table.live.players[other], Pass(other), table.live.asked_seq - 1)
    assert table.refused(late) == "too_late"


def test_a_bot_that_cannot_ante_buys_in_again_from_the_bank() -> None:
    table = Driver(people=1)
    work = table.do(Sit("bot-1", "Lola", 4, 1, bot=True))
    assert [(one.debit.kind, one.amount) for one in work.transfers] == [("bank", 4), ("bank", 196)]
    lola = table.live.session.places[1]
    assert lola is not None
    assert lola.stack == 200
    table.deal()
    assert table.live.playing
    assert table.replayed() == table.live


def test_a_bot_with_an_ante_left_plays_on_with_it() -> None:
    table = Driver(people=1)
    table.do(Sit("bot-1", "Lola", 5, 1, bot=True))
    assert [player and player.stack for player in table.live.session.places][:2] == [100, 5]
