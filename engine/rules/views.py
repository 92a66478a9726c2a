"""What each seat, or a spectator, may see (R11), written from nothing.

Enters: a state and who is looking. Leaves: a `View`, filled field by field with what
that one may see. Nothing is copied and then blanked, so a new secret in the state is
seen by nobody until a line here says who may. `view_json` writes it as section 12 does.
"""

from typing import Any, NamedTuple

from engine.rules.action_json import action_to_json, layout_texts
from engine.rules.actions import Action, Vote
from engine.rules.cards import TEXT, mask_texts
from engine.rules.house_rules import Rules
from engine.rules.layouts import Layout
from engine.rules.options import NOTHING, Options, options
from engine.rules.result_json import result_to_json
from engine.rules.settlement import Result
from engine.rules.state import OVER, SEATS_IN, Phase, State, Trial


class View(NamedTuple):
    """A hand as one seat sees it; `seat` is None for a spectator.

    Masks and tuples as in `State`. `layouts` holds None for a layout that is hidden,
    `drawn` the card only if this one may see it, `discards` only where the pile is open.
    `announced` has None for each seat until it is public. `answer` is what this seat itself
    has said in a phase that is not over. `shown` maps side games to what won them (R11.4).
    """

    rules: Rules
    seat: int | None
    phase: Phase
    turn: int | None
    waiting: int
    hand: int
    drawn: int | None
    counts: tuple[int, ...]
    layouts: tuple[Layout | None, ...]
    deck_count: int
    offered: int | None
    discarder: int | None
    top: int | None
    discards: tuple[int, ...] | None
    pot: int
    side: dict[str, tuple[int, tuple[int, ...]]]
    stacks: tuple[int, ...]
    dealer: int
    announced: tuple[tuple[str, ...] | None, ...]
    retired: int
    out: int
    trial: tuple[int, str, tuple[tuple[int, ...], ...]] | None
    answer: Action | None
    options: Options
    result: Result | None
    shown: dict[str, dict[int, int]]


def view(state: State, seat: int | None) -> View:
    """R11.1: what `seat` may see; R11.3: a spectator (None) sees what no seat keeps secret."""
    deal, over = state.deal, state.phase is OVER
    hidden = 0 if over else state.retired & ~(0 if seat is None else 1 << seat)
    return View(
        rules=deal.rules,
        seat=seat,
        phase=state.phase,
        turn=state.turn,
        waiting=state.waiting,
        hand=0 if seat is None else state.hands[seat],
        drawn=_drawn_as_seen(state, seat),
        counts=tuple([hand.bit_count() for hand in state.hands]),
        layouts=tuple(
            [None if hidden >> i & 1 else layout for i, layout in enumerate(state.layouts)]
        ),
        deck_count=state.deck_count,
        offered=state.offered,
        discarder=state.discarder,
        top=state.discards[-1] if state.discards else None,
        discards=state.discards if deal.rules.discard_pile == "open" else None,
        pot=deal.pot,
        side={game: (pot, deal.side[game].seats) for game, pot in deal.side_pots.items()},
        stacks=state.result.stacks if state.result else deal.stacks_in_play,
        dealer=deal.dealer,
        announced=state.announced,
        retired=state.retired,
        out=state.out,
        trial=_trial_as_seen(state.trial),
        answer=None if seat is None else _own_answer(state, seat),
        options=NOTHING if seat is None else options(state, seat),
        result=state.result,
        shown=_shown(state.result) if state.result else {},
    )


class Own(NamedTuple):
    """Of a `View`, what can differ from one to look to the next, layouts aside."""

    rules: Rules
    seat: int | None
    hand: int
    drawn: int | None
    answer: Action | None
    options: Options


def own_view(state: State, seat: int | None) -> Own:
    """A seat's own part of `view`, for whoever has the rest already."""
    return Own(
        rules=state.deal.rules,
        seat=seat,
        hand=0 if seat is None else state.hands[seat],
        drawn=_drawn_as_seen(state, seat),
        answer=None if seat is None else _own_answer(state, seat),
        options=NOTHING if seat is None else options(state, seat),
    )


def has_own_layouts(state: State, seat: int | None) -> bool:
    """Whether this one sees other layouts than a spectator: its own, retired as it is (R7.11)."""
    return seat is not None and bool(state.retired >> seat & 1) and state.phase is not OVER


def view_json(seen: View) -> dict[str, Any]:
    """A view as section 12 writes it."""
    layouts = layouts_json(seen.rules, seen.layouts)
    return {**own_json(seen), "layouts": layouts, **shared_json(seen)}


def own_json(seen: View | Own) -> dict[str, Any]:
    """What is in an `Own`, of that or of the whole view."""
    return {
        "seat": seen.seat,
        "hand": None if seen.seat is None else mask_texts(seen.hand),
        "drawn": _text(seen.drawn),
        "answer": None if seen.answer is None else action_to_json(seen.answer),
        "options": options_json(seen.rules, seen.options),
    }


def layouts_json(rules: Rules, layouts: tuple[Layout | None, ...]) -> list[Any]:
    """The layouts of a view: the same for all, but for what retired seats have of their own."""
    return [None if layout is None else layout_texts(rules, layout) for layout in layouts]


def shared_json(seen: View) -> dict[str, Any]:
    """Of a view, what is the same for all seats: a spectator's, who sees no seat's secrets,
    serves for every one of them."""
    written: dict[str, Any] = {
        "phase": seen.phase.value,
        "turn": seen.turn,
        "to_act": list(SEATS_IN[seen.waiting]),
        "counts": list(seen.counts),
        "deck_count": seen.deck_count,
        "offered": _text(seen.offered),
        "discarder": seen.discarder,
        "top": _text(seen.top),
        "pot": seen.pot,
        "side": {
            game: {"pot": pot, "seats": list(seats)} for game, (pot, seats) in seen.side.items()
        },
        "stacks": list(seen.stacks),
        "dealer": seen.dealer,
        "announced": [None if games is None else list(games) for games in seen.announced],
        "retired": list(SEATS_IN[seen.retired]),
        "out": list(SEATS_IN[seen.out]),
    }
    if seen.discards is not None:
        written["discards"] = [TEXT[card] for card in seen.discards]
    if seen.trial:
        written["trial"] = _trial_json(*seen.trial)
    if seen.result:
        written["result"] = result_to_json(seen.result)
        written["shown"] = _shown_json(seen, seen.result)
    return written


def _trial_json(seat: int, play: str, melds: tuple[tuple[int, ...], ...]) -> dict[str, Any]:
    return {"seat": seat, "play": play, "melds": [[TEXT[card] for card in meld] for meld in melds]}


def _shown_json(seen: View, result: Result) -> dict[str, Any]:
    return {
        "winner": mask_texts(result.shown),
        "card": _text(result.card),
        "side": {
            game: {str(seat): mask_texts(cards) for seat, cards in held.items()}
            for game, held in seen.shown.items()
        },
    }


def options_json(rules: Rules, found: Options) -> dict[str, Any]:
    """Options as a client reads them: only what is open, keyed by the word of the action."""
    written: dict[str, Any] = {}
    if found.cut_to is not None:
        written["cut"] = found.cut_to
    if found.games is not None:
        written["announce"] = list(found.games)
    if found.wins:
        written["declare"] = list(found.wins)
    if found.give:
        written["give"] = mask_texts(found.give)
    if found.pay:
        written["pay"] = mask_texts(found.pay)
    if found.play:
        written[found.play.value] = [layout_texts(rules, layout) for layout in found.layouts]
    if found.targets:
        written["force"] = list(SEATS_IN[found.targets])
    for act in found.acts:
        written[act] = True
    if found.may_leave:
        written["leave"] = True
    return written


def _drawn_as_seen(state: State, seat: int | None) -> int | None:
    if state.deal.rules.drawn_card == "open" or (seat is not None and state.turn == seat):
        return state.drawn
    return None


def _trial_as_seen(
    trial: Trial | None,
) -> tuple[int, str, tuple[tuple[int, ...], ...]] | None:
    """R10.3: the layout is shown to all; the votes to nobody before they are all in."""
    return None if trial is None else (trial.seat, trial.play.value, trial.melds)


def _own_answer(state: State, seat: int) -> Action | None:
    """What this seat itself has said in a phase that is not over."""
    if state.trial:
        forgive = state.trial.votes[seat]
        return None if forgive is None else Vote(seat, forgive)
    return state.answers[seat]


def _shown(result: Result) -> dict[str, dict[int, int]]:
    """R11.4: the cards that won side games, by game and seat."""
    return {
        game: dict(zip(pot.winners, pot.cards, strict=True)) for game, pot in result.side.items()
    }


def _text(card: int | None) -> str | None:
    return None if card is None else TEXT[card]
