"""What a server does again and again beside serving.

Enters: a deed, and how long to rest after it. Leaves: a line in the log where one came to nothing;
the next is done all the same. Never here: what is done.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from app.problems import Problem
from engine.table.journal import JournalAway, JournalError

log = structlog.get_logger()


async def again_and_again(deed: Callable[[], Awaitable[object]], seconds: float) -> None:
    """Until cancelled. Storage that is away, a house that is full, even a fault of the program: it
    was that time's. A task that ended of it would be missed by nobody."""
    name = deed.__qualname__
    while True:
        try:
            await deed()
        except JournalAway:  # that it is away is said where it is noticed, and once
            pass
        except (JournalError, Problem) as error:
            log.warning("not done", what=name, why=str(error))
        except Exception as fault:  # noqa: BLE001
            log.error("fault", what=name, kind=type(fault).__name__)
        await asyncio.sleep(seconds)
