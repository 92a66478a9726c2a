"""Why something is refused: a closed set of codes, and the exception that carries one.

A refusal is the answer to a player's (or a file's) mistake. It changes nothing and is
no fault of the program; faults of the program are assertions.
"""

from collections.abc import Iterable
from enum import StrEnum


class Code(StrEnum):
    """The refusal codes of section 12, in the order in which they are looked for."""

    BAD_FILE = "bad_file"
    BAD_RULES = "bad_rules"
    RESULT_MISMATCH = "result_mismatch"
    HAND_OVER = "hand_over"
    OUT_OF_RANGE = "out_of_range"
    WRONG_PHASE = "wrong_phase"
    NOT_ASKED = "not_asked"
    CARD_NOT_HELD = "card_not_held"
    LAYOUT_MISMATCH = "layout_mismatch"
    MUST_USE_CARD = "must_use_card"
    INVALID_MELD = "invalid_meld"
    BROKEN_MELD = "broken_meld"
    LAY_NEW_MELD = "lay_new_meld"
    MELD_ORDER = "meld_order"
    NOT_IN_GAME = "not_in_game"
    NO_HOLDING = "no_holding"
    NOT_ELIGIBLE = "not_eligible"
    CANNOT_FORCE = "cannot_force"
    CANNOT_RETIRE = "cannot_retire"


class Refusal(Exception):
    """Something that was asked for and is not allowed.

    `code` is for programs and tests, `message` says in plain words what was wrong and
    what would be right. `cards` are those the message speaks of, and `needs` those that
    would put it right, both as they are written, for whoever says it in another language.
    """

    def __init__(
        self, code: Code, message: str, cards: Iterable[str] = (), needs: Iterable[str] = ()
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.cards = tuple(cards)
        self.needs = tuple(needs)


def shown(value: object) -> str:
    """A value of someone else's as a message may quote it: never longer than a line."""
    try:
        text = repr(value)
    except RecursionError:  # lists in lists, as deep as whoever read them could go
        return "something nested too deep"
    return text if len(text) <= 40 else text[:37] + "..."
