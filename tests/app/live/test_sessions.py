"""A socket lasts no longer than the session it was opened with."""

import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic

from app.main import ENDED_SECONDS
from tests.app.live.player import Player
from tests.app.process import Guest, guests, process


async def _ended(player: Player) -> None:
    """The socket was closed so that a browser with another session comes again."""
    assert await player.closed() == 1012
    assert player.frames[-1] == {"type": "closed", "reason": "session_ended"}


async def test_whoever_logs_out_has_no_socket_left(tmp_path: Path) -> None:
    async with process(tmp_path) as server, guests(server, "Ana", "Beto") as (ana, beto):
        async with ana.socket("Ana") as open_then, beto.socket("Beto") as other:
            await open_then.hear("welcome")
            await ana.ask("POST", "/logout")
            await _ended(open_then)
            await other.say("ping")
            await other.hear("pong")
        async with ana.socket("Ana") as again:
            assert await again.closed() == 1008


async def test_a_new_password_ends_the_sockets_of_all_other_sessions(tmp_path: Path) -> None:
    async with process(tmp_path) as server, guests(server, "Ana") as (phone,):
        laptop = Guest(server)
        code = (await phone.ask("POST", "/me/recovery"))["code"]
        await laptop.ask("POST", "/recovery", {"code": code})
        async with phone.socket("phone") as stolen, laptop.socket("laptop") as own:
            await stolen.hear("welcome")
            await own.hear("welcome")
            new = {"username": "ana", "password": "three red parrots"}
            await laptop.ask("PUT", "/me/password", new)
            await _ended(stolen)
            await _ended(own)
        async with laptop.socket("laptop") as again:
            await again.hear("welcome")
        await laptop.close()


async def test_what_another_process_ends_is_closed_within_seconds(tmp_path: Path) -> None:
    async with process(tmp_path) as server, guests(server, "Ana", "Beto") as (ana, beto):
        me = (await ana.ask("GET", "/me"))["id"]
        async with ana.socket("Ana") as open_then, beto.socket("Beto") as other:
            await open_then.hear("welcome")
            began = monotonic()
            with closing(sqlite3.connect(server.database, timeout=30)) as database, database:
                database.execute("INSERT INTO suspensions VALUES (?, 1, 'root', 'cheated')", (me,))
            await _ended(open_then)
            assert monotonic() - began < 4 * ENDED_SECONDS, "with patience for a slow machine"
            await other.say("ping")
            await other.hear("pong")


async def test_who_signs_in_anew_comes_again_as_whom_they_are_now(tmp_path: Path) -> None:
    async with process(tmp_path) as server, guests(server, "Ana", "Carla") as (ana, carla):
        code = (await carla.ask("POST", "/me/recovery"))["code"]
        async with ana.socket("Ana") as before:
            await before.hear("welcome")
            await ana.ask("POST", "/recovery", {"code": code})
            await _ended(before)
        async with ana.socket("Carla") as again:
            assert (await again.hear("welcome"))["name"] == "Carla"
