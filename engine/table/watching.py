"""Who may look at a hand: said once, for views and for whoever lists tables.

Enters: a table, a player's id (None: a stranger). Leaves: yes or no. What is then seen is for
`showing`: a place that was not dealt in is shown what a spectator is.
"""

from engine.table.live import Live


def may_watch(live: Live, player: str | None) -> bool:
    """Whether somebody without a place may look on: where the host lets them, a leaver never."""
    involved = player is not None and (live.place_of(player) is not None or _dealt_in(live, player))
    return live.watchable and not live.closed and not involved


def may_see_hand(live: Live, player: str) -> bool:
    """Whether this player is shown the hand on the table.

    Who was dealt in, until they leave it; who took a place meanwhile, openly and under a
    name that all see; and others where they may watch.
    """
    if live.playing and _dealt_in(live, player):
        place = live.place_of(player)
        seat = None if place is None else live.seat_at(place)
        return seat is not None and live.hand is not None and bool(live.hand.present >> seat & 1)
    if live.place_of(player) is not None:
        return True
    return live.watchable


def _dealt_in(live: Live, player: str) -> bool:
    return live.playing and player in live.players
