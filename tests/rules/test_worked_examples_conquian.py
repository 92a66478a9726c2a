"""The examples of the Conquian rules (docs/sources/conquian.txt)."""

import pytest

from tests.rules.building import (
    answer_to,
    dealt,
    drawn_out,
    ended,
    layout,
    layout_in,
    played,
    refused,
)

FLIP = "{seat} draw\n{seat} discard\nclose\n"


def turned_up(*seats: int) -> str:
    """These seats turn up a card each, and nobody wants it."""
    return "".join(FLIP.format(seat=seat) for seat in seats)


def test_ten_cards_each_out_of_forty() -> None:
    """R3.1, R3.5: without 8, 9 and T; the rest is the stock."""
    state = played(dealt("conquian", "", ""))
    assert [len(hand) for hand in state["hands"]] == [10, 10]
    assert (len(state["deck"]), state["phase"], state["turn"]) == (20, "draw", 0)


@pytest.mark.parametrize(
    ("hand", "drawn", "fine"),
    [
        ("As 2s", "3s", True),
        ("6s 7s", "Js", True),
        ("Qs Ks", "As", False),
        ("7s 7h", "7d", True),
        ("4s 5s", "6s", True),
        ("5h 6h 7h", "Jh", True),
        ("As 2s 3s 4s 5s 6s 7s", "Js", True),
        ("As 2s 3s 4s 5s 6s 7s Js", "Qs", False),
    ],
)
def test_what_a_meld_is(hand: str, drawn: str, fine: bool) -> None:
    """R3.1, R6.1: 7 is next to J, runs of three to eight, the ace always low."""
    file = dealt("conquian", hand, "", coming=drawn)
    script = f"0 draw\n0 use {hand} {drawn}"
    if fine:
        assert played(file, script)["phase"] == "pay"
    else:
        assert refused(file, script) == "invalid_meld"


def test_rearranging_three_to_six_of_clubs() -> None:
    """R6.4: 6♣ leaves the run for a set with 6♥ and the 6♠ that turns up; 3♣ 4♣ 5♣ stays."""
    file = dealt("conquian", "3c 4c 5c 6h Kd Qh", "", coming="6c 2d 6s")
    script = "0 draw\n0 use 3c 4c 5c 6c\n0 pay Kd\nclose\n" + turned_up(1) + "0 draw\n"
    state = played(file, script + "0 use 3c 4c 5c / 6c 6h 6s")
    assert layout_in(state, 0) == layout("3c 4c 5c / 6c 6h 6s")


def test_the_first_turn_uses_the_card_with_other_melds_from_hand() -> None:
    """R6.6, R7.4: then one card is discarded, the new centre card for the dealer."""
    file = dealt("conquian", "4s 5s Kd Kh Kc 2h", "", coming="6s")
    state = played(file, "0 draw\n0 use 4s 5s 6s / Kd Kh Kc\n0 pay 2h")
    assert (state["offered"], state["to_act"], len(state["hands"][0])) == ("2h", [1], 4)


def test_the_first_turn_leaves_the_card_for_the_dealer() -> None:
    """R7.3, R7.5, R7.8: who rejects it turns up the next one."""
    file = dealt("conquian", "", "4s 5s Kd", coming="6s 2h")
    passed = "0 draw\n0 discard\n"
    assert layout_in(played(file, passed + "1 claim 4s 5s 6s"), 1) == layout("4s 5s 6s")
    rejected = played(file, passed + "1 pass\n1 draw")
    assert (rejected["drawn"], rejected["turn"], rejected["discards"]) == ("2h", 1, ["6s"])


def test_nothing_is_laid_without_the_centre_card() -> None:
    """R7.2: "only at the moment you meld the centre card"."""
    file = dealt("conquian", "4s 5s 6s", "")
    assert refused(file, "0 lay 4s 5s 6s") == "wrong_phase"


THREES_AND_RUN = (
    "0 draw\n0 use 3s 3h 3c 3d / 6d 7d Jd\n0 pay 2h\nclose\n"
    + turned_up(1)
    + "0 draw\n0 use 3s 3h 3c 3d / 6d 7d Jd Qd\n0 pay 2c\nclose\n"
)


def test_forcing_the_king_breaks_up_a_hand_with_two_aces() -> None:
    """R7.9, R7.4: 3 3 3 3 and 6♦ 7♦ J♦ Q♦ lie, two aces in hand; K♦ costs one of them."""
    file = dealt("conquian", "3s 3h 3c 6d 7d Jd As Ah 2h 2c", "", coming="3d 4h Qd Kd 5d 4d")
    forced = played(file, THREES_AND_RUN + "1 draw\n1 discard\n1 force 0\n0 pass")
    assert layout_in(forced, 0) == layout("3s 3h 3c 3d / 6d 7d Jd Qd Kd")
    assert (forced["phase"], sorted(forced["hands"][0])) == ("pay", ["Ah", "As"])
    script = THREES_AND_RUN + "1 draw\n1 discard\n1 force 0\n0 pass\n0 pay As\nclose\n"
    # Now the 5♦ and the 4♦ are needed instead: with both of them eleven lie.
    script += "1 draw\n1 discard\n0 claim 3s 3h 3c 3d / 5d 6d 7d Jd Qd Kd\n0 pay Ah\nclose\n"
    script += "1 draw\n1 discard\n"
    result = ended(file, script + "0 claim 3s 3h 3c 3d / 4d 5d 6d 7d Jd Qd Kd")
    assert (result["winner"], result["how"]) == (0, "goal")


def test_a_forced_card_may_be_fitted_in_by_rearranging() -> None:
    """R7.9, R7.10: 6♣ joins 6♥ 6♠ of two runs once these can spare them."""
    file = dealt("conquian", "3h 4h 5h 3s 4s 5s 2h 2c", "", coming="6h 2d 6s 6c")
    script = (
        "0 draw\n0 use 3h 4h 5h 6h\n0 pay 2h\nclose\n"
        + turned_up(1)
        + "0 draw\n0 use 3h 4h 5h 6h / 3s 4s 5s 6s\n0 pay 2c\nclose\n"
    )
    state = played(file, script + "1 draw\n1 discard\n1 force 0\n0 pass")
    assert layout_in(state, 0) == layout("3h 4h 5h / 3s 4s 5s / 6h 6s 6c")


def test_going_out_with_eleven_cards() -> None:
    """R7.4, R8.5: "Your opponent pays you one stake"."""
    file = dealt("conquian", "4s 5s 7s Kd Kh Kc 2d 2h 2c 2s", "", coming="6s")
    result = ended(file, "0 draw\n0 use 4s 5s 6s 7s / Kd Kh Kc / 2d 2h 2c 2s")
    assert (result["winner"], result["stacks"]) == (0, [105, 95])


def test_melding_ten_and_discarding_the_last_does_not_win() -> None:
    """R7.4: one plays on for an eleventh card from the centre."""
    file = dealt("conquian", "4s 5s Kd Kh Kc 2d 2h 2c 2s Jh", "", coming="6s 4h 7s")
    script = "0 draw\n0 use 4s 5s 6s / Kd Kh Kc / 2d 2h 2c 2s\n0 pay Jh\nclose\n"
    assert played(file, script)["hands"][0] == []
    script += turned_up(1) + "0 draw\n0 use 4s 5s 6s 7s / Kd Kh Kc / 2d 2h 2c 2s"
    assert ended(file, script)["how"] == "goal"


def test_the_stock_runs_out_and_nobody_pays() -> None:
    """R7.12, R8.3."""
    file = dealt("conquian", "", "")
    result = ended(file, drawn_out(file))
    assert (result["how"], result["stacks"]) == ("no_winner", [100, 100])
    assert result["carry"]["pot"] == 0


def test_some_play_the_next_hand_for_a_double_stake() -> None:
    """R8.3: the house rule `carry`."""
    file = dealt("conquian", "", "", no_winner="carry")
    assert ended(file, drawn_out(file))["carry"] == {"pot": 10, "count": 1, "side": {}}


def test_one_suit_cannot_win() -> None:
    """R3.1, R7.4: "only ten cards in a suit and you need eleven"."""
    file = dealt("conquian", "As 2s 3s 4s 5s 6s 7s Js Qs 2h", "", coming="Ks")
    script = "0 draw\n0 use As 2s 3s 4s 5s / 6s 7s Js Qs Ks\n0 pay 2h\nclose"
    state = played(file, script)
    assert (state["phase"], state["hands"][0]) == ("draw", [])


def test_mexican_style_ten_of_nine_dealt_and_one_passed() -> None:
    """R2, R4.3: both choose before either sees what it receives."""
    file = dealt("conquian_mexican", "4s 5s 7s Kd Kh Kc 2d 2h Qh", "2c", coming="6s")
    waiting = played(file, "0 give Qh")
    assert (waiting["to_act"], "Qh" in waiting["hands"][0]) == ([1], True)
    script = "0 give Qh\n1 give 2c\n0 draw\n0 use 4s 5s 6s 7s / Kd Kh Kc / 2d 2h 2c"
    assert ended(file, script)["how"] == "goal"


def test_three_players_eight_cards_nine_to_win() -> None:
    """R2, R4.3: one card is passed to the right, and play goes to the right."""
    file = dealt("conquian_three", "Kd", "Ks", "Kh")
    state = played(file, "0 give Kd\n1 give Ks\n2 give Kh")
    assert [len(hand) for hand in state["hands"]] == [8, 8, 8]
    assert "Kd" in state["hands"][1]
    assert "Kh" in state["hands"][0]
    assert played(file, "0 give Kd\n1 give Ks\n2 give Kh\n" + turned_up(0))["turn"] == 1


RUN_ON_SEAT_1 = "0 draw\n0 discard\n1 claim 4s 5s 6s\n1 pay 2h\n2 pass\n0 pass\n"


@pytest.mark.parametrize("forcer", [0, 2])
def test_either_opponent_may_force_a_card_on_a_player(forcer: int) -> None:
    """R7.9: the one who turned it up, or the other."""
    file = dealt("conquian_three", "", "4s 5s 2h", "", coming="6s 2d 7s", cambio=False)
    script = RUN_ON_SEAT_1 + turned_up(2) + "0 draw\n0 discard\n1 pass\n"
    state = played(file, script + f"{forcer} force 1")
    assert layout_in(state, 1) == layout("4s 5s 6s 7s")


def test_a_claim_waits_for_whoever_may_still_force_a_seat_before_it() -> None:
    """R7.6, R7.9: seat 1 has passed, seat 2 claims; the discarder may yet force it on seat 1."""
    file = dealt("conquian_three", "", "4s 5s 2h", "7h 7c", coming="6s 2d 7s", cambio=False)
    script = RUN_ON_SEAT_1 + turned_up(2) + "0 draw\n0 discard\n1 pass\n2 claim 7s 7h 7c\n"
    assert played(file, script)["to_act"] == [0]
    assert layout_in(played(file, script + "0 force 1"), 1) == layout("4s 5s 6s 7s")
    assert layout_in(played(file, script + "0 pass"), 2) == layout("7s 7h 7c")


def test_nobody_forces_what_does_not_fit() -> None:
    """R7.9."""
    file = dealt("conquian_three", "", "4s 5s 2h", "", coming="6s 2d Js", cambio=False)
    script = RUN_ON_SEAT_1 + turned_up(2) + "0 draw\n0 discard\n"
    assert refused(file, script + "2 force 1") == "cannot_force"


def test_conquian_has_neither_bonuses_nor_side_games() -> None:
    """R2."""
    file = dealt("conquian", "", "", play_everything=True)
    assert answer_to(file)["error"]["code"] == "bad_rules"
