"""Is the ledger what it was? Everything recomputed from the journals, nothing believed.

Reading order: `findings`, `heads`, `bodies`, `books`, `table_check`, `reading`, `verify`.
"""
