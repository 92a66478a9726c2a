"""A model of a table's money: who put how much into which carried pot (R8, R9.3).

It is kept from the rulebook and from how hands ended, never from what the session says.
"""

from engine.rules.settlement import Result
from engine.table.session import Player, Running, Session


class Books:
    """The accounts of one table: chips bought, chips paid out, carried pots by player."""

    def __init__(self) -> None:
        self.bought = self.paid = self.count = 0
        self.pots: dict[str, dict[str, int]] = {}

    def ante(self, session: Session, player: Player) -> int:
        """R8.1, R8.4."""
        newcomer = player.id not in self.pots.get("main", {})
        matching = session.rules.match_carry and newcomer
        return session.bet * (self.count + 1 if matching else 1)

    def ready(self, session: Session) -> list[int]:
        """R8.1: the places that can be dealt in."""
        return [
            place
            for place, player in enumerate(session.places)
            if player and not player.sits_out and player.stack >= self.ante(session, player)
        ]

    def book(self, hand: Running, result: Result) -> None:
        """R8.3, R9.3: what the seats of a hand put in is carried, or it is somebody's."""
        deal = hand.deal
        if result.winner is not None:
            self.pots.pop("main", None)
            self.count = 0
        elif deal.rules.no_winner == "carry":
            self._add("main", dict(zip(deal.names, deal.antes, strict=True)))
            self.count += 1
        for game, side in deal.side.items():
            if result.side[game].winners:
                self.pots.pop(game, None)
            else:
                self._add(game, {deal.names[seat]: side.stake for seat in side.seats})

    def _add(self, pot: str, paid: dict[str, int]) -> None:
        coins = self.pots.setdefault(pot, {})
        for name, amount in paid.items():
            coins[name] = coins.get(name, 0) + amount

    def owed(self, session: Session) -> dict[str, int]:
        """R8.7: what everyone gets if the table closes now."""
        owed = {player.id: player.stack for player in session.places if player}
        for coins in self.pots.values():
            for name, amount in coins.items():
                owed[name] = owed.get(name, 0) + amount
        return owed
