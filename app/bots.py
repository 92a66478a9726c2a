"""Bots that the house seats: their names, and what they bring.

A bot's chips are the bank's, so its stack is not for a host to choose. Its id is that of its
place, so that a bot that comes back to a carried pot has put into it what the last one did.
"""

from app.names import told_apart
from engine.table.bot_seats import BOT_BETS
from engine.table.commands import Sit
from engine.table.live import Live

NAMES = ("Chepe", "Lola", "Nando", "Pancha")  # by place
PREFIX = "bot-"  # of their ids, before the place


def is_bot(player: str) -> bool:
    """Whether this is the id of a bot; those of people begin otherwise."""
    return player.startswith(PREFIX)


def bot_for(live: Live, place: int) -> Sit:
    """A bot that takes a free place, by a name that nobody there has."""
    others = [player.name for player in live.session.places if player]
    name = told_apart(NAMES[place], others)
    return Sit(f"{PREFIX}{place}", name, live.session.bet * BOT_BETS, place, bot=True)
