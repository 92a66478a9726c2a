"""What this room needs of the others: who is asking."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class Who(NamedTuple):
    """A player or guest: `id` for ledger and seat, `name` for the others."""

    id: str
    name: str
    role: str


class Identity(Protocol):
    """Knows whose session a browser carries."""

    async def who(self, cookies: Mapping[str, str]) -> Who | None:
        """Who carries these cookies; None without a session."""
        ...
