"""A table as the lobby shows it: a card before one sits down, a line in the list.

Enters: a live table and its row. Leaves: models for REST, written field by field. Never here:
anything of a hand but that one is being played.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from app.identity import Who
from app.lobby.models import (
    BuyInTold,
    Difference,
    PaceTold,
    SeatedAt,
    TableCard,
    TableLine,
)
from app.lobby.plans import usual_buy_in
from app.lobby.store import Books, Row
from engine.rules.house_rules import PRESETS, Rules
from engine.table.carried import MAIN
from engine.table.clock import SECOND
from engine.table.live import Live, seated


def card_of(live: Live, row: Row, who: Who | None) -> TableCard:
    """All there is to know before one sits down."""
    session = live.session
    return TableCard(
        id=live.id,
        code=row.code,
        path=row.path,
        name=row.name,
        public=row.public,
        watchable=live.watchable,
        preset=row.preset,
        rules=session.rules.overrides(),
        differences=differences(session.rules),
        fewest=session.rules.seats[0],
        bet=session.bet,
        stakes=session.games,
        buy_in=BuyInTold(least=row.buy_in_least, most=row.buy_in_most, usual=usual_buy_in(row)),
        pace=_pace(*glimpse_of(live).pace),
        places=_places(live),
        playing=live.playing,
        carried=session.carried.pot(MAIN),
        carries=session.carried.count,
        practice=row.practice,
        mine=live.place_of(who.id) if who else None,
        host=bool(who and who.id == live.host),
    )


class Glimpse(Struct, frozen=True):
    """What a list tells of a table in memory, beside its row; `leaving` are ids of players who
    give up their places when the hand is over."""

    bet: int
    people: list[str]
    bots: list[str]
    playing: bool
    own_rules: int
    pace: tuple[str, int | None, int | None]
    watchable: bool
    carried: int
    carries: int
    leaving: list[str]


def glimpse_of(live: Live) -> Glimpse:
    """A table as lists tell of it."""
    session, pace = live.session, live.pace
    return Glimpse(
        bet=session.bet,
        people=_names(live, bots=False),
        bots=_names(live, bots=True),
        playing=live.playing,
        own_rules=len(differences(session.rules)),
        pace=(pace.name, _seconds(pace.window), _seconds(pace.turn)),
        watchable=live.watchable,
        carried=session.carried.pot(MAIN),
        carries=session.carried.count,
        leaving=[player.id for _, player, sitting in seated(live) if sitting.leaving],
    )


def line_of(row: Row, seen: Glimpse | None, books: Books, who: Who | None = None) -> TableLine:
    """A line of a list; of a table asleep its row and its books are all that is read.

    `who` has chips there; None in the open list, which is the same for everybody.
    """
    people = seen.people if seen else list(books.people)
    return TableLine(
        id=row.id,
        code=row.code,
        path=row.path,
        name=row.name,
        preset=row.preset,
        bet=seen.bet if seen else row.bet,
        seats=row.seats,
        seated=len(people),
        names=people,
        bots=seen.bots if seen else [],
        playing=bool(seen and seen.playing),
        own_rules=seen.own_rules if seen else None,
        pace=_pace(*seen.pace) if seen else None,
        watchable=seen.watchable if seen else None,
        carried=seen.carried if seen else books.carried,
        carries=seen.carries if seen else 0,
        mine=who is not None,
        leaving=bool(seen and who and who.id in seen.leaving),
    )


def in_order(lines: Sequence[TableLine]) -> list[TableLine]:
    """Those first at which somebody waits for others; full ones last."""

    def rank(line: TableLine) -> int:
        if not line.seated:
            return 1
        return 2 if line.seated >= line.seats else 0

    return sorted(lines, key=rank)


def differences(rules: Rules) -> list[Difference]:
    """The house rules that are not as the preset has them; seats are seen by whoever looks."""
    standard = PRESETS[rules.preset]
    return [
        Difference(rule=rule, value=value, standard=_plain(getattr(standard, rule)))
        for rule, value in rules.overrides().items()
        if rule not in {"preset", "seats"}
    ]


def _names(live: Live, *, bots: bool) -> list[str]:
    return [player.name for _, player, sitting in seated(live) if sitting.bot is bots]


def _pace(name: str, window: int | None, turn: int | None) -> PaceTold:
    return PaceTold(name=name, window=window, turn=turn)


def _places(live: Live) -> list[SeatedAt | None]:
    shown: list[SeatedAt | None] = [None] * len(live.sittings)
    for place, player, sitting in seated(live):
        shown[place] = SeatedAt(name=player.name, bot=sitting.bot, stack=player.stack)
    return shown


def _seconds(duration: int | None) -> int | None:
    return None if duration is None else duration // SECOND


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
