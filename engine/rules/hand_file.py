"""Hand files, `desmoche-hand/1` (section 12), in and out.

Enters: text from anyone, or a deal with its actions. Leaves: a `HandFile` whose shapes
are sound, or a `Refusal` (`bad_file`, `bad_rules`) in words; JSON again. Never here:
playing the hand; that is `replaying`.
"""

import codecs
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.rules.action_json import WrongShape, action_from_json, action_to_json
from engine.rules.actions import Action
from engine.rules.cards import CARDS, TEXT, mask_of
from engine.rules.deal import MOST_CHIPS, Carry, Deal, SideGame
from engine.rules.house_rules import (
    FEWEST_SEATS,
    MOST_SEATS,
    SIDE_GAMES,
    Rules,
    require_deal,
    rules_from_json,
)
from engine.rules.refusals import Code, Refusal

FORMAT = "desmoche-hand/1"
MAX_TEXT = 1024 * 1024  # bytes; a whole hand takes some 20 KB (section 12)
MAX_DEPTH = 32  # levels of nesting, the file itself being the first (section 12)


class HandFile(NamedTuple):
    """A hand file read: the deal, the actions in order, and a result if it carries one."""

    deal: Deal
    actions: tuple[Action, ...]
    result: Any


def read_hand_file(text: str | bytes) -> HandFile:
    """Read one hand file. Raises `Refusal` with `bad_file` or `bad_rules`."""
    return hand_file_from_json(parse_json(text))


def parse_json(text: str | bytes) -> Any:
    """JSON within the limits of section 12. Raises `Refusal` (`bad_file`)."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if raw.startswith(codecs.BOM_UTF8):
        raise bad_file("save the file as UTF-8 without a byte order mark")
    if len(raw) > MAX_TEXT:
        raise bad_file(f"the text is over {MAX_TEXT} bytes")
    try:
        value = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise bad_file(f"byte {error.start} is not UTF-8") from None
    except RecursionError:
        raise bad_file(f"nested deeper than {MAX_DEPTH}") from None
    except json.JSONDecodeError as error:
        raise bad_file(f"not JSON: {error}"[:200]) from None
    except ValueError:
        raise bad_file("a number is too long to be one of chips, seats or cards") from None
    if _deeper_than(value, MAX_DEPTH):
        raise bad_file(f"nested deeper than {MAX_DEPTH}")
    return value


def hand_file_from_json(value: Any) -> HandFile:
    """Read a hand file already parsed; `null` counts as absent, unknown keys as nothing."""
    if not isinstance(value, dict):
        raise bad_file("a hand file is a JSON object")
    if value.get("format") != FORMAT:
        raise bad_file(f'format must be "{FORMAT}"')
    rules = rules_from_json(value.get("rules"))
    names = _names(value.get("seats"))
    if not rules.seats[0] <= len(names) <= rules.seats[1]:
        low, high = rules.seats
        raise bad_file(f"these rules seat {low} to {high}, the file has {len(names)}")
    require_deal(rules, len(names))
    deal = _deal(value, rules, names)
    if deal.fault:
        raise bad_file(deal.fault)
    return HandFile(deal, _actions(value.get("actions")), value.get("result"))


def hand_file_json(
    deal: Deal, actions: Sequence[Action], result: dict[str, Any] | None
) -> dict[str, Any]:
    """Write a hand file; `read_hand_file` reads it back to the same deal and actions."""
    written: dict[str, Any] = {
        "format": FORMAT,
        "rules": deal.rules.overrides(),
        "seats": list(deal.names),
        "stacks": list(deal.stacks),
        "bet": deal.bet,
        "antes": list(deal.antes),
        "carry": {
            "pot": deal.carry.pot,
            "count": deal.carry.count,
            "side": dict(deal.carry.side),
        },
        "side": {
            game: {"stake": side.stake, "seats": list(side.seats)}
            for game, side in deal.side.items()
        },
        "dealer": deal.dealer,
        "deck": " ".join(TEXT[card] for card in deal.deck),
        "actions": [action_to_json(action) for action in actions],
    }
    if result is not None:
        written["result"] = result
    return written


def bad_file(message: str) -> Refusal:
    """A refusal of the file itself."""
    return Refusal(Code.BAD_FILE, message)


def _deal(value: dict[str, Any], rules: Rules, names: tuple[str, ...]) -> Deal:
    seats = len(names)
    bet = _chips(value.get("bet"), "bet", 1)
    dealer = value.get("dealer")
    if type(dealer) is not int or not 0 <= dealer < seats:
        raise bad_file(f"dealer must be a seat, 0 to {seats - 1}")
    antes = value.get("antes")
    return Deal(
        rules=rules,
        names=names,
        stacks=_chips_of_all(value.get("stacks"), "stacks", seats),
        bet=bet,
        antes=(bet,) * seats if antes is None else _chips_of_all(antes, "antes", seats),
        carry=_carry(value.get("carry")),
        side=_side(value.get("side"), rules, seats),
        dealer=dealer,
        deck=_deck(value.get("deck"), rules),
    )


def _names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not FEWEST_SEATS <= len(value) <= MOST_SEATS:
        raise bad_file(f"seats must be a list of {FEWEST_SEATS} to {MOST_SEATS} names")
    if not all(isinstance(name, str) for name in value):
        raise bad_file("the name of a seat is text")
    return tuple(value)


def _chips(value: Any, what: str, least: int = 0) -> int:
    if type(value) is not int or not least <= value <= MOST_CHIPS:
        raise bad_file(f"{what} must be a whole number, {least} to {MOST_CHIPS}")
    return value


def _chips_of_all(value: Any, what: str, seats: int) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != seats:
        raise bad_file(f"{what} must be a list of {seats} whole numbers, one a seat")
    return tuple(_chips(chips, f"each of {what}") for chips in value)


def _carry(value: Any) -> Carry:
    if value is None:
        return Carry()
    if not isinstance(value, dict):
        raise bad_file("carry must be an object")
    pot, count = (
        0 if value.get(name) is None else _chips(value[name], f"carry.{name}")
        for name in ("pot", "count")
    )
    if (pot == 0) != (count == 0):
        raise bad_file("carry.pot and carry.count are both 0 or both positive")
    side = {game: _chips(chips, f"carry.side.{game}") for game, chips in _games(value.get("side"))}
    return Carry(pot, count, {game: chips for game, chips in side.items() if chips})


def _side(value: Any, rules: Rules, seats: int) -> dict[str, SideGame]:
    side = {}
    for game, terms in _games(value):
        if game not in rules.side_games:
            raise bad_file(f"{game} is not played by these rules")
        if not isinstance(terms, dict):
            raise bad_file(f"side.{game} must be an object with stake and seats")
        stake = _chips(terms.get("stake"), f"side.{game}.stake", 1)
        players = terms.get("seats")
        if not isinstance(players, list) or not all(
            type(seat) is int and 0 <= seat < seats for seat in players
        ):
            raise bad_file(f"side.{game}.seats must be a list of seats, 0 to {seats - 1}")
        if len(set(players)) < len(players) or len(players) < FEWEST_SEATS:
            raise bad_file(f"side.{game} needs at least two different seats")
        side[game] = SideGame(stake, tuple(sorted(players)))
    return side


def _games(value: Any) -> list[tuple[str, Any]]:
    """The entries of an object keyed by side games, in the order of R9."""
    if value is None:
        return []
    if not isinstance(value, dict):
        raise bad_file("side games are an object keyed by their names")
    for game in value:
        if value[game] is not None and game not in SIDE_GAMES:
            raise bad_file(f"there is no side game {game[:40]!r}")
    return [(game, value[game]) for game in SIDE_GAMES if value.get(game) is not None]


def _deck(value: Any, rules: Rules) -> tuple[int, ...]:
    if not isinstance(value, str):
        raise bad_file("deck must be text: every card, top first")
    words = value.split()
    unknown = [word for word in words if word not in CARDS]
    if unknown:
        raise bad_file(f"the deck names {unknown[0][:20]!r}, which is no card")
    deck = tuple(CARDS[word] for word in words)
    if len(deck) != rules.deck or mask_of(deck) != rules.melds.deck_mask:
        raise bad_file(f"the deck must hold each of its {rules.deck} cards once")
    return deck


def _actions(value: Any) -> tuple[Action, ...]:
    if not isinstance(value, list):
        raise bad_file("actions must be a list")
    actions = []
    for index, item in enumerate(value):
        try:
            actions.append(action_from_json(item))
        except WrongShape as error:
            raise bad_file(f"action {index}: {error}") from None
    return tuple(actions)


def _deeper_than(value: Any, depth: int) -> bool:
    """Whether objects and lists are nested deeper; level by level, never by recursion."""
    level = [value]
    while level:
        containers = [item for item in level if isinstance(item, dict | list)]
        if not containers:
            return False
        if depth == 0:
            return True
        depth -= 1
        level = [
            inner
            for item in containers
            for inner in (item.values() if isinstance(item, dict) else item)
        ]
    return False
