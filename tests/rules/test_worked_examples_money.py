"""The examples of the Desmoche article about automatic wins, bonuses and side games."""

from typing import Any

import pytest

from tests.rules.building import TO_PLAY, Json, answer_to, dealt, drawn_out, ended, played, refused

NO_CUT: dict[str, Any] = {"cut": False}
PELADILLA = "As 3c 4d 7h 8s Td Js Qh Kd"
LOWER_PELADILLA = "2h 3d 4h 7s 8d Ts Jc Qd Kh"
EIGHTS, KINGS = "8s 8h 8c 8d", "Ks Kh Kc Kd"
BLACK = "As 3s 5s 7s 9s 2c 4c 6c 8c"
SPADES = "As 3s 5s 7s 9s 2s 4s 6s 8s"


@pytest.mark.parametrize(
    ("hands", "declared", "winner", "how"),
    [
        ((PELADILLA, LOWER_PELADILLA), "peladilla peladilla", 0, "peladilla"),
        ((LOWER_PELADILLA, PELADILLA), "peladilla peladilla", 1, "peladilla"),
        ((EIGHTS, KINGS), "cuatro_cuerpos cuatro_cuerpos", 1, "cuatro_cuerpos"),
        ((BLACK, KINGS), "color cuatro_cuerpos", 0, "color"),
        ((EIGHTS, "Ad Td"), "cuatro_cuerpos -", 0, "cuatro_cuerpos"),
    ],
    ids=["A♠ decides", "in either seat", "higher four", "color is rarer", "four eights"],
)
def test_automatic_wins(hands: tuple[str, str], declared: str, winner: int, how: str) -> None:
    """R4.3, R5.1-R5.4: as dealt, before the cambio; ace high."""
    file = dealt("desmoche", *hands, **NO_CUT)
    words = [f"{seat} declare {win}" for seat, win in enumerate(declared.split())]
    script = "\n".join(words).replace("1 declare -", "1 give Ad")
    result = ended(file, script)
    assert (result["winner"], result["how"], result["pot"]) == (winner, how, 10)


@pytest.mark.parametrize(("dealer", "winner"), [(1, 0), (0, 1)])
def test_of_equal_hands_the_first_in_play_order_wins(dealer: int, winner: int) -> None:
    """R5.4: nine spades and the same nine hearts."""
    file = dealt("desmoche", SPADES, SPADES.replace("s", "h"), **NO_CUT)
    seats = file["deck"].split()
    if dealer == 0:  # then seat 1 is dealt to first
        dealt_out = [
            card for pair in zip(seats[1:18:2], seats[:18:2], strict=True) for card in pair
        ]
        file = {**file, "dealer": 0, "deck": " ".join(dealt_out + seats[18:])}
    result = ended(file, "0 declare color\n1 declare color")
    assert result["winner"] == winner


def test_an_automatic_win_may_come_with_the_cambio() -> None:
    """R4.4: "valid if the terms are met either before or after the Cambio"."""
    file = dealt("desmoche", "8s 8h 8c Kd", "8d", **NO_CUT)
    script = "0 give Kd\n1 give 8d\n0 declare cuatro_cuerpos\n1 ready"
    assert ended(file, script)["how"] == "cuatro_cuerpos"


def test_an_automatic_win_lost_in_the_cambio_still_counts() -> None:
    """R4.4: the hand as dealt is as good."""
    file = dealt("desmoche", EIGHTS, "", **NO_CUT)
    (given,) = played(dealt("desmoche", EIGHTS, "", **NO_CUT))["hands"][1][:1]
    script = f"0 give 8d\n1 give {given}\n1 ready\n0 declare cuatro_cuerpos"
    assert ended(file, script)["winner"] == 0


def test_an_undeclared_automatic_win_is_forfeited_with_the_first_draw() -> None:
    """R4.4."""
    file = dealt("desmoche", EIGHTS, "", **NO_CUT, cambio=False)
    script = "0 ready\n1 ready\n0 draw\n0 declare cuatro_cuerpos"
    assert refused(file, script) == "wrong_phase"


def test_color_is_sometimes_of_one_suit_only() -> None:
    """R5.3."""
    strict = dealt("desmoche", BLACK, "", **NO_CUT, color_win="same_suit")
    assert refused(strict, "0 declare color") == "not_eligible"
    spades = dealt("desmoche", SPADES, "Kd", **NO_CUT, color_win="same_suit")
    assert ended(spades, "0 declare color\n1 give Kd")["how"] == "color"


def test_in_conquien_there_are_no_automatic_wins() -> None:
    """R2, R5.5."""
    file = dealt("conquien", EIGHTS, "", **NO_CUT)
    assert refused(file, "0 declare cuatro_cuerpos") == "not_eligible"


def test_playing_everything_the_losers_of_an_automatic_win_are_up_the_tree() -> None:
    """R5.6: "because they are all Arriba del Palo"."""
    file = dealt("desmoche", EIGHTS, "Kd", "Kh", **NO_CUT, play_everything=True)
    result = ended(file, "0 declare cuatro_cuerpos\n1 give Kd\n2 give Kh")
    kinds = [(bonus["kind"], bonus["from"]) for bonus in result["bonuses"]]
    assert kinds == [("arriba_del_palo", 1), ("arriba_del_palo", 2)]
    assert result["stacks"] == [120, 90, 90]


@pytest.mark.parametrize(
    ("hand", "drawn", "melds", "kinds"),
    [
        (
            "As 2s 3s 4s 5s 6s 7s 8s 9s",
            "Ts",
            "As 2s 3s 4s 5s 6s 7s 8s 9s Ts",
            ["arriba_del_palo", "color", "mico"],
        ),
        (
            "2h 3h 4h 6h 7h 8h Th Jh Qh",
            "Kh",
            "2h 3h 4h / 6h 7h 8h / Th Jh Qh Kh",
            ["arriba_del_palo", "color"],
        ),
        (
            "Ah 2h 3h As 2s 3s 8s 8h 8c",
            "8d",
            "Ah 2h 3h / As 2s 3s / 8s 8h 8c 8d",
            ["arriba_del_palo", "mico", "mico"],
        ),
        (
            "2h 3h 4h 6h 7h 8h 9s 9d 9c",
            "5h",
            "2h 3h 4h 5h 6h 7h 8h / 9s 9d 9c",
            ["arriba_del_palo"],
        ),
    ],
    ids=["A to 10 of spades", "three runs of hearts", "two micos", "up the tree"],
)
def test_bonuses_are_stacked(hand: str, drawn: str, melds: str, kinds: list[str]) -> None:
    """R8.5: one bet each, from each loser."""
    file = dealt("desmoche", hand, "", "", coming=drawn, **TO_PLAY, play_everything=True)
    result = ended(file, f"0 draw\n0 use {melds}")
    for loser in (1, 2):
        owed = [bonus for bonus in result["bonuses"] if bonus["from"] == loser]
        assert sorted(bonus["kind"] for bonus in owed) == kinds
        assert result["stacks"][loser] == 95 - 5 * len(kinds)


def test_who_has_played_a_card_is_not_up_the_tree() -> None:
    """R8.5: "has not played any of their cards face up on the table"."""
    file = dealt(
        "desmoche",
        "2h 3h 4h 6h 7h 8h 9s 9d 9c",
        "Ks Kh Ad",
        "",
        coming="Kd 2c 5h",
        **TO_PLAY,
        play_everything=True,
    )
    script = """
        0 draw
        0 discard
        1 claim Ks Kh Kd
        1 pay Ad
        close
        2 draw
        2 discard
        close
        0 draw
        0 use 2h 3h 4h 5h 6h 7h 8h / 9s 9d 9c
    """
    owed = ended(file, script)["bonuses"]
    assert [(bonus["kind"], bonus["from"]) for bonus in owed] == [("arriba_del_palo", 2)]


# A side game, what two hands are dealt for it, and the seats that win it.
SIDE = [
    ("oro", "Kd", "Ad", [1]),
    ("corazon", "Qh", "Jh", [0]),
    ("flor", "2c", "Ac", [1]),
    ("corazon_negro", "9s", "Ts", [1]),
    ("par_rojo", "Qh Qd", "Jh Jd", [0]),
    ("par_negro", "Ks Kc", "As Ac", [1]),
    ("dos_par_rojo", "Ah Ad 2h 2d", "Kh Kd Qh Qd", [0]),
    ("dos_par_negro", "Ks Kc 2s 2c", "Qs Qc Js Jc", [0]),
    ("tres_cuerpos", "As Ah Ac", "Ks Kh Kc Kd", [0]),
    ("escalera", "Js Qs Ks", "Ad 2d 3d", [1]),
    ("escalera", "Js Qs Ks", "Jh Qh Kh", [0, 1]),
    ("escalera", "8s 9s Ts", "6h 7h 8h 9h", [0]),
    ("escalera", "8s 9s Ts", "7h 8h 9h Th", [1]),
]
# Cards that are worth nothing in the game, for the rest of the two hands.
BLACKS = "3s 4s 5s 6s 7s 8s 9s Ts", "3c 4c 5c 6c 7c 8c 9c Tc"
REDS = "3h 4h 5h 6h 7h 8h 9h Th", "3d 4d 5d 6d 7d 8d 9d Td"
DULL = {
    "oro": BLACKS,
    "corazon": BLACKS,
    "flor": REDS,
    "corazon_negro": REDS,
    "par_rojo": BLACKS,
    "par_negro": REDS,
    "dos_par_rojo": BLACKS,
    "dos_par_negro": REDS,
    "tres_cuerpos": REDS,
    "escalera": ("2c 4c 6c 8c Tc Qc", "5d 7d 9d Jd Kd 2h"),
}


def side_game(game: str, one: str, other: str, **rules: Any) -> Json:
    """Two hands that hold what they are dealt for the game, and nothing else for it."""
    hands = []
    for held, dull in zip((one, other), DULL[game], strict=True):
        hands.append(" ".join([held, *dull.split()[: 9 - len(held.split())]]))
    file = dealt("desmoche", *hands, **TO_PLAY, **rules)
    return {**file, "side": {game: {"stake": 2, "seats": [0, 1]}}}


def played_out(file: Json, announced: str) -> Json:
    """The result of a hand that nobody wins."""
    return ended(file, f"{announced}\n" + drawn_out({**file, "side": {}}))


@pytest.mark.parametrize(("game", "one", "other", "winners"), SIDE)
def test_side_games(game: str, one: str, other: str, winners: list[int]) -> None:
    """R9.2, R9.3: the hand as dealt, ace high, announced before the cambio."""
    file = side_game(game, one, other)
    result = played_out(file, f"0 announce {game}\n1 announce {game}")
    assert result["side"] == {game: {"winners": winners, "pot": 4}}


def test_whether_a23_is_the_highest_escalera_is_debated() -> None:
    """R9.2: else it ranks by its three."""
    file = side_game("escalera", "Js Qs Ks", "Ad 2d 3d", escalera_a23_high=False)
    result = played_out(file, "0 announce escalera\n1 announce escalera")
    assert result["side"]["escalera"]["winners"] == [0]


def test_a_possible_winner_must_be_announced() -> None:
    """R4.2, R9.3: the king wins where the ace keeps silent."""
    file = side_game("oro", "Kd", "Ad")
    result = played_out(file, "0 announce oro\n1 announce")
    assert result["side"]["oro"] == {"winners": [0], "pot": 4}


def test_a_game_announced_twice_is_announced_once() -> None:
    """R4.2, R9.3."""
    file = side_game("oro", "Kd", "Ad")
    result = played_out(file, "0 announce oro oro\n1 announce")
    assert result["side"]["oro"] == {"winners": [0], "pot": 4}


def test_the_winning_card_must_be_dealt_not_passed() -> None:
    """R9.1: the ace counts for the seat it was dealt to, wherever it went in the cambio."""
    file = side_game("oro", "Kd", "Ad")
    file["rules"] = {**file["rules"], "cambio": True}
    swapped = "0 announce oro\n1 announce oro\n0 give Kd\n1 give Ad"
    assert "Ad" in played(file, swapped)["hands"][0]
    assert played_out(file, swapped)["side"]["oro"]["winners"] == [1]


def test_players_of_the_main_game_need_not_join() -> None:
    """R4.2, R9.1: who is in no side game is not asked, and pays no stake."""
    file = dealt("desmoche", "Kd", "Qd", "Ad", **TO_PLAY)
    file["side"] = {"oro": {"stake": 2, "seats": [0, 1]}}
    assert played(file)["to_act"] == [0, 1]
    assert refused(file, "2 announce oro") == "not_asked"


def test_in_honduras_only_oro_is_played() -> None:
    """R2."""
    file = dealt("conquien", "Kd", "Qd", **TO_PLAY)
    oro = {**file, "side": {"oro": {"stake": 2, "seats": [0, 1]}}}
    flor = {**file, "side": {"flor": {"stake": 2, "seats": [0, 1]}}}
    assert played(oro)["phase"] == "announce"
    assert answer_to(flor)["error"]["code"] == "bad_file"


def test_a_disqualified_player_sits_out_the_rest_of_the_hand() -> None:
    """R10.1: cards removed from play; the ante stays in the pot."""
    file = dealt("desmoche", "8s Ts", "", coming="9s", **TO_PLAY, meld_order="disqualify")
    result = ended(file, "0 draw\n0 use 8s Ts 9s")
    assert (result["how"], result["winner"], result["stacks"]) == ("walkover", 1, [95, 105])
