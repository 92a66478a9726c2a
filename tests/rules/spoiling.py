"""A good hand file to be spoilt, and what the answer to a spoilt one must be."""

import json

from engine.commands.replay import replay_text
from engine.rules.refusals import Code
from tests.rules.building import Json, ended, with_actions

DECK = (
    "8s Kd 2c 9s Kh 4c Js 3d 6c 2h 5d 8c Qs 7d Tc Ah 9d Qc 3h Jd Ac 5h As 7c 7h 6s Jc "
    "Ts 2s 3s 4s 5s 6d 7s Ks 4d 6h 8d Td Qd Ad 4h 8h 9h Th Jh Qh 2d 3c 5c 9c Kc"
)
SCRIPT = """
    0 cut 0
    0 announce
    2 announce
    0 give 2h
    1 give Kd
    2 give 2c
    0 ready
    1 ready
    2 ready
    0 draw
    0 use 8s 9s Ts
    0 pay Ah
    1 pass
    2 pass
    1 draw
    1 discard
    close
    1 leave
    2 leave
"""
UNPLAYED: Json = {
    "format": "desmoche-hand/1",
    "rules": {"preset": "desmoche", "play_everything": True, "side_games": ["oro", "flor"]},
    "seats": ["ana", "beto", "carla"],
    "stacks": [100, 90, 80],
    "bet": 5,
    "antes": [5, 5, 10],
    "carry": {"pot": 15, "count": 1, "side": {"corazon": 3}},
    "side": {"oro": {"stake": 1, "seats": [0, 2]}},
    "dealer": 2,
    "deck": DECK,
    "actions": [],
}
GOOD = {**with_actions(UNPLAYED, SCRIPT), "result": ended(UNPLAYED, SCRIPT)}
TEXT = json.dumps(GOOD)


def error_in(text: str | bytes) -> Json | None:
    """The error of an answer, None if the file was played; all else would be a fault."""
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    answer = json.loads(json.dumps(replay_text(raw, "all")))
    if answer["ok"]:
        assert set(answer) - {"result"} == {"ok", "state", "views"}
        return None
    error: Json = answer["error"]
    assert (set(answer), set(error)) == ({"ok", "error"}, {"at", "code", "message"})
    assert error["code"] in set(Code)
    assert error["at"] is None or type(error["at"]) is int
    assert error["message"].strip()
    return error


def code_of(text: str | bytes) -> str | None:
    error = error_in(text)
    return None if error is None else error["code"]


def many_actions(action: str, count: int) -> str:
    """The good file with so many actions of one kind."""
    file = json.dumps({**GOOD, "actions": [], "result": None})
    return file.replace('"actions": []', '"actions": [' + ",".join([action] * count) + "]")
