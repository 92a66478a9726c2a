"""What workers need of each other, as ports: who has which table, and a way to send word.

Enters: names of tables and workers, envelopes. Leaves: the same, at another worker. Two adapters
keep these promises: `memory` within one process, `redis` between any number. Never here: what an
envelope says; and no promise that the ledger rests on: who owns a table is for the database to
say (its epoch), so what is lost here costs a moment, never a chip.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from engine.table.clock import SECOND

LEASE = 3 * SECOND  # how long a table stays with a worker that has died
RENEWED_EVERY = SECOND  # from begin to begin; one may be silent and the next is still in time
SAFETY = SECOND // 2  # how long before its lease ends a worker stops, for what is on its way
ALONE = 8 * SECOND  # without storage that another reaches: then tables are for that one to have
ABLE = 3 * SECOND  # so long who reached its storage counts as able; by far less than `ALONE`
LINE_KEPT = 30 * SECOND  # so long a list tells of a table whose worker has died
MOST_INBOX = 10_000  # envelopes that wait for one worker; older ones are dropped, and asked anew
MOST_AT_ONCE = 256  # envelopes that one `receive` gives, so that others have their turn too
MOST_ENVELOPE = 256 * 1024  # bytes; the longest, an entry that opens a hand, has a tenth of that


class ClusterAway(Exception):
    """The other workers can't be reached: wait, and try again."""


class Leases(Protocol):
    """Which worker may try to own a table. All times are this port's own, not the worker's.

    Each method but `holds` may raise `ClusterAway`; then nothing is known of what it did.
    """

    async def claim(self, table: str) -> str:
        """Have the table from now on for `LEASE` if nobody has it; returns who has it now."""
        ...

    async def renew(self, tables: Sequence[str]) -> Sequence[str]:
        """Have them for another `LEASE`; returns those that are not ours any more.

        One that ran out, or that the port has forgotten, is claimed again if it is free.
        """
        ...

    def holds(self, table: str) -> bool:
        """Whether the table is surely still ours, by this process's monotonic clock.

        Counted from before the last claim or renewal was sent, less `SAFETY`. Without waiting:
        it is asked before each commit.
        """
        ...

    async def owners(self, tables: Sequence[str]) -> Mapping[str, str]:
        """Who has each of these tables; those that nobody has are left out."""
        ...

    async def release(self, tables: Sequence[str]) -> None:
        """Let go of those that are ours."""
        ...


class Lines(Protocol):
    """What lists tell of tables, written by the workers where they live. Either may raise
    `ClusterAway`; a list is shorter then."""

    async def write(self, lines: Mapping[str, bytes]) -> None:
        """Say this of these tables, for `LINE_KEPT`."""
        ...

    async def read(self, tables: Sequence[str]) -> Mapping[str, bytes]:
        """What was said of these last; those of which nothing is known are left out."""
        ...


class Able(Protocol):
    """Which worker reached its storage last. Either may raise `ClusterAway`."""

    async def say(self, worker: str) -> None:
        """This one did just now."""
        ...

    async def last(self) -> str | None:
        """Who said so last, if that was within `ABLE`."""
        ...


class Envelope(NamedTuple):
    """Word from one worker to another; `kind` says how to read `body`."""

    sender: str
    kind: str
    table: str
    body: bytes = b""


class Courier(Protocol):
    """Brings envelopes to workers: of one sender in order, each once or not at all.

    An envelope is lost if its receiver is gone, or so slow that more than `MOST_INBOX` wait.
    One whose body is longer than `MOST_ENVELOPE` is dropped too, and counted. Whoever needs an
    answer sets a time for it and asks again by the same request id.
    """

    @property
    def worker(self) -> str:
        """The name of this worker: new with each start."""
        ...

    @property
    def dropped(self) -> int:
        """How many envelopes this worker could not send since its start."""
        ...

    def send(self, to: str, envelope: Envelope) -> None:
        """Put an envelope on its way; never waits. What is sent in one turn of the loop travels
        together. It is dropped, and counted, while the others can't be reached."""
        ...

    async def receive(self) -> Sequence[Envelope]:
        """The envelopes that have come in, at least one. Raises `ClusterAway`."""
        ...
