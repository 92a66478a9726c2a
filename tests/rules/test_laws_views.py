"""A view holds what R11.1 promises: every key, and what the state says of it."""

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given

from engine.rules.action_json import action_from_json, action_to_json
from engine.rules.actions import Announce
from engine.rules.play import apply
from engine.rules.replaying import state_json
from engine.rules.state import SEATS_IN, Phase, State
from engine.rules.views import layouts_json, own_json, shared_json, view, view_json
from tests.rules.legal import legal_actions
from tests.rules.playing import Hand
from tests.strategies import examples, hands

# Keys that the view has beside those of section 12.
FURTHER = {"dealer", "answer"}
LAYOUT_WORDS = ("lay", "use", "claim", "place")


def expected(state: State, viewer: int | None) -> dict[str, Any]:
    """R11.1, R11.3, section 12, told from the whole state and the deal."""
    whole, deal = state_json(state), state.deal
    over = whole["phase"] == "over"
    own = viewer is not None
    in_sight = deal.rules.drawn_card == "open" or (own and whole["turn"] == viewer)
    hidden = [] if over else [seat for seat in whole["retired"] if seat != viewer]
    written = {
        "seat": viewer,
        "phase": whole["phase"],
        "turn": whole["turn"],
        "to_act": whole["to_act"],
        "hand": whole["hands"][viewer] if viewer is not None else None,
        "drawn": whole["drawn"] if in_sight else None,
        "counts": [len(hand) for hand in whole["hands"]],
        "layouts": [
            None if seat in hidden else layout for seat, layout in enumerate(whole["layouts"])
        ],
        "deck_count": len(whole["deck"]),
        "offered": whole["offered"],
        "discarder": whole["discarder"],
        "top": whole["discards"][-1] if whole["discards"] else None,
        "pot": sum(deal.antes) + deal.carry.pot,
        "side": {
            game: {
                "pot": deal.carry.side.get(game, 0) + terms.stake * len(terms.seats),
                "seats": list(terms.seats),
            }
            for game, terms in deal.side.items()
        },
        "stacks": list(state.result.stacks) if state.result else stacks_in_play(state),
        "retired": whole["retired"],
        "out": whole["out"],
    }
    if deal.rules.discard_pile == "open":
        written["discards"] = whole["discards"]
    return written


def stacks_in_play(state: State) -> list[int]:
    """R8.1: after antes and stakes."""
    deal = state.deal
    return [
        deal.stacks[seat]
        - deal.antes[seat]
        - sum(terms.stake for terms in deal.side.values() if seat in terms.seats)
        for seat in range(deal.seats)
    ]


@examples(60)
@given(hands())
def test_a_view_holds_what_is_promised(hand: Hand) -> None:
    """R11.1, R11.3, R11.4: for each seat and a spectator, at every step."""
    for state in hand.states():
        for viewer in (None, *range(hand.deal.seats)):
            seen = view_json(view(state, viewer))
            wanted = expected(state, viewer)
            assert {key: seen[key] for key in wanted} == wanted
            further = {"announced", "options"} | FURTHER
            further |= {"trial"} if wanted["phase"] == "judge" else set()
            further |= {"result", "shown"} if wanted["phase"] == "over" else set()
            assert set(seen) - set(wanted) == further
            assert json.loads(json.dumps(seen)) == seen


@examples(60)
@given(hands())
def test_what_is_written_once_for_all_is_what_a_spectator_sees(hand: Hand) -> None:
    """R11.2, R11.3: so no seat's secret can be in it; and with its own part a view is whole."""
    for state in hand.states():
        spectated = view(state, None)
        for seat in range(hand.deal.seats):
            seen = view(state, seat)
            shared, own = shared_json(spectated), own_json(seen)
            assert not shared.keys() & own.keys()
            assert {
                **own,
                "layouts": layouts_json(seen.rules, seen.layouts),
                **shared,
            } == view_json(seen)


@examples(60)
@given(hands(preset="desmoche"))
def test_announcements_are_seen_once_they_are_complete(hand: Hand) -> None:
    """R4.2, R11.1: of the seats still in, by everyone, and never if not all have answered."""
    said: dict[int, list[str]] = {}
    told: list[list[str] | None] = [None] * hand.deal.seats
    for step in hand.steps():
        before, after = step.before, step.after
        if isinstance(step.action, Announce):
            said[step.action.seat] = list(step.action.games)
        if before.phase is Phase.ANNOUNCE and after.phase not in (Phase.ANNOUNCE, Phase.OVER):
            told = [said.get(s) if s in SEATS_IN[after.present] else None for s in range(len(told))]
        for viewer in (None, *range(hand.deal.seats)):
            assert view_json(view(after, viewer))["announced"] == told


@examples(40)
@given(hands())
def test_the_options_of_a_view_are_all_the_actions_there_are(hand: Hand) -> None:
    """R11.1: written as JSON, each can be sent back as it stands and is accepted."""
    for state in hand.states():
        for seat in range(hand.deal.seats):
            offered = view_json(view(state, seat))["options"]
            written = list(actions_in(seat, json.loads(json.dumps(offered))))
            for action in written:
                apply(state, action_from_json(action))
            legal = [action_to_json(action) for action in legal_actions(state, seat)]
            assert sorted(map(json.dumps, written)) == sorted(map(json.dumps, legal))


def actions_in(seat: int, offered: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The actions that a client can build from its options."""
    for word, value in offered.items():
        start = {"seat": seat, "do": word}
        if word == "cut":
            yield from ({**start, "at": at} for at in range(value + 1))
        elif word == "announce":
            yield from ({**start, "games": games} for games in subsets(value))
        elif word == "vote":
            yield from ({**start, "forgive": forgive} for forgive in (True, False))
        elif value is True:
            yield start
        else:
            field = {"declare": "win", "give": "card", "pay": "card", "force": "target"}
            name = "melds" if word in LAYOUT_WORDS else field[word]
            yield from ({**start, name: one} for one in value)


def subsets(games: list[str]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for game in games:
        found += [[*some, game] for some in found]
    return found
