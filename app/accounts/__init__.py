"""People: guests by a name, the link that brings them back, passwords, chips of their own.

Reading order: `models`, `store`, `recovery`, `passwords`, `wallets`, `accounts`, `routes`.
"""
