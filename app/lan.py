"""`serve --lan`: friends in the same network play on this computer.

Enters: nothing but the machine's own addresses. Leaves: where to serve, and what is printed: a
link and its QR code. Never here: anything sent to the network.
"""

import io
import socket

import segno

# Any address outside: a datagram socket that is connected sends nothing, but the system chooses
# by which of its own addresses it would be reached.
_OUTSIDE = ("192.0.2.1", 9)


class NoNetwork(Exception):
    """This machine is in no network that friends could be in."""


def lan_address() -> str:
    """This machine's address in its network. Raises `NoNetwork`."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_OUTSIDE)
        except OSError:
            raise NoNetwork("this computer is in no network; connect it to your Wi-Fi") from None
        address = str(asking.getsockname()[0])
    if address.startswith("127."):
        raise NoNetwork("this computer is in no network; connect it to your Wi-Fi")
    return address


def everywhere() -> str:
    """Where to serve: friends come by the network, a browser here by 127.0.0.1 as without `--lan`.

    Raises `NoNetwork`.
    """
    lan_address()
    return "0.0.0.0"  # noqa: S104 one socket for both


def address(host: str, port: int) -> str:
    """Where the server is, for whoever started it: a browser here opens that."""
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 any means here too
    return f"Desmoche: http://{f'[{here}]' if ':' in here else here}:{port}/"


def invitation_here(_: str, port: int) -> str:
    """That to this machine, by its address in the network."""
    return invitation(lan_address(), port)


def invitation(host: str, port: int) -> str:
    """What to show friends: a QR code for their cameras, and the link in letters."""
    link = f"http://{host}:{port}/"
    drawn = io.StringIO()
    segno.make(link, error="m").terminal(drawn, compact=True)
    return (
        f"{drawn.getvalue()}\n"
        f"  {link}\n\n"
        "  Everyone in the same Wi-Fi can play: scan the code or type the link.\n"
        "  Ctrl+C ends the server; tables and chips are kept.\n"
    )
