"""Presets and house rules (R2), checked when they are read.

Enters: JSON values such as `{"preset": "desmoche", "hand_size": 8}`. Leaves: a frozen
`Rules`, or a `Refusal` with code `bad_rules`. Never here: what a rule does; each is
obeyed where its number stands.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from engine.rules.melds import MeldTable, meld_table
from engine.rules.refusals import Code, Refusal, shown

AUTOMATIC_WINS = ("peladilla", "cuatro_cuerpos", "color")
SIDE_GAMES = (
    "oro",
    "corazon",
    "flor",
    "corazon_negro",
    "par_rojo",
    "par_negro",
    "dos_par_rojo",
    "dos_par_negro",
    "tres_cuerpos",
    "escalera",
)
FEWEST_SEATS, MOST_SEATS = 2, 4


@dataclass(frozen=True, slots=True)
class Rules:
    """One table's rules: a preset and what the host changed. Fields as in R2.

    The defaults are those of the preset `desmoche`. What follows from the fields is worked
    out at construction, once: `melds` of this deck, and `all_runs`, the melds without the
    limit `max_run`, for the side game escalera (R9.2).
    """

    preset: str = "desmoche"
    seats: tuple[int, int] = (2, 4)
    deck: int = 52
    hand_size: int = 9
    max_run: int = 10
    cut: bool = True
    cambio: bool = True
    automatic_wins: tuple[str, ...] = AUTOMATIC_WINS
    color_win: str = "same_color"
    second_draw: bool = True
    ace_high_runs: bool = False
    lay_on_turn: str = "extend"
    rearrange: str = "desmoche"
    forcing: str = "automatic"
    force_back: bool = True
    drawn_card: str = "private"
    discard_pile: str = "top"
    retiring: str = "proved"
    meld_order: str = "ignore"
    play_everything: bool = False
    side_games: tuple[str, ...] = SIDE_GAMES
    escalera_a23_high: bool = True
    no_winner: str = "carry"
    match_carry: bool = True
    next_dealer: str = "rotate"
    melds: MeldTable = field(init=False, repr=False, compare=False)
    all_runs: MeldTable = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        put = object.__setattr__  # the one moment at which a frozen record is written
        melds = meld_table(self.deck, self.max_run, self.ace_high_runs)
        put(self, "melds", melds)
        put(self, "all_runs", meld_table(self.deck, len(melds.ranks), self.ace_high_runs))
        put(self, "_hash", hash(tuple(getattr(self, f.name) for f in fields(self) if f.compare)))

    def __hash__(self) -> int:
        """Rules are a key wherever something is remembered by them."""
        return self._hash

    @property
    def goal(self) -> int:
        """How many cards on the table win."""
        return self.hand_size + 1

    def can_deal(self, seats: int) -> bool:
        """Whether so many seats can be dealt (R3.2)."""
        return seats * self.hand_size < self.deck

    def overrides(self) -> dict[str, Any]:
        """These rules as JSON: the preset, and what differs from it."""
        standard, changed = PRESETS[self.preset], {}
        for rule in DOMAINS:
            value = getattr(self, rule)
            if value != getattr(standard, rule):
                changed[rule] = list(value) if isinstance(value, tuple) else value
        return {"preset": self.preset, **changed}


_DESMOCHE = Rules()
_CONQUIAN = Rules(
    preset="conquian",
    seats=(2, 2),
    deck=40,
    hand_size=10,
    max_run=8,
    cut=False,
    cambio=False,
    automatic_wins=(),
    second_draw=False,
    lay_on_turn="no",
    rearrange="free",
    forcing="by_opponent",
    drawn_card="open",
    retiring="no",
    side_games=(),
    no_winner="return",
)
PRESETS: Mapping[str, Rules] = {
    "desmoche": _DESMOCHE,
    "conquien": replace(_DESMOCHE, preset="conquien", automatic_wins=(), side_games=("oro",)),
    "conquian": _CONQUIAN,
    "conquian_mexican": replace(_CONQUIAN, preset="conquian_mexican", hand_size=9, cambio=True),
    "conquian_three": replace(
        _CONQUIAN, preset="conquian_three", seats=(3, 3), hand_size=8, cambio=True
    ),
}


class Domain(NamedTuple):
    """What a house rule may be. `fits` judges a JSON value, `words` tell it to people.

    `kind`: `one` of the values, `some` of them as a list, or a `span`, [min, max], of them.
    """

    kind: str
    values: tuple[Any, ...]
    fits: Callable[[Any], bool]
    words: str


def _whole(low: int, high: int) -> Domain:
    return _one_of(*range(low, high + 1))._replace(words=f"a whole number, {low}-{high}")


def _one_of(*values: Any) -> Domain:
    def fits(value: Any) -> bool:
        return any(type(value) is type(each) and value == each for each in values)

    *others, last = map(str, values)
    return Domain("one", values, fits, f"{', '.join(others)} or {last}")


def _some_of(words: str, *values: str) -> Domain:
    def fits(value: Any) -> bool:
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            return False
        return len(set(value)) == len(value) and set(value) <= set(values)

    return Domain("some", values, fits, words + ", ".join(values))


def _span(low: int, high: int) -> Domain:
    between = _whole(low, high)

    def fits(value: Any) -> bool:
        if not isinstance(value, list) or len(value) != 2:
            return False
        return all(between.fits(bound) for bound in value) and value[0] <= value[1]

    return Domain("span", between.values, fits, f"[min, max] within {low}-{high}")


_BOOLEAN = _one_of(True, False)._replace(words="true or false")

DOMAINS: Mapping[str, Domain] = {
    "seats": _span(FEWEST_SEATS, MOST_SEATS),
    "deck": _one_of(52, 40),
    "hand_size": _whole(8, 10),
    "max_run": _whole(3, 10),
    "cut": _BOOLEAN,
    "cambio": _BOOLEAN,
    "automatic_wins": _some_of("a list out of ", *AUTOMATIC_WINS),
    "color_win": _one_of("same_color", "same_suit"),
    "second_draw": _BOOLEAN,
    "ace_high_runs": _BOOLEAN,
    "lay_on_turn": _one_of("no", "extend", "any"),
    "rearrange": _one_of("desmoche", "free"),
    "forcing": _one_of("automatic", "by_opponent", "off"),
    "force_back": _BOOLEAN,
    "drawn_card": _one_of("private", "open"),
    "discard_pile": _one_of("top", "open"),
    "retiring": _one_of("no", "proved", "free"),
    "meld_order": _one_of("ignore", "refuse", "vote", "disqualify"),
    "play_everything": _BOOLEAN,
    "side_games": _some_of("a list of side games: ", *SIDE_GAMES),
    "escalera_a23_high": _BOOLEAN,
    "no_winner": _one_of("carry", "return"),
    "match_carry": _BOOLEAN,
    "next_dealer": _one_of("rotate", "winner_starts"),
}


def rules_from_json(value: Any) -> Rules:
    """Read a rules object: a preset and overrides, `null` counting as absent.

    Raises `Refusal` (`bad_rules`) naming the first thing that is wrong. Whether as many
    as sit down can be dealt (R3.2) is asked with `require_deal`.
    """
    if not isinstance(value, dict):
        raise _bad('rules must be an object such as {"preset": "desmoche"}')
    name = value.get("preset")
    if not isinstance(name, str) or name not in PRESETS:
        raise _bad(f"preset must be one of {', '.join(PRESETS)}, not {shown(name)}")
    changed: dict[str, Any] = {}
    for rule, setting in value.items():
        if rule == "preset" or setting is None:
            continue
        if rule not in DOMAINS:
            raise _bad(f"there is no house rule {shown(rule)}")
        domain = DOMAINS[rule]
        if not domain.fits(setting):
            raise _bad(f"{rule} must be {domain.words}, not {shown(setting)}")
        changed[rule] = _in_order(rule, setting) if isinstance(setting, list) else setting
    rules = replace(PRESETS[name], **changed)
    _require_fixed(rules)
    return rules


def _in_order(rule: str, setting: list[Any]) -> tuple[Any, ...]:
    """A list as the rules keep it: a set in the order of the rulebook, so equal sets are equal."""
    order = {"automatic_wins": AUTOMATIC_WINS, "side_games": SIDE_GAMES}.get(rule)
    return tuple(setting) if order is None else tuple(word for word in order if word in setting)


def require_deal(rules: Rules, seats: int) -> None:
    """Refuse (`bad_rules`) rules by which so many seats cannot be dealt (R3.2)."""
    if not rules.can_deal(seats):
        raise _bad(
            f"{seats} seats with {rules.hand_size} cards each leave no card of the "
            f"{rules.deck} to draw: choose fewer seats or a smaller hand"
        )


def _require_fixed(rules: Rules) -> None:
    """What the Honduran and the Conquian presets fix (R2)."""
    if rules.preset == "desmoche":
        return
    allowed = ("oro",) if rules.preset == "conquien" else ()
    if rules.automatic_wins:
        raise _bad(f"{rules.preset} has no automatic wins: automatic_wins must be []")
    if rules.play_everything:
        raise _bad(f"{rules.preset} has no bonuses: play_everything must be false")
    if not set(rules.side_games) <= set(allowed):
        games = "oro alone" if allowed else "no side games"
        raise _bad(f"{rules.preset} has {games}: side_games must be within {list(allowed)}")


def _bad(message: str) -> Refusal:
    return Refusal(Code.BAD_RULES, message)
