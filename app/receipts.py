"""A pot as JSON, coin by coin: for whoever asks about it, players and auditors alike."""

from typing import Any

from engine.table.receipts import Pot


def pot_told(pot: Pot, state: str) -> dict[str, Any]:
    """A receipt; its coins less its payments are what is left in it."""
    return {
        "pot": pot.name,
        "state": state,
        "total": pot.total,
        "left": pot.left,
        "carries": list(pot.carries),
        "coins": [coin._asdict() for coin in pot.coins],
        "returned": [coin._asdict() for coin in pot.returned],
        "payments": [payment._asdict() for payment in pot.payments],
    }
