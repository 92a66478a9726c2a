"""Bots at a table: when each acts, and what it does then.

A bot's delay is drawn from the phase and a seed alone, never from what it holds, so that
it gives nothing away (docs/architecture.md, Time).
"""

from collections.abc import Callable, Container, Iterator
from random import Random

from engine.bots.bot import bot
from engine.rules.state import CUT, OFFER, SEATS_IN, Phase
from engine.rules.views import view
from engine.table.clock import SECOND
from engine.table.commands import Act, Command
from engine.table.live import Live

# Human time, in microseconds: the shortest and the longest that a bot takes.
CUT_DELAY = (SECOND // 5, SECOND // 2)
"""Nobody has cards yet, and there is nothing to think about: people wait for theirs."""
OFFER_DELAY = (SECOND // 2, 2 * SECOND)
TURN_DELAY = (SECOND, 5 * SECOND // 2)

BOT_BETS = 40
"""Chips that a bot sits down with, in bets; and to which it is filled up when it can't ante."""

Think = Callable[[Live], Command | None]
"""What is to be done about the table as it stands when it is looked at."""


def bot_actions(live: Live, given: Container[int] = ()) -> Iterator[tuple[int, Think]]:
    """For each bot that is being asked: when it acts, and how it then decides.

    `given` are the seats whose sealed answers are kept already.
    """
    if not live.playing or live.hand is None:
        return
    shortest, longest = _delay(live.hand.phase)
    for seat in SEATS_IN[live.hand.waiting]:
        place = live.place_at(seat)
        if live.sitting(place).bot and seat not in given:
            chance = Random(f"{live.id}/{live.asked_seq}/{seat}")
            delay = shortest + int(chance.random() * (longest - shortest))
            yield live.asked_at + delay, _thought(place, seat, chance)


def _delay(phase: Phase) -> tuple[int, int]:
    if phase is CUT:
        return CUT_DELAY
    return OFFER_DELAY if phase is OFFER else TURN_DELAY


def _thought(place: int, seat: int, chance: Random) -> Think:
    def think(live: Live) -> Act | None:
        player = live.session.places[place]
        if player is None or not live.playing or live.hand is None:
            return None
        if not live.hand.waiting >> seat & 1:
            return None
        return Act(player.id, bot(view(live.hand, seat), chance))

    return think
