"""A hand that is over, played on from one of its moments: how a practice table begins.

Enters: the hand's file, the record of its deal, how many actions stand, who sits where. Leaves: a
table at that moment, bots in the other seats, cards as they lay; or a refusal. Its chips are the
bank's: all who sit down here do so as bots do (`Work.purse`), so no wallet is touched, and the
table closes with the hand, so nobody carries any of them away. Never here: whose hand it may be.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.rules.actions import Action
from engine.rules.deal import Deal
from engine.rules.hand_file import HandFile, hand_file_from_json
from engine.rules.play import apply
from engine.rules.refusals import Code, Refusal
from engine.rules.state import OFFER, OVER, State
from engine.table import hands
from engine.table.clocks import put_question
from engine.table.commands import Rehearse
from engine.table.dealing import begin_hand
from engine.table.fairness_file import record_from_json
from engine.table.live import Coming, Fairness, Sitting
from engine.table.money import BANK, Reason
from engine.table.seating import sit
from engine.table.session import Player, Session, open_session
from engine.table.shuffle import deck_of
from engine.table.work import Work


def session_for(file: HandFile) -> Session:
    """An empty table that plays by a hand's rules, bet and stakes; no pot is carried to it."""
    deal = file.deal
    stakes = {game: deal.side[game].stake for game in deal.rules.side_games if game in deal.side}
    return open_session(deal.rules, deal.bet, stakes)


def rehearse(work: Work, command: Rehearse) -> None:
    """Seat everybody, deal the old deck, and play the actions that stand. Raises `Refusal`."""
    if work.session.hand or any(work.session.places):
        raise Refusal(Code.WRONG_PHASE, "a hand is played on at a table of its own")
    file, fairness = hand_file_from_json(command.file), _fairness(command)
    _seat_all(work, command, file.deal)
    places = tuple(range(file.deal.seats))
    session = begin_hand(work.session, file.deal.deck, file.deal.dealer, places)
    work.opens_hand = True
    work.change(session=session, fairness=fairness, asleep=False)
    hands.begin(work)
    assert work.live.hand is not None
    played, hand = _moment(work.live.hand, file.actions[: command.actions])
    work.change(hand=hand, actions=played)
    work.events.clear()
    put_question(work)


def seat_without_hand(work: Work, command: Rehearse) -> None:
    """Of a rehearsal that comes out differently now: who sat there, with what; then it closes."""
    _seat_all(work, command, hand_file_from_json(command.file).deal)


def _fairness(command: Rehearse) -> Fairness:
    """The old record, seed and all, is the new hand's: the deck still comes from it."""
    record = record_from_json(command.record)
    if record.seed is None or record.deck != deck_of(record.seed, record.mix):
        raise Refusal(Code.BAD_FILE, "only a hand whose deal holds can be played on")
    shown = replace(record, seed=None, deck=None)
    return Fairness(record.seed, places=tuple(range(len(record.pledges))), record=shown)


def _seat_all(work: Work, command: Rehearse, deal: Deal) -> None:
    """The bank's guests, each with what the seat had before the hand; none stays after it."""
    work.change(coming=Coming(close=True))
    ids = [f"bot-{seat}" for seat in range(deal.seats)]
    ids[command.seat] = command.player
    work.change(bots=frozenset(ids))
    for seat, (player, name) in enumerate(zip(ids, deal.names, strict=True)):
        games = frozenset(game for game, side in deal.side.items() if seat in side.seats)
        chips = deal.stacks[seat]
        there = Player(player, name, chips, games & work.session.games.keys())
        work.change(session=sit(work.session, seat, there))
        work.sit_as(seat, Sitting(bot=seat != command.seat, bank=work.live.pace.bank))
        work.move(BANK, work.stack(player), chips, Reason.GRANT)


def _moment(hand: State, actions: Sequence[Action]) -> tuple[tuple[Action, ...], State]:
    """The hand after these actions, and those that stand.

    Of an open offer none does: answers are sealed until it closes, so it begins anew.
    """
    fresh = (0, hand)
    for count, action in enumerate(actions, 1):
        hand, _ = apply(hand, action)
        if hand.phase is not OFFER or not any(hand.answers):
            fresh = (count, hand)
    if fresh[1].phase is OVER:
        raise Refusal(Code.HAND_OVER, "the hand is over there; go back to where it is played")
    return tuple(actions[: fresh[0]]), fresh[1]
