"""Changes to what is stored, as whoever owns the database could make them, one at a time."""

from typing import NamedTuple

from app.ledger.findings import Kind


class Change(NamedTuple):
    """Statements, and what must be said of them: kind, table, entry, and the row by its key."""

    statements: list[str]
    kind: Kind
    table: str | None
    entry: int | None
    row: str | None


# In the tables of `some_tables`: entries 1 to 3 of t1 seat people; the ante of ana in its first
# hand is this row, and the entry that dealt it is 4.
ANTE, NEXT = "t1/1/deal/0", "t1/1/deal/1"
AWARD = "t1/2/result/0"
LIKE = "INSERT INTO transfers (table_id, seq, debit, credit, amount, reason, hand, key, at)"


CHANGES: dict[str, Change] = {
    "a row's amount": Change(
        [f"UPDATE transfers SET amount = amount + 1 WHERE key = '{ANTE}'"],
        Kind.ALTERED,
        "t1",
        4,
        ANTE,
    ),
    "a row's amount and all balances": Change(
        [
            f"UPDATE transfers SET amount = amount + 1 WHERE key = '{ANTE}'",
            "UPDATE accounts SET balance = balance - 1 WHERE id = 'stack/t1/ana'",
            "UPDATE accounts SET balance = balance + 1 WHERE id = 'stack/t1/beto'",
        ],
        Kind.ALTERED,
        "t1",
        4,
        ANTE,
    ),
    "a row's accounts": Change(
        [f"UPDATE transfers SET credit = 'stack/t1/ana' WHERE key = '{AWARD}'"],
        Kind.ALTERED,
        "t1",
        10,
        AWARD,
    ),
    "a row's time": Change(
        [f"UPDATE transfers SET at = at + 1 WHERE key = '{NEXT}'"], Kind.ALTERED, "t1", 4, NEXT
    ),
    "a row's link": Change(
        [f"UPDATE transfers SET link = NULL WHERE key = '{NEXT}'"], Kind.ALTERED, "t1", 4, NEXT
    ),
    "a row in the middle is gone": Change(
        [f"DELETE FROM transfers WHERE key = '{ANTE}'"], Kind.MISSING, "t1", 4, NEXT
    ),
    "the last row of an entry is gone": Change(
        ["DELETE FROM transfers WHERE key = 't1/1/deal/2'"], Kind.MISSING, "t1", 4, None
    ),
    "a row was put in": Change(
        [f"{LIKE} VALUES ('t1', 4, 'stack/t1/ana', 'stack/t1/beto', 1, 'bonus', 1, 'new', 7)"],
        Kind.INSERTED,
        "t1",
        4,
        "new",
    ),
    "a row of no entry": Change(
        [f"{LIKE} VALUES ('t1', 99, 'stack/t1/ana', 'stack/t1/beto', 1, 'bonus', 1, 'new', 7)"],
        Kind.INSERTED,
        "t1",
        99,
        "new",
    ),
    "a row of no table": Change(
        [f"{LIKE} VALUES ('t9', 1, 'wallet/ana', 'wallet/beto', 1, 'bonus', 1, 'new', 7)"],
        Kind.INSERTED,
        "t9",
        1,
        "new",
    ),
    "a gift from wallet to wallet": Change(
        [f"{LIKE} VALUES (NULL, NULL, 'wallet/ana', 'wallet/beto', 1, 'grant', NULL, 'new', 7)"],
        Kind.INSERTED,
        None,
        None,
        "new",
    ),
    "a grant without a hash": Change(
        [f"{LIKE} VALUES (NULL, NULL, 'bank', 'wallet/ana', 1, 'grant', NULL, 'new', 7)"],
        Kind.UNCHAINED,
        None,
        None,
        "new",
    ),
    "a grant without a hash and its balance": Change(
        [
            f"{LIKE} VALUES (NULL, NULL, 'bank', 'wallet/ana', 1, 'grant', NULL, 'new', 7)",
            (
                "UPDATE accounts SET balance = balance + 1, last_transfer = "
                "(SELECT max(id) FROM transfers WHERE key = 'new') WHERE id = 'wallet/ana'"
            ),
        ],
        Kind.UNCHAINED,
        None,
        None,
        "new",
    ),
    "the last grant's hash": Change(
        ["UPDATE transfers SET link = NULL WHERE key = 'another/ana'"],
        Kind.UNCHAINED,
        None,
        None,
        "another/ana",
    ),
    "a grant": Change(
        ["UPDATE transfers SET amount = 10001 WHERE key = 'grant/ana'"],
        Kind.ALTERED,
        None,
        None,
        "grant/ana",
    ),
    "what an entry says": Change(
        ["UPDATE entries SET body = '{}' WHERE table_id = 't1' AND seq = 5"],
        Kind.ALTERED,
        "t1",
        5,
        None,
    ),
    "when an entry was": Change(
        ["UPDATE entries SET at = at + 1 WHERE table_id = 't1' AND seq = 5"],
        Kind.ALTERED,
        "t1",
        5,
        None,
    ),
    "how many rows an entry counts": Change(
        ["UPDATE entries SET rows = rows + 1 WHERE table_id = 't1' AND seq = 5"],
        Kind.MISSING,
        "t1",
        5,
        None,
    ),
    "a body that is no JSON": Change(
        [
            "UPDATE entries SET head = NULL, rows = NULL WHERE table_id = 't3'",
            "UPDATE transfers SET link = NULL WHERE table_id = 't3'",
            "UPDATE entries SET body = '{\"before\":[]}' WHERE table_id = 't3' AND seq = 2",
        ],
        Kind.UNREADABLE,
        "t3",
        2,
        None,
    ),
    "an entry is gone": Change(
        [
            "DELETE FROM transfers WHERE table_id = 't1' AND seq = 2",
            "DELETE FROM entries WHERE table_id = 't1' AND seq = 2",
        ],
        Kind.MISSING,
        "t1",
        2,
        None,
    ),
    "the last entries are gone": Change(
        ["DELETE FROM entries WHERE table_id = 't3' AND seq > 1"], Kind.CUT_OFF, "t3", 2, None
    ),
    "all entries are gone": Change(
        ["DELETE FROM entries WHERE table_id = 't3'"], Kind.CUT_OFF, "t3", 1, None
    ),
    "an entry was put in at the end": Change(
        [
            (
                "INSERT INTO entries (table_id, seq, epoch, at, opens_hand, body) "
                "VALUES ('t3', 4, 1, 7, false, '{}')"
            ),
        ],
        Kind.UNCHAINED,
        "t3",
        4,
        None,
    ),
    "the last head is gone": Change(
        ["UPDATE entries SET head = NULL WHERE table_id = 't3' AND seq = 3"],
        Kind.UNCHAINED,
        "t3",
        3,
        None,
    ),
    "a balance": Change(
        ["UPDATE accounts SET balance = balance + 1 WHERE id = 'wallet/ana'"],
        Kind.BALANCE,
        None,
        None,
        None,
    ),
    "an account's last row": Change(
        ["UPDATE accounts SET last_transfer = 1 WHERE id = 'stack/t1/ana'"],
        Kind.BALANCE,
        "t1",
        None,
        None,
    ),
    "an account is gone": Change(
        ["DELETE FROM accounts WHERE id = 'stack/t1/ana'"], Kind.MISSING, None, None, None
    ),
    "a table's owner before the last": Change(
        ["UPDATE tables SET epoch = 1 WHERE id = 't2'"], Kind.ALTERED, "t2", 12, None
    ),
    "when a kept hand began": Change(
        ["UPDATE hands SET started_at = 7 WHERE table_id = 't1' AND hand = 2"],
        Kind.HAND,
        "t1",
        10,
        None,
    ),
    "a kept hand is gone": Change(
        ["DELETE FROM hands WHERE table_id = 't1' AND hand = 2"], Kind.HAND, "t1", 10, None
    ),
    "a kept hand's file": Change(
        ["UPDATE hands SET file = '{}' WHERE table_id = 't1' AND hand = 2"],
        Kind.HAND,
        "t1",
        10,
        None,
    ),
    "a kept hand's players": Change(
        ["UPDATE hands SET players = '[]' WHERE table_id = 't1' AND hand = 2"],
        Kind.HAND,
        "t1",
        10,
        None,
    ),
    "a kept hand's proof": Change(
        ["UPDATE hands SET fairness = NULL WHERE table_id = 't1' AND hand = 2"],
        Kind.HAND,
        "t1",
        10,
        None,
    ),
    "how a kept hand ended": Change(
        ["UPDATE hands SET status = 'void' WHERE table_id = 't1' AND hand = 2"],
        Kind.HAND,
        "t1",
        10,
        None,
    ),
    "the heads of a table, not the links of its rows": Change(
        ["UPDATE entries SET head = NULL, rows = NULL WHERE table_id = 't3'"],
        Kind.UNCHAINED,
        "t3",
        1,
        None,
    ),
    "a hand is hidden from a player": Change(
        ["DELETE FROM hand_seats WHERE table_id = 't1' AND hand = 2 AND seat = 1"],
        Kind.HAND,
        "t1",
        10,
        None,
    ),
    "a hand is listed for somebody else": Change(
        ["UPDATE hand_seats SET player_id = 'zoe' WHERE table_id = 't1' AND hand = 2 AND seat = 1"],
        Kind.HAND,
        "t1",
        10,
        None,
    ),
    "a hand is listed at another time": Change(
        ["UPDATE hand_seats SET ended_at = 7 WHERE table_id = 't1' AND hand = 2 AND seat = 1"],
        Kind.HAND,
        "t1",
        10,
        None,
    ),
    "a hand is listed that never was": Change(
        ["INSERT INTO hand_seats VALUES ('zoe', 7, 't1', 99, 0)"], Kind.INSERTED, "t1", None, None
    ),
    "a hand is listed of no table": Change(
        ["INSERT INTO hand_seats VALUES ('zoe', 7, 't9', 1, 0)"], Kind.INSERTED, "t9", None, None
    ),
    "a hand that never was": Change(
        [
            (
                "INSERT INTO hands (table_id, hand, status, started_at, ended_at, players) "
                "VALUES ('t1', 9, 'ended', 7, 7, '[]')"
            ),
        ],
        Kind.INSERTED,
        "t1",
        None,
        None,
    ),
}
