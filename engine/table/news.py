"""What happened, told to one audience (R11): events as JSON, with nothing it may not know.

Enters: events, who is listening, the hand as it stands now. Leaves: JSON. A dead discard
that is covered stays in no news while the hand goes on (R10.4), nor does the layout of a
seat that has retired since (R7.11).
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.rules.action_json import layout_texts, named_texts
from engine.rules.cards import TEXT, mask_texts
from engine.rules.events import (
    Announced,
    Dealt,
    Died,
    Discarded,
    Drawn,
    Ended,
    Event,
    Forgiven,
    Judged,
    Laid,
    Retired,
    Swapped,
    Taken,
    WasCut,
    WentOut,
)
from engine.rules.state import OVER, State


def event_json(event: Event, seat: int | None, hand: State) -> dict[str, Any]:
    """One event as this seat (None: a spectator) may know it now."""
    return {"event": type(event).__name__, **_WRITERS[type(event)](event, seat, hand)}


def whole_event_json(event: Event, hand: State) -> dict[str, Any]:
    """One event for those who may know everything of a hand that is over (R11.4)."""
    ended = hand.copy()
    ended.phase = OVER  # then no card is covered, and no layout hidden
    match event:
        case Swapped(giver=seat) | Drawn(seat=seat):
            return event_json(event, seat, ended)
    return event_json(event, None, ended)


def is_alike(event: Event) -> bool:
    """Whether all know the same of this event at any one moment."""
    return type(event) not in _PERSONAL


def _swapped(event: Swapped, seat: int | None, _: State) -> dict[str, Any]:
    """R11.2: a card passed in the cambio is known to the two seats alone."""
    knows = seat is not None and seat in (event.giver, event.receiver)
    card = TEXT[event.card] if knows else None
    return {"giver": event.giver, "receiver": event.receiver, "card": card}


def _drawn(event: Drawn, seat: int | None, hand: State) -> dict[str, Any]:
    knows = seat == event.seat or hand.deal.rules.drawn_card == "open"
    return {"seat": event.seat, "card": _face(event.card, hand) if knows else None}


def _laid(event: Laid, seat: int | None, hand: State) -> dict[str, Any]:
    hidden = hand.phase is not OVER and hand.retired >> event.seat & 1 and seat != event.seat
    if hidden:
        return {"seat": event.seat, "card": None, "added": None, "layout": None}
    return {
        "seat": event.seat,
        "card": None if event.card is None else TEXT[event.card],
        "added": mask_texts(event.added),
        "layout": layout_texts(hand.deal.rules, event.layout),
    }


def _discarded(event: Discarded, _: int | None, hand: State) -> dict[str, Any]:
    return {"seat": event.seat, "card": _face(event.card, hand), "paid": event.paid}


def _taken(event: Taken, _: int | None, hand: State) -> dict[str, Any]:
    return {
        "seat": event.seat,
        "card": _face(event.card, hand),
        "knocked": list(event.knocked),
        "forced": event.forced,
        "forced_by": event.forced_by,
    }


def _died(event: Died, _: int | None, hand: State) -> dict[str, Any]:
    return {"card": _face(event.card, hand), "knocked": list(event.knocked)}


def _face(card: int, hand: State) -> str | None:
    """R10.4: a card that lies covered in the pile is shown no more until the hand ends."""
    covered = hand.deal.rules.discard_pile == "top" and card in hand.discards[:-1]
    return None if covered and hand.phase is not OVER else TEXT[card]


_WRITERS: Mapping[type[Event], Callable[[Any, int | None, State], dict[str, Any]]] = {
    WasCut: lambda event, _, __: {"seat": event.seat, "at": event.at},
    Dealt: lambda _, __, ___: {},
    Announced: lambda event, _, __: {"seat": event.seat, "games": list(event.games)},
    Swapped: _swapped,
    Drawn: _drawn,
    Laid: _laid,
    Discarded: _discarded,
    Taken: _taken,
    Died: _died,
    Retired: lambda event, _, __: {"seat": event.seat},
    Judged: lambda event, _, __: {"seat": event.seat, "melds": named_texts(event.melds)},
    Forgiven: lambda event, _, __: {"seat": event.seat},
    WentOut: lambda event, _, __: {"seat": event.seat, "left": event.left},
    Ended: lambda event, _, __: {"winner": event.winner, "how": event.how},
}
_PERSONAL = frozenset({Swapped, Drawn, Laid})
"""Of these a seat can know more than the others."""
