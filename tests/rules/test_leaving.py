"""Leaving at every point of a hand: R10.1, R10.2, and what R4 and R10.3 say of it."""

import pytest

from tests.rules.building import TO_PLAY, Json, dealt, ended, layout, layout_in, played, refused

EIGHTS = "8s 8h 8c 8d"
THREE = dealt("desmoche", "8s 9s Kd", "Ah 2h Qd", "", coming="Ts", **TO_PLAY)
OPENING = dealt("desmoche", EIGHTS, "Kd", "Ks", cut=True)
CAMBIO = dealt("desmoche", EIGHTS, "Kd", "Ks", cut=False)
DECLARING = dealt("desmoche", EIGHTS, "Kd", "Ks", cut=False, cambio=False)
SIDE = {**THREE, "side": {"oro": {"stake": 1, "seats": [0, 1]}}}
CONQUIAN = dealt("conquian_three", "", "4s 5s 2h", "6h 6c", coming="6s 2d 7s", cambio=False)
RUN_LIES = "0 draw\n0 discard\n1 claim 4s 5s 6s\n1 pay 2h\nclose\n2 draw\n2 discard\nclose\n"
VOTE = dealt("desmoche", "8s Ts", "", "", "", coming="9s", **TO_PLAY, meld_order="vote")
JUDGED = "0 draw\n0 use 8s Ts 9s\n"

STATES: list[tuple[str, Json, str, Json]] = [
    ("the cutter", OPENING, "0 leave", {"phase": "cut", "to_act": [1]}),
    ("another before the cut", OPENING, "1 leave", {"phase": "cut", "to_act": [0]}),
    ("before the deal", OPENING, "1 leave\n0 cut 0", {"phase": "cambio", "to_act": [0, 2]}),
    ("asked to announce", SIDE, "1 announce\n0 leave", {"phase": "draw", "turn": 1}),
    ("not asked to announce", SIDE, "2 leave", {"phase": "announce", "to_act": [0, 1]}),
    ("last in the cambio", CAMBIO, "0 give 8s\n1 give Kd\n2 leave", {"phase": "declare"}),
    ("asked to declare", DECLARING, "1 ready\n2 ready\n0 leave", {"phase": "draw", "turn": 1}),
    ("on turn", THREE, "0 leave", {"phase": "draw", "turn": 1, "discards": []}),
    ("off turn", THREE, "1 leave", {"phase": "draw", "turn": 0}),
    (
        "with a drawn card",
        THREE,
        "0 draw\n0 leave",
        {"phase": "offer", "offered": "Ts", "discarder": 0, "to_act": [1, 2]},
    ),
    ("while another has drawn", THREE, "0 draw\n1 leave", {"phase": "use", "turn": 0}),
    (
        "owing a payment",
        THREE,
        "0 draw\n0 use 8s 9s Ts\n0 leave",
        {"phase": "draw", "turn": 1, "discards": [], "offered": None},
    ),
    ("asked about a card", THREE, "0 draw\n0 discard\n1 leave\n2 pass", {"turn": 0}),
    ("the discarder", THREE, "0 draw\n0 discard\n0 leave", {"phase": "offer", "to_act": [1, 2]}),
    (
        "with a claim",
        CONQUIAN,
        "0 draw\n0 discard\n2 claim 6h 6c 6s\n2 leave\n1 pass",
        {"phase": "draw", "turn": 1, "discards": ["6s"]},
    ),
]


@pytest.mark.parametrize(
    ("file", "script", "wanted"), [row[1:] for row in STATES], ids=[row[0] for row in STATES]
)
def test_leaving(file: Json, script: str, wanted: Json) -> None:
    """R10.2: the hand goes on without that seat, whose cards have left play (R10.1)."""
    state = played(file, script)
    assert {key: state[key] for key in wanted} == wanted
    (gone,) = state["out"]
    assert (state["hands"][gone], state["layouts"][gone]) == ([], [])


def test_who_leaves_takes_the_chosen_card_along() -> None:
    """R4.3: and the seats still in pass to the next seat still in."""
    state = played(CAMBIO, "0 give 8s\n1 give Kd\n1 leave\n2 give Ks")
    assert "8s" in state["hands"][2]
    assert "Ks" in state["hands"][0]
    assert "Kd" in state["removed"][1]


def test_a_declaration_goes_with_its_seat() -> None:
    """R4.3: the hand goes on as if it had not been made."""
    script = "0 declare cuatro_cuerpos\n0 leave\n1 give Kd\n2 give Ks"
    assert played(CAMBIO, script)["phase"] == "declare"


def test_a_walkover_comes_before_a_declaration() -> None:
    """R4.3, R7.13."""
    result = ended(CAMBIO, "0 declare cuatro_cuerpos\n1 leave\n2 leave")
    assert (result["winner"], result["how"]) == (0, "walkover")


def test_who_was_to_place_a_forced_card_leaves_it_dead() -> None:
    """R10.2, R7.8: the turn goes to the right of the discarder, not of the seat that left."""
    file = dealt(
        "desmoche", "", "", "4s 4h 4c 5d 6d 7d", coming="Kh 2s Kc 4d",
        **TO_PLAY, second_draw=False, lay_on_turn="any",
    )  # fmt: skip
    script = """
        0 draw
        0 discard
        close
        1 draw
        1 discard
        close
        2 lay 4s 4h 4c / 5d 6d 7d
        2 draw
        2 discard
        close
        0 draw
        0 discard
        close
    """
    asked = played(file, script)
    assert (asked["phase"], asked["turn"], asked["to_act"]) == ("place", 2, [2])
    placed = played(file, script + "2 place 4s 4h 4c / 4d 5d 6d 7d")
    assert (placed["phase"], placed["turn"]) == ("pay", 2)
    gone = played(file, script + "2 leave")
    assert (gone["phase"], gone["turn"], gone["discards"][-1]) == ("draw", 1, "4d")


def test_a_force_goes_with_its_seat() -> None:
    """R10.2: the other forcer counts; without one the card is dead."""
    script = RUN_LIES + "0 draw\n0 discard\n2 force 1\n2 leave\n1 pass\n"
    assert played(CONQUIAN, script + "0 pass")["discards"][-1] == "7s"
    state = played(CONQUIAN, script + "0 force 1")
    assert layout_in(state, 1) == layout("4s 5s 6s 7s")


def test_nothing_is_forced_on_a_seat_that_has_left() -> None:
    """R7.9, R10.2: and then the discarder is asked no more."""
    script = RUN_LIES + "0 draw\n0 discard\n"
    assert played(CONQUIAN, script)["to_act"] == [0, 1, 2]
    assert played(CONQUIAN, script + "1 leave")["to_act"] == [2]
    assert refused(CONQUIAN, script + "1 leave\n2 force 1") == "cannot_force"


def test_a_discarder_that_leaves_is_not_forcible() -> None:
    """R10.2: its own run would have taken the card."""
    file = dealt("desmoche", "8s 9s Js", "", "", coming="Ts", **TO_PLAY)
    script = "0 draw\n0 use 8s 9s Ts\n0 pay Js\n1 pass\n"
    assert layout_in(played(file, script + "2 pass"), 0) == layout("8s 9s Ts Js")
    assert played(file, script + "0 leave\n2 pass")["discards"] == ["Js"]


def test_votes_of_seats_that_go_out_do_not_count() -> None:
    """R10.3: one of two condemns, no more than half."""
    script = JUDGED + "1 vote condemn\n2 vote condemn\n2 leave\n3 vote forgive"
    assert layout_in(played(VOTE, script), 0) == layout("8s 9s Ts")
    assert played(VOTE, JUDGED + "1 vote condemn\n2 vote forgive\n2 leave\n3 leave")["out"] == [
        0,
        2,
        3,
    ]


def test_an_offender_that_leaves_is_judged_no_more() -> None:
    """R10.3: its drawn card is offered as if it had been condemned."""
    state = played(VOTE, JUDGED + "1 vote forgive\n0 leave")
    assert (state["phase"], state["offered"], state["to_act"]) == ("offer", "9s", [1, 2, 3])


def test_up_the_tree_when_it_left() -> None:
    """R8.5: an out seat owes the bonus if it had no meld when it went out."""
    file = dealt(
        "desmoche", "2h 3h 4h 6h 7h 8h 9s 9d 9c", "Ks Kh Ad", "", coming="Kd 2c 5h",
        **TO_PLAY, play_everything=True,
    )  # fmt: skip
    script = """
        0 draw
        0 discard
        1 claim Ks Kh Kd
        1 pay Ad
        close
        2 draw
        2 discard
        close
        1 leave
        0 draw
        0 use 2h 3h 4h 5h 6h 7h 8h / 9s 9d 9c
    """
    owed = ended(file, script)["bonuses"]
    assert [(bonus["kind"], bonus["from"]) for bonus in owed] == [("arriba_del_palo", 2)]


def test_a_retired_seat_may_still_leave() -> None:
    """R10.1: it is then out, no longer retired."""
    file = dealt("desmoche", "", "", "", **TO_PLAY, retiring="free")
    state = played(file, "0 retire\n0 leave")
    assert (state["retired"], state["out"], state["turn"]) == ([], [0], 1)
