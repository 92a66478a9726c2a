"""How often one may ask: token buckets, one a connection and one an account.

Enters: the time, in seconds. Leaves: yes or no. The account's bucket outlives its
connections, so that reconnecting gains nothing; it is twice as large, for a second tab.
"""

from collections import OrderedDict

MOST_REMEMBERED = 20_000  # accounts; the one idle longest is forgotten, and starts full again
TABS = 2  # how many busy tabs an account's bucket carries


class Bucket:
    """`burst` at once, and `rate` a second in the long run."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = now

    def take(self, now: float) -> bool:
        """Whether one more is allowed now."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Account:
    """What one account has here: its bucket, and how many connections."""

    __slots__ = ("bucket", "connections")

    def __init__(self, bucket: Bucket) -> None:
        self.bucket = bucket
        self.connections = 0


class Limits:
    """The buckets of every account, and how many connections there are."""

    def __init__(self, rate: float, burst: int, most: int, most_of_one: int) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._most_of_one = most_of_one
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        self.connections = 0

    def bucket(self, now: float) -> Bucket:
        """A new connection's own bucket."""
        return Bucket(self._rate, self._burst, now)

    def enter(self, player: str, now: float) -> Account | None:
        """One more connection of this account; None if there are too many."""
        account = self._accounts.get(player)
        if account is None:
            account = Account(Bucket(self._rate * TABS, self._burst * TABS, now))
            self._accounts[player] = account
        self._accounts.move_to_end(player)
        self._forget()
        if self.connections >= self._most or account.connections >= self._most_of_one:
            return None
        self.connections += 1
        account.connections += 1
        return account

    def leave(self, account: Account) -> None:
        """A connection that had entered is gone."""
        self.connections -= 1
        account.connections -= 1

    def _forget(self) -> None:
        """The one idle longest; one that is connected stays, and the next has its turn."""
        while len(self._accounts) > MOST_REMEMBERED:
            oldest = next(iter(self._accounts))
            if self._accounts[oldest].connections:
                self._accounts.move_to_end(oldest)
                return
            del self._accounts[oldest]
