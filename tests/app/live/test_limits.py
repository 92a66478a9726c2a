"""Who may have how many sockets, and that what is remembered of accounts has an end."""

import pytest

from app.live import limits
from app.live.limits import Limits

MOST = 3


@pytest.mark.parametrize("stays", [True, False], ids=["a full house", "room"])
def test_accounts_are_forgotten_also_where_nobody_is_let_in(
    stays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_REMEMBERED", MOST)
    counts = Limits(rate=10, burst=30, most=1, most_of_one=1)
    first = counts.enter("first", 0.0)
    assert first is not None
    if not stays:
        counts.leave(first)
    for number in range(10 * MOST):
        account = counts.enter(f"{number}", 0.0)
        assert (account is None) == stays
        if account is not None:
            counts.leave(account)
    assert len(counts._accounts) <= MOST + 1
    assert ("first" in counts._accounts) == stays, "whoever is there keeps what they have used"
