"""A pot as JSON, coin by coin: for whoever asks about it, players and auditors alike.

Enters: a pot, and who was dealt into its hands. Leaves: one shape for all, in which each coin
says its hand, its seat and its player.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from engine.table.money import Account, AccountKind
from engine.table.receipts import Coin, Pot

Dealt: TypeAlias = Mapping[int, Sequence[str]]
"""Of one table, by hand: ids of players, by seat."""

OVER = "over"


def state_of(account: Account) -> str:
    """Of a pot with chips in it: `open` in a running hand, `carried` between two; else `OVER`."""
    return "carried" if account.kind is AccountKind.CARRIED else "open"


def hands_of(pots: Iterable[Pot]) -> set[int]:
    """The hands in which coins were put into pots."""
    return {coin.hand for pot in pots for coin in (*pot.coins, *pot.returned)}


def pot_told(pot: Pot, state: str, dealt: Dealt) -> dict[str, Any]:
    """A receipt; its coins less its payments are what is left in it.

    A coin's `seat` counts from 0, and is null only if the hand is not in `dealt`.
    """
    return {
        "pot": pot.name,
        "state": state,
        "total": pot.total,
        "left": pot.left,
        "carries": list(pot.carries),
        "coins": [_coin(coin, dealt) for coin in pot.coins],
        "returned": [_coin(coin, dealt) for coin in pot.returned],
        "payments": [payment._asdict() for payment in pot.payments],
    }


def _coin(coin: Coin, dealt: Dealt) -> dict[str, Any]:
    hand, player, amount = coin
    playing = dealt.get(hand, ())
    seat = playing.index(player) if player in playing else None
    return {"hand": hand, "seat": seat, "player": player, "amount": amount}
