"""What this room needs of the others: who is asking, and where tables are."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from app.identity import Who
from engine.table.reached import Reached


class Identity(Protocol):
    """Knows whose session a browser carries."""

    async def who(self, cookies: Mapping[str, str]) -> Who | None:
        """Who carries these cookies; None without a session."""
        ...

    async def suspended(self, cookies: Mapping[str, str]) -> bool:
        """Whether these are the cookies of a player who is suspended."""
        ...

    def lasting(
        self, who: Who, cookies: Mapping[str, str], close: Callable[[], None]
    ) -> AbstractContextManager[None]:
        """While this lasts, `close` is called if the session of these cookies ends."""
        ...


class Tables(Protocol):
    """Knows the tables; an `engine.table.registry.Registry` is one."""

    def get(self, table: str) -> Reached | None:
        """The table if it is within reach without waiting."""
        ...

    async def revive(self, table: str) -> Reached | None:
        """The table, woken if need be; None if there is none.

        Raises `TooManyTables`, `NotReadBack` or `JournalError` if it can't be had just now.
        """
        ...
