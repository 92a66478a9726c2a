"""Storage, on SQLite or Postgres: the journal of every table, and the chips it moves.

Reading order: `schema`, `engine`, `faults`, `chain`, `transfers`, `entries`, `journal`, `ledger`;
`at_once` is SQLite's short way, `migrate` brings a database up to date; `dealt` and `pot_rows` are
read by more than one concern.
"""
