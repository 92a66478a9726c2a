"""The command line of the service: `desmoche serve`, `desmoche verify hand FILE`.

Never here: a traceback for anything that an environment or a file can hold.
"""

import asyncio
import json
import signal
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
import uvicorn
from fastapi import FastAPI

from app.db.engine import CannotOpen
from app.logs import set_up_logs
from app.main import create_app
from app.protocol import MOST_BYTES_READ
from app.server_key import BadKey
from app.settings import BadSettings, Settings
from engine.rules.hand_file import MAX_TEXT, parse_json
from engine.rules.refusals import Refusal
from engine.table.fairness_check import verify

SECONDS_TO_STOP = 10

cli = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
verify_commands = typer.Typer(no_args_is_help=True, help="Check what the server has promised.")
cli.add_typer(verify_commands, name="verify")


@cli.callback()
def desmoche() -> None:
    """Multiplayer server for the card game Desmoche and its relatives."""


@cli.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Instead of HOST.")] = None,
    port: Annotated[int | None, typer.Option(help="Instead of PORT; 0 for any.")] = None,
) -> None:
    """Start the server; the environment says how: see app/settings.py."""
    given = {"host": host, "port": port}
    try:
        settings = Settings.from_environment(
            **{name: value for name, value in given.items() if value is not None}
        )
        set_up_logs(settings.log_level)
        asyncio.run(_serve(create_app(settings), settings))
    except BadSettings as bad:
        _die(*bad.sentences)
    except (CannotOpen, BadKey) as why:
        _die(f"{why}.")


@verify_commands.command("hand")
def verify_hand(file: Annotated[Path, typer.Argument(help="A hand with its record.")]) -> None:
    """Was this hand dealt as promised? Prints every check; 0 if all hold, else 1."""
    try:
        answer = verify(_read(file))
    except Refusal as refusal:
        error = {"code": refusal.code.value, "message": refusal.message}
        answer = {"ok": False, "error": error}
    typer.echo(json.dumps(answer, indent=2, ensure_ascii=False))
    raise typer.Exit(0 if answer["ok"] else 1)


async def _serve(app: FastAPI, settings: Settings) -> None:
    """The lifespan is entered here, not by uvicorn, so that what it raises is told plainly."""
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES_READ,
        ws_per_message_deflate=False,  # twice the work and memory for frames this small
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SECONDS_TO_STOP,
    )
    async with app.router.lifespan_context(app):
        # uvicorn raises the signal once more when it has stopped: too early, tables still end.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: None)
        await uvicorn.Server(config).serve()


def _read(file: Path) -> Any:
    try:
        with file.open("rb") as opened:
            return parse_json(opened.read(MAX_TEXT + 1))
    except OSError as error:
        _die(f"{file} can't be read: {error.strerror}.")


def _die(*sentences: str) -> NoReturn:
    for sentence in sentences:
        typer.echo(f"desmoche: {sentence}", err=True)
    raise typer.Exit(1)


if __name__ == "__main__":
    cli()
