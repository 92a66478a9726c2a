"""The night's settlement: nets that come to nothing, and the fewest payments."""

from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.table.commands import Sit, Stand, TopUp
from engine.table.money import Transfer
from engine.table.settling import MOST_EXACT, Accounting, Payment, Settlement, fewest_payments
from tests.table.test_receipts import (
    agreed_bet,
    doble,
    refunded,
    refunded_bot,
    returned,
    side_game_carried,
    transfers,
    triple,
    void,
    won_by,
)
from tests.table.world import Driver

PLAYED = (agreed_bet, doble, refunded, refunded_bot, returned, side_game_carried, triple, void)


def paid(nets: dict[str, int]) -> list[tuple[str, str, int]]:
    return [(one.payer, one.payee, one.chips) for one in fewest_payments(nets)]


@pytest.mark.parametrize(
    ("nets", "payments"),
    [
        ({}, []),
        ({"ana": 0}, []),
        ({"ana": 5, "beto": -5}, [("beto", "ana", 5)]),
        ({"ana": 9, "beto": -4, "carla": -5}, [("carla", "ana", 5), ("beto", "ana", 4)]),
        # Two pairs that even out: two payments, where the greatest first would need three.
        (
            {"ana": 6, "beto": 4, "carla": -6, "dora": -4},
            [("carla", "ana", 6), ("dora", "beto", 4)],
        ),
        (
            {"ana": 7, "beto": 3, "carla": -5, "dora": -3, "eva": -2},
            [("carla", "ana", 5), ("eva", "ana", 2), ("dora", "beto", 3)],
        ),
    ],
)
def test_who_pays_whom(nets: dict[str, int], payments: list[tuple[str, str, int]]) -> None:
    assert sorted(paid(nets)) == sorted(payments)


@st.composite
def evened(draw: st.DrawFn, most: int) -> dict[str, int]:
    """Nets that come to nothing together."""
    nets = draw(st.lists(st.integers(-6, 6), max_size=most - 1))
    return {f"p{n:02}": net for n, net in enumerate([*nets, -sum(nets)])}


@settings(max_examples=80)
@given(nets=evened(7))
def test_no_fewer_payments_would_do(nets: dict[str, int]) -> None:
    """n - k, for the greatest k of groups that even out, found by trying all groupings."""
    payments = fewest_payments(nets)
    left = dict(nets)
    for payer, payee, chips in payments:
        assert chips > 0
        left[payer] += chips
        left[payee] -= chips
    assert not any(left.values())
    there = tuple(net for net in nets.values() if net)
    assert len(payments) == len(there) - most_groups(there)


def most_groups(nets: tuple[int, ...]) -> int:
    """By taking the first player's group in every way there is."""
    if not nets:
        return 0
    first, others = nets[0], range(1, len(nets))
    best = 0
    for size in range(len(nets)):
        for picked in combinations(others, size):
            if first + sum(nets[n] for n in picked) == 0:
                rest = tuple(nets[n] for n in others if n not in picked)
                best = max(best, 1 + most_groups(rest))
    return best


def settlement_of(transfers: Iterable[Transfer]) -> Settlement:
    """The settlement after these transfers of one table, of whole entries."""
    accounting = Accounting()
    for transfer in transfers:
        accounting.feed(transfer)
    return accounting.settled()


@given(nets=evened(MOST_EXACT + 6))
@settings(max_examples=20)
def test_many_players_are_evened_out_too(nets: dict[str, int]) -> None:
    payments = fewest_payments(nets)
    assert len(payments) < max(1, len(nets))
    assert fewest_payments(dict(reversed(nets.items()))) == payments


@pytest.mark.parametrize("play", PLAYED, ids=[play.__name__ for play in PLAYED])
def test_nets_of_a_table_come_to_nothing(play: object) -> None:
    """After every entry: in the middle of hands, over carried pots, when all have gone."""
    assert callable(play)
    table = play()
    rows = []
    for entry in table.entries:
        rows += entry.transfers
        shares = settlement_of(rows).shares
        assert sum(share.net for share in shares.values()) == 0, entry.seq
    stacks = {player.id: player.stack for player in table.live.session.places if player}
    there = settlement_of(rows).shares
    assert {name: share.stack for name, share in there.items() if share.stack} == stacks


def test_a_night() -> None:
    """carla comes later and goes earlier, with chips of beto's; ana tops up in vain."""
    table = Driver(people=2)
    won_by(table, 1)
    table.do(Sit("carla", "carla", 50, 2))
    table.do(TopUp("ana", 20))
    won_by(table, 2)
    won_by(table, 2)
    table.do(Stand("carla"))
    done = settlement_of(transfers(table))
    nets = {name: share.net for name, share in done.shares.items()}
    assert nets == {"ana": -15, "beto": -5, "carla": 20}
    assert done.shares["carla"].taken == 70
    assert done.payments == [Payment("ana", "carla", 15), Payment("beto", "carla", 5)]
    assert [pot.total for pot in done.receipts.over] == [10, 15, 15]
