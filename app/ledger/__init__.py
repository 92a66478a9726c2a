"""Is the ledger what it was? Everything recomputed from the journals, nothing believed.

Reading order: `sentences`, `findings`, `heads`, `bodies`, `verdict`; of one table `books`,
`chain_check`, `deals_check`, `kept_hands`, `listed`, `table_check`; of all `reading`,
`tables_check`, `shares`; of the rest `grants_check`, `deeds_check`, `powers_check`; `verify`;
`moment`, `command`.
"""
