"""What is away is logged once when it begins and once when it ends, however often it is found."""

from structlog.testing import capture_logs

from app.trouble import Trouble


class Clock:
    """Shows what a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_it_begins_once_and_ends_once() -> None:
    trouble = Trouble("redis")
    with capture_logs() as logged:
        trouble.over()
        seen = [trouble.is_there]
        for _ in range(3):
            trouble.found("no answer")
            seen.append(trouble.is_there)
        trouble.over()
        trouble.over()
        assert [*seen, trouble.is_there] == [False, True, True, True, False]
    assert [line["event"] for line in logged] == ["redis is away", "redis is back"]
    assert logged[0]["reason"] == "no answer"


def test_what_nobody_finds_any_more_is_over_and_begins_anew() -> None:
    clock = Clock()
    trouble = Trouble("redis", "refuses", 3.0, clock)
    with capture_logs() as logged:
        for clock.now in (0.0, 2.9, 5.8):
            trouble.found("OOM")
        seen = []
        for clock.now in (8.7, 8.9):
            seen.append(trouble.is_there)
        assert seen == [True, False]
        trouble.found("OOM")
    assert [line["event"] for line in logged] == ["redis refuses"] * 2
