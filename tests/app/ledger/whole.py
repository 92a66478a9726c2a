"""A ledger with a row of every kind: tables in the lobby, one of practice, operators' deeds."""

from random import Random
from typing import Any

from sqlalchemy import insert, update

from app.audit.log import Deed, write_down
from app.db.engine import Database
from app.db.ledger import Ledger
from app.identity import hashed
from app.people_schema import (
    lobby_tables,
    passwords,
    players,
    recovery_codes,
    reports,
    sessions,
    suspensions,
)
from engine.rules.hand_file import hand_file_from_json
from engine.table.commands import Rehearse, SetFrozen, SetWatchable
from engine.table.live import open_table
from engine.table.pace import steady
from engine.table.rehearsal import session_for
from tests.app.ledger.stored import keep, some_tables
from tests.table.tables import NAMES
from tests.table.world import Driver, play_out

PRACTISED = "t4"


async def keep_everything(database: Database) -> list[Driver]:
    """Four tables in the lobby: t3 frozen, t4 of practice, gone on from t1's first hand."""
    played = some_tables()
    played[2].do(SetFrozen(True))
    practice = practised(played[0])
    tables = [*played, practice]
    await keep(database, tables)
    async with database.writing() as connection:
        for name in NAMES:
            row = {"id": name, "name": name, "role": "player", "created_at": 1}
            await connection.execute(insert(players), row)
        for driver in tables:
            await connection.execute(insert(lobby_tables), listed(driver))
        frozen = update(lobby_tables).where(lobby_tables.c.table_id == "t3")
        await connection.execute(frozen.values(frozen_at=played[2].now))
        some = {"player_id": "dora", "code_hash": hashed("dora"), "made_at": 1}
        await connection.execute(insert(recovery_codes), some)
        await connection.execute(
            insert(sessions), {"token_hash": hashed("x"), "player_id": "ana", "seen_at": 1}
        )
        word = {"player_id": "dora", "username": "Dora", "folded": "dora", "hash": "x"}
        await connection.execute(insert(passwords), {**word, "changed_at": 1})
    await _deeds(database)
    return tables


def practised(old: Driver) -> Driver:
    """The first hand of a table, gone on from its first moment, to its end."""
    bodies = (entry.body for entry in old.entries)
    record = next(body["hand_record"] for body in bodies if "hand_record" in body)
    table = Driver(people=0, table=PRACTISED)
    session = session_for(hand_file_from_json(record["file"]))
    table.live = open_table(PRACTISED, session, steady(), "ana", watchable=False)
    table.do(SetWatchable("ana", watchable=False))
    table.do(Rehearse("ana", 0, record["file"], record["fairness"], 0))
    play_out(table, Random(1))
    return table


def listed(driver: Driver) -> dict[str, Any]:
    """A table as the lobby knows it."""
    told = {"table_id": driver.live.id, "code": driver.live.id, "name": "Mesa", "owner": "ana"}
    rules = {"preset": "desmoche", "seats": 4, "bet": 5, "buy_in_least": 50, "buy_in_most": 500}
    plain = {"public": True, "quick": False, "practice": driver.live.id == PRACTISED}
    return {**told, **rules, **plain, "created_at": 1, "touched_at": 1}


async def _deeds(database: Database) -> None:
    async def by_root(at: int, action: str, subject: str, why: str) -> None:
        async with database.writing() as connection:
            await write_down(connection, Deed(at, "root", action, subject, why))

    await by_root(5, "role operator", "carla", "she runs it")
    await by_root(6, "suspend", "beto", "two accounts")
    await by_root(6, "suspend again", "beto", "still")
    await by_root(7, "suspend", "dora", "a mistake")
    await by_root(8, "lift suspension", "dora", "it was")
    await by_root(9, "report 1 decided", "t1", "spoken to")
    deed = Deed(10, "root", "grant 5", "ana", "a bug")

    async def beside(connection: Any) -> None:
        await write_down(connection, deed)

    await Ledger(database).grant("ana", 5, "grant/correction/root/r1", deed.at, beside)
    told = {"reporter": "ana", "table_id": "t1", "player_id": "beto", "hand": 2, "at": 4}
    said = {"reason": "stalling", "words": "slow", "state": "decided", "operator": "root"}
    async with database.writing() as connection:
        await connection.execute(
            update(players).where(players.c.id == "carla").values(role="operator")
        )
        kept = {"player_id": "beto", "at": 6, "operator": "root", "why": "two accounts"}
        await connection.execute(insert(suspensions), kept)
        await connection.execute(
            insert(reports), {**told, **said, "note": "spoken to", "noted_at": 9}
        )
        await connection.execute(
            insert(reports), {**told, **said, "state": "new", "operator": None}
        )
