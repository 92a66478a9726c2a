"""The settlement once more, from the words of R8 and R9, with cards as text.

`settled` is what `engine.rules.settlement` must come to. Chips go one way after another:
main pot, bonuses, side pots (R8.6).
"""

from dataclasses import replace
from typing import Any, NamedTuple

from engine.rules.deal import Deal
from engine.rules.house_rules import Rules
from tests.rules import brute

HIGH = "23456789TJQKA"
LOW = "A23456789TJQK"
SUIT_OF = {"oro": "d", "corazon": "h", "flor": "c", "corazon_negro": "s"}
COLOUR_OF = {"rojo": "hd", "negro": "sc"}
Rank = tuple[int, ...]


class End(NamedTuple):
    """How a hand ended: whatever the settlement may depend on."""

    winner: int | None
    how: str
    layout: brute.Layout
    bare: frozenset[int]
    out: frozenset[int]
    dealt: tuple[frozenset[str], ...]
    announced: tuple[tuple[str, ...] | None, ...]


def rank_of(rules: Rules, game: str, hand: frozenset[str]) -> Rank | None:
    """R9.2: how good a holding is; None without one."""
    if game in SUIT_OF:
        held = [HIGH.index(card[0]) for card in hand if card[1] == SUIT_OF[game]]
        return (max(held),) if held else None
    if game == "escalera":
        return best_run(rules, hand)
    if game == "tres_cuerpos":
        groups = sorted(r for r in range(13) if sum(c[0] == HIGH[r] for c in hand) >= 3)
        return (groups[-1],) if groups else None
    suits = COLOUR_OF[game.rsplit("_", maxsplit=1)[-1]]
    pairs = [r for r in range(12, -1, -1) if all(HIGH[r] + suit in hand for suit in suits)]
    wanted = 2 if game.startswith("dos") else 1
    return tuple(pairs[:wanted]) if len(pairs) >= wanted else None


def best_run(rules: Rules, hand: frozenset[str]) -> Rank | None:
    """R9.2 `escalera`: by its top card, then its length; from A 2 3 perhaps above all."""
    unlimited = replace(rules, max_run=13)
    runs = [meld for meld in brute.melds_of(unlimited, hand) if not brute.is_set(meld)]
    return max((run_rank(rules, run) for run in runs), default=None)


def run_rank(rules: Rules, run: frozenset[str]) -> Rank:
    ranks = {card[0] for card in run}
    from_a23 = {"A", "2", "3"} <= ranks
    top = 13 if "A" in ranks and not from_a23 else max(map(LOW.index, ranks))
    return (int(from_a23 and rules.escalera_a23_high), top, len(run))


def bonuses(deal: Deal, end: End) -> list[dict[str, Any]]:
    """R5.6, R8.5, R7.13."""
    if not deal.rules.play_everything or end.how in ("walkover", "no_winner"):
        return []
    kinds = []
    if end.how == "goal":
        kinds = ["mico" for meld in end.layout if is_mico(meld)]
        if len({card[1] for meld in end.layout for card in meld}) == 1:
            kinds.append("color")
    owed = []
    for seat in range(deal.seats):
        bare = end.how != "goal" or seat in end.bare
        if seat != end.winner:
            owed += [(kind, seat) for kind in kinds + ["arriba_del_palo"] * bare]
    return [{"kind": kind, "from": seat, "amount": deal.bet} for kind, seat in owed]


def is_mico(meld: brute.Meld) -> bool:
    return len({card[1] for card in meld}) == 1 and {"A", "2", "3"} <= {card[0] for card in meld}


def settled(deal: Deal, end: End) -> dict[str, Any]:
    """The `result` of section 12."""
    stacks = list(deal.stacks)
    for seat, ante in enumerate(deal.antes):
        stacks[seat] -= ante + sum(g.stake for g in deal.side.values() if seat in g.seats)
    pot, owed = deal.carry.pot + sum(deal.antes), bonuses(deal, end)
    unpaid = [0] * deal.seats
    carry: dict[str, Any] = {"pot": 0, "count": 0, "side": {}}
    if end.winner is not None:
        stacks[end.winner] += pot
        for bonus in owed:
            paid = min(stacks[bonus["from"]], bonus["amount"])
            stacks[bonus["from"]] -= paid
            stacks[end.winner] += paid
            unpaid[bonus["from"]] += bonus["amount"] - paid
    elif deal.rules.no_winner == "carry":
        carry = {"pot": pot, "count": deal.carry.count + 1, "side": {}}
    else:
        stacks = [stack + ante for stack, ante in zip(stacks, deal.antes, strict=True)]
        carry = {"pot": deal.carry.pot, "count": deal.carry.count, "side": {}}
    side = share_side_pots(deal, end, stacks)
    carry["side"] = {game: chips for game, chips in deal.carry.side.items() if game not in side}
    carry["side"] |= {game: won["pot"] for game, won in side.items() if not won["winners"]}
    return {
        "winner": end.winner,
        "how": end.how,
        "pot": pot,
        "bonuses": owed,
        "unpaid": unpaid,
        "side": side,
        "stacks": stacks,
        "carry": carry,
    }


def share_side_pots(deal: Deal, end: End, stacks: list[int]) -> dict[str, Any]:
    """R9.3: the best that announced and is not out; odd chips from the dealer's right on."""
    side = {}
    order = [(deal.dealer + step) % deal.seats for step in range(1, deal.seats + 1)]
    for game, terms in deal.side.items():
        pot = deal.carry.side.get(game, 0) + terms.stake * len(terms.seats)
        ranks = {
            seat: rank_of(deal.rules, game, end.dealt[seat])
            for seat in order
            if game in (end.announced[seat] or ()) and seat not in end.out
        }
        best = max((rank for rank in ranks.values() if rank), default=None)
        winners = [seat for seat, rank in ranks.items() if rank and rank == best]
        for place, seat in enumerate(winners):
            stacks[seat] += pot // len(winners) + (place < pot % len(winners))
        side[game] = {"winners": winners, "pot": pot}
    return side
