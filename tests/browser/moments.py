"""Moments of a hand, as the server would tell them: for looking at and measuring.

Enters: the name of a moment, how many sit there. Leaves: a view frame, and the table's card. Never
here: how a page comes to show it, which is `staged`.
"""

from copy import deepcopy
from typing import Any, Final

SECOND: Final = 1_000_000
NOW: Final = 1_796_000_000 * SECOND
NAMES: Final = ("Lucía", "Xiomara", "Don Chepe", "Norwin")
LONG_TABLE: Final = "WWWW Porche de la Concha, los viernes WW"  # 40 characters, the most
RUN: Final = [["5s", "6s", "7s"]]
QUEENS: Final = [["Qs", "Qh", "Qc"], ["Ac", "2c", "3c", "4c"]]
HEARTS: Final = [["4h", "5h", "6h", "7h"]]
HAND: Final = ["3h", "9s", "9c", "Td", "Jd", "Kc"]
NINE: Final = [*HAND, "5h", "2s", "2h"]
SEVEN: Final = ["3h", "6h", "6c", "9c", "Jd", "Qc", "Kc"]
TEN_GAMES: Final = (
    *("oro", "corazon", "flor", "corazon_negro", "par_rojo", "par_negro"),
    *("dos_par_rojo", "dos_par_negro", "tres_cuerpos", "escalera"),
)
DEALT: Final = ("cut", "announce", "cambio", "declare")

CLAIM: Final = {
    "claim": [[["5s", "6s", "7s"], ["9s", "9d", "9c"]], [["5s", "6s", "7s"], ["9d", "Td", "Jd"]]],
    "pass": True,
    "leave": True,
}
OFFERED: Final = {
    "phase": "offer",
    "turn": 2,
    "to_act": [3, 0, 1],
    "offered": "9d",
    "discarder": 2,
}
MOMENTS: Final[dict[str, dict[str, Any]]] = {
    "cut": {"turn": None, "to_act": [0], "options": {"cut": 52}, "hand": []},
    "announce": {
        "turn": None,
        "to_act": [0, 2],
        "options": {"announce": ["oro", "flor", "tres_cuerpos"]},
        "side": {game: {"pot": 4, "seats": [0, 2]} for game in TEN_GAMES},
    },
    "cambio": {"turn": None, "to_act": [0, 2], "options": {"give": NINE}},
    "declare": {"turn": None, "to_act": [0, 2], "options": {"declare": ["color"], "ready": True}},
    "draw": {
        "turn": 0,
        "to_act": [0],
        "hand": ["3h", "8s", "8d", "Jd", "Kc", "9c"],
        "options": {"lay": [[["5s", "6s", "7s", "8s"]]], "draw": True},
    },
    "use": {
        "turn": 0,
        "to_act": [0],
        "drawn": "8h",
        "hand": ["3h", "8d", "9c", "Jd", "Kc"],
        "layouts": [["5s", "6s", "7s", "8s"]],
        "options": {
            "use": [[["5s", "6s", "7s"], ["8s", "8h", "8d"]], [["5s", "6s", "7s", "8s"]]][:1],
            "discard": True,
        },
    },
    "use nothing": {
        "phase": "use",
        "turn": 0,
        "to_act": [0],
        "drawn": "8h",
        "options": {"discard": True},
    },
    "pay": {
        "turn": 0,
        "to_act": [0],
        "hand": SEVEN,
        "layouts": [["5s", "6s", "7s"]],
        "options": {"pay": SEVEN},
    },
    "offer": {**OFFERED, "options": CLAIM},
    "offer build": {
        **OFFERED,
        "options": CLAIM,
    },
    "offer nothing": {
        **OFFERED,
        "options": {"pass": True},
    },
    # The first round: nobody has melded, nine cards in every hand.
    "early offer": {
        **OFFERED,
        "options": {"pass": True},
    },
    "early waiting": {"phase": "use", "turn": 1, "to_act": [1]},
    "offer answered": {
        **OFFERED,
        "options": CLAIM,
        "sealed": {"seat": 0, "do": "pass"},
    },
    "place": {
        "turn": 0,
        "to_act": [0],
        "offered": "8s",
        "discarder": 2,
        "hand": ["9c", "Jd", "Kc"],
        "layouts": [["5s", "6s", "7s"], ["8h", "8d", "8c"]],
        "options": {
            "place": [
                [["5s", "6s", "7s", "8s"], ["8h", "8d", "8c"]],
                [["5s", "6s", "7s"], ["8s", "8h", "8d", "8c"]],
            ]
        },
    },
    "judge": {
        "turn": 2,
        "to_act": [0, 1, 3],
        "options": {"vote": True},
        "trial": {"seat": 2, "play": "use", "melds": [["4h", "6h", "5h", "7h"]]},
    },
    "waiting": {"phase": "use", "turn": 1, "to_act": [1]},
    "retired": {"phase": "use", "turn": 1, "to_act": [1], "retired": [0]},
    "result": {"phase": "over", "turn": None, "to_act": []},
    "result closed": {"phase": "over", "turn": None, "to_act": []},
    **{moment: {"phase": "none"} for moment in ("between", "gathering", "unseen")},
}
# What is pressed once the moment is there.
PRESSED: Final = {"offer build": ".way--own", "result closed": ".result__top .btn-icon"}
STACKS: Final = (182, 214, 97, 131)
HAD: Final = tuple(stack + 6 for stack in STACKS)  # before an ante of 5 and a side game of 1
SIDE: Final = {
    "oro": {"pot": 4, "seats": [0, 3]},
    "tres_cuerpos": {"pot": 6, "seats": [1, 2]},
}
RESULT: Final[dict[str, Any]] = {
    "winner": 1,
    "how": "goal",
    "pot": 40,
    "bonuses": [{"kind": "mico", "from": seat, "amount": 5} for seat in (0, 2, 3)]
    + [{"kind": "arriba_del_palo", "from": 3, "amount": 5}],
    "unpaid": [0, 0, 0, 0],
    "side": {"oro": {"winners": [3], "pot": 4}, "tres_cuerpos": {"winners": [1], "pot": 6}},
    "stacks": [177, 280, 92, 125],
    "carry": {"pot": 0, "count": 0, "side": {}},
}


def view_of(moment: str, seats: int) -> dict[str, Any] | None:
    """The hand as the seat at the bottom sees it."""
    told = deepcopy(MOMENTS[moment])
    phase = told.pop("phase", moment)
    if phase == "none":
        return None
    early = phase in DEALT or moment.startswith("early")
    own = told.pop("layouts", [] if early else RUN)
    layouts = [own, *([[], [], []] if early else [QUEENS, HEARTS, []])][:seats]
    told.pop("sealed", None)
    if phase == "over":
        layouts[1] = [*QUEENS, ["Ts", "Th", "Tc"]]
        told |= {"result": _result(seats), "shown": {"winner": [], "card": "Tc", "side": {}}}
    seen = {
        "seat": 0,
        "phase": phase,
        "hand": NINE if early else HAND,
        "drawn": None,
        "layouts": layouts,
        "deck_count": 52 if phase == "cut" else 7,
        "offered": None,
        "discarder": None,
        "top": None if early else "Js",
        "pot": 40,
        "side": SIDE,
        "stacks": list(STACKS[:seats]),
        "dealer": seats - 1,
        "announced": [None] * seats,
        "retired": [],
        "out": [],
        "answer": None,
        "options": {"leave": True},
    } | told
    seen["counts"] = [
        0 if phase == "cut" else max(0, 9 - sum(map(len, layout))) for layout in seen["layouts"]
    ]
    for key in ("to_act", "retired"):
        seen[key] = [seat for seat in seen[key] if seat < seats]
    named = [key for key in ("turn", "discarder") if seen[key] is not None]
    return seen | {key: min(seen[key], seats - 1) for key in named}


def _result(seats: int) -> dict[str, Any]:
    told = deepcopy(RESULT)
    told |= {key: told[key][:seats] for key in ("stacks", "unpaid")}
    told["bonuses"] = [bonus for bonus in told["bonuses"] if bonus["from"] < seats]
    for pot in told["side"].values():
        pot["winners"] = [seat for seat in pot["winners"] if seat < seats]
    return told


def frame_of(
    moment: str, seats: int = 4, *, names: tuple[str, ...] = NAMES, seq: int = 30
) -> dict[str, Any]:
    """A whole view frame."""
    view = view_of(moment, seats)
    public = _public(moment, view, names[:seats], seq)
    if moment == "gathering":
        public |= {"hand": 0, "carried": {"count": 0, "pots": {}}}
        public["places"][-1] = None
    if moment == "unseen":
        public["playing"] = public["places"][0]["leaving"] = True
    return {
        "type": "view",
        "table": "t00000000000000000000",
        "seq": seq,
        "public": public,
        "present": [True] * seats,
        "gone_since": [None] * seats,
        "mine": {
            "place": 0,
            "view": view,
            "answer": MOMENTS[moment].get("sealed"),
            "orders": {"pass_rest": False, "take_goal": True},
            "pledge": None,
            "added_entropy": True,
            "falls": {"6h": 2 % seats} if moment == "pay" else {},
            "revealed": None,
        },
        "since": seq - 1,
        "news": [],
    }


def leave(frame: dict[str, Any], place: int, *, minutes: int) -> None:
    """Somebody's browser has been gone for so long."""
    frame["present"][place] = False
    frame["gone_since"][place] = NOW - minutes * 60 * SECOND


def _hand(moment: str, names: tuple[str, ...], seq: int) -> int:
    """A hand's result is closed once, and who is dealt in keeps their name to its end."""
    return seq if moment == "result closed" else 12 + (names != NAMES[: len(names)])


def _public(
    moment: str, view: dict[str, Any] | None, names: tuple[str, ...], seq: int
) -> dict[str, Any]:
    """What everyone is told of the table."""
    offered = view is not None and view["phase"] == "offer"
    playing = view is not None and view["phase"] != "over"
    return {
        "id": "t00000000000000000000",
        "seq": seq,
        "rules": {"preset": "desmoche"},
        "bet": 5,
        "stakes": dict.fromkeys(TEN_GAMES, 1),
        "pace": {"name": "steady", "window": 8 * SECOND},
        "owner": 0,
        "host": 0,
        "watchable": True,
        "most_stack": 1000,
        "places": [_place(*one) for one in zip(names, HAD if playing else STACKS, strict=False)],
        "hand": _hand(moment, names, seq),
        "playing": playing,
        "dealt": list(range(len(names))) if view else [],
        "asked_at": NOW - 3 * SECOND,
        "asked_seq": seq,
        "deadline": NOW + (5 if offered else 50 if playing else 9) * SECOND,
        "sealed": offered,
        "carried": {"count": 1, "pots": {"main": 20}},
        "proposal": None,
        "commitment": None,
        "announced": False,
        "fairness": None,
        "void": None,
        "frozen": False,
        "asleep": False,
        "coming": {"pace": None, "rules": None, "watchable": None, "close": False},
    }


def _place(name: str, stack: int) -> dict[str, Any]:
    return {
        "name": name,
        "stack": stack,
        "bot": False,
        "away": False,
        "sits_out": False,
        "ready": False,
        "pausing": False,
        "leaving": False,
        "bank": 38 * SECOND,
        "games": ["oro"],
    }


def card_of(seats: int, names: tuple[str, ...] = NAMES) -> dict[str, Any]:
    """The table as REST tells it before one sits down; here one sits already."""
    return {
        "id": "t00000000000000000000",
        "code": "KWTXBR",
        "path": "/t/KWTXBR",
        "name": LONG_TABLE,
        "public": False,
        "watchable": True,
        "preset": "desmoche",
        "rules": {"hand_size": 9},
        "differences": [],
        "fewest": 2,
        "bet": 5,
        "stakes": {},
        "buy_in": {"least": 100, "most": 1000},
        "pace": {"name": "steady", "window": 8, "turn": 20},
        "places": [{"name": name, "bot": False, "stack": 200} for name in names[:seats]],
        "playing": True,
        "carried": 20,
        "carries": 1,
        "mine": 0,
        "host": True,
    }
