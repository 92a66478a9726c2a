"""Does a handshake come from a page of ours? A socket carries the session's cookie, whoever
opens it, and no browser asks first; only its `Origin` tells, in which a page can't lie."""

from collections.abc import Mapping
from urllib.parse import urlsplit


def is_ours(headers: Mapping[str, str], origins: frozenset[str]) -> bool:
    """Whether the page is from one of these origins, or where none is named, from this host.

    Naming them is for a proxy that hides the host that the browser asked for.
    """
    origin = headers.get("origin", "")
    if origins:
        return origin in origins
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(host) and host.lower() == headers.get("host", "").lower()
