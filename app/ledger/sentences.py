"""What can be wrong with a ledger, each with a code, its values and an English sentence.

Enters: which it is, with its values. Leaves: a `Said`: the command line prints its sentence, pages
say it in their language (`admin.wrong.CODE`, `admin.misfit.CODE`).
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from engine.table.bad_rows import BadRow

Values: TypeAlias = dict[str, str | int | None]


@dataclass(frozen=True, slots=True)
class Said:
    """What is wrong. `values` by the names that the sentence has for them; None: there is none."""

    code: str
    values: Values
    says: str


class Wrong(Enum):
    """A sentence by its code, which is the name in lower case."""

    # --- chains
    HASH_MISSING = "it has no hash, though entries before it have"
    HASH_GONE = "its hash is gone"
    ENTRY_GONE = "the entry is gone; the next one there is {next}"
    ENTRY_ALTERED = "what the entry says is not what it was"
    ENTRY_MOVED = "it is not entry {entry}; that one stands as entry {stands}"
    ROWS_GONE = "{gone} of the {moved} rows that the entry moved are gone"
    ROW_GONE_BEFORE = "a row is gone before row {row} ({key})"
    ROW_PUT_IN = "row {row} ({key}) was put in"
    ROW_MOVED = "row {row} ({key}) stands before row {other} ({other_key})"
    ROW_ALTERED = "row {row} ({key}) is not what it was"
    GRANT_ALTERED = "row {row} ({key}) is not what it was, or one before it is gone"
    ROW_WITHOUT_HASH = "row {row} ({key}) has no hash, though rows before it have"
    CHAIN_WITHOUT_HASHES = "{chain} has no hashes, and comes from when chains were long in use"
    CHAIN_DIFFERS = "the chain {chain} is another at {at} than the one that was kept"
    CHAIN_SHORTER = "the chain {chain} had come to {kept}, and is at {at}"
    ROOT_DIFFERS = (
        "the root was {root}: the ledger was changed, or chips have moved since; "
        "the heads that were saved with it (--heads) tell which"
    )

    # --- rows and balances
    ROW_BAD = "row {row} ({key}): {why}"
    ROW_WITHOUT_ENTRY = "row {row} ({key}) names an entry that is not there"
    BALANCE_DIFFERS = (
        "{account} is stored with {stored} chips after row {stored_row}; "
        "its rows come to {chips} after row {row}"
    )
    BALANCE_BELOW_ZERO = "{account} comes to {chips} chips"
    ACCOUNT_ALTERED = "{account} is stored as {kind} of {owner} at {table}"
    ACCOUNT_GONE = "account {account} is gone; its rows are there"

    # --- tables
    UNREADABLE = "its body is not what a table writes: {error}"
    OWNERS_DIFFER = "it has had {owners} owners, and its last entry is by owner {by}"
    ENTRIES_GONE = "the table has counted {counted} entries, and those after {last} are gone"
    ENTRIES_ALL_GONE = "the table has counted {counted} entries, and none is there"
    ENTRIES_PUT_IN = "the table has counted {counted} entries, and {last} are there"
    STACK_BEFORE_DIFFERS = "{player} has {said} chips before it, and rows come to {chips}"
    STACK_AFTER_DIFFERS = "{player} has {said} chips after it, and rows come to {chips}"
    CARRIED_COINS_DIFFER = "the carried pot {pot} is not made of the coins it says"
    TABLE_UNKNOWN = "the lobby knows this table, and no entry is there"
    HOST_DIFFERS = "the lobby says that {stored} made the table, and its journal {said}"
    PRACTICE_NOT_SAID = (
        "the lobby says that it is a table of practice, and its journal says otherwise"
    )
    PRACTICE_HIDDEN = "the lobby says that it is no table of practice, and its journal that it is"
    CLOSED_WITH_CHIPS = "the lobby says that it has closed, and {chips} chips lie there"
    FROZEN_DIFFERS = (
        "the lobby has {stored_at} as the time since when the table is frozen, "
        "and its journal {said_at}"
    )

    # --- hands
    HAND_NOT_KEPT = "hand {hand} is not kept for the histories"
    HAND_ENDED_OTHERWISE = "hand {hand} is kept as another end than the journal's"
    HAND_KEPT_OTHERWISE = "hand {hand} is kept with another {part} than the journal's"
    HAND_PUT_IN = "hand {hand} is kept, and no entry ended it"
    HAND_LISTED_OTHERWISE = "hand {hand} is not listed for just those who were dealt into it"
    HAND_LISTED_NOT_PLAYED = "hand {hand} is listed for {player}, and no entry ended it"
    HAND_NET_DIFFERS = "hand {hand} came to {said:+} for {player}, and its rows to {moved:+}"
    HAND_CARRY_DIFFERS = "hand {hand} left {said} in {pot}, its rows {moved}"
    HAND_CARRIES_DIFFER = "hand {hand} says that the pot was carried {said} times"
    DEAL_WITHOUT_RECORD = "hand {hand} has no record of its deal"
    DEAL_OF_ANOTHER = (
        "hand {hand} has the record of another deal, that of hand {of_hand} of {of_table}"
    )
    DEAL_NOT_PLAYED_ON = (
        "hand {hand} has another record of its deal than the one it is played on from"
    )
    DEAL_UNKNOWN = "hand {of_hand} of {of_table}, played on here, has no such record"

    # --- the operators' log
    LINE_ALTERED = "line {line} of the operators' log is not what it was, or one before it is gone"
    LINE_WITHOUT_HASH = "line {line} of the operators' log has no hash, though lines before it do"
    LINE_WITHOUT_GRANT = (
        "line {line} of the operators' log tells of a grant that is not in the ledger"
    )
    GRANT_WITHOUT_LINE = (
        "{operator} made a {action} to {player} at {granted_at}, and the log has no line"
    )
    LOG_WITHOUT_HASHES = (
        "the operators' log has no hashes, and comes from when chains were long in use"
    )
    ROLE_DIFFERS = "{player} is stored as {stored_role}, and the operators' log says {said_role}"
    SUSPENSION_DIFFERS = "the suspension of {player} is not what the operators' log says"
    REPORT_DIFFERS = "what became of report {report} is not what the operators' log says"
    REPORT_GONE = "report {report} is gone; the operators' log tells of it"

    def of(self, **values: str | int | None) -> Said:
        """With what it speaks of. The names are those in the sentence, no more and no fewer."""
        shown = {name: "none" if value is None else value for name, value in values.items()}
        return Said(self.name.lower(), values, self.value.format(**shown))


def row_bad(row: Any, bad: BadRow) -> Said:
    """A row that can't have been made: `why` is the misfit's code, beside its own values."""
    said = Wrong.ROW_BAD.of(row=row.id, key=row.key, why=str(bad))
    return Said(
        said.code, {**bad.values, "row": row.id, "key": row.key, "why": bad.code}, said.says
    )
