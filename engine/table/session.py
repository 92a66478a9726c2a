"""A table from hand to hand: its seats, bet, dealer and carried pots, as one value, pure.

Enters: the rules and the bet of a new table. Leaves: a `Session`, which `seating` changes
between hands and `dealing` from hand to hand; or a `SessionRefusal`. Never here: clocks,
sockets, playing a hand.

A player has a *place* at the table, numbered in play order; a hand numbers the places
dealt in anew as *seats* (section 12).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine.rules.deal import MOST_CHIPS, Deal
from engine.rules.house_rules import Rules, require_deal
from engine.table.carried import Carried

USUAL_STAKE = 1
"""Of a side game for which the host names no stake."""


class SessionCode(StrEnum):
    """Why something between hands is refused."""

    NO_SUCH_PLACE = "no_such_place"
    PLACE_TAKEN = "place_taken"
    ALREADY_SEATED = "already_seated"
    BAD_CHIPS = "bad_chips"
    POT_CARRIED = "pot_carried"
    NO_PROPOSAL = "no_proposal"
    NOT_IN_GAME = "not_in_game"
    HAND_RUNNING = "hand_running"
    TOO_FEW = "too_few"
    NOT_SEATED = "not_seated"
    NOT_HOST = "not_host"
    TOO_LATE = "too_late"
    BAD_PLEDGE = "bad_pledge"
    BAD_ENTROPY = "bad_entropy"
    HAS_CLOCK = "has_clock"
    STILL_THERE = "still_there"
    TABLE_CLOSED = "table_closed"


class SessionRefusal(Exception):
    """Something asked for between hands that is not allowed; it changes nothing."""

    def __init__(self, code: SessionCode, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Player:
    """Someone at a place: `id` for the ledger, `name` for the others, chips in `stack`.

    `games` are the side games opted into, kept from hand to hand.
    """

    id: str
    name: str
    stack: int
    games: frozenset[str] = frozenset()
    sits_out: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """R8.2: a new bet, and the ids of the players that have agreed to it."""

    bet: int
    agreed: frozenset[str]


@dataclass(frozen=True, slots=True)
class Running:
    """A hand being played: which place each of its seats is, and what was dealt."""

    deal: Deal
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Session:
    """A table between two hands, or with one `running`.

    `stacks` of players are before the antes while a hand runs. `hand` counts the hands
    dealt, `dealer` and `winner` are places of the last hand that was played to its end.
    `stakes` has those of side games that the rules no longer play too, since their carried
    pots wait for them to come back (R9.3).
    """

    rules: Rules
    places: tuple[Player | None, ...]
    bet: int
    stakes: Mapping[str, int] = field(default_factory=dict)
    dealer: int | None = None
    winner: int | None = None
    hand: int = 0
    carried: Carried = field(default_factory=Carried)
    proposal: Proposal | None = None
    running: Running | None = None

    @property
    def games(self) -> dict[str, int]:
        """R9.1: the side games that are played here, each with its stake."""
        return {game: self.stakes[game] for game in self.rules.side_games if game in self.stakes}


def open_session(rules: Rules, bet: int, stakes: Mapping[str, int] | None = None) -> Session:
    """An empty table with as many places as the rules seat at most.

    Raises `Refusal` (`bad_rules`) if so many can't be dealt (R3.2), `SessionRefusal` for
    bad chips or a stake of a game that is not played.
    """
    require_deal(rules, rules.seats[1])
    stakes = dict.fromkeys(rules.side_games, USUAL_STAKE) if stakes is None else dict(stakes)
    for chips in (bet, *stakes.values()):
        require_chips(chips, 1)
    unknown = set(stakes) - set(rules.side_games)
    if unknown:
        raise SessionRefusal(SessionCode.NOT_IN_GAME, f"not played here: {sorted(unknown)}")
    return Session(rules, (None,) * rules.seats[1], bet, stakes)


def player_at(session: Session, place: int) -> Player:
    """Who sits at a place; refuses (`no_such_place`) an empty or unknown one."""
    player = session.places[place] if 0 <= place < len(session.places) else None
    if player is None:
        raise SessionRefusal(SessionCode.NO_SUCH_PLACE, f"nobody sits at place {place}")
    return player


def with_player(session: Session, place: int, player: Player | None) -> Session:
    """The session with one place filled or emptied."""
    places = (*session.places[:place], player, *session.places[place + 1 :])
    return replace(session, places=places)


def require_between_hands(session: Session) -> None:
    """Refuse (`hand_running`) what must wait for the end of a hand."""
    if session.running:
        raise SessionRefusal(SessionCode.HAND_RUNNING, "a hand is being played; wait for its end")


def require_chips(chips: int, least: int) -> None:
    """Refuse (`bad_chips`) a number of chips that no stack, bet or stake can be."""
    if not least <= chips <= MOST_CHIPS:
        raise SessionRefusal(
            SessionCode.BAD_CHIPS, f"chips are whole numbers, {least} to {MOST_CHIPS}"
        )


def require_room(session: Session, chips: int) -> None:
    """R8.1: all chips of a table together stay within what every JSON reader can hold."""
    there = sum(player.stack for player in session.places if player)
    there += sum(session.carried.pot(name) for name in session.carried.pots)
    if there + chips > MOST_CHIPS:
        raise SessionRefusal(
            SessionCode.BAD_CHIPS, f"a table holds at most {MOST_CHIPS} chips together"
        )
