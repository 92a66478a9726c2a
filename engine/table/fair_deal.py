"""The steps of a table that deal a hand, fairly (docs/fairness.md, The order of things).

Enters: pledges, then entropies of browsers. Leaves: seats and pledges announced, then the
hand dealt. The seed was drawn, and its commitment shown, when the table went to rest.
"""

from dataclasses import replace

from engine.table import fairness_record
from engine.table.commands import AddEntropy, Pledge
from engine.table.dealing import begin_hand, dealt_in
from engine.table.fairness_record import keeps_pledge
from engine.table.hands import begin
from engine.table.live import Fairness
from engine.table.pace import ENTROPY_WAIT
from engine.table.resting import all_ready
from engine.table.seats import place_of
from engine.table.session import SessionCode, SessionRefusal, player_at
from engine.table.shuffle import MOST_ENTROPY, deck_of
from engine.table.work import Work

PLEDGE_BYTES = 32


def pledge(work: Work, command: Pledge) -> None:
    """Before the announcement; the last pledge counts. Nobody is shown it until then."""
    place_of(work, command.player)
    if work.live.playing or work.live.announced:
        raise SessionRefusal(SessionCode.HAND_RUNNING, "pledge again when the hand is over")
    if command.pledge is not None and len(command.pledge) != PLEDGE_BYTES:
        raise SessionRefusal(SessionCode.BAD_PLEDGE, f"a pledge has {PLEDGE_BYTES} bytes")
    fair, player = _fairness(work), command.player
    pledges = dict(fair.pledges)
    if command.pledge is not None:
        pledges[player] = command.pledge
    ready = fair.ready | {player} if command.ready else fair.ready - {player}
    work.change(fairness=replace(fair, pledges=pledges, ready=ready))


def add_entropy(work: Work, command: AddEntropy) -> None:
    """What was pledged, between announcement and deal; with the last one the hand is dealt."""
    place_of(work, command.player)
    fair = _fairness(work)
    if not work.live.announced:
        text = "entropies are taken between the announcement and the deal"
        raise SessionRefusal(SessionCode.TOO_LATE, text)
    promised = fair.pledges.get(command.player)
    fits = 1 <= len(command.entropy) <= MOST_ENTROPY and promised is not None
    if not fits or not keeps_pledge(command.entropy, promised):
        raise SessionRefusal(SessionCode.BAD_ENTROPY, "this is not what you had pledged")
    entropies = {**fair.entropies, command.player: command.entropy}
    work.change(fairness=replace(fair, entropies=entropies))
    if _pledged(work) <= entropies.keys():  # who is not dealt in may have shown one too
        deal(work)


def deal_if_all_ready(work: Work) -> None:
    """Nobody waits where everyone who is there wants to begin."""
    if all_ready(work):
        announce(work)


def announce(work: Work) -> None:
    """Seats and pledges are fixed and shown to all; browsers get a moment to show entropies.

    A table is rebuilt from here on, so what is left of the last hand is put away.
    """
    live, fair = work.live, _fairness(work)
    places = dealt_in(live.session)
    record = fairness_record.announced(
        fair.seed,
        live.id,
        live.session.hand + 1,
        live.session.rules.deck,
        [fair.pledges.get(player_at(live.session, place).id) for place in places],
    )
    work.opens_hand = True
    work.change(
        session=replace(live.session, proposal=None),
        fairness=replace(fair, places=places, record=record),
        hand=None,
        dealt=(),
        players=(),
        actions=(),
        last=None,
        asked_at=work.now,
        asked_seq=work.shown,
        deadline=work.now + ENTROPY_WAIT,
    )
    if not _pledged(work):
        deal(work)


def deal(work: Work) -> None:
    """The deck is fixed now, by the seed and whatever entropies have come."""
    fair, session = _fairness(work), work.session
    assert fair.record is not None
    players = [player_at(session, place).id for place in fair.places]
    added = [fair.entropies.get(player, b"") for player in players]
    draw = session.dealer is None
    record = fairness_record.dealt(fair.record, fair.seed, added, draw_dealer=draw)
    first = fair.places[record.first_dealer or 0]
    deck = deck_of(fair.seed, record.mix)
    work.change(
        session=begin_hand(session, deck, first, fair.places),
        fairness=replace(fair, record=record),
    )
    begin(work)


def _pledged(work: Work) -> set[str]:
    """Who is dealt in and has pledged."""
    fair = _fairness(work)
    players = {player_at(work.session, place).id for place in fair.places}
    return players & fair.pledges.keys()


def _fairness(work: Work) -> Fairness:
    assert work.live.fairness is not None
    return work.live.fairness
