"""The house rules as a page offers them: which there are, and what each may be in each preset.

Enters: nothing. Leaves: JSON, the same as long as the server runs. What is offered is found by
asking the engine, value by value, so that no page ever knows a rule of the game.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from app.lobby.plans import LEAST_BETS, MOST_BETS, USUAL_BETS
from engine.rules.house_rules import (
    DOMAINS,
    FEWEST_SEATS,
    MOST_SEATS,
    PRESETS,
    Domain,
    Rules,
    rules_from_json,
)
from engine.rules.refusals import Refusal
from engine.table.clock import SECOND
from engine.table.pace import WINDOWS, pace_named, usual_pace

ONLY_WITH: Mapping[str, tuple[str, tuple[Any, ...]]] = {
    "color_win": ("automatic_wins", ("color",)),
    "escalera_a23_high": ("side_games", ("escalera",)),
    "force_back": ("forcing", ("automatic", "by_opponent")),
    "match_carry": ("no_winner", ("carry",)),
}
"""Rules that do nothing (– in R2) unless another is one of these, or holds one of them."""


@cache
def rules_told() -> dict[str, Any]:
    """Presets with all their house rules and the values offered; paces; buy-ins in bets."""
    return {
        "presets": {name: _all_rules(rules) for name, rules in PRESETS.items()},
        "domains": {
            rule: {"kind": domain.kind, "values": domain.values, "words": domain.words}
            for rule, domain in DOMAINS.items()
        },
        "offered": {
            preset: {rule: _offered(preset, rule, domain) for rule, domain in DOMAINS.items()}
            for preset in PRESETS
        },
        "windows": WINDOWS,
        "paces": {name: _window(name) for name in ("steady", "lively", "untimed")},
        "usual_pace": {
            str(seats): usual_pace(seats) for seats in range(FEWEST_SEATS, MOST_SEATS + 1)
        },
        "bets": {"least": LEAST_BETS, "usual": USUAL_BETS, "most": MOST_BETS},
        "only_with": {
            rule: {"rule": other, "values": values} for rule, (other, values) in ONLY_WITH.items()
        },
    }


def _window(pace: str) -> int | None:
    """How long a claim window lasts if the host names no length, in seconds."""
    window = pace_named(pace, None).window
    return None if window is None else window // SECOND


def _all_rules(rules: Rules) -> dict[str, Any]:
    return {rule: getattr(rules, rule) for rule in ("preset", *DOMAINS)}


def _offered(preset: str, rule: str, domain: Domain) -> list[Any]:
    """The values that the engine takes; of a list or a span, those that may be in it."""
    return [value for value in domain.values if _is_taken(preset, rule, _setting(domain, value))]


def _setting(domain: Domain, value: Any) -> Any:
    return {"one": value, "some": [value], "span": [value, value]}[domain.kind]


def _is_taken(preset: str, rule: str, setting: Any) -> bool:
    try:
        rules = rules_from_json({"preset": preset, rule: setting})
    except Refusal:
        return False
    return rule != "seats" or rules.can_deal(rules.seats[1])
