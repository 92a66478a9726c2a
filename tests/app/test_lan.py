"""`serve` says where it is; `--lan`: where others reach it, and a QR code that holds it."""

import re
import signal
import socket
import subprocess
import sys
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest

from app.lan import NoNetwork, address, invitation, lan_address
from tests.app.process import PATIENCE


def _address() -> str:
    try:
        return lan_address()
    except NoNetwork:
        pytest.skip("this machine is in no network")


def test_the_address_is_not_for_this_machine_alone() -> None:
    address = ip_address(_address())
    assert not address.is_loopback
    assert not address.is_unspecified


def test_an_invitation_shows_link_and_code() -> None:
    shown = invitation("192.0.2.7", 8000)
    assert "http://192.0.2.7:8000/" in shown
    drawn = [line for line in shown.splitlines() if set(line) <= set(" █▀▄") and line.strip()]
    assert len(drawn) > 12
    assert len({len(line) for line in drawn}) == 1
    assert drawn != invitation("192.0.2.8", 8000).splitlines()[: len(drawn)]


@pytest.mark.parametrize(
    ("host", "link"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("192.0.2.7", "http://192.0.2.7:8000/"),
        ("0.0.0.0", "http://127.0.0.1:8000/"),  # noqa: S104 any address: also this one
        ("::", "http://[::1]:8000/"),
        ("2001:db8::7", "http://[2001:db8::7]:8000/"),
    ],
)
def test_a_browser_here_can_open_the_address(host: str, link: str) -> None:
    assert link in address(host, 8000).split()


@pytest.mark.parametrize("lan", [True, False])
def test_the_printed_link_leads_there_and_one_may_play_without_https(
    tmp_path: Path, *, lan: bool
) -> None:
    where = _address() if lan else "127.0.0.1"
    environment = {
        "DATABASE_URL": f"sqlite:///{tmp_path}/game.sqlite3",
        "SERVER_KEY_FILE": str(tmp_path / "server.key"),
    }
    command = [sys.executable, "-m", "app.cli", "serve", "--port", "0", *(["--lan"] * lan)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            link = next(
                found[0]
                for line in server.stdout
                if (found := re.search(r"http://[\d.]+:\d+", line))
            )
            assert where in link
            here = link.replace(where, "127.0.0.1")  # a browser on this machine, as README has it
            assert httpx.get(here, timeout=PATIENCE).status_code == 200
            with httpx.Client(base_url=link, headers={"Origin": link}, timeout=PATIENCE) as friend:
                assert "text/html" in friend.get("/").headers["content-type"]
                assert friend.post("/api/guests", json={"name": "Ana"}).status_code == 201
                assert friend.post("/api/play").status_code == 201  # the cookie came along
        finally:
            server.send_signal(signal.SIGTERM)
            assert server.wait(PATIENCE) == 0


def test_a_port_in_use_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = subprocess.run(
            [sys.executable, "-m", "app.cli", "serve", "--port", str(port)],
            env={"DATABASE_URL": f"sqlite:///{tmp_path}/x", "SERVER_KEY_FILE": f"{tmp_path}/k"},
            capture_output=True,
            text=True,
            check=False,
        )
    assert answer.returncode == 1
    assert f"port {port} can't be served at" in answer.stderr
    assert "Traceback" not in answer.stderr
