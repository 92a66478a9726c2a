"""A process whose children commit one batch and die on the way, for `test_crash`.

Reads one number a line. For each, a child commits the batch and is killed by the system at
the point so numbered: before each statement, before the COMMIT, and after it, before any
table was told. Writes the child's exit status.
"""

import asyncio
import os
import signal
import sys
from itertools import count

from app.db.engine import open_database
from app.db.journal import DatabaseJournal
from tests.app.db.storage import Owner, move, pot, stack
from tests.app.db.watching import at_each_statement

TABLES = ("t1", "t2")
ANTE = 5


async def commit_and_die(url: str, fatal: int) -> None:
    points = count(1)

    def die(*_: object) -> None:
        if next(points) == fatal:
            os.kill(os.getpid(), signal.SIGKILL)

    database = open_database(url)
    at_each_statement(database, die, setattr)
    async with DatabaseJournal(database) as journal:
        batch = [
            Owner(table, epoch=1, seq=1).entry(
                move(stack("ana", table), pot(table), ANTE, f"ante-{table}"),
                body={"hand_record": {"hand": 1, "status": "running", "players": ["ana"]}},
            )
            for table in TABLES
        ]
        await asyncio.gather(*(journal.commit(entry) for entry in batch))
        die()
    await database.close()


def main(url: str) -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            asyncio.run(commit_and_die(url, int(line)))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
