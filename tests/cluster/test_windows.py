"""Claim windows, in memory and on Redis: what they keep, and for how long."""

import pytest

from app.cluster.clock import SystemClock
from app.cluster.line import Line
from app.cluster.redis_windows import RedisWindows
from app.server_key import KeySealer
from engine.rules.actions import Action, Claim, Force, Pass
from engine.table.clock import SECOND
from engine.table.journal import Fenced
from engine.table.sealing import SealingKey
from engine.table.windows import MOST_REQUESTS, MemoryWindows, Sealed, Verdict, WindowId, Windows
from tests.cluster.workers import eventually

WINDOW, NEXT, ELSEWHERE = WindowId("t", 7), WindowId("t", 9), WindowId("u", 7)
LAYOUT = ((0, 1, 2, 3), (10, 20, 30), (14, 24, 34))
EPOCH = 9  # of the owner; a later one has two digits, and counts as a number all the same
CLOCK = SystemClock()
SEALER = KeySealer(SealingKey("key", bytes(32)))


@pytest.fixture(params=["memory", "redis"])
def windows(request: pytest.FixtureRequest) -> Windows:
    """No window is open yet."""
    if request.param == "memory":
        return MemoryWindows()
    return RedisWindows(request.getfixturevalue("line"), CLOCK, SEALER)


async def begin(windows: Windows, window: WindowId = WINDOW, *seats: int) -> None:
    await windows.open(window, seats or (2, 0, 1), CLOCK.now() + 60 * SECOND, EPOCH)


def of_each(sealed: Sealed) -> tuple[dict[int, object], dict[int, list[str]]]:
    """Answers and requests by seat; in which order seats come is left open."""
    requests: dict[int, list[str]] = {}
    for seat, request in sealed.requests:
        requests.setdefault(seat, []).append(request)
    answers = {action.seat: action for action in sealed.answers if action.seat is not None}
    assert len(answers) == len(sealed.answers)
    return dict(answers), requests


async def test_the_last_answer_of_each_seat_counts(windows: Windows) -> None:
    await begin(windows)
    assert await windows.answer(WINDOW, 0, Claim(0, LAYOUT), "a")
    assert await windows.answer(WINDOW, 2, Force(2, 5), "")
    assert await windows.answer(WINDOW, 0, Pass(0), 'ñ " \\ \0 ♠')
    given = {0: Pass(0), 2: Force(2, 5)}
    assert await windows.given(WINDOW) == given
    wanted = (given, {0: ["a", 'ñ " \\ \0 ♠']})
    assert of_each(await windows.close(WINDOW, EPOCH)) == wanted
    assert of_each(await windows.close(WINDOW, EPOCH)) == wanted
    assert await windows.given(WINDOW) == given


async def test_a_layout_comes_back_as_it_was(windows: Windows) -> None:
    await begin(windows)
    await windows.answer(WINDOW, 1, Claim(1, LAYOUT), "r")
    assert await windows.given(WINDOW) == {1: Claim(1, LAYOUT)}


async def test_only_an_open_window_takes_answers_and_only_of_seats_it_asks(
    windows: Windows,
) -> None:
    assert not await windows.answer(WINDOW, 0, Pass(0), "never opened")
    await begin(windows, WINDOW, 1, 12)
    assert [bool(await windows.answer(WINDOW, seat, Pass(seat), "")) for seat in (0, 1, 2, 12)] == (
        [False, True, False, True]
    )
    assert not await windows.answer(NEXT, 1, Pass(1), "")
    assert not await windows.answer(ELSEWHERE, 1, Pass(1), "")
    await windows.close(WINDOW, EPOCH)
    assert not await windows.answer(WINDOW, 1, Claim(1, LAYOUT), "late")
    assert of_each(await windows.close(WINDOW, EPOCH)) == ({1: Pass(1), 12: Pass(12)}, {})


async def test_a_repeated_request_changes_nothing(windows: Windows) -> None:
    await begin(windows)
    await windows.answer(WINDOW, 0, Pass(0), "one")
    assert await windows.answer(WINDOW, 0, Claim(0, LAYOUT), "other") is Verdict.KEPT
    assert await windows.answer(WINDOW, 0, Pass(0), "one") is Verdict.KNOWN
    assert await windows.answer(WINDOW, 1, Pass(1), "one"), "another seat's is another request"
    answers, requests = of_each(await windows.close(WINDOW, EPOCH))
    assert answers == {0: Claim(0, LAYOUT), 1: Pass(1)}
    assert requests == {0: ["one", "other"], 1: ["one"]}


async def test_the_oldest_request_of_a_hasty_seat_goes_first(windows: Windows) -> None:
    await begin(windows)
    await windows.answer(WINDOW, 1, Pass(1), "slow")
    for number in range(MOST_REQUESTS + 2):
        await windows.answer(WINDOW, 0, Pass(0), str(number))
    _, requests = of_each(await windows.close(WINDOW, EPOCH))
    assert requests == {0: [str(2 + number) for number in range(MOST_REQUESTS)], 1: ["slow"]}


async def test_opening_again_keeps_what_there_is_and_takes_more(windows: Windows) -> None:
    await begin(windows)
    await windows.answer(WINDOW, 0, Claim(0, LAYOUT), "a")
    await begin(windows)
    await windows.answer(WINDOW, 1, Pass(1), "b")
    await windows.close(WINDOW, EPOCH)
    await begin(windows)
    assert await windows.answer(WINDOW, 2, Pass(2), "c")
    answers, requests = of_each(await windows.close(WINDOW, EPOCH))
    assert answers == {0: Claim(0, LAYOUT), 1: Pass(1), 2: Pass(2)}
    assert requests == {0: ["a"], 1: ["b"], 2: ["c"]}


async def test_what_is_forgotten_is_gone_and_nothing_else(windows: Windows) -> None:
    for window in (WINDOW, NEXT, ELSEWHERE):
        await begin(windows, window)
        await windows.answer(window, 0, Pass(0), "a")
    await windows.forget(WINDOW, EPOCH)
    await windows.forget(WINDOW, EPOCH)
    assert await windows.given(WINDOW) == {}
    assert await windows.close(WINDOW, EPOCH) == Sealed()
    assert not await windows.answer(WINDOW, 0, Pass(0), "b")
    assert await windows.given(NEXT) == await windows.given(ELSEWHERE) == {0: Pass(0)}


@pytest.mark.parametrize("state", ["open", "closed", "forgotten"])
async def test_an_earlier_owner_can_do_nothing_to_a_later_ones_window(
    windows: Windows, state: str
) -> None:
    """And the later one finds what the earlier one had."""
    await begin(windows)
    await windows.answer(WINDOW, 0, Pass(0), "a")
    closes_at, later = CLOCK.now() + 60 * SECOND, EPOCH + 1
    await windows.open(WINDOW, (0, 1), closes_at, later)
    await windows.answer(WINDOW, 1, Pass(1), "b")
    if state != "open":
        await windows.close(WINDOW, later)
    if state == "forgotten":
        await windows.forget(WINDOW, later)
    for late in (
        windows.open(WINDOW, (0, 1), closes_at, EPOCH),
        windows.close(WINDOW, EPOCH),
        windows.forget(WINDOW, EPOCH),
    ):
        with pytest.raises(Fenced):
            await late
    assert bool(await windows.answer(WINDOW, 1, Pass(1), "c")) is (state == "open")
    found = of_each(await windows.close(WINDOW, later))
    assert found[0] == ({} if state == "forgotten" else {0: Pass(0), 1: Pass(1)})
    await begin(windows, NEXT)
    assert await windows.answer(NEXT, 0, Pass(0), "d"), "of another window that says nothing"


async def test_of_what_is_forgotten_only_whose_it_was_stays_and_not_for_long(line: Line) -> None:
    windows = RedisWindows(line, CLOCK, SEALER)
    await begin(windows)
    await windows.answer(WINDOW, 0, Pass(0), "a")
    await windows.forget(WINDOW, EPOCH)
    key = "desmoche:window:{t}:7"
    assert await line.call("HGETALL", key) == [b"epoch", b"9"]
    assert 0 < await line.call("PTTL", key) <= 60_000


async def test_redis_closes_in_time_whatever_clock_a_worker_has(line: Line) -> None:
    """The owner's clock is ten years ahead; what counts is how long it gave."""
    ahead = SystemClock(CLOCK.now() + 10 * 365 * 24 * 3600 * SECOND)
    owner, other = RedisWindows(line, ahead, SEALER), RedisWindows(line, CLOCK, SEALER)
    await owner.open(WINDOW, [0, 1], ahead.now() + 60 * SECOND, EPOCH)
    assert await other.answer(WINDOW, 0, Pass(0), "in time")
    await owner.open(WINDOW, [0, 1], ahead.now() + SECOND // 50, EPOCH)
    assert await other.answer(WINDOW, 0, Claim(0, LAYOUT), "in time too")
    closed = ahead.now() + SECOND // 40
    await eventually(lambda: ahead.now() > closed)
    assert not await other.answer(WINDOW, 0, Pass(0), "late")
    assert not await other.answer(WINDOW, 1, Pass(1), "late")
    assert of_each(await owner.close(WINDOW, EPOCH)) == (
        ({0: Claim(0, LAYOUT)}, {0: ["in time", "in time too"]})
    )
    await owner.open(WINDOW, [0, 1], 0, EPOCH)
    assert not await other.answer(WINDOW, 1, Pass(1), "there was no time")


async def test_redis_holds_nothing_that_tells_of_an_answer(line: Line) -> None:
    """Whatever is answered, by whom, how often: so many bytes, and never the same."""
    windows = RedisWindows(line, CLOCK, SEALER)
    seen: set[bytes] = set()
    again, claim = Pass(0), Claim(0, LAYOUT)
    actions: list[Action] = [again, again, claim, claim, Claim(0, LAYOUT[:1]), Force(0, 3), Pass(1)]
    for number, action in enumerate(actions):
        window = WindowId("t", number % 2)
        await begin(windows, window)
        assert action.seat is not None
        await windows.answer(window, action.seat, action, "")
        key = f"desmoche:window:{{t}}:{number % 2}"
        assert await line.call("PTTL", key) > 0
        stored = await line.call("HGETALL", key)
        fields = dict(zip(stored[::2], stored[1::2], strict=True))
        answers = {name: value for name, value in fields.items() if name.startswith(b"answer:")}
        assert set(fields) - set(answers) == {b"epoch", b"closes_at", b"asked"}
        seen.add(answers[f"answer:{action.seat}".encode()])
    assert len(seen) == len(actions)
    assert len({len(sealed) for sealed in seen}) == 1


@pytest.mark.parametrize("knows", [True, False], ids=["who sealed it", "another worker"])
async def test_an_answer_opens_in_its_own_window_and_seat_alone(line: Line, *, knows: bool) -> None:
    windows = RedisWindows(line, CLOCK, SEALER)
    for window in (WINDOW, NEXT):
        await begin(windows, window)
    await windows.answer(WINDOW, 0, Pass(0), "")
    sealed = await line.call("HGET", "desmoche:window:{t}:7", "answer:0")
    for key, seat in [("desmoche:window:{t}:9", 0), ("desmoche:window:{t}:7", 1)]:
        await line.call("HSET", key, f"answer:{seat}", sealed)
    reader = windows if knows else RedisWindows(line, CLOCK, SEALER)
    with pytest.raises(ValueError, match="sealed"):
        await reader.close(NEXT, EPOCH)
    with pytest.raises(ValueError, match="seat"):
        await reader.close(WINDOW, EPOCH)
