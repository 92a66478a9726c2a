"""`desmoche serve`: in this process, in several, or as one of several.

Enters: settings. Leaves: a server that has run until a signal ended it. It loads all that a server
needs, which the other commands do without. Whatever serves runs on uvloop, as what is measured
does.
"""

import asyncio
import socket
import sys
from collections.abc import Callable
from functools import partial

import uvloop

from app.cluster.joining import CannotJoin
from app.main import create_app
from app.serving import CannotListen, end_with, listen, serve_app
from app.settings import Settings
from app.supervisor import READY, Supervisor, require_sharing

CANNOT_START = (CannotListen, CannotJoin)
"""Why there may be no server; the message says it in a sentence."""


def serve_at_once(settings: Settings, workers: int, told: Callable[[str, int], str]) -> int:
    """Serve with so many processes; returns the status to exit with.

    `told`: what is printed once somebody may come to this host and port. Raises `BadSettings` and
    what is in `CANNOT_START`.
    """
    require_sharing(settings, workers)
    listening = listen(settings.host, settings.port)

    def ready() -> None:
        _print(told(*listening.getsockname()[:2]))

    if workers > 1:
        return asyncio.run(Supervisor(listening, settings).run(workers, ready))
    uvloop.run(serve_app(create_app(settings), settings, listening, ready))
    return 0


def serve_for_supervisor(settings: Settings, descriptor: int) -> None:
    """At a socket that another process has opened; end when that process does."""
    end_with(sys.stdin)
    listening = socket.socket(fileno=descriptor)
    told = partial(_print, READY.decode(), end="")
    uvloop.run(serve_app(create_app(settings), settings, listening, told))


def _print(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()
