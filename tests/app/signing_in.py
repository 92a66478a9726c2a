"""Browsers of players whose ids a test has chosen."""

from sqlalchemy import insert

from app.identity import hashed
from app.people_schema import players, sessions
from tests.app.people.server import START, Browser, Server


async def signed_in(server: Server, player: str, role: str = "player") -> Browser:
    """A browser with a session of this player, who is new."""
    browser = server.browser()
    row = {"id": player, "name": player.title(), "role": role, "created_at": START}
    session = {"token_hash": hashed(player), "player_id": player, "seen_at": START}
    async with server.database.writing() as connection:
        await connection.execute(insert(players), row)
        await connection.execute(insert(sessions), session)
    browser.cookies.set("desmoche", player)
    return browser
