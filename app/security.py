"""What every request is asked before anybody looks at it: from where it comes.

Enters: headers, an address. Leaves: nothing, or a `Problem`. Never here: who is asking;
that is `identity`.

**Same origin.** A browser sends the session cookie along with what other sites make it send,
so every unsafe method must say that it comes from our own pages: `Sec-Fetch-Site:
same-origin`, or where a browser is too old or the connection not HTTPS, an `Origin` whose
host is the one that was asked. A request with neither is refused too; a script sets `Origin`.
A WebSocket handshake is a GET that acts, so the socket asks `is_ours` itself.

Naming the site's origins (PUBLIC_ORIGINS) is for a proxy that hides the host that the browser
asked for; then an `Origin` must be one of those.
"""

from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from app.problems import Problem

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
NEIGHBOURS = 64  # bits of an IPv6 address: a household is given all addresses that share them


def is_ours(headers: Mapping[str, str], origins: frozenset[str]) -> bool:
    """Whether a request says that our own pages made it; `origins` where they are named."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origins and origin:
        return origin in origins
    if site is not None:
        return site == "same-origin"
    host = headers.get("host")
    if not origin or not host:
        return False
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def require_same_origin(asked: HTTPConnection) -> None:
    """A dependency of every router with unsafe methods."""
    method = asked.scope.get("method", "GET")
    if method not in SAFE_METHODS and not is_ours(asked.headers, asked.app.state.origins):
        raise Problem(403, "other_origin", "this must be asked by a page of this server")


def address_of(connection: HTTPConnection) -> str:
    """Whom to count as one: an IPv4 address, or the network of an IPv6 one.

    Behind a proxy the server fills `client` from the headers of proxies it was told to trust.
    """
    host = connection.client.host if connection.client else "unknown"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    address = getattr(address, "ipv4_mapped", None) or address
    if address.version == 4:
        return str(address)
    return str(ip_network((address, NEIGHBOURS), strict=False).network_address)
