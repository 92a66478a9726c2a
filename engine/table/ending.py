"""The end of a hand, and of a table: records, chips, whoever wanted to go, the next seed."""

from engine.table.dealing import close_session, end_hand, void_hand
from engine.table.fairness_record import revealed
from engine.table.hosting import let_come
from engine.table.live import LastHand, seated
from engine.table.money import Account, AccountKind, Reason
from engine.table.resting import rest
from engine.table.seats import free_place, rest_away
from engine.table.transfers import of_result, of_void
from engine.table.work import Finished, Work


def settle(work: Work) -> None:
    """The hand has a result: chips move, the table rests."""
    running, hand = work.session.running, work.live.hand
    assert running is not None and hand is not None and hand.result is not None
    work.transfers += of_result(work.books(), running.deal, hand.result)
    _finish(work, "")
    work.change(session=end_hand(work.session, hand.result))
    _go_to_rest(work)


def void(work: Work, why: str) -> None:
    """R8.8: antes and side stakes go back, the table goes on with another hand."""
    running = work.session.running
    assert running is not None
    work.transfers += of_void(work.books(), running.deal)
    _finish(work, why)
    work.change(session=void_hand(work.session), hand=None, dealt=(), players=(), actions=())
    _go_to_rest(work)


def close(work: Work) -> None:
    """R8.7: carried pots go back to whoever put them in, stacks to their players."""
    session, owed = close_session(work.session)
    before = len(work.transfers)
    for name, coins in work.session.carried.pots.items():
        pot = Account(AccountKind.CARRIED, name, work.live.id)
        for coin in coins:
            work.move(pot, work.purse(coin.player), coin.amount, Reason.REFUND)
    for _, player, _ in seated(work.live):
        stack, purse = work.stack(player.id), work.purse(player.id)
        work.move(stack, purse, player.stack, Reason.CASH_OUT)
    moved = sum(transfer.amount for transfer in work.transfers[before:])
    assert moved == sum(owed.values()), "R8.7: everyone gets what is theirs"
    work.change(session=session, sittings=(None,) * len(session.places), fairness=None)
    work.change(closed=True, deadline=None, asleep=False)
    work.change(hand=None, dealt=(), players=(), actions=())


def _finish(work: Work, why: str) -> None:
    """The record of the hand, revealed: void hands too, so that none is broken off quietly."""
    live, session = work.live, work.session
    running, fair = session.running, live.fairness
    assert running is not None and fair is not None and fair.record is not None
    record = revealed(fair.record, fair.seed)
    result = None if why or live.hand is None else live.hand.result
    players = work.books().players
    work.finished = Finished(session.hand, players, running.deal, live.actions, result, record, why)
    work.change(last=LastHand(session.hand, players, record, why))


def let_leavers_go(work: Work) -> None:
    """Whoever wanted to go, or was kicked, during the hand that is over."""
    for place, _, sitting in seated(work.live):
        if sitting.leaving:
            free_place(work, place)


def _go_to_rest(work: Work) -> None:
    let_leavers_go(work)
    _rest_the_away(work)
    work.live = let_come(work.live)
    rest(work)


def _rest_the_away(work: Work) -> None:
    """Who has been away for a whole hand is not dealt into the next one."""
    for place, _, sitting in seated(work.live):
        since = sitting.away_since
        if since is not None and since < work.session.hand:
            rest_away(work, place)
