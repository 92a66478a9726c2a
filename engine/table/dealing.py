"""A table from hand to hand: who is dealt in, who deals, what is carried (R3.3, R8, R9).

Enters: a session, a shuffled deck, and how a hand ended. Leaves: the next session, with
a hand running or settled. Chance is an argument. Never here: playing the hand.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.rules.deal import Deal, SideGame
from engine.rules.settlement import Result
from engine.table.carried import MAIN, Carried, Contribution
from engine.table.session import (
    Player,
    Running,
    Session,
    SessionCode,
    SessionRefusal,
    player_at,
    require_between_hands,
)


def ante_of(session: Session, player: Player) -> int:
    """R8.4: the bet, or a newcomer's match of the carried pot."""
    carried = session.carried
    if not session.rules.match_carry or not carried.count or carried.put_into_main(player.id):
        return session.bet
    return session.bet * (carried.count + 1)


def dealt_in(session: Session) -> tuple[int, ...]:
    """R8.1: the places that will be dealt in: seated, not sitting out, able to ante."""
    return tuple(
        place
        for place, player in enumerate(session.places)
        if player and not player.sits_out and player.stack >= ante_of(session, player)
    )


def next_dealer(session: Session, first: int, playing: tuple[int, ...] = ()) -> int:
    """R3.3: the place that deals next; `first` is the one drawn for a table's first hand."""
    playing = playing or dealt_in(session)
    if session.dealer is None:
        return _first_from(playing, first, 1, len(session.places))
    if session.rules.next_dealer == "winner_starts" and session.winner is not None:
        return _first_from(playing, session.winner - 1, -1, len(session.places))
    return _first_from(playing, session.dealer + 1, 1, len(session.places))


def begin_hand(
    session: Session, deck: tuple[int, ...], first_place: int, announced: tuple[int, ...] = ()
) -> Session:
    """The next hand, `running`: antes and stakes fixed, nobody has acted yet.

    `deck` is shuffled; `first_place` is a place drawn at random, used for a table's
    first hand only. `announced` are the places dealt in where that was fixed before.
    Refuses (`too_few`) if the rules don't deal so few.
    """
    require_between_hands(session)
    playing = announced or dealt_in(session)
    if len(playing) < session.rules.seats[0]:
        raise SessionRefusal(
            SessionCode.TOO_FEW,
            f"{session.rules.seats[0]} players must be ready with their ante in the stack",
        )
    players = [player_at(session, place) for place in playing]
    antes = tuple(ante_of(session, player) for player in players)
    deal = Deal(
        rules=session.rules,
        names=tuple(player.name for player in players),
        stacks=tuple(player.stack for player in players),
        bet=session.bet,
        antes=antes,
        carry=session.carried.as_carry(),
        side=_side_games(session, players, antes),
        dealer=playing.index(next_dealer(session, first_place, playing)),
        deck=deck,
    )
    assert deal.fault is None, deal.fault
    return replace(session, hand=session.hand + 1, running=Running(deal, playing), proposal=None)


def end_hand(session: Session, result: Result) -> Session:
    """The hand is settled: stacks, pots, dealer and winner are those of its result."""
    running = session.running
    assert running is not None
    places = list(session.places)
    for place, stack in zip(running.places, result.stacks, strict=True):
        places[place] = replace(player_at(session, place), stack=stack)
    return replace(
        session,
        places=tuple(places),
        dealer=running.places[running.deal.dealer],
        winner=None if result.winner is None else running.places[result.winner],
        carried=session.carried.after(result.carry, _contributions(session, running)),
        running=None,
    )


def void_hand(session: Session) -> Session:
    """R8.8: as if it had not been dealt, but for its number; the deal does not pass on."""
    assert session.running is not None
    return replace(session, running=None)


def close_session(session: Session) -> tuple[Session, dict[str, int]]:
    """R8.7: the table closes; returns what each player id is owed, stacks and pots."""
    require_between_hands(session)
    owed = session.carried.refunds()
    for player in session.places:
        if player:
            owed[player.id] = owed.get(player.id, 0) + player.stack
    empty = (None,) * len(session.places)
    return replace(session, places=empty, carried=Carried(), proposal=None), owed


def _side_games(
    session: Session, players: Sequence[Player], antes: Sequence[int]
) -> dict[str, SideGame]:
    """R8.1, R9.1: who is in which side game, as far as the stacks reach and two are in."""
    left = [player.stack - ante for player, ante in zip(players, antes, strict=True)]
    games = {}
    for game, stake in session.games.items():
        seats = tuple(
            seat
            for seat, player in enumerate(players)
            if game in player.games and left[seat] >= stake
        )
        if len(seats) >= 2:
            games[game] = SideGame(stake, seats)
            for seat in seats:
                left[seat] -= stake
    return games


def _contributions(session: Session, running: Running) -> dict[str, list[Contribution]]:
    """What the seats of a hand put into each of its pots."""
    added: dict[str, list[Contribution]] = {MAIN: []}
    for seat, place in enumerate(running.places):
        player = player_at(session, place)
        ante = running.deal.antes[seat]
        bet = running.deal.bet
        added[MAIN].append(Contribution(session.hand, player.id, place, ante, bet))
        for game, side in running.deal.side.items():
            if seat in side.seats:
                coin = Contribution(session.hand, player.id, place, side.stake, side.stake)
                added.setdefault(game, []).append(coin)
    return added


def _first_from(playing: Sequence[int], place: int, step: int, count: int) -> int:
    """The first place that is dealt in, counted from `place` in one direction."""
    for distance in range(count):
        candidate = (place + step * distance) % count
        if candidate in playing:
            return candidate
    raise AssertionError("somebody is dealt in")
