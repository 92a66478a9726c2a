"""What operators can have done outside of the books, as audit knows it: the world's part.

Whoever joins the application brings it; here is no table and no socket.
"""

from typing import NamedTuple, Protocol


class Standing(NamedTuple):
    """A table that is in memory, in what everybody at it can see; no card, no seed."""

    hand: int
    playing: bool
    seated: tuple[str, ...]


class Powers(Protocol):
    """Over tables and sessions."""

    async def there(self, table: str) -> bool:
        """Whether there is such a table, and it has not closed."""
        ...

    async def close(self, table: str) -> None:
        """Close a table at once. Raises `Problem` if it does not do it."""
        ...

    async def freeze(self, table: str, *, frozen: bool) -> None:
        """Deal no hand there after this one, or deal again. Raises `Problem`, as above."""
        ...

    async def banish(self, player: str) -> None:
        """Refuse a player's sessions, close their sockets, and suspend their seats; again is safe.

        Raises `Problem` (`seats_left`) if some tables did not do it; all others did.
        """
        ...

    def forget(self, player: str) -> None:
        """What is known of this player is out of date."""
        ...

    def standing(self, table: str) -> Standing | None:
        """How a table stands, if it is in memory here."""
        ...
