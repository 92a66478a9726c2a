"""The command line: `desmoche serve`, `migrate`, `admin create|role`, `verify hand|ledger`.

Never here: a traceback for anything that an environment or a file can hold. The server itself is
loaded by `serve` alone: a check of the ledger starts in a third of the time, beside those who play.
"""

import asyncio
import gc
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from app.administration import CannotAdminister, Role, administered, create, give_role
from app.db.engine import CannotOpen, Database
from app.db.migrate import migrate_at
from app.lan import NoNetwork, address, everywhere, invitation_here
from app.ledger.command import Asked, CannotAudit, audit
from app.logs import set_up_logs
from app.server_key import BadKey
from app.settings import BadSettings, Settings
from engine.rules.hand_file import MAX_TEXT, parse_json
from engine.rules.refusals import Refusal
from engine.table.fairness_check import verify
from engine.table.journal import JournalError

cli = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
verify_commands = typer.Typer(no_args_is_help=True, help="Check what the server has promised.")
cli.add_typer(verify_commands, name="verify")
admin_commands = typer.Typer(no_args_is_help=True, help="Who may look into the books, and act.")
cli.add_typer(admin_commands, name="admin")


@cli.callback()
def desmoche() -> None:
    """Multiplayer server for the card game Desmoche and its relatives."""


@cli.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Instead of HOST.")] = None,
    port: Annotated[int | None, typer.Option(help="Instead of PORT; 0 for any.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="For friends in the same network.")] = False,
    workers: Annotated[int, typer.Option(help="Processes; several need Redis and Postgres.")] = 1,
    descriptor: Annotated[int | None, typer.Option(hidden=True)] = None,
) -> None:
    """Start the server; the environment says how: see app/settings.py."""
    from app.starting import CANNOT_START, serve_at_once, serve_for_supervisor  # noqa: PLC0415 — see above

    if lan and host is not None:
        _die("--lan finds the address by itself; leave out --host.")
    try:
        given = {"host": everywhere() if lan else host, "port": port}
        settings = Settings.from_environment(
            **{name: value for name, value in given.items() if value is not None}
        )
        set_up_logs(settings.log_level)
        if descriptor is None:
            raise typer.Exit(serve_at_once(settings, workers, invitation_here if lan else address))
        serve_for_supervisor(settings, descriptor)
    except BadSettings as bad:
        _die(*bad.sentences)
    except (NoNetwork, CannotOpen, BadKey, *CANNOT_START) as why:
        _die(f"{why}.")


@cli.command("migrate")
def bring_up_to_date() -> None:
    """Bring the database up to date; needed on Postgres before a newer server starts."""
    try:
        asyncio.run(migrate_at(Settings.from_environment().database_url))
    except BadSettings as bad:
        _die(*bad.sentences)
    except (CannotOpen, CommandError, OSError, SQLAlchemyError) as error:
        _die(str(error).splitlines()[0])


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


@verify_commands.command("ledger")
def verify_ledger(
    expect: Annotated[str | None, typer.Option(help="A root that was printed before.")] = None,
    heads: Annotated[
        Path | None, typer.Option(help="The heads of that root, if chips moved since.")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Write the heads of all chains here.")] = None,
    at: Annotated[
        str | None, typer.Option(help="TABLE/SEQ: its balances after that entry.")
    ] = None,
) -> None:
    """Is the ledger what it was? Recomputes everything; 0 if it is, else 1. Changes nothing.

    It reads DATABASE_URL, as serve does; a server may be running. docs/evidence.md says what
    this can show, and what it can't.
    """
    asked = Asked(expect, heads, save, at)
    gc.disable()  # millions of rows, and none in a cycle
    try:
        answer = asyncio.run(audit(Settings.from_environment().database_url, asked))
    except BadSettings as bad:
        _die(*bad.sentences)
    except (CannotOpen, CannotAudit, JournalError) as why:
        _die(f"{why}.")
    typer.echo(json.dumps(answer, indent=2, ensure_ascii=False))
    raise typer.Exit(0 if answer["ok"] else 1)


Username = Annotated[str, typer.Argument(help="What they sign in by.")]
TheRole = Annotated[Role, typer.Option(help="auditor: may look; operator: may act too.")]
Why = Annotated[str, typer.Option(help="For the log.")]


@admin_commands.command("create")
def create_admin(
    username: Username,
    password: Annotated[str, typer.Option(prompt=True, hide_input=True, confirmation_prompt=True)],
    role: TheRole = Role.OPERATOR,
    why: Why = "made on the command line",
) -> None:
    """Make an account that may look into the books. On SQLite, while no server is running."""
    _administer(lambda database: create(database, username, password, role, why))


@admin_commands.command("role")
def change_role(username: Username, role: TheRole, why: Why = "set on the command line") -> None:
    """Give an account another role, or take one away; it must sign in again."""
    _administer(lambda database: give_role(database, username, role, why))


def _administer(deed: Callable[[Database], Awaitable[str]]) -> None:
    try:
        url = Settings.from_environment().database_url
        typer.echo(asyncio.run(administered(url, deed)))
    except BadSettings as bad:
        _die(*bad.sentences)
    except (CannotOpen, CannotAdminister, JournalError) as why:
        _die(f"{why}.")


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
