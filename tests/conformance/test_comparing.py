"""The comparison with conformance cases can fail, and fails for the right reasons only."""

from typing import Any

import pytest

from tests.conformance.comparing import differences

RESULT = {
    "winner": 0,
    "bonuses": [
        {"kind": "mico", "from": 1, "amount": 5},
        {"kind": "color", "from": 1, "amount": 5},
    ],
    "side": {"oro": {"winners": [0, 2], "pot": 3}},
    "carry": {"pot": 0, "count": 0, "side": {}},
}
STATE = {
    "phase": "draw",
    "turn": 1,
    "to_act": [0, 2],
    "hands": [["As", "2s"], ["Kd"]],
    "layouts": [[["3s", "4s", "5s"], ["8s", "8h", "8c"]], []],
    "removed": [[], []],
    "drawn": None,
    "discards": ["4d", "5d"],
    "deck": ["6d", "7d"],
    "pot": 10,
}
ERROR = {"at": 1, "code": "wrong_phase"}
VIEWS: dict[str, Any] = {"0": [{"top": "Kd"}, {"top": "Ks", "hand": ["8s"], "note": "aKd"}]}


def result_with(**changed: Any) -> dict[str, Any]:
    return {"ok": True, "result": {**RESULT, **changed}}


def state_with(**changed: Any) -> dict[str, Any]:
    return {"ok": True, "state": {**STATE, **changed}}


@pytest.mark.parametrize(
    ("expect", "answer"),
    [
        ({"result": RESULT}, result_with()),
        ({"result": RESULT}, result_with(bonuses=RESULT["bonuses"][::-1])),  # type: ignore[index]
        ({"result": RESULT}, result_with(side={"oro": {"pot": 3, "winners": [2, 0]}})),
        ({"result": RESULT}, result_with(note=None)),
        ({"state": STATE}, state_with(out=[])),
        ({"state": STATE}, state_with(to_act=[2, 0], hands=[["2s", "As"], ["Kd"]])),
        (
            {"state": STATE},
            state_with(layouts=[[["8c", "8s", "8h"], ["5s", "3s", "4s"]], []]),
        ),
        (
            {"state": STATE},
            {"ok": True, "state": {k: v for k, v in STATE.items() if v is not None}},
        ),
        ({"error": ERROR}, {"ok": False, "error": {**ERROR, "message": "whatever"}}),
        ({"error": {"at": None, "code": "bad_file"}}, {"error": {"code": "bad_file"}}),
        ({"views": {"0": {"absent": ["Kd", "8"]}}}, {"views": VIEWS}),
    ],
)
def test_alike(expect: dict[str, Any], answer: dict[str, Any]) -> None:
    assert differences(expect, answer) == []


@pytest.mark.parametrize(
    ("expect", "answer"),
    [
        ({"result": RESULT}, state_with()),
        ({"result": RESULT}, result_with(winner=False)),
        ({"result": RESULT}, result_with(winner=0.0)),
        ({"result": RESULT}, result_with(winner=None)),
        ({"result": RESULT}, result_with(note=1)),
        ({"result": RESULT}, result_with(bonuses=RESULT["bonuses"][:1])),  # type: ignore[index]
        ({"result": RESULT}, result_with(side={"oro": {"pot": 3, "winners": [0]}})),
        ({"result": RESULT}, result_with(side={"oro": {"pot": 3, "winners": [0, 0]}})),
        ({"result": RESULT}, result_with(carry={"pot": 0, "count": 0, "side": {"oro": 1}})),
        ({"state": STATE}, result_with()),
        ({"state": STATE}, state_with(phase="use")),
        ({"state": STATE}, state_with(to_act=[0, 0])),
        ({"state": STATE}, state_with(drawn="Qd")),
        ({"state": STATE}, state_with(discards=["5d", "4d"])),
        ({"state": STATE}, state_with(deck=["7d", "6d"])),
        ({"state": STATE}, state_with(hands=[["Kd"], ["As", "2s"]])),
        ({"state": STATE}, state_with(hands=[["As", "2s", "2s"], ["Kd"]])),
        ({"state": STATE}, state_with(layouts=[[["3s", "4s", "5s", "8s"], ["8h", "8c"]], []])),
        ({"state": STATE}, state_with(layouts=[[["3s", "4s", "5s"]], []])),
        ({"error": ERROR}, state_with()),
        ({"error": ERROR}, {"error": {"at": 0, "code": "wrong_phase"}}),
        ({"error": ERROR}, {"error": {"at": True, "code": "wrong_phase"}}),
        ({"error": ERROR}, {"error": {"at": 1, "code": "not_asked"}}),
        ({"views": {"0": {"absent": ["Kd", "8s"]}}}, {"views": VIEWS}),
        ({"views": {"0": {"absent": ["Kd"]}}}, state_with()),
    ],
)
def test_unlike(expect: dict[str, Any], answer: dict[str, Any]) -> None:
    assert differences(expect, answer) != []
