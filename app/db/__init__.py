"""Storage, on SQLite or Postgres: the journal of every table, and the chips it moves."""
