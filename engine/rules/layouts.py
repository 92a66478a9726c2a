"""What may lie on the table (R6): which layouts a play may make, and is this one of them.

Enters: an old layout, hand cards, the card being used. Leaves: all layouts allowed, or
why a named one is not. Never here: whose turn it is.

A layout is a tuple of meld masks in ascending order. Every rule about layouts is said
once, in one predicate; the search (`layouts_for`) and the check (`require_layout`)
both ask it, and a test shows that they agree.
"""

from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from engine.rules.actions import NamedLayout
from engine.rules.cards import BIT, BLACK, TEXT, mask_of, mask_texts
from engine.rules.house_rules import Rules
from engine.rules.refusals import Code, Refusal

Layout: TypeAlias = tuple[int, ...]

# A seat holds at most eleven cards; the most layouts found for any of them by a search
# of awkward hands is under 400. So the limit is never met and only guards the program.
MAX_LAYOUTS = 1000


class Play(StrEnum):
    """What a layout is made for; the words are those of the actions."""

    LAY = "lay"
    USE = "use"
    CLAIM = "claim"
    PLACE = "place"


class Setting(NamedTuple):
    """What a play starts from. `used` and `hand` are masks; `used` is 0 for a lay."""

    rules: Rules
    play: Play
    old: Layout
    used: int
    hand: int


@lru_cache(maxsize=4096)  # asked again and again for the layouts of running hands
def cards_of(layout: Layout) -> int:
    """The mask of all cards of a layout."""
    cards = 0
    for meld in layout:
        cards |= meld
    return cards


@lru_cache(maxsize=4096)  # a seat's cards stay the same through many questions
def layouts_for(setting: Setting) -> tuple[Layout, ...]:
    """Every layout that this play may make, each once, up to `MAX_LAYOUTS`."""
    found = _candidates(setting)
    if setting.old or setting.play is Play.LAY:
        return tuple([layout for layout in found if _allowed(setting, layout)])
    return tuple(found)  # without melds on the table there is nothing to move wrongly


def require_layout(setting: Setting, named: NamedLayout) -> None:
    """Refuse a named layout that this play may not make, with the first code that fits."""
    layout = layout_of(named)
    _require_cards(setting, named, layout)
    order = setting.rules.melds.order
    for meld in named:
        if mask_of(meld) not in order:
            raise Refusal(Code.INVALID_MELD, _meld_fault(meld, setting.rules))
    broken = _broken_meld(setting, layout)
    if broken:
        raise Refusal(
            Code.BROKEN_MELD,
            f"{_words(broken)} would be taken apart: a card may leave a meld only if "
            "a valid meld stays behind",
        )
    if not _lays_no_new_meld(setting, layout):
        raise Refusal(
            Code.LAY_NEW_MELD,
            "before drawing you may only add to melds you have on the table",
        )
    if setting.rules.meld_order == "refuse" and not in_order(setting.rules, named):
        raise Refusal(
            Code.MELD_ORDER,
            "lay runs upwards (8s 9s Ts) and sets with colours alternating (8s 8h 8c)",
        )


def layout_of(named: NamedLayout) -> Layout:
    """A named layout without its order."""
    return tuple(sorted([mask_of(meld) for meld in named]))


def named_layout(rules: Rules, layout: Layout) -> NamedLayout:
    """A layout with each meld in order (R6.7): how the server sorts and names it."""
    order = rules.melds.order
    return tuple([order[meld] for meld in layout])


def in_order(rules: Rules, named: NamedLayout) -> bool:
    """R6.7: runs ascend, colours alternate along sets."""
    table = rules.melds
    for meld in named:
        mask = mask_of(meld)
        if mask in table.runs:
            if meld != table.order[mask]:
                return False
        elif any(_is_black(one) == _is_black(next_one) for one, next_one in pairwise(meld)):
            return False
    return True


def ways_to_place(rules: Rules, old: Layout, card: int) -> tuple[Layout, ...]:
    """R7.9, R7.10: the layouts without hand cards that a forced card may make."""
    return layouts_for(Setting(rules, Play.PLACE, old, BIT[card], 0))


def forcible(rules: Rules, old: Layout, card: int) -> bool:
    """R7.9: whether the card fits this layout without hand cards."""
    if rules.forcing == "automatic":
        return bool(rules.melds.grows_layout(old) & BIT[card])
    if rules.forcing == "off" or not rules.melds.usable(cards_of(old)) & BIT[card]:
        return False
    return bool(ways_to_place(rules, old, card))


# --- the rules about layouts, each in one place ---------------------------------------


def _allowed(setting: Setting, layout: Layout) -> bool:
    """What is left to ask of valid melds over the right cards."""
    return (
        _adds_or_moves_rightly(setting, layout)
        and not _broken_meld(setting, layout)
        and _lays_no_new_meld(setting, layout)
    )


def _adds_or_moves_rightly(setting: Setting, layout: Layout) -> bool:
    """R7.2: a lay adds a card. R7.10: with `automatic` a forced card moves no other."""
    if setting.play is Play.LAY:
        return cards_of(layout) != cards_of(setting.old)
    if setting.play is Play.PLACE and setting.rules.forcing == "automatic":
        rest = sorted(meld & ~setting.used for meld in layout if meld != setting.used)
        return tuple(rest) == setting.old
    return True


def _broken_meld(setting: Setting, layout: Layout) -> int:
    """R6.5: an old meld that leaves no valid meld behind, or 0."""
    if setting.rules.rearrange == "free":
        return 0
    order = setting.rules.melds.order
    for old in setting.old:
        if old not in layout and not any(old & new in order for new in layout):
            return old
    return 0


def _lays_no_new_meld(setting: Setting, layout: Layout) -> bool:
    """R7.2 with `extend`: every new meld holds a card of the old layout."""
    if setting.play is not Play.LAY or setting.rules.lay_on_turn != "extend":
        return True
    old = cards_of(setting.old)
    return bool(old) and all(meld & old for meld in layout)


def _require_cards(setting: Setting, named: NamedLayout, layout: Layout) -> None:
    """R6.2, R6.3: each card once, the used one among them, none lost, none foreign."""
    cards = cards_of(layout)
    if sum(map(len, named)) != cards.bit_count():
        raise Refusal(Code.LAYOUT_MISMATCH, "a card can lie in one meld only")
    if setting.used & ~cards:
        used = _words(setting.used)
        raise Refusal(Code.MUST_USE_CARD, f"the layout must hold the card you use, {used}")
    old = cards_of(setting.old)
    if old & ~cards:
        lost = _words(old & ~cards)
        raise Refusal(
            Code.LAYOUT_MISMATCH, f"name your whole layout: {lost} of your melds is missing"
        )
    foreign = cards & ~(old | setting.used | setting.hand)
    if foreign:
        why = "is neither in your hand nor in your layout"
        if setting.play is Play.PLACE:
            why = "cannot come along: a forced card is laid without hand cards"
        raise Refusal(Code.LAYOUT_MISMATCH, f"{_words(foreign)} {why}")
    if not _adds_or_moves_rightly(setting, layout):
        raise Refusal(
            Code.LAYOUT_MISMATCH,
            "a lay must add at least one hand card"
            if setting.play is Play.LAY
            else "the forced card goes on one of your melds; all else stays where it is",
        )


# --- the search -----------------------------------------------------------------------


def _candidates(setting: Setting) -> list[Layout]:
    """Valid melds that hold every old card and the used one, and otherwise hand cards.

    Melds that hold such a card are chosen by the lowest card not yet covered, the used one
    first, so no layout comes twice; then any melds from hand alone may come along (R6.6).
    """
    must = cards_of(setting.old) | setting.used
    melds = setting.rules.melds.within(must | setting.hand)
    holding = [meld for meld in melds if meld & must]
    extra = [meld for meld in melds if not meld & must]
    search = _Search(holding, extra)
    if must:
        search.cover(must, setting.used or must & -must, 0, ())
    else:
        search.add_from_hand(0, (), 0)
    return [tuple(sorted(layout)) for layout in search.found]


class _Search:
    """The search for layouts: `holding` are melds with a card that must lie, `extra` others."""

    __slots__ = ("extra", "found", "holding")

    def __init__(self, holding: list[int], extra: list[int]) -> None:
        self.holding = holding
        self.extra = extra
        self.found: list[Layout] = []

    def cover(self, missing: int, card: int, taken: int, chosen: Layout) -> None:
        """Cover `card`, then the other missing ones, in every way by melds that share none."""
        for meld in self.holding:
            if meld & card and not meld & taken:
                rest = missing & ~meld
                if rest:
                    self.cover(rest, rest & -rest, taken | meld, (*chosen, meld))
                else:
                    self.add_from_hand(taken | meld, (*chosen, meld), 0)

    def add_from_hand(self, taken: int, chosen: Layout, start: int) -> None:
        """The layout as it is, and with every choice of further melds that share no card."""
        if len(self.found) >= MAX_LAYOUTS:
            return
        self.found.append(chosen)
        for index in range(start, len(self.extra)):
            meld = self.extra[index]
            if not meld & taken:
                self.add_from_hand(taken | meld, (*chosen, meld), index + 1)


def _is_black(card: int) -> bool:
    return bool(BIT[card] & BLACK)


def _words(mask: int) -> str:
    return " ".join(mask_texts(mask))


def _meld_fault(meld: tuple[int, ...], rules: Rules) -> str:
    shown = " ".join(TEXT[card] for card in meld[:14]) or "an empty meld"
    return (
        f"{shown} is no meld: a set is three or four cards of one rank, a run three to "
        f"{rules.max_run} cards of one suit in a row"
    )
