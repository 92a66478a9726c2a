"""The rules engine against the rulebook: laws, counts, tables of cases, worked examples."""
