"""Recovery codes: the link by which a guest comes back, on this device or another.

Enters: a player, or a code somebody typed. Leaves: a fresh code, shown once; or whose it is.
A code works until it is renewed: it is the guest's only key, kept in a note or a chat, and
one that was used up by the first tap would lose the seat it is there to save. Whoever
fears it was seen makes a new one, and the old one is dead.
"""

import secrets

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.schema import UPSERT
from app.identity import hashed
from app.people_schema import recovery_codes

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U to misread
LENGTH = 26  # 130 bits: not to be guessed, so a fast hash will do
GROUP = 5
_MISREAD = str.maketrans("ILO", "110")


def fresh_code() -> str:
    """A code in groups, to be read aloud if need be."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return "-".join(code[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def code_hash(typed: str) -> str:
    """The hash of a code however it was typed: case, blanks and dashes don't matter."""
    plain = "".join(typed.upper().replace("-", "").split())
    return hashed(plain.translate(_MISREAD))


async def keep_code(connection: AsyncConnection, player: str, code: str, now: int) -> None:
    """This code is the player's from now on, and no other."""
    row = {"player_id": player, "code_hash": code_hash(code), "made_at": now}
    keeping = UPSERT[connection.dialect.name](recovery_codes).values(row)
    changed = {"code_hash": row["code_hash"], "made_at": now}
    await connection.execute(
        keeping.on_conflict_do_update(index_elements=["player_id"], set_=changed)
    )


async def owner_of_code(connection: AsyncConnection, typed: str) -> str | None:
    """Whose code this is."""
    query = select(recovery_codes.c.player_id).where(recovery_codes.c.code_hash == code_hash(typed))
    found: str | None = await connection.scalar(query)
    return found
