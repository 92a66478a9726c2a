"""Why a row of the ledger can't have been made: a closed set, each with its sentence.

Enters: which it is, with its values. Leaves: a `BadRow`, for programs by its code, for whoever
reads English in words; pages say it in other languages by code and values.
"""

from enum import Enum


class Misfit(Enum):
    """By the chips that are moved, or by the pots as the rows before it left them."""

    NOT_A_STAKE = "only antes and side stakes of a hand come into a pot"
    NOT_FROM_A_STACK = "what comes into a pot comes from a stack"
    CARRIED_AS_ANOTHER = "a pot is carried as what it is"
    CARRIED_IN_PART = "{amount} chips are carried of a pot of {left}"
    CARRIED_INTO_ANOTHER = "two pots can't be carried as one"
    NEVER_PUT_IN = "only what a seat put in comes back to it"
    MORE_THAN_THERE_IS = "{amount} chips are paid out of a pot of {left}"
    NO_WAY_OUT = "a pot is won, split, returned or refunded"
    NO_SUCH_POT = "there is no pot {pot} to take chips from"
    ANOTHER_REFUND = "the next refund is {amount} chips to {player}"
    NO_CHIPS = "{amount} is no number of chips"
    OVERDRAWN = "{account} pays {amount} chips and has {chips}"
    NO_REASON = "{reason!r} is no reason for which chips move"
    NO_WORDS = "it names an account or a reason that can't be"
    NO_ACCOUNT = "{account!r} is no account"
    OF_ANOTHER_TABLE = "the chips of a table move with that table's entries alone"
    ONE_ACCOUNT = "chips move from one account to another"
    NO_GRANT = "without a table chips move by a grant of the bank alone"


class BadRow(Exception):
    """A transfer that does not fit. `values` are what the sentence of `why` speaks of."""

    def __init__(self, why: Misfit, **values: str | int) -> None:
        super().__init__(why.value.format(**values))
        self.why = why
        self.values = values

    @property
    def code(self) -> str:
        """The misfit, for programs."""
        return self.why.name.lower()
