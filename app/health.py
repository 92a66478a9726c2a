"""`python -m app.health`: whether the server of this machine serves; for whoever restarts it.

Enters: HOST and PORT, as the server reads them. Leaves: the exit status, 0 if it answers, and
what it answered, which tells what it waits for. It imports nothing of the server, so that asking
every few seconds costs next to nothing.
"""

import os
import sys
from http.client import HTTPConnection, HTTPException

ANSWER_SECONDS = 2.0
MOST_BYTES = 4096  # of what it says, which is printed
ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 — served at any address: this one too


def is_healthy(host: str, port: int) -> bool:
    """Whether a server here answers that it serves; it says itself what it waits for."""
    connection = HTTPConnection(ANY.get(host, host), port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/health")
        answer = connection.getresponse()
        sys.stdout.write(answer.read(MOST_BYTES).decode(errors="replace") + "\n")
        return answer.status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    here = os.environ.get("HOST") or "127.0.0.1"
    sys.exit(0 if is_healthy(here, int(os.environ.get("PORT") or 8000)) else 1)
