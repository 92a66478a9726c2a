"""Whatever comes of one round, the next one is made; until whoever began them has ended."""

import asyncio
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from app.entered import beside
from app.problems import Problem
from app.rounds import again_and_again
from engine.table.journal import JournalAway, Refused

ROUNDS = 3


@pytest.mark.parametrize(
    ("comes", "logged"),
    [
        (lambda: None, []),
        (lambda: JournalAway("away"), []),
        (lambda: Refused("no such value"), [("not done", "warning")]),
        (lambda: Problem(503, "house_full", "come again"), [("not done", "warning")]),
        (lambda: KeyError("9s of a running hand"), [("fault", "error")]),
        (TimeoutError, [("fault", "error")]),
    ],
)
async def test_what_comes_of_a_round_is_that_rounds(
    comes: Callable[[], Exception | None], logged: list[tuple[str, str]]
) -> None:
    made, done = 0, asyncio.Event()

    async def deed() -> None:
        nonlocal made
        made += 1
        if made == ROUNDS:
            done.set()
        if error := comes():
            raise error

    with capture_logs() as lines:
        async with asyncio.timeout(5), beside(again_and_again(deed, 0), "rounds"):
            await done.wait()
        ended = made
        await asyncio.sleep(0)
    assert made == ended, "none is made after the end"
    assert [(line["event"], line["log_level"]) for line in lines[: len(logged)]] == logged
    assert "9s" not in str(lines), "a fault's words can be cards"
    assert bool(lines) is bool(logged)
