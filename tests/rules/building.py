"""Builds hand files out of the few cards that matter, and reads actions from plain lines.

    file = dealt("desmoche", "8s 9s", "", coming="Ts 4d", **TO_PLAY)
    played(file, '''
        0 draw
        0 use 8s 9s Ts
        0 pay 2h
        close
    ''')

Seats are dealt the cards that are named and fillers up to the hand size; then the cards
to come are drawn, and then the rest. The last seat deals, so seat 0 begins.
"""

import json
from typing import Any

from engine.commands.replay import replay_text
from engine.rules.hand_file import FORMAT
from tests.strategies import cards_of_deck

# House rules that lead straight to the first draw.
TO_PLAY: dict[str, Any] = {"cut": False, "cambio": False, "automatic_wins": []}
SIZES = {
    "desmoche": (52, 9),
    "conquien": (52, 9),
    "conquian": (40, 10),
    "conquian_mexican": (40, 9),
    "conquian_three": (40, 8),
}
NAMES = ["ana", "beto", "carla", "dora"]
Json = dict[str, Any]


def dealt(preset: str, *hands: str, coming: str = "", **rules: Any) -> Json:
    """A hand file without actions; `hands` and `coming` are as much as matters of them."""
    deck, size = SIZES[preset]
    deck, size = rules.get("deck", deck), rules.get("hand_size", size)
    wanted = [hand.split() for hand in hands]
    drawn = coming.split()
    named = [*drawn, *(card for hand in wanted for card in hand)]
    assert len(set(named)) == len(named), "a card is named twice"
    # Every seventh card after the last: fillers seldom go together.
    spread = cards_of_deck(deck)
    rest = [card for start in range(7) for card in spread[start::7] if card not in named]
    for hand in wanted:
        hand += [rest.pop(0) for _ in range(size - len(hand))]
    round_by_round = [card for cards in zip(*wanted, strict=True) for card in cards]
    return {
        "format": FORMAT,
        "rules": {"preset": preset, **rules},
        "seats": NAMES[: len(hands)],
        "stacks": [100] * len(hands),
        "bet": 5,
        "dealer": len(hands) - 1,
        "deck": " ".join(round_by_round + drawn + rest),
        "actions": [],
    }


def action(line: str) -> Json:
    """`0 use 8s 9s Ts / 4d 4h 4c`, `1 force 2`, `0 cut 26`, `2 vote forgive`, `close`."""
    if line == "close":
        return {"seat": None, "do": "close"}
    seat, do, *words = line.split()
    written: Json = {"seat": int(seat), "do": do}
    match do:
        case "lay" | "use" | "claim" | "place":
            written["melds"] = [meld.split() for meld in " ".join(words).split("/")]
        case "give" | "pay":
            written["card"] = words[0]
        case "cut":
            written["at"] = int(words[0])
        case "force":
            written["target"] = int(words[0])
        case "declare":
            written["win"] = words[0]
        case "announce":
            written["games"] = words
        case "vote":
            written["forgive"] = words == ["forgive"]
    return written


def with_actions(file: Json, script: str) -> Json:
    lines = [line.strip() for line in script.splitlines()]
    return {**file, "actions": [action(line) for line in lines if line]}


def answer_to(file: Json, script: str = "") -> Json:
    """What `replay` says of a file with these actions."""
    return replay_text(json.dumps(with_actions(file, script)).encode(), None)


def played(file: Json, script: str = "") -> Json:
    """The state after these actions, all of them legal."""
    answer = answer_to(file, script)
    assert answer["ok"], answer["error"]
    state: Json = answer["state"]
    return state


def ended(file: Json, script: str = "") -> Json:
    """The result after these actions, all of them legal."""
    answer = answer_to(file, script)
    assert answer["ok"], answer["error"]
    result: Json = answer["result"]
    return result


def refused(file: Json, script: str = "") -> str:
    """The code with which the last of these actions is refused."""
    answer = answer_to(file, script)
    assert not answer["ok"]
    assert answer["error"]["at"] == len(with_actions(file, script)["actions"]) - 1, answer
    code: str = answer["error"]["code"]
    return code


def drawn_out(file: Json) -> str:
    """Everybody draws and discards, nobody claims, until the deck is empty (R7.12)."""
    state = played(file)
    seats = len(file["seats"])
    again = file["rules"].get("second_draw", file["rules"]["preset"].startswith("desm"))
    turns = [0] * again + [turn % seats for turn in range(len(state["deck"]))]
    lines = [f"{seat} draw\n{seat} discard\nclose" for seat in turns[: len(state["deck"])]]
    return "\n".join(lines)


def layout(text: str) -> list[list[str]]:
    """`8s 8h 8c / 4d 5d 6d` as a state writes it: cards and melds in any order."""
    return sorted(sorted(meld.split()) for meld in text.split("/"))


def layout_in(state: Json, seat: int) -> list[list[str]]:
    return sorted(sorted(meld) for meld in state["layouts"][seat])
