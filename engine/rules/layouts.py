"""What may lie on the table (R6): which layouts a play may make, and is this one of them.

Enters: an old layout, hand cards, the card being used. Leaves: all layouts allowed, or
why a named one is not. Never here: whose turn it is.

A layout is a tuple of meld masks in ascending order. Every rule about layouts is said
once, in one predicate; the search (`layouts_for`) and the check (`require_layout`)
both ask it, and a test shows that they agree.
"""

from collections.abc import Container, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from engine.rules.actions import Claim, Lay, Laying, NamedLayout, Place, Use
from engine.rules.cards import BIT, BLACK, TEXT, mask_of, mask_texts
from engine.rules.house_rules import Rules
from engine.rules.melds import CACHED_HANDS
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


TO_LAY, TO_USE, TO_CLAIM, TO_PLACE = Play  # reading one off its class costs a call
PLAY_OF: Mapping[type[Laying], Play] = {Lay: TO_LAY, Use: TO_USE, Claim: TO_CLAIM, Place: TO_PLACE}


class Setting(NamedTuple):
    """What a play starts from. `used` and `hand` are masks; `used` is 0 for a lay."""

    rules: Rules
    play: Play
    old: Layout
    used: int
    hand: int


@lru_cache(maxsize=CACHED_HANDS)  # asked again and again for the layouts of running hands
def cards_of(layout: Layout) -> int:
    """The mask of all cards of a layout that lies, or may."""
    return _union(layout)


@lru_cache(maxsize=CACHED_HANDS)  # a seat's cards stay the same through many questions
def layouts_for(setting: Setting) -> tuple[Layout, ...]:
    """Every layout that this play may make, each once, up to `MAX_LAYOUTS`."""
    rules, play, old, used, hand = setting
    found = _candidates(rules, old, used, hand)
    if found and old and rules.rearrange != "free":  # R6.4: else nothing more is asked
        order = rules.melds.order
        found = [layout for layout in found if not broken_meld(order, old, layout)]
    if play is not TO_USE and play is not TO_CLAIM:
        found = [layout for layout in found if _allowed(setting, layout)]
    return tuple(found)


def require_layout(setting: Setting, named: NamedLayout) -> None:
    """Refuse a named layout that this play may not make, with the first code that fits."""
    layout = layout_of(setting.rules, named)
    if layout not in layouts_for(setting) or _names_a_card_twice(named, cards_of(layout)):
        _explain(setting, named, layout)
    if setting.rules.meld_order == "refuse" and not in_order(setting.rules, named):
        raise Refusal(
            Code.MELD_ORDER,
            "lay runs upwards (8s 9s Ts) and sets with colours alternating (8s 8h 8c)",
        )


def _explain(setting: Setting, named: NamedLayout, layout: Layout) -> None:
    """Say what is wrong with a layout that is not among those allowed.

    Where the search stopped at `MAX_LAYOUTS` nothing may be wrong with it.
    """
    _require_cards(setting, named, layout)
    order = setting.rules.melds.order
    for meld in named:
        if mask_of(meld) not in order:
            raise _no_meld(meld, setting.rules)
    broken = setting.rules.rearrange != "free" and broken_meld(order, setting.old, layout)
    if broken:
        raise Refusal(
            Code.BROKEN_MELD,
            f"{_words(broken)} would be taken apart: a card may leave a meld only if "
            "a valid meld stays behind",
            mask_texts(broken),
        )
    if not _lays_no_new_meld(setting, layout):
        raise Refusal(
            Code.LAY_NEW_MELD,
            "before drawing you may only add to melds you have on the table",
        )


def layout_of(rules: Rules, named: NamedLayout) -> Layout:
    """A named layout without its order."""
    return tuple(sorted(map(rules.melds.masks.__getitem__, named)))


def named_layout(rules: Rules, layout: Layout) -> NamedLayout:
    """A layout with each meld in order (R6.7): how the server sorts and names it."""
    return tuple(map(rules.melds.order.__getitem__, layout))


def in_order(rules: Rules, named: NamedLayout) -> bool:
    """R6.7: runs ascend, colours alternate along sets."""
    table = rules.melds
    for meld in named:
        if meld in table.masks:
            continue
        is_run = mask_of(meld) in table.runs
        if is_run or any(_is_black(one) == _is_black(other) for one, other in pairwise(meld)):
            return False
    return True


def ways_to_place(rules: Rules, old: Layout, card: int) -> tuple[Layout, ...]:
    """R7.9, R7.10: the layouts without hand cards that a forced card may make."""
    return layouts_for(Setting(rules, TO_PLACE, old, BIT[card], 0))


# --- the rules about layouts, each in one place ---------------------------------------


def _allowed(setting: Setting, layout: Layout) -> bool:
    """R7.2, R7.10: what a lay and a forced card are asked beyond that."""
    return _adds_or_moves_rightly(setting, layout) and _lays_no_new_meld(setting, layout)


def _adds_or_moves_rightly(setting: Setting, layout: Layout) -> bool:
    """R7.2: a lay adds a card. R7.10: with `automatic` a forced card moves no other."""
    if setting.play is TO_LAY:
        return _union(layout) != _union(setting.old)
    if setting.play is TO_PLACE and setting.rules.forcing == "automatic":
        rest = sorted(meld & ~setting.used for meld in layout if meld and meld != setting.used)
        return tuple(rest) == setting.old
    return True


def broken_meld(melds: Container[int], old_layout: Layout, layout: Layout) -> int:
    """R6.5: an old meld that leaves no valid meld behind, or 0. `melds` are all there are."""
    for old in old_layout:
        if old in layout:
            continue
        for new in layout:
            if old & new in melds:
                break
        else:
            return old
    return 0


def _lays_no_new_meld(setting: Setting, layout: Layout) -> bool:
    """R7.2 with `extend`: every new meld holds a card of the old layout."""
    if setting.play is not TO_LAY or setting.rules.lay_on_turn != "extend":
        return True
    old = cards_of(setting.old)
    return bool(old) and all(meld & old for meld in layout)


def _require_cards(setting: Setting, named: NamedLayout, layout: Layout) -> None:
    """R6.2, R6.3: each card once, the used one among them, none lost, none foreign."""
    cards = _union(layout)  # never cached: anyone may name anything
    if _names_a_card_twice(named, cards):
        raise Refusal(Code.LAYOUT_MISMATCH, "a card can lie in one meld only")
    if setting.used & ~cards:
        used = _words(setting.used)
        raise Refusal(Code.MUST_USE_CARD, f"the layout must hold the card you use, {used}", [used])
    old = cards_of(setting.old)
    if old & ~cards:
        lost = _words(old & ~cards)
        raise Refusal(
            Code.LAYOUT_MISMATCH,
            f"name your whole layout: {lost} of your melds is missing",
            mask_texts(old & ~cards),
        )
    foreign = cards & ~(old | setting.used | setting.hand)
    if foreign:
        why = "is neither in your hand nor in your layout"
        if setting.play is TO_PLACE:
            why = "cannot come along: a forced card is laid without hand cards"
        raise Refusal(Code.LAYOUT_MISMATCH, f"{_words(foreign)} {why}", mask_texts(foreign))
    if not _adds_or_moves_rightly(setting, layout):
        raise Refusal(
            Code.LAYOUT_MISMATCH,
            "a lay must add at least one hand card"
            if setting.play is TO_LAY
            else "the forced card goes on one of your melds; all else stays where it is",
        )


# --- the search -----------------------------------------------------------------------


def _candidates(rules: Rules, old: Layout, used: int, hand: int) -> list[Layout]:
    """Valid melds that hold every old card and the used one, and otherwise hand cards.

    Melds that hold such a card are chosen by the lowest card not yet covered, the used one
    first, so no layout comes twice; then any melds from hand alone may come along (R6.6).
    """
    must = cards_of(old) | used
    melds = rules.melds.within(must | hand)
    if must and len(melds) == 1:  # the commonest case by far
        return [] if must & ~melds[0] else [(melds[0],)]
    holding = [meld for meld in melds if meld & must]
    covers: list[Layout] = []
    if not must:
        covers.append(())
    elif not old:
        covers += [(meld,) for meld in holding]
    else:
        _cover(covers, holding, must, used or must & -must, 0, ())
    if len(holding) < len(melds):
        covers = _with_more(covers, [meld for meld in melds if not meld & must])
    return [tuple(sorted(layout)) if len(layout) > 1 else layout for layout in covers]


def _cover(
    found: list[Layout], melds: list[int], missing: int, card: int, taken: int, chosen: Layout
) -> None:
    """Cover `card`, then the other missing ones, in every way by melds that share none."""
    for meld in melds:
        if meld & card and not meld & taken:
            rest = missing & ~meld
            if rest:
                _cover(found, melds, rest, rest & -rest, taken | meld, (*chosen, meld))
            else:
                found.append((*chosen, meld))


def _with_more(covers: list[Layout], extra: list[int]) -> list[Layout]:
    """The layouts as they are, and with every choice of further melds that share no card."""
    found: list[Layout] = []
    for cover in covers:
        _add(found, extra, 0, _union(cover), cover)
    return found


def _add(found: list[Layout], extra: list[int], start: int, taken: int, chosen: Layout) -> None:
    if len(found) >= MAX_LAYOUTS:
        return
    found.append(chosen)
    for index in range(start, len(extra)):
        meld = extra[index]
        if not meld & taken:
            _add(found, extra, index + 1, taken | meld, (*chosen, meld))


def _names_a_card_twice(named: NamedLayout, cards: int) -> bool:
    return sum(map(len, named)) != cards.bit_count()


def _union(layout: Layout) -> int:
    cards = 0
    for meld in layout:
        cards |= meld
    return cards


def _is_black(card: int) -> bool:
    return bool(BIT[card] & BLACK)


def _words(mask: int) -> str:
    return " ".join(mask_texts(mask))


def _no_meld(meld: tuple[int, ...], rules: Rules) -> Refusal:
    texts = [TEXT[card] for card in meld[:14]]
    gap = _gap(meld, rules)
    return Refusal(
        Code.INVALID_MELD,
        f"{' '.join(texts) or 'an empty meld'} is no meld: a set is three or four cards of one "
        f"rank, a run three to {rules.max_run} cards of one suit in a row",
        texts,
        mask_texts(gap),
    )


def _gap(meld: tuple[int, ...], rules: Rules) -> int:
    """The cards (a mask) that would make a meld of these, if only one smallest choice would."""
    named = mask_of(meld)
    larger = [known & ~named for known in rules.melds.order if not named & ~known]
    least = min((gap.bit_count() for gap in larger), default=0)
    smallest = [gap for gap in larger if gap.bit_count() == least]
    return smallest[0] if named and len(smallest) == 1 else 0
