"""The law of secrecy at the frame: hands that differ in hidden cards alone send each seat the
same, at the same seq and virtual times, until the rules make a difference visible (R11.2).

The first frame that differs must differ in its news, and must come at the same seq and time:
so neither the length of a window, nor a bot's delay, nor a number in a view tells anything.
And tables with a leak built in are caught by the same law.
"""

import os
from collections.abc import Iterator
from random import Random

import pytest

from engine.rules.cards import cards_in
from engine.rules.house_rules import PRESETS, rules_from_json
from engine.rules.options import options
from engine.rules.state import OFFER, SEATS_IN
from engine.table.bot_seats import bot_actions
from engine.table.clock import SECOND
from engine.table.table import Table
from tests.simulation.frames import Eavesdropper, Frame, Setting, play
from tests.simulation.loop import run

HANDS = 10 * int(os.environ.get("EXAMPLES", "1"))  # for each of the four parts
RULES = (
    PRESETS["desmoche"],
    PRESETS["conquien"],
    PRESETS["conquian_three"],
    rules_from_json({"preset": "desmoche", "forcing": "by_opponent", "retiring": "free"}),
    rules_from_json({"preset": "desmoche", "meld_order": "vote", "lay_on_turn": "any"}),
    rules_from_json({"preset": "desmoche", "cambio": False, "drawn_card": "open"}),
)


@pytest.mark.parametrize("part", range(4))
def test_hidden_cards_send_no_frames(part: int) -> None:
    compared = differences = 0
    for seed in range(part * HANDS, (part + 1) * HANDS):
        for a, b in pairs(setting_of(seed), Random(seed)):
            leak, same, visible = compare(a, b)
            assert not leak, (seed, leak)
            compared += same
            differences += visible
    assert compared > 20 * HANDS, "a good part of a hand is compared"
    assert differences > HANDS // 5, "and often the cards made a difference in the end"


def test_a_window_that_closes_when_nobody_can_claim_is_caught() -> None:
    assert any(leaks(EarlyTable, 20))


def test_a_bot_that_hesitates_with_good_cards_is_caught() -> None:
    assert any(leaks(HesitatingTable, 20))


def test_a_view_that_counts_who_could_claim_is_caught() -> None:
    assert any(leaks(CountingTable, 20))


class EarlyTable(Table):
    """Closes an offer that nobody can take after half a second."""

    async def _ask(self) -> None:
        await super()._ask()
        hand, clock = self.live.hand, self._ports.clock
        if self.live.window_open and hand is not None:
            able = [seat for seat in SEATS_IN[hand.waiting] if options(hand, seat).layouts]
            if not able:
                due = clock.now() + SECOND // 2
                self._cancel_timers.append(clock.call_at(due, self._time_up))

    def _is_due(self) -> bool:
        return True


class HesitatingTable(Table):
    """Its bots take longer with some cards than with others."""

    async def _ask(self) -> None:
        await super()._ask()
        hand, clock = self.live.hand, self._ports.clock
        if hand is None or hand.phase is OFFER or not self.live.playing:
            return
        self._drop_timers()
        held = sum(hand.hands[seat] % 7 for seat in SEATS_IN[hand.waiting])
        for due, think in bot_actions(self.live):
            late = due + held * SECOND // 10
            self._cancel_timers.append(clock.call_at(late, self._poster(think)))


class CountingTable(Table):
    """Writes an entry more when somebody could claim, so the numbers of entries tell."""

    async def _ask(self) -> None:
        hand = self.live.hand
        if self.live.window_open and hand is not None:
            self.seq += any(options(hand, seat).layouts for seat in SEATS_IN[hand.waiting])
        await super()._ask()


def leaks(table: type[Table], hands: int) -> Iterator[bool]:
    for seed in range(hands):
        setting = setting_of(seed, table)
        for a, b in pairs(setting, Random(seed)):
            yield bool(compare(a, b)[0])


def setting_of(seed: int, table: type[Table] = Table) -> Setting:
    rules = RULES[seed % len(RULES)]
    chance = Random(f"setting {seed}")
    seats = chance.randint(*rules.seats)
    return Setting(seed, rules, tuple(chance.random() < 0.5 for _ in range(seats)), table)


def pairs(setting: Setting, chance: Random) -> Iterator[tuple[list[Frame], list[Frame]]]:
    """What one viewer was sent in a hand, and in the same with two hidden cards exchanged."""
    deck = cards_in(setting.rules.melds.deck_mask)
    chance.shuffle(deck)
    viewer = chance.choice((None, *range(setting.seats)))
    first = run(setting.seed, play(setting, tuple(deck), viewer))
    other = exchanged(tuple(deck), first, chance)
    yield first.frames, run(setting.seed, play(setting, other, viewer)).frames


def exchanged(deck: tuple[int, ...], first: Eavesdropper, chance: Random) -> tuple[int, ...]:
    """The deck with two cards exchanged that the viewer was not dealt; one was dealt to another.

    Every other time both are cards that never came to light in this hand.
    """
    assert first.state is not None
    viewer, dealt = first.viewer, first.state.dealt
    seen = first.state.seen if chance.random() < 0.5 else 0
    own = 0 if viewer is None else dealt[viewer]
    others = sum(hand for seat, hand in enumerate(dealt) if seat != viewer) & ~seen
    hidden = [card for card in deck if not (own | seen) >> card & 1]
    if len(hidden) < 2:
        hidden = [card for card in deck if not own >> card & 1]
    one = chance.choice(cards_in(others) or hidden)
    other = chance.choice([card for card in hidden if card != one])
    names = {one: other, other: one}
    return tuple(names.get(card, card) for card in deck)


def compare(a: list[Frame], b: list[Frame]) -> tuple[str, int, bool]:
    """What leaked if anything did, how many frames were the same, whether one differed."""
    for number, (one, other) in enumerate(zip(a, b, strict=False)):
        if one == other:
            continue
        if (one.at, one.seq, one.kind) != (other.at, other.seq, other.kind):
            return f"frame {number} at {one[:3]} and {other[:3]}", number, True
        shown = one.news != other.news or one.over or other.over  # R11.4 shows cards at the end
        return "" if shown else f"frame {number}: {one.view} / {other.view}", number, True
    same = min(len(a), len(b))
    return "" if len(a) == len(b) else f"{len(a)} and {len(b)} frames", same, False
