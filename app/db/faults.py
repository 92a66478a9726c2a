"""What an exception means to whoever wanted to write: away, or refused.

Enters: anything raised on the way to the database. Leaves: a `JournalError` that says so.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError, StatementError

from engine.table.journal import JournalAway, JournalError, Refused

_DATA_EXCEPTION = "22"  # the class of SQLSTATE that blames a value


@contextmanager
def translated() -> Iterator[None]:
    """Whatever is raised inside comes out as `JournalAway` or `Refused`."""
    try:
        yield
    except JournalError:
        raise
    except (DBAPIError, sqlite3.Error) as error:
        # The driver's exception may hold the row, and so a hand's cards; no log shall have it.
        raise meaning(error) from None
    except Exception as error:
        raise meaning(error) from error


def meaning(error: Exception) -> JournalError:
    """In the database's own words; SQLAlchemy would add the statement."""
    if isinstance(error, JournalError):  # said by whoever knew better
        return error
    cause = error.orig if isinstance(error, StatementError) else error
    kind = Refused if _blames_the_data(error) else JournalAway
    return kind(f"{type(cause).__name__}: {cause}")


def _blames_the_data(error: Exception) -> bool:
    """Whether trying again is of no use.

    Of what a database says only broken constraints and impossible values are; all else
    (disk full, locks, restarts, a missing table) is between it and its operator. What
    is not from the database at all came from the values given.
    """
    if isinstance(error, IntegrityError | DataError | sqlite3.IntegrityError | sqlite3.DataError):
        return True
    if isinstance(error, DBAPIError):
        state: str = getattr(error.orig, "sqlstate", None) or ""
        by_the_driver = isinstance(getattr(error.orig, "__cause__", None), ValueError)
        return state.startswith(_DATA_EXCEPTION) or by_the_driver
    if isinstance(error, StatementError):
        return True
    return not isinstance(error, SQLAlchemyError | sqlite3.Error | OSError | TimeoutError)
