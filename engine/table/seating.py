"""What players decide at a table between hands: places, chips, side games, the bet.

Enters: a session and one wish. Leaves: the next session, or a `SessionRefusal`. Chips
that come from or go to somewhere else are the caller's to book.
"""

from dataclasses import replace

from engine.rules.house_rules import Rules
from engine.table.session import (
    USUAL_STAKE,
    Player,
    Proposal,
    Session,
    SessionCode,
    SessionRefusal,
    player_at,
    require_between_hands,
    require_chips,
    require_room,
    with_player,
)


def sit(session: Session, place: int, player: Player) -> Session:
    """Someone takes a free place; between hands or while one runs, to be dealt in next."""
    if not 0 <= place < len(session.places):
        most = len(session.places) - 1
        raise SessionRefusal(SessionCode.NO_SUCH_PLACE, f"places here are 0 to {most}")
    if session.places[place] is not None:
        raise SessionRefusal(SessionCode.PLACE_TAKEN, f"place {place} is taken; choose another")
    if any(other and other.id == player.id for other in session.places):
        raise SessionRefusal(SessionCode.ALREADY_SEATED, "you already have a place here")
    require_chips(player.stack, 0)
    require_room(session, player.stack)
    return _settle_proposal(with_player(session, place, player))


def stand(session: Session, place: int) -> tuple[Session, Player]:
    """Someone gives up a place; returns who, to be paid the stack. Not while dealt in."""
    player = player_at(session, place)
    if session.running and place in session.running.places:
        raise SessionRefusal(
            SessionCode.HAND_RUNNING, "the hand must end before the stack can be paid out"
        )
    return _settle_proposal(with_player(session, place, None)), player


def top_up(session: Session, place: int, chips: int) -> Session:
    """Chips are added to a stack, between hands or for the next one."""
    player = player_at(session, place)
    if session.running and place in session.running.places:
        raise SessionRefusal(SessionCode.HAND_RUNNING, "top up when the hand is over")
    require_chips(chips, 1)
    require_room(session, chips)
    return with_player(session, place, replace(player, stack=player.stack + chips))


def opt_in(session: Session, place: int, games: frozenset[str]) -> Session:
    """R9.1: the side games a player is in from the next hand on."""
    player = player_at(session, place)
    unknown = games - session.games.keys()
    if unknown:
        raise SessionRefusal(SessionCode.NOT_IN_GAME, f"not played here: {sorted(unknown)}")
    return with_player(session, place, replace(player, games=games))


def play_by(session: Session, rules: Rules) -> Session:
    """Other house rules from the next hand on: side games that end leave nobody in them, but
    their carried pots stay (R9.3), and their stakes, should they come back; new ones have the
    stake of a new table."""
    places = tuple(
        player and replace(player, games=player.games & set(rules.side_games))
        for player in session.places
    )
    stakes = {**dict.fromkeys(rules.side_games, USUAL_STAKE), **session.stakes}
    return replace(session, rules=rules, places=places, stakes=stakes)


def sit_out(session: Session, place: int, sits_out: bool) -> Session:
    """A player keeps the place but is not dealt in, or is again."""
    player = player_at(session, place)
    return with_player(session, place, replace(player, sits_out=sits_out))


# --- the bet --------------------------------------------------------------------------


def propose_bet(session: Session, place: int, bet: int) -> Session:
    """R8.2: a seated player proposes another bet, and so agrees to it."""
    player = player_at(session, place)
    require_between_hands(session)
    require_chips(bet, 1)
    if session.carried.count:
        raise SessionRefusal(
            SessionCode.POT_CARRIED, "the bet stays as it is while a pot is carried"
        )
    return _settle_proposal(replace(session, proposal=Proposal(bet, frozenset({player.id}))))


def answer_proposal(session: Session, place: int, agree: bool) -> Session:
    """R8.2: one refusal ends a proposal, the last agreement makes it the bet."""
    player = player_at(session, place)
    require_between_hands(session)
    if session.proposal is None:
        raise SessionRefusal(SessionCode.NO_PROPOSAL, "no other bet has been proposed")
    if not agree:
        return replace(session, proposal=None)
    agreed = replace(session.proposal, agreed=session.proposal.agreed | {player.id})
    return _settle_proposal(replace(session, proposal=agreed))


def _settle_proposal(session: Session) -> Session:
    """A proposal that every seated player has agreed to becomes the bet."""
    proposal = session.proposal
    seated = {player.id for player in session.places if player}
    if proposal is None or session.running or not seated or not seated <= proposal.agreed:
        return session
    return replace(session, bet=proposal.bet, proposal=None)
