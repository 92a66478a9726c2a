"""A play out of order before the others (R10.3): made, voted on, forgiven or condemned."""

from engine.rules.actions import Lay, Place, Use, Vote
from engine.rules.events import Forgiven, Log
from engine.rules.layouts import PLAY_OF, TO_CLAIM, TO_LAY, TO_PLACE, TO_USE
from engine.rules.phases import leaving, offers
from engine.rules.phases.plays import CONDEMNED, STANDS, judge, take_effect
from engine.rules.phases.removal import remove
from engine.rules.state import DRAW, OFFER, PLACE, SEATS_IN, USE, State, Trial

# The phase in which each play was made, and to which a condemned one returns.
_MADE_IN = {
    TO_LAY: DRAW,
    TO_USE: USE,
    TO_CLAIM: OFFER,
    TO_PLACE: PLACE,
}


def play(state: State, log: Log, action: Lay | Use | Place) -> None:
    """A layout is laid on one's own turn, or for a forced card."""
    kind = PLAY_OF[type(action)]
    judgement = judge(state, log, action.seat, kind, action.melds)
    if judgement is STANDS:
        take_effect(state, log, action.seat, kind, action.melds)
    elif judgement is CONDEMNED and not remove(state, log, action.seat, left=False):
        leaving.go_on_without(state, log, action.seat)


def vote(state: State, log: Log, action: Vote) -> None:
    """All votes are awaited, even if the first ones decide."""
    trial = state.trial
    assert trial is not None
    seat = action.seat
    votes = (*trial.votes[:seat], action.forgive, *trial.votes[seat + 1 :])
    state.trial = trial._replace(votes=votes)
    state.waiting &= ~(1 << seat)
    if not state.waiting:
        _decide(state, log)


def go_on_without(state: State, log: Log, seat: int) -> None:
    """A seat has been removed while a play was judged: a voter, or the offender itself."""
    trial = state.trial
    assert trial is not None
    if seat == trial.seat:
        _return_to_play(state, trial)
        leaving.go_on_without(state, log, seat)
    elif not state.waiting:
        _decide(state, log)


def _decide(state: State, log: Log) -> None:
    """The offender goes out only if more than half of the votes that count condemn it."""
    trial = state.trial
    assert trial is not None
    votes = [trial.votes[seat] for seat in SEATS_IN[state.present]]
    _return_to_play(state, trial)
    if 2 * votes.count(False) > votes.count(False) + votes.count(True):
        if not remove(state, log, trial.seat, left=False):
            leaving.go_on_without(state, log, trial.seat)
        return
    log.append(Forgiven(trial.seat))
    if trial.play is TO_CLAIM:
        offers.claim_stands(state, log, trial.seat, trial.melds)
    else:
        take_effect(state, log, trial.seat, trial.play, trial.melds)


def _return_to_play(state: State, trial: Trial) -> None:
    state.trial = None
    state.phase = _MADE_IN[trial.play]
