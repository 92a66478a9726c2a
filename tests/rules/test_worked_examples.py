"""The examples that the Desmoche article gives of its play (docs/sources/desmoche.txt)."""

import pytest

from tests.rules.building import (
    TO_PLAY,
    dealt,
    drawn_out,
    ended,
    layout,
    layout_in,
    played,
    refused,
)

NOBODY_CLAIMS = "0 draw\n0 discard\nclose\n0 draw\n0 discard\nclose\n"


def test_each_player_receives_nine_cards_and_the_rest_is_drawn_from() -> None:
    """R3.5, R4.3: "until each player receives nine cards"; then everybody passes one."""
    state = played(dealt("desmoche", "", "", "", "", cut=False))
    assert [len(hand) for hand in state["hands"]] == [9, 9, 9, 9]
    assert (len(state["deck"]), state["phase"], state["to_act"]) == (16, "cambio", [0, 1, 2, 3])


def test_the_player_on_the_dealers_right_may_cut() -> None:
    """R3.4."""
    file = dealt("desmoche", "", "", cut=True)
    assert played(file)["to_act"] == [0]
    whole = file["deck"].split()
    after = played(file, "0 cut 20")
    first_hand = (whole[20:] + whole[:20])[:18:2]
    assert sorted(after["hands"][0]) == sorted(first_hand)


def test_the_cambio_passes_one_card_to_the_right() -> None:
    """R4.3: "passes it face down to the player on their right"."""
    file = dealt("desmoche", "Kd", "Ks", "Kh", cut=False)
    state = played(file, "2 give Kh\n0 give Kd\n1 give Ks")
    assert "Kh" in state["hands"][0]
    assert "Kd" in state["hands"][1]
    assert "Ks" in state["hands"][2]


def test_a_drawn_card_that_makes_a_meld_is_played_and_paid_for() -> None:
    """R7.1, R7.3, R7.4: the card never joins the hand; nine cards are kept."""
    file = dealt("desmoche", "8s 9s Kd", "", coming="Ts", **TO_PLAY)
    drawn = played(file, "0 draw")
    assert (drawn["drawn"], "Ts" in drawn["hands"][0]) == ("Ts", False)
    owing = played(file, "0 draw\n0 use 8s 9s Ts")
    assert (owing["phase"], layout_in(owing, 0)) == ("pay", layout("8s 9s Ts"))
    paid = played(file, "0 draw\n0 use 8s 9s Ts\n0 pay Kd")
    assert (len(paid["hands"][0]), paid["offered"]) == (6, "Kd")


def test_another_player_takes_a_discard_and_play_goes_on_from_there() -> None:
    """R7.5, R7.8: "play continues to that player's right", whoever seems to be skipped."""
    file = dealt("desmoche", "", "", "4c 4h 2s", coming="4d", **TO_PLAY)
    script = "0 draw\n0 discard\n1 pass\n2 claim 4c 4d 4h\n2 pay 2s\nclose"
    state = played(file, script)
    assert layout_in(state, 2) == layout("4c 4d 4h")
    assert (state["phase"], state["turn"], state["discards"]) == ("draw", 0, ["2s"])


def test_the_first_in_order_gets_the_card_whoever_is_quickest() -> None:
    """R7.5, R7.6: "the player in the first rotation gets to have that card"."""
    file = dealt("desmoche", "", "4c 4h", "3d 5d", coming="4d", **TO_PLAY)
    quick = "0 draw\n0 discard\n2 claim 3d 4d 5d\n"
    assert played(file, quick)["phase"] == "offer"
    state = played(file, quick + "1 claim 4c 4d 4h")
    assert (layout_in(state, 1), state["layouts"][2]) == (layout("4c 4d 4h"), [])


def test_if_no_one_can_use_the_first_card_a_second_is_drawn() -> None:
    """R7.8: by the same player, and only for the first card of the hand."""
    file = dealt("desmoche", "", "", "", **TO_PLAY)
    assert played(file, "0 draw\n0 discard\nclose")["turn"] == 0
    assert played(file, NOBODY_CLAIMS)["turn"] == 1
    assert played(file, NOBODY_CLAIMS + "1 draw\n1 discard\nclose")["turn"] == 2


def test_who_has_left_draws_no_second_card() -> None:
    """R7.8, R10.2: the first card dies while its discarder is out."""
    file = dealt("desmoche", "", "", "", **TO_PLAY)
    assert played(file, "0 draw\n0 discard\n0 leave\nclose")["turn"] == 1
    assert played(file, "0 draw\n0 leave\nclose")["turn"] == 1
    assert played(file, "0 draw\n0 discard\n1 leave\nclose")["turn"] == 0


def test_ten_cards_on_the_table_win() -> None:
    """R7.4: "exactly ten cards on the table"."""
    file = dealt("desmoche", "8s 9s 4d 4h 4c Ah 2h 3h 4s", "", coming="Ts", **TO_PLAY)
    result = ended(file, "0 draw\n0 use 8s 9s Ts / 4d 4h 4c 4s / Ah 2h 3h")
    assert (result["winner"], result["how"], result["stacks"]) == (0, "goal", [105, 95])


def test_nine_melded_and_the_tenth_paid_do_not_win() -> None:
    """R7.4: nobody has more than nine cards but the winner."""
    file = dealt("desmoche", "8s 9s 4d 4h 4c Ah 2h 3h Kd", "", coming="Ts", **TO_PLAY)
    state = played(file, "0 draw\n0 use 8s 9s Ts / 4d 4h 4c / Ah 2h 3h\n0 pay Kd\nclose")
    assert (state["phase"], state["hands"][0]) == ("draw", [])


def test_a_meld_can_be_added_to_from_the_hand() -> None:
    """R7.2: "it can be added to by cards in that player's hand"."""
    file = dealt("desmoche", "8s 9s Kd Js", "", coming="Ts", **TO_PLAY)
    script = "0 draw\n0 use 8s 9s Ts\n0 pay Kd\nclose\n1 draw\n1 discard\nclose\n"
    state = played(file, script + "0 lay 8s 9s Ts Js")
    assert (state["phase"], state["turn"], len(state["hands"][0])) == ("draw", 0, 5)
    assert layout_in(state, 0) == layout("8s 9s Ts Js")


@pytest.mark.parametrize(
    ("hand", "drawn", "fine"),
    [
        ("8s 9s", "Ts", True),
        ("8s 8h", "8c", True),
        ("Js Qs", "Ks", True),
        ("As 2s", "3s", True),
        ("Qs Ks", "As", False),
        ("Ks As", "2s", False),
        ("8s 8h", "9c", False),
        ("8s Ts", "9h", False),
    ],
)
def test_what_a_meld_is(hand: str, drawn: str, fine: bool) -> None:
    """R6.1: J Q K is the highest run, A 2 3 the lowest, Q K A none."""
    file = dealt("desmoche", hand, "", coming=drawn, **TO_PLAY)
    script = f"0 draw\n0 use {hand} {drawn}"
    if fine:
        assert played(file, script)["phase"] == "pay"
    else:
        assert refused(file, script) == "invalid_meld"


@pytest.mark.parametrize(
    ("melds", "out"),
    [("8s 9s Ts", []), ("8s Ts 9s", [0]), ("8s 8h 8c", []), ("8s 8c 8h", [0])],
)
def test_strict_players_disqualify_for_melds_in_the_wrong_order(melds: str, out: list[int]) -> None:
    """R6.7, R10.1, R10.3: ascending runs, alternating colours; else cards leave the game."""
    hand, _, drawn = melds.rpartition(" ")
    file = dealt("desmoche", hand, "", "", coming=drawn, **TO_PLAY, meld_order="disqualify")
    state = played(file, f"0 draw\n0 use {melds}")
    assert (state["out"], len(state["removed"][0])) == (out, 9 * len(out))


def test_the_desmoche_that_the_game_is_named_for() -> None:
    """R6.5: 8s 8h 8c 8d may give its 8d to 8d 9d Td, since 8s 8h 8c is still valid."""
    file = dealt("desmoche", "8s 8h 8c 9d Kd Qh", "", coming="8d 2c Td", **TO_PLAY)
    script = """
        0 draw
        0 use 8s 8h 8c 8d
        0 pay Kd
        close
        1 draw
        1 discard
        close
        0 draw
    """
    state = played(file, script + "0 use 8s 8h 8c / 8d 9d Td")
    assert layout_in(state, 0) == layout("8s 8h 8c / 8d 9d Td")


FOUR_HEARTS = """
    0 draw
    0 discard
    1 claim Ah 2h 3h
    1 pay Kd
    close
    2 draw
    2 discard
"""


def test_a_card_is_forced_on_the_meld_it_fits_if_nobody_earlier_claims_it() -> None:
    """R7.9: A♥ 2♥ 3♥ lies; 4♥ is discarded, laid there and paid for."""
    file = dealt("desmoche", "", "Ah 2h Kd", "", coming="3h 4h", **TO_PLAY)
    state = played(file, FOUR_HEARTS + "0 pass\n1 pass")
    assert layout_in(state, 1) == layout("Ah 2h 3h 4h")
    assert (state["phase"], state["to_act"]) == ("pay", [1])


def test_a_player_earlier_in_the_rotation_takes_it_first() -> None:
    """R7.6, R7.9."""
    file = dealt("desmoche", "4s 4c", "Ah 2h Kd", "", coming="3h 4h", **TO_PLAY)
    state = played(file, FOUR_HEARTS + "0 claim 4s 4h 4c")
    assert (layout_in(state, 0), layout_in(state, 1)) == (
        layout("4s 4h 4c"),
        layout("Ah 2h 3h"),
    )


def test_a_card_can_be_forced_back_on_its_discarder_unless_another_wants_it() -> None:
    """R7.9: "if another player wants the card, they can take it"."""
    file = dealt("desmoche", "Ah 2h Kd 4h", "4s 4c", "", coming="3h", **TO_PLAY)
    start = "0 draw\n0 use Ah 2h 3h\n0 pay 4h\n"
    assert layout_in(played(file, start + "close"), 0) == layout("Ah 2h 3h 4h")
    assert layout_in(played(file, start + "1 claim 4s 4h 4c"), 1) == layout("4s 4h 4c")
    debated = {**file, "rules": {**file["rules"], "force_back": False}}
    assert played(debated, start + "close")["discards"] == ["4h"]


TENS_AND_COURT = """
    0 draw
    0 use Ts Th Tc Td / Jh Qh Kh
    0 pay 2d
    close
    1 draw
    1 discard
    close
"""


def test_who_can_confirm_that_nothing_fits_any_more_may_pass_for_the_hand() -> None:
    """R7.11: the four tens and J♥ Q♥ K♥: "they already have their own 10♥"."""
    file = dealt("desmoche", "Ts Th Tc Jh Qh Kh 2d", "", "", coming="Td", **TO_PLAY)
    script = TENS_AND_COURT + "2 draw\n2 discard\nclose\n"
    state = played(file, script + "0 retire")
    assert (state["retired"], state["turn"]) == ([0], 1)


def test_who_cannot_confirm_it_may_not() -> None:
    """R7.11: with three tens the fourth may still come."""
    file = dealt("desmoche", "Ts Th Jh Qh Kh 2d", "", "", coming="Tc", **TO_PLAY)
    script = TENS_AND_COURT.replace("Ts Th Tc Td", "Ts Th Tc") + "2 draw\n2 discard\nclose\n"
    assert refused(file, script + "0 retire") == "cannot_retire"


def test_the_last_card_discarded_ends_a_hand_without_a_winner() -> None:
    """R7.12, R8.3: "the bet for the next game is added to the current pot"."""
    file = dealt("desmoche", "", "", "", "", **TO_PLAY)
    result = ended(file, drawn_out(file))
    assert (result["winner"], result["how"]) == (None, "no_winner")
    assert result["carry"] == {"pot": 20, "count": 1, "side": {}}


def test_doble_triple_cuadruple() -> None:
    """R8.3, R8.4: every player adds the same bet again; who comes anew adds it at once."""
    file = dealt("desmoche", "8s 9s 4d 4h 4c Ah 2h 3h 4s", "", coming="Ts", **TO_PLAY)
    doble = {**file, "carry": {"pot": 10, "count": 1}}
    win = "0 draw\n0 use 8s 9s Ts / 4d 4h 4c 4s / Ah 2h 3h"
    assert ended(doble, win)["pot"] == 20
    triple = {**file, "carry": {"pot": 20, "count": 2}, "antes": [5, 15]}
    assert ended(triple, win)["pot"] == 40
