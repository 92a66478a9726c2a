"""Storage, on SQLite or Postgres: the journal of every table, and the chips it moves.

Reading order: `schema`, `engine`, `faults`, `transfers`, `entries`, `journal`, `ledger`;
`migrate` brings a database up to date.
"""
