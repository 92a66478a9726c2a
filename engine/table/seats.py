"""The steps of a table at which people sit down, stand up, bring chips, choose."""

from dataclasses import replace

from engine.table.commands import (
    AddEntropy,
    AnswerBet,
    Choose,
    ComeBack,
    Kick,
    Order,
    ProposeBet,
    PutOnDefaults,
    SetPace,
    SetWatchable,
    Sit,
    TakeHost,
    TopUp,
)
from engine.table.live import Sitting
from engine.table.money import Account, AccountKind, Reason
from engine.table.seating import answer_proposal, opt_in, propose_bet, sit, sit_out, stand, top_up
from engine.table.session import Player, SessionCode, SessionRefusal
from engine.table.work import Work, purse

MOST_ENTROPY = 32  # bytes that one browser may add to a deck


def take_place(work: Work, command: Sit) -> None:
    """Someone sits down; chips move from the wallet to the stack."""
    player = Player(command.player, command.name, command.stack)
    work.change(session=sit(work.session, command.place, player))
    work.sit_as(command.place, Sitting(bot=command.bot, bank=work.live.pace.bank))
    reason = Reason.GRANT if command.bot else Reason.BUY_IN
    source = purse(command.player, command.bot)
    work.move(source, work.stack(command.player), command.stack, reason)
    if not command.bot and work.live.place_of(work.live.host) is None:
        pass_host_on(work)


def free_place(work: Work, place: int) -> None:
    """Someone stands up; the stack is paid out."""
    bot = work.live.sitting(place).bot
    session, player = stand(work.session, place)
    work.change(session=session)
    work.sit_as(place, None)
    work.move(work.stack(player.id), purse(player.id, bot), player.stack, Reason.CASH_OUT)
    if player.id == work.live.host:
        pass_host_on(work)


def bring_chips(work: Work, command: TopUp) -> None:
    """Chips from the wallet to the stack, between hands."""
    place = place_of(work, command.player)
    work.change(session=top_up(work.session, place, command.chips))
    source = purse(command.player, work.live.sitting(place).bot)
    work.move(source, work.stack(command.player), command.chips, Reason.TOP_UP)


def choose(work: Work, command: Choose) -> None:
    """Side games and sitting out persist from hand to hand."""
    place = place_of(work, command.player)
    if command.games is not None:
        work.change(session=opt_in(work.session, place, command.games))
    if command.sits_out is not None:
        work.change(session=sit_out(work.session, place, command.sits_out))


def propose(work: Work, command: ProposeBet) -> None:
    """R8.2; bots agree to whatever people agree on."""
    place = place_of(work, command.player)
    work.change(session=propose_bet(work.session, place, command.bet))
    for other, player in enumerate(work.session.places):
        if player and work.live.sitting(other).bot and work.session.proposal:
            work.change(session=answer_proposal(work.session, other, True))


def answer_bet(work: Work, command: AnswerBet) -> None:
    """R8.2."""
    place = place_of(work, command.player)
    work.change(session=answer_proposal(work.session, place, command.agree))


def add_entropy(work: Work, command: AddEntropy) -> None:
    """A browser's share in the next deck; the last one before the deal counts."""
    place, fairness = place_of(work, command.player), work.live.fairness
    if work.live.playing or fairness is None or len(command.entropy) > MOST_ENTROPY:
        raise SessionRefusal(
            SessionCode.HAND_RUNNING, f"up to {MOST_ENTROPY} bytes count before the deal only"
        )
    added = {**fairness.entropy, place: command.entropy}
    work.change(fairness=replace(fairness, entropy=added))


def give_order(work: Work, command: Order) -> None:
    """Standing orders hold for this hand."""
    place = place_of(work, command.player)
    sitting = work.live.sitting(place)
    orders = replace(sitting, pass_rest=command.pass_rest, take_goal=command.take_goal)
    work.sit_as(place, orders)


def come_back(work: Work, command: ComeBack) -> None:
    """An away player is there again, and dealt in again."""
    place = place_of(work, command.player)
    present(work, place)
    work.change(session=sit_out(work.session, place, False))


def present(work: Work, place: int) -> None:
    """Whoever does something is there."""
    sitting = work.live.sitting(place)
    if sitting.misses or sitting.away:
        work.sit_as(place, replace(sitting, misses=0, away_since=None))


def put_on_defaults(work: Work, command: PutOnDefaults) -> None:
    """Any player may, without a clock, once the other has been gone for a while."""
    place_of(work, command.player)
    sitting = occupied(work, command.place)
    work.sit_as(command.place, replace(sitting, away_since=work.session.hand))


def kick(work: Work, command: Kick) -> None:
    """The host frees a place, at once between hands, else after this one."""
    require_host(work, command.player)
    sitting = occupied(work, command.place)
    if work.session.running and command.place in work.session.running.places:
        work.sit_as(command.place, replace(sitting, leaving=True))
    else:
        free_place(work, command.place)


def set_pace(work: Work, command: SetPace) -> None:
    """From the next question on; between hands only."""
    require_host(work, command.player)
    if work.live.playing:
        raise SessionRefusal(SessionCode.HAND_RUNNING, "the pace changes between hands")
    work.change(pace=command.pace)


def set_watchable(work: Work, command: SetWatchable) -> None:
    """Whether others may watch; between hands only."""
    require_host(work, command.player)
    if work.live.playing:
        raise SessionRefusal(SessionCode.HAND_RUNNING, "who may watch changes between hands")
    work.change(watchable=command.watchable)


def take_host(work: Work, command: TakeHost) -> None:
    """The owner takes the role back on request."""
    if command.player != work.live.owner:
        raise SessionRefusal(SessionCode.NOT_HOST, "only who made the table can take this back")
    work.change(host=command.player)


def pass_host_on(work: Work) -> None:
    """The role goes to the owner if seated, else to the first seated person."""
    people = [
        player.id
        for place, player in enumerate(work.session.places)
        if player and not work.live.sitting(place).bot
    ]
    if people:
        work.change(host=work.live.owner if work.live.owner in people else people[0])


def pay_everyone(work: Work, owed: dict[str, int]) -> None:
    """R8.7: carried pots go back to whoever put them in, stacks to their players."""
    bots = {
        player.id
        for place, player in enumerate(work.session.places)
        if player and work.live.sitting(place).bot
    }
    for name, coins in work.session.carried.pots.items():
        pot = Account(AccountKind.CARRIED, name, work.live.id)
        for coin in coins:
            work.move(pot, purse(coin.player, coin.player in bots), coin.amount, Reason.REFUND)
    for player in work.session.places:
        if player:
            to = purse(player.id, player.id in bots)
            work.move(work.stack(player.id), to, player.stack, Reason.CASH_OUT)
    moved = sum(transfer.amount for transfer in work.transfers)
    assert moved >= sum(owed.values())


def place_of(work: Work, player: str) -> int:
    """Where a player sits; refuses (`not_seated`) who does not."""
    place = work.live.place_of(player)
    if place is None:
        raise SessionRefusal(SessionCode.NOT_SEATED, "take a place at the table first")
    return place


def occupied(work: Work, place: int) -> Sitting:
    """How someone sits at a place; refuses (`no_such_place`) an empty one."""
    if not 0 <= place < len(work.live.sittings) or work.live.sittings[place] is None:
        raise SessionRefusal(SessionCode.NO_SUCH_PLACE, f"nobody sits at place {place}")
    return work.live.sitting(place)


def require_host(work: Work, player: str) -> None:
    """Refuse (`not_host`) whoever does not hold the host's role."""
    if player != work.live.host:
        raise SessionRefusal(SessionCode.NOT_HOST, "only the host of this table can do that")
