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
        assert not trouble.is_there
        for _ in range(3):
            trouble.found("no answer")
            assert trouble.is_there
        trouble.over()
        trouble.over()
        assert not trouble.is_there
    assert [line["event"] for line in logged] == ["redis is away", "redis is back"]
    assert logged[0]["reason"] == "no answer"


def test_what_nobody_finds_any_more_is_over_and_begins_anew() -> None:
    clock = Clock()
    trouble = Trouble("redis", "refuses", 3.0, clock)
    with capture_logs() as logged:
        for clock.now in (0.0, 2.9, 5.8):
            trouble.found("OOM")
        clock.now = 8.7
        assert trouble.is_there
        clock.now = 8.9
        assert not trouble.is_there
        trouble.found("OOM")
    assert [line["event"] for line in logged] == ["redis refuses"] * 2
