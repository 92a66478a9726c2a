"""Plain SQL, as from someone who has the database in hand: honest rows, and what must fail.

Every attack would succeed if one guard were missing; a test takes each guard away to see.
"""


def table(key: str, epoch: int = 2) -> str:
    return f"INSERT INTO tables (id, epoch, seq) VALUES ('{key}', {epoch}, 0)"


def entry(key: str, seq: int, epoch: int = 2, *, verb: str = "INSERT") -> str:
    columns = "table_id, seq, epoch, at, opens_hand, body"
    return f"{verb} INTO entries ({columns}) VALUES ('{key}', {seq}, {epoch}, 7, true, '{{}}')"


def account(key: str, values: str, *, verb: str = "INSERT") -> str:
    """`values`: kind, owner, table, balance, last transfer."""
    columns = "id, kind, owner, table_id, balance, last_transfer"
    return f"{verb} INTO accounts ({columns}) VALUES ('{key}', {values})"


def pay(
    debit: str,
    credit: str,
    amount: float,
    by: str = "NULL, NULL",
    *,
    key: str = "new",
    verb: str = "INSERT",
) -> str:
    """`by`: the table and seq of the entry."""
    columns = "table_id, seq, debit, credit, amount, reason, key, at"
    values = f"{by}, '{debit}', '{credit}', {amount}, 'x', '{key}', 7"
    return f"{verb} INTO transfers ({columns}) VALUES ({values})"


def hand(number: int, status: str, ended: str, *, verb: str = "INSERT") -> str:
    columns = "table_id, hand, status, started_at, ended_at, players"
    return f"{verb} INTO hands ({columns}) VALUES ('t1', {number}, '{status}', 7, {ended}, '[]')"


ANA, STACK, POT = "wallet/ana", "stack/t1/ana", "pot/t2/main"
WALLET = "'wallet', 'ana', NULL, 0, 0"
MOST = 2**53 - 1

ROWS = (
    table("t1"),
    table("t2"),
    table("t3"),
    entry("t1", 1),
    entry("t1", 2),
    account(ANA, WALLET),
    account(STACK, "'stack', 'ana', 't1', 0, 0"),
    account(POT, "'pot', 'main', 't2', 0, 0"),
    pay("bank", ANA, 100, key="grant"),
    pay(ANA, STACK, 60, "'t1', 1", key="buy-in"),
    hand(1, "ended", "8"),
    hand(2, "running", "NULL"),
)

ON_THE_PAST = {
    "change an entry": "UPDATE entries SET body = '[]' WHERE seq = 2",
    "take an entry away": "DELETE FROM entries WHERE seq = 2",
    "change a transfer": "UPDATE transfers SET reason = 'gift' WHERE key = 'buy-in'",
    "take a transfer away": "DELETE FROM transfers WHERE key = 'buy-in'",
    "take an account away": f"DELETE FROM accounts WHERE id = '{POT}'",
    "change a hand that is over": "UPDATE hands SET players = '[1]' WHERE hand = 1",
    "take a hand away": "DELETE FROM hands WHERE hand = 1",
    "take a table away": "DELETE FROM tables WHERE id = 't1'",
}

ON_THE_FENCE = {
    "lower an epoch": "UPDATE tables SET epoch = 1 WHERE id = 't1'",
    "lower a seq": "UPDATE tables SET seq = 1 WHERE id = 't1'",
    "rename a table": "UPDATE tables SET id = 't4' WHERE id = 't3'",
    "leave a gap": entry("t1", 4),
    "write a seq again": entry("t1", 2),
    "write by an earlier epoch": entry("t1", 3, epoch=1),
    "write by a later epoch": entry("t1", 3, epoch=3),
    "write to no table": entry("t9", 1),
    "own before the first owner": table("t4", epoch=0),
    "name a table like an account": table("t1/ana"),
    "name a table nothing": table(""),
}

ON_BALANCES = {
    "raise a balance": f"UPDATE accounts SET balance = balance + 1 WHERE id = '{ANA}'",
    "empty a balance": f"UPDATE accounts SET balance = 0 WHERE id = '{STACK}'",
    "apply a transfer again": f"UPDATE accounts SET balance = 120 WHERE id = '{STACK}'",
    "undo it": f"UPDATE accounts SET balance = 0, last_transfer = 0 WHERE id = '{STACK}'",
    "apply another's": "UPDATE accounts SET balance = balance + 60, last_transfer = "
    f"(SELECT id FROM transfers WHERE key = 'buy-in') WHERE id = '{POT}'",
    "give the bank a balance": "UPDATE accounts SET balance = 0 WHERE kind = 'bank'",
    "give a wallet away": "UPDATE accounts SET id = 'wallet/ben', owner = 'ben' "
    f"WHERE id = '{ANA}'",
}

ON_ACCOUNTS = {
    "open with chips": account("wallet/ben", "'wallet', 'ben', NULL, 9, 0"),
    "open with a past": account("wallet/ben", "'wallet', 'ben', NULL, 0, 9"),
    "open twice": account(ANA, WALLET),
    "open by another name": account("wallet/2", WALLET),
    "open a wallet at a table": account("wallet/t1/ben", "'wallet', 'ben', 't1', 0, 0"),
    "open a pot nowhere": account("pot/side", "'pot', 'side', NULL, 0, 0"),
    "open the bank again": account("bank", "'bank', '', NULL, NULL, 0"),
    "open a second bank": account("bank/2", "'bank', '2', NULL, NULL, 0"),
    "open without bounds": account("wallet/ben", "'wallet', 'ben', NULL, NULL, 0"),
    "open something else": account("hat/ben", "'hat', 'ben', NULL, 0, 0"),
}

ON_TRANSFERS = {
    "pay what is not there": pay(STACK, ANA, 61, "'t1', 1"),
    "pay nothing": pay("bank", ANA, 0),
    "pay less than nothing": pay("bank", ANA, -1),
    "pay more than can be": pay("bank", "wallet/ana", MOST + 1),
    "own more than can be": pay("bank", ANA, MOST),
    "pay oneself": pay(ANA, ANA, 1),
    "pay the bank from the bank": pay("bank", "bank", 1),
    "pay by a used key": pay("bank", ANA, 1, key="grant"),
    "pay nobody": pay("bank", "wallet/zoe", 1),
    "pay from nobody": pay("wallet/zoe", ANA, 1),
    "pay with no entry": pay(STACK, ANA, 1, "'t1', 9"),
    "pay with half an entry": pay("bank", ANA, 1, "'t1', NULL"),
    "pay from a table without its entry": pay(STACK, ANA, 1),
    "pay to a table by another's entry": pay(ANA, POT, 1, "'t1', 1"),
}

ON_HANDS = {
    "end a hand at no time": "UPDATE hands SET status = 'ended' WHERE hand = 2",
    "make a hand something else": "UPDATE hands SET status = 'odd', ended_at = 9 WHERE hand = 2",
}

EVERYWHERE = ON_THE_PAST | ON_THE_FENCE | ON_BALANCES | ON_ACCOUNTS | ON_TRANSFERS | ON_HANDS

_REPLACE = "INSERT OR REPLACE"

SQLITE = EVERYWHERE | {
    "replace an entry": entry("t1", 2, verb=_REPLACE),
    "replace a transfer": pay("bank", ANA, 1, key="grant", verb=_REPLACE),
    "replace an account": account(ANA, WALLET, verb=_REPLACE),
    "replace a hand": hand(1, "running", "NULL", verb=_REPLACE),
    "pay half a chip": pay("bank", ANA, 1.5),
}

POSTGRES = EVERYWHERE | {
    "empty the entries": "TRUNCATE entries, transfers",
    "empty the transfers": "TRUNCATE transfers",
    "empty the accounts": "TRUNCATE accounts, transfers",
    "empty the hands": "TRUNCATE hands",
}
