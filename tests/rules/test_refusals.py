"""Every refusal code of section 12, what brings it, and which comes first."""

import json
from typing import Any

import pytest

from engine.commands.replay import replay_text
from engine.rules.refusals import Code
from tests.rules.building import TO_PLAY, Json, action, answer_to, dealt, with_actions

RUN = dealt("desmoche", "8s 9s Kd 2h Js Qs", "8h", "", coming="Ts 4c 8d", **TO_PLAY)
ON_TABLE = "0 draw\n0 use 8s 9s Ts\n0 pay Kd\nclose\n"
MY_TURN = ON_TABLE + "1 draw\n1 discard\nclose\n2 draw\n2 discard\nclose\n"
STRICT = dealt("desmoche", "8s 9s Kd", "", coming="Ts", **TO_PLAY, meld_order="refuse")
BACKWARDS = "0 draw\n0 use Ts 9s 8s"
SIDE: Json = {
    **dealt("desmoche", "Kd", "2s 3s 4s 5s 6s 7s 8s 9s Ts", "Ad", **TO_PLAY),
    "side": {"oro": {"stake": 1, "seats": [0, 1]}},
}
OPENING = dealt("desmoche", "8s 8h 8c 8d", "Kd", cut=False)
CUT = dealt("desmoche", "", "", cut=True)
SETS = "8s 8h 8c 9s 9h 9c Ts Th 2d"
SETS_LIE = "0 draw\n0 use 8s 8h 8c / 9s 9h 9c / Ts Th Tc\n0 pay 2d\nclose\n1 draw\n1 discard\n"
RUNS = "0 claim 7s 8s 9s Ts / 8h 9h Th / 8c 9c Tc"
THREE_SETS = dealt("desmoche", SETS, "", coming="Tc 7s", **TO_PLAY)
STRICT_SETS = dealt("desmoche", SETS, "", coming="Tc 7s", **TO_PLAY, meld_order="refuse")
WHOLE_MELD = dealt("desmoche", "4d 5d 6d", "", **TO_PLAY, meld_order="refuse")
SEVENS = dealt("conquian_three", "7h 7c", "4s 5s 2h", "", coming="6s 2d 7s", cambio=False)
OWN_SEVEN = """
    0 draw
    0 discard
    1 claim 4s 5s 6s
    1 pay 2h
    close
    2 draw
    2 discard
    close
    0 draw
    0 discard
    0 claim 7s 7h 7c
"""
CONQUIAN = dealt("conquian", "4s 5s", "2d", coming="6s")
OVER = dealt("desmoche", "", "", **TO_PLAY)

# Why, the code, a file, and actions of which the last is refused with it.
TABLE: list[tuple[str, Code, Json, str]] = [
    ("nobody is left", Code.HAND_OVER, OVER, "1 leave\n0 draw"),
    ("no such place to cut", Code.OUT_OF_RANGE, CUT, "0 cut 53"),
    ("no such seat", Code.OUT_OF_RANGE, RUN, "3 draw"),
    ("no such target", Code.OUT_OF_RANGE, CONQUIAN, "0 draw\n0 discard\n1 force 2"),
    ("nothing drawn yet", Code.WRONG_PHASE, RUN, "0 discard"),
    ("nothing on offer", Code.WRONG_PHASE, RUN, "close"),
    ("laying is off", Code.WRONG_PHASE, CONQUIAN, "0 lay 4s 5s 6s"),
    ("not one's turn", Code.NOT_ASKED, RUN, "1 draw"),
    ("one's own discard", Code.NOT_ASKED, SEVENS, OWN_SEVEN),
    ("out already", Code.NOT_ASKED, RUN, "1 leave\n1 leave"),
    ("not one's card", Code.CARD_NOT_HELD, OPENING, "0 give Kd"),
    ("on the table by now", Code.CARD_NOT_HELD, RUN, "0 draw\n0 use 8s 9s Ts\n0 pay 8s"),
    ("one card twice", Code.LAYOUT_MISMATCH, RUN, "0 draw\n0 use 8s 9s Ts / 8s 8h 8c"),
    ("not one's own card", Code.LAYOUT_MISMATCH, RUN, "0 draw\n0 use 8s 9s Ts 7s"),
    ("nothing added", Code.LAYOUT_MISMATCH, RUN, MY_TURN + "0 lay 8s 9s Ts"),
    ("a card lost", Code.LAYOUT_MISMATCH, RUN, MY_TURN + "0 lay 9s Ts Js"),
    ("the drawn card left out", Code.MUST_USE_CARD, RUN, "0 draw\n0 use 8s 9s 2h"),
    ("no run", Code.INVALID_MELD, RUN, "0 draw\n0 use 8s 9s Ts 2h"),
    ("two cards", Code.INVALID_MELD, RUN, "0 draw\n0 use 9s Ts"),
    ("three sets into three runs", Code.BROKEN_MELD, THREE_SETS, SETS_LIE + RUNS),
    ("a whole meld before drawing", Code.LAY_NEW_MELD, WHOLE_MELD, "0 lay 4d 5d 6d"),
    ("descending", Code.MELD_ORDER, STRICT, BACKWARDS),
    ("not in that game", Code.NOT_IN_GAME, SIDE, "0 announce flor"),
    ("no diamond", Code.NO_HOLDING, SIDE, "1 announce oro"),
    ("not one colour", Code.NOT_ELIGIBLE, OPENING, "0 declare color"),
    ("no four", Code.NOT_ELIGIBLE, OPENING, "1 declare cuatro_cuerpos"),
    ("forcing oneself", Code.CANNOT_FORCE, CONQUIAN, "0 draw\n0 discard\n1 force 0"),
    ("forcing is automatic", Code.CANNOT_FORCE, RUN, "0 draw\n0 discard\n1 force 0"),
    ("nobody retires here", Code.CANNOT_RETIRE, CONQUIAN, "0 retire"),
    ("a card may still come", Code.CANNOT_RETIRE, RUN, MY_TURN + "0 retire"),
]

# Where several codes fit, the first one of section 12.
FIRST: list[tuple[str, Code, Json, str]] = [
    ("over, then range of seat", Code.HAND_OVER, OVER, "1 leave\n7 draw"),
    ("over, then range of cut", Code.HAND_OVER, OVER, "1 leave\n0 cut 99"),
    ("range of cut, then phase", Code.OUT_OF_RANGE, RUN, "0 cut 99"),
    ("range of seat, then phase", Code.OUT_OF_RANGE, RUN, "-1 leave"),
    ("range of target, then phase", Code.OUT_OF_RANGE, RUN, "1 force -1"),
    ("phase, then turn", Code.WRONG_PHASE, RUN, "1 pay 2h"),
    ("phase where laying is off", Code.WRONG_PHASE, CONQUIAN, "1 lay 4s"),
    ("turn, then retiring", Code.NOT_ASKED, CONQUIAN, "1 retire"),
    ("turn, then layout", Code.NOT_ASKED, RUN, "1 lay 2h"),
    ("own discard, then layout", Code.NOT_ASKED, RUN, "0 draw\n0 discard\n0 claim 8s 9s Ts"),
    ("own discard, then force", Code.NOT_ASKED, CONQUIAN, "0 draw\n0 discard\n0 force 1"),
    ("game, then holding", Code.NOT_IN_GAME, SIDE, "1 announce oro flor"),
    ("doubled, then used card", Code.LAYOUT_MISMATCH, RUN, "0 draw\n0 use 8s 8s 9s"),
    ("used card, then foreign", Code.MUST_USE_CARD, RUN, "0 draw\n0 use 8s 9s 7h"),
    ("foreign, then meld", Code.LAYOUT_MISMATCH, RUN, "0 draw\n0 use 8s Ts 7h"),
    ("foreign, then meld, in a lay", Code.LAYOUT_MISMATCH, RUN, MY_TURN + "0 lay 8s 9s 2h"),
    ("meld, then new meld", Code.INVALID_MELD, WHOLE_MELD, "0 lay 4d 6d"),
    (
        "meld, then broken meld",
        Code.INVALID_MELD,
        STRICT_SETS,
        SETS_LIE + RUNS.replace("9h Th", "9h / Th"),
    ),
    (
        "broken meld, then order",
        Code.BROKEN_MELD,
        STRICT_SETS,
        SETS_LIE + RUNS.replace("7s 8s", "8s 7s"),
    ),
    ("new meld, then order", Code.LAY_NEW_MELD, WHOLE_MELD, "0 lay 6d 5d 4d"),
]


@pytest.mark.parametrize(("why", "code", "file", "script"), TABLE, ids=[row[0] for row in TABLE])
def test_refusal(why: str, code: Code, file: Json, script: str) -> None:
    """Section 12: the code, where it was, and a sentence."""
    error = error_of(answer_to(file, script))
    assert (error["code"], error["at"]) == (code, len(with_actions(file, script)["actions"]) - 1)
    assert_helpful(error["message"])


@pytest.mark.parametrize(("why", "code", "file", "script"), FIRST, ids=[row[0] for row in FIRST])
def test_the_first_code_that_fits(why: str, code: Code, file: Json, script: str) -> None:
    """Section 12: `hand_over`, `out_of_range`, `wrong_phase`, `not_asked`, then its own."""
    assert error_of(answer_to(file, script))["code"] == code


def error_of(answer: Json) -> Json:
    assert answer.keys() == {"ok", "error"}
    error: Json = answer["error"]
    return error


def assert_helpful(message: str) -> None:
    """Some words, in one line, in plain language."""
    assert 10 <= len(message) <= 300
    assert len(message.split()) >= 4
    assert message.isprintable()
    assert not any(word in message for word in ("None", "Error", "<", "Phase."))


GOOD = {**RUN, "actions": []}
CARRIED = {
    **GOOD,
    "rules": {**GOOD["rules"], "match_carry": False},
    "carry": {"pot": 15, "count": 1},
}
FILES: list[tuple[Code, str, Any]] = [
    (Code.BAD_FILE, "no object", []),
    (Code.BAD_FILE, "format", {**GOOD, "format": "desmoche-hand/2"}),
    (Code.BAD_FILE, "five seats", {**GOOD, "seats": ["a", "b", "c", "d", "e"]}),
    (Code.BAD_FILE, "one seat", {**GOOD, "seats": ["a"]}),
    (Code.BAD_FILE, "seats of conquian", {**GOOD, "rules": {"preset": "conquian"}}),
    (Code.BAD_FILE, "no deck", {**GOOD, "deck": None}),
    (Code.BAD_FILE, "a card short", {**GOOD, "deck": GOOD["deck"][3:]}),
    (Code.BAD_FILE, "no such card", {**GOOD, "deck": GOOD["deck"].replace("Ts", "10s")}),
    (Code.BAD_FILE, "cannot ante", {**GOOD, "stacks": [4, 100, 100]}),
    (Code.BAD_FILE, "ante", {**GOOD, "antes": [5, 5, 10]}),
    (Code.BAD_FILE, "no newcomers", {**CARRIED, "antes": [5, 5, 10]}),
    (Code.BAD_FILE, "side seat twice", {**GOOD, "side": {"oro": {"stake": 1, "seats": [0, 0]}}}),
    (Code.BAD_FILE, "side seat alone", {**GOOD, "side": {"oro": {"stake": 1, "seats": [0]}}}),
    (Code.BAD_FILE, "no such side seat", {**GOOD, "side": {"oro": {"stake": 1, "seats": [0, 3]}}}),
    (Code.BAD_FILE, "no stake", {**GOOD, "side": {"oro": {"stake": 0, "seats": [0, 1]}}}),
    (Code.BAD_FILE, "cannot stake", {**GOOD, "side": {"oro": {"stake": 96, "seats": [0, 1]}}}),
    (
        Code.BAD_FILE,
        "no such side game",
        {**GOOD, "side": {"rombo": {"stake": 1, "seats": [0, 1]}}},
    ),
    (Code.BAD_FILE, "too many chips", {**GOOD, "stacks": [2**53 - 1, 5, 5]}),
    (Code.BAD_FILE, "no action", {**GOOD, "actions": [{"seat": 0, "do": "shout"}]}),
    (Code.BAD_RULES, "no rules", {**GOOD, "rules": None}),
    (Code.BAD_RULES, "preset", {**GOOD, "rules": {"preset": "canasta"}}),
    (Code.BAD_RULES, "rule", {**GOOD, "rules": {"preset": "desmoche", "jokers": 2}}),
    (Code.BAD_RULES, "value", {**GOOD, "rules": {"preset": "desmoche", "deck": 48}}),
    (
        Code.BAD_RULES,
        "cannot be dealt",
        {
            **GOOD,
            "rules": {"preset": "desmoche", "deck": 40, "hand_size": 10},
            "seats": ["a", "b", "c", "d"],
        },
    ),
    (Code.RESULT_MISMATCH, "too early", {**GOOD, "result": {}}),
    (
        Code.RESULT_MISMATCH,
        "another result",
        {**with_actions(GOOD, "1 leave\n2 leave"), "result": {"winner": 0}},
    ),
]


@pytest.mark.parametrize(("code", "what", "file"), FILES, ids=[what for _, what, _ in FILES])
def test_bad_files(code: Code, what: str, file: Any) -> None:
    """Section 12: the file itself is bad, `at` is null."""
    error = error_of(replay_text(json.dumps(file).encode(), None))
    assert (error["code"], error["at"]) == (code, None)
    if code is not Code.RESULT_MISMATCH:
        assert_helpful(error["message"])


def test_every_code_is_in_the_tables() -> None:
    """Section 12 names nineteen codes."""
    assert {row[1] for row in TABLE} | {row[0] for row in FILES} == set(Code)
    assert len(Code) == 19


def test_the_file_of_the_table_is_good() -> None:
    """What is refused above is refused for the one thing that was changed."""
    assert replay_text(json.dumps(GOOD).encode(), None)["ok"]
    assert action("0 use 8s 9s Ts / 2h")["melds"] == [["8s", "9s", "Ts"], ["2h"]]
