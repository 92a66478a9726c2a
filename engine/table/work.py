"""One step of a table while it is being worked out.

Enters: a live table, the time, a number for the step, fresh chance. Leaves, once the
step's functions have written on it: the next table, the chips moved, what happened.
"""

from dataclasses import dataclass, field

from engine.rules.actions import Action
from engine.rules.deal import Deal
from engine.rules.events import Event
from engine.rules.settlement import Result
from engine.table.fairness_record import Record
from engine.table.live import Live, Sitting, changed, with_sitting
from engine.table.money import BANK, Account, AccountKind, Reason, Transfer
from engine.table.session import Session
from engine.table.transfers import Books


@dataclass(frozen=True, slots=True)
class Finished:
    """A hand that is over, for its record: what was dealt, done and came of it.

    `result` is None, and `why` says so, if the hand was void (R8.8). `record` is revealed.
    """

    hand: int
    players: tuple[str, ...]
    deal: Deal
    actions: tuple[Action, ...]
    result: Result | None
    record: Record
    why: str = ""


@dataclass(slots=True)
class Work:
    """What a step has come to so far. `seed` is fresh chance; `drew` says it was used."""

    live: Live
    now: int
    seq: int
    seed: bytes
    transfers: list[Transfer] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    finished: Finished | None = None
    opens_hand: bool = False
    drew: bool = False

    def change(self, **fields: object) -> None:
        """Give the table other values of some fields."""
        self.live = changed(self.live, **fields)

    def sit_as(self, place: int, sitting: Sitting | None) -> None:
        """Change how the player at a place sits."""
        self.live = with_sitting(self.live, place, sitting)

    @property
    def shown(self) -> int:
        """The number that people are told of this step."""
        return self.live.shown(self.seq)

    @property
    def session(self) -> Session:
        """The session as it stands in this step."""
        return self.live.session

    def move(self, debit: Account, credit: Account, chips: int, reason: Reason) -> None:
        """Chips that move outside of a hand."""
        if chips:
            key = f"{self.live.id}/s{self.seq}/{len(self.transfers)}"
            self.transfers.append(Transfer(debit, credit, chips, reason, key))

    def stack(self, player: str) -> Account:
        """A player's stack at this table."""
        return Account(AccountKind.STACK, player, self.live.id)

    def purse(self, player: str) -> Account:
        """Where a player's chips come from and go to: a wallet, or the bank for a bot."""
        return BANK if player in self.live.bots else Account(AccountKind.WALLET, player)

    def books(self) -> Books:
        """Where the running hand's chips are booked."""
        running = self.session.running
        assert running is not None
        players = [self.session.places[place] for place in running.places]
        ids = tuple(player.id for player in players if player)
        return Books(self.live.id, self.session.hand, ids)
