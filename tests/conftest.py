"""What all tests share."""

import os

import pytest
from hypothesis import settings

from tests import in_memory

# No deadline: several workers on two cores make honest examples slow at times. CI tries the same
# examples every time, so that a red run means the change and not the dice; people get new ones.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_configure(config: pytest.Config) -> None:
    """Files of tests lie in memory if there is room: each commit on SQLite waits for the disk."""
    config.addinivalue_line("markers", "long: real processes for half a minute; with --all")
    if there := in_memory.folder():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(there))


def pytest_addoption(parser: pytest.Parser) -> None:
    """What takes too long for every day: `./dev test --all`."""
    parser.addoption(
        "--all", action="store_true", help="measure the table in every combination of looks"
    )


MOST_SECONDS_OF_ALL = 3600
"""Of a test with `--all`, where each may do many times what it does every day."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is asked to do more may take longer; what is marked `long` is done only then."""
    if config.getoption("all"):
        for item in items:
            item.add_marker(pytest.mark.timeout(MOST_SECONDS_OF_ALL), append=False)
        return
    long = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]
