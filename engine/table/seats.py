"""The steps of a table at which people sit down, stand up, bring chips, choose."""

from dataclasses import replace

from engine.table.clock import SECOND
from engine.table.commands import (
    AnswerBet,
    AskPause,
    BringBots,
    Choose,
    ComeBack,
    Order,
    ProposeBet,
    PutOnDefaults,
    Sit,
    Suspend,
    TopUp,
)
from engine.table.hosting import pass_host_on
from engine.table.live import Live, Sitting, seated
from engine.table.money import Reason
from engine.table.pace import DISCONNECTED
from engine.table.seating import answer_proposal, opt_in, propose_bet, sit, sit_out, stand, top_up
from engine.table.session import Player, SessionCode, SessionRefusal
from engine.table.work import Work


def take_place(work: Work, command: Sit) -> None:
    """Someone sits down; chips move from the wallet to the stack. A bot gives up its place."""
    if not command.bot and 0 <= command.place < len(work.live.sittings):
        _give_up(work, command.place)
    player = Player(command.player, command.name, command.stack)
    work.change(session=sit(work.session, command.place, player))
    work.sit_as(command.place, Sitting(bot=command.bot, bank=work.live.pace.bank))
    if command.bot:
        work.change(bots=work.live.bots | {command.player})
    reason = Reason.GRANT if command.bot else Reason.BUY_IN
    work.move(work.purse(command.player), work.stack(command.player), command.stack, reason)
    if not command.bot and work.live.place_of(work.live.host) is None:
        pass_host_on(work)


def bring_bots(work: Work, command: BringBots) -> None:
    """One that can't sit down, and none does."""
    for bot in command.bots:
        take_place(work, bot)


def free_place(work: Work, place: int) -> None:
    """Someone stands up; the stack is paid out."""
    session, player = stand(work.session, place)
    work.change(session=session, pausing=work.live.pausing - {player.id})
    work.change(suspended=work.live.suspended - {player.id})
    work.sit_as(place, None)
    work.move(work.stack(player.id), work.purse(player.id), player.stack, Reason.CASH_OUT)
    if player.id == work.live.host:
        pass_host_on(work)


def bring_chips(work: Work, command: TopUp) -> None:
    """Chips from the wallet to the stack, between hands."""
    place = place_of(work, command.player)
    if work.live.in_hand(place):
        raise SessionRefusal(SessionCode.HAND_RUNNING, "top up when the hand is over")
    _require_within(work.live, place, command.chips)
    work.change(session=top_up(work.session, place, command.chips))
    source, stack = work.purse(command.player), work.stack(command.player)
    work.move(source, stack, command.chips, Reason.TOP_UP)


def _require_within(live: Live, place: int, chips: int) -> None:
    """Nobody brings more to a table than its buy-in allows, whichever way the wish came."""
    player, most = live.session.places[place], live.most_stack
    if player and most is not None and player.stack + chips > most:
        raise SessionRefusal(SessionCode.BAD_CHIPS, f"a stack is topped up to {most} chips at most")


def choose(work: Work, command: Choose) -> None:
    """Side games and sitting out persist from hand to hand."""
    place = place_of(work, command.player)
    if command.games is not None:
        work.change(session=opt_in(work.session, place, command.games))
    if command.sits_out is not None:
        work.change(session=sit_out(work.session, place, command.sits_out))
        work.sit_as(place, replace(work.live.sitting(place), rested=False))
        if not command.sits_out:
            present(work, place)


def propose(work: Work, command: ProposeBet) -> None:
    """R8.2; bots agree to whatever people agree on."""
    place = place_of(work, command.player)
    _require_rest(work)
    work.change(session=propose_bet(work.session, place, command.bet))
    for other, _, sitting in seated(work.live):
        if sitting.bot and work.session.proposal:
            work.change(session=answer_proposal(work.session, other, True))


def answer_bet(work: Work, command: AnswerBet) -> None:
    """R8.2."""
    place = place_of(work, command.player)
    _require_rest(work)
    work.change(session=answer_proposal(work.session, place, command.agree))


def give_order(work: Work, command: Order) -> None:
    """Standing orders hold for this hand."""
    place = place_of(work, command.player)
    sitting = work.live.sitting(place)
    orders = replace(sitting, pass_rest=command.pass_rest, take_goal=command.take_goal)
    work.sit_as(place, orders)


def ask_pause(work: Work, command: AskPause) -> None:
    """Once all agree there is no next hand, until one of them wants it again."""
    place_of(work, command.player)
    pausing = work.live.pausing
    change = pausing | {command.player} if command.pause else pausing - {command.player}
    work.change(pausing=change)


def come_back(work: Work, command: ComeBack) -> None:
    """An away player is there again, and dealt in again if it was for being away."""
    place = place_of(work, command.player)
    present(work, place)


def present(work: Work, place: int) -> None:
    """Whoever does something is there, and dealt in again if it was for being away."""
    sitting, player = work.live.sitting(place), work.session.places[place]
    if player and player.id in work.live.suspended:
        work.change(suspended=work.live.suspended - {player.id})
    if sitting.rested:
        work.change(session=sit_out(work.session, place, False))
    if sitting.misses or sitting.away or sitting.rested:
        work.sit_as(place, replace(sitting, misses=0, away_since=None, rested=False))


def suspend(work: Work, command: Suspend) -> None:
    """Dealt in no more at once, not only after a whole hand of being away; again is as once."""
    place = place_of(work, command.player)
    work.change(suspended=work.live.suspended | {command.player})
    if not work.live.sitting(place).away:
        go_away(work, place, work.session.hand)
    rest_away(work, place)


def rest_away(work: Work, place: int) -> None:
    """Who is away is dealt in no more; who sits out by choice stays so when they come back."""
    player = work.session.places[place]
    if player and not player.sits_out:
        work.change(session=sit_out(work.session, place, True))
        work.sit_as(place, replace(work.live.sitting(place), rested=True))


def go_away(work: Work, place: int, since: int) -> None:
    """The table acts for a place at once from now on; a host who is gone passes the role on."""
    work.sit_as(place, replace(work.live.sitting(place), away_since=since))
    player = work.session.places[place]
    if player and player.id == work.live.host:
        pass_host_on(work)


def put_on_defaults(work: Work, command: PutOnDefaults) -> None:
    """Any player may, without a clock, once the other has been gone."""
    place_of(work, command.player)
    if not 0 <= command.place < len(work.live.sittings) or not work.live.sittings[command.place]:
        text = f"nobody sits at place {command.place}"
        raise SessionRefusal(SessionCode.NO_SUCH_PLACE, text)
    _require_gone(work, command)
    go_away(work, command.place, work.session.hand)


def _require_gone(work: Work, command: PutOnDefaults) -> None:
    if work.live.pace.turn is not None:
        text = "the clock of this table plays for whoever is gone"
        raise SessionRefusal(SessionCode.HAS_CLOCK, text)
    if command.gone_for < DISCONNECTED or work.live.sitting(command.place).bot:
        text = f"wait until they have been gone for {DISCONNECTED // SECOND} seconds"
        raise SessionRefusal(SessionCode.STILL_THERE, text)


def place_of(work: Work, player: str) -> int:
    """Where a player sits; refuses (`not_seated`) who does not."""
    place = work.live.place_of(player)
    if place is None:
        raise SessionRefusal(SessionCode.NOT_SEATED, "take a place at the table first")
    return place


def _give_up(work: Work, place: int) -> None:
    """Bots fill places and give them up; one that is in a hand plays it to its end first."""
    sitting = work.live.sittings[place]
    if sitting is None or not sitting.bot:
        return
    if work.live.in_hand(place):
        text = f"a bot plays at place {place} until the hand is over; sit down then"
        raise SessionRefusal(SessionCode.PLACE_TAKEN, text)
    free_place(work, place)


def _require_rest(work: Work) -> None:
    """The bet stays once a hand is announced, as it does while one runs (R8.2)."""
    if work.live.announced:
        raise SessionRefusal(SessionCode.HAND_RUNNING, "a hand is being dealt; wait for its end")
