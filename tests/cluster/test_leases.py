"""Leases, in memory and on Redis: one worker has a table, and for how long."""

import pytest

from app.cluster.ports import LEASE, RENEWED_EVERY, SAFETY
from tests.cluster.workers import Workers


async def test_the_first_who_claims_a_table_has_it(workers: Workers) -> None:
    one, other = workers.leases("one"), workers.leases("other")
    assert await one.claim("t") == "one"
    assert await one.claim("t") == "one"
    assert await other.claim("t") == "one"
    assert await other.claim("u") == "other"
    assert (one.holds("t"), other.holds("t"), one.holds("u"), other.holds("u")) == (
        (True, False, False, True)
    )
    assert await other.owners(["t", "u", "v"]) == {"t": "one", "u": "other"}


async def test_a_lease_ends_unless_it_is_renewed(workers: Workers) -> None:
    one, other = workers.leases("one"), workers.leases("other")
    for table in ("kept", "left"):
        await one.claim(table)
    for _ in range(3):
        await workers.wait(RENEWED_EVERY)
        assert await one.renew(["kept"]) == []
    assert await other.owners(["kept", "left"]) == {"kept": "one"}
    assert await other.claim("left") == "other"
    assert await other.claim("kept") == "one"


@pytest.mark.parametrize(
    ("waited", "holds", "taken"),
    [
        (LEASE - SAFETY - 1, True, False),
        (LEASE - SAFETY, False, False),
        (LEASE, False, True),
    ],
)
async def test_a_worker_stops_before_another_can_begin(
    workers: Workers, waited: int, *, holds: bool, taken: bool
) -> None:
    one, other = workers.leases("one"), workers.leases("other")
    await one.claim("t")
    await workers.wait(waited)
    assert one.holds("t") == holds
    assert (await other.claim("t") == "other") == taken


async def test_who_comes_too_late_is_told(workers: Workers) -> None:
    one, other = workers.leases("one"), workers.leases("other")
    await one.claim("t")
    await one.claim("u")
    await workers.wait(LEASE)
    await other.claim("t")
    assert not one.holds("u")
    assert await one.renew(["t", "u"]) == ["t"]
    assert (one.holds("t"), one.holds("u")) == (False, True)
    assert await one.owners(["t", "u"]) == {"t": "other", "u": "one"}


async def test_a_released_table_is_free_at_once(workers: Workers) -> None:
    one, other = workers.leases("one"), workers.leases("other")
    for table in ("t", "u"):
        await one.claim(table)
    await other.release(["t"])  # not its own
    assert await other.claim("t") == "one"
    await one.release(["t", "never"])
    assert (one.holds("t"), one.holds("u")) == (False, True)
    assert await other.claim("t") == "other"
    await one.release(["t"])  # no more its own
    assert await one.owners(["t", "u"]) == {"t": "other", "u": "one"}


async def test_what_was_forgotten_belongs_to_whoever_renews_first(workers: Workers) -> None:
    one, other = workers.leases("one"), workers.leases("other")
    for table in ("t", "u"):
        await one.claim(table)
    await workers.forget()
    assert await one.owners(["t", "u"]) == {}
    assert await other.claim("t") == "other"
    assert await one.renew(["t", "u"]) == ["t"]
    assert await other.owners(["t", "u"]) == {"t": "other", "u": "one"}


async def test_many_tables_are_renewed_together(workers: Workers) -> None:
    one, other = workers.leases("one"), workers.leases("other")
    tables = [f"t{number}" for number in range(1000)]
    assert await one.renew(tables) == []
    assert sorted(await other.renew(tables[::2])) == sorted(tables[::2])
    assert await other.owners(tables) == dict.fromkeys(tables, "one")
    await one.release(tables)
    assert await other.owners(tables) == {}
