"""What a check remembers: of each table its balances, and little else."""

import tracemalloc

from app.ledger.books import Books

PLAYERS, POTS = 4, 5
MOST_BYTES = 5_000  # a table with 24 accounts: half of it was measured, and 17 KB with every way


def _feed(books: Books, tables: range) -> None:
    """Of each table every player's ante to every pot, and an award back."""
    number = 0
    for table in (f"t{at:020x}" for at in tables):
        for player in (f"p{at}" for at in range(PLAYERS)):
            stack = f"stack/{table}/{player}"
            brought = (f"wallet/{player}", stack, 100, "buy_in")
            for pot in (f"pot/{table}/{at}" for at in range(POTS)):
                moves = (brought, (stack, pot, 5, "ante"), (pot, stack, 5, "award"))
                for debit, credit, amount, reason in moves:
                    number += 1
                    row = (number, table, 1, debit, credit, amount, reason, 1, f"k{number}")
                    books.feed(row)


def test_a_table_that_has_been_read_costs_its_balances_alone() -> None:
    books, more = Books(), 100
    _feed(books, range(20))
    tracemalloc.start()
    try:
        _feed(books, range(20, 20 + more))
        grown, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert grown / more < MOST_BYTES
