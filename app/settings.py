"""How this server is set up: the environment in, one frozen record out.

Enters: environment variables. Leaves: `Settings`, or `BadSettings` with one sentence for
each value that won't do; the server does not start on those. Never here: secrets
themselves, only where they lie.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from redis.connection import parse_url

_options: Callable[[str], dict[str, Any]] = parse_url  # it says no types
DATABASES = ("sqlite", "postgresql")


class BadSettings(Exception):
    """The environment holds values that no server can start on; one sentence for each."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences


def _known_database(url: str) -> str:
    if url.partition(":")[0].partition("+")[0] not in DATABASES or "://" not in url:
        raise ValueError("must be a URL such as sqlite:///data/desmoche.sqlite3 or postgresql://…")
    return url


def _known_redis(url: str) -> str:
    if url.partition("://")[0] not in ("redis", "rediss", "unix"):
        raise ValueError("must be a URL such as redis://127.0.0.1:6379/0 or unix:///run/redis.sock")
    options = _options(url)  # raises `ValueError` for a port that is none, and the like
    if url.startswith("unix:") and "path" not in options:
        raise ValueError("names no socket, as unix:///run/redis.sock does")
    return url


def _origins(text: str) -> str:
    for origin in text.replace(",", " ").split():
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path:
            raise ValueError(f"{origin[:60]!r} is no origin such as https://cards.example.org")
    return text


class Settings(BaseSettings):
    """Everything that may differ from one server to the next, by the variable's name."""

    model_config = SettingsConfigDict(frozen=True, env_ignore_empty=True, extra="ignore")

    database_url: Annotated[str, AfterValidator(_known_database)] = (
        "sqlite:///data/desmoche.sqlite3"
    )
    # Where several workers count attempts together and, on Postgres, share the tables.
    redis_url: Annotated[str, AfterValidator(_known_redis)] | None = None
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    # Needed behind a proxy that changes Host: the site's origins, parted by blanks or commas.
    public_origins: Annotated[str, NoDecode, AfterValidator(_origins)] = ""
    server_key_file: Path = Path("data/server.key")
    metrics_port: Annotated[int, Field(ge=1, le=65535)] | None = None  # off unless it is set
    log_level: Annotated[str, Field(pattern="^(debug|info|warning|error)$")] = "info"

    # A person clicks a few times a second; a page that reconnects sends a handful at once.
    frames_per_second: Annotated[float, Field(gt=0)] = 10.0
    frames_at_once: Annotated[int, Field(ge=1)] = 30
    # 35 KB each: some 400 MB. More are refused at the door, not served badly.
    most_connections: Annotated[int, Field(ge=1)] = 10_000
    most_connections_of_one: Annotated[int, Field(ge=1)] = 12  # tabs and devices of one account
    # Those that are no player's socket: some 150 pages that load at once. 300 KB each at worst.
    most_http_connections: Annotated[int, Field(ge=1)] = 1_000
    # For the head of a request, for its body, and to take what was sent. A phone in a bad network
    # sends the longest hand file in fifteen.
    patience_seconds: Annotated[float, Field(gt=0)] = 20.0

    @classmethod
    def from_environment(cls, **given: Any) -> Self:
        """The settings, where `given` goes before the environment. Raises `BadSettings`."""
        try:
            return cls(**given)
        except ValidationError as error:
            raise BadSettings([_sentence(dict(one)) for one in error.errors()]) from None

    @property
    def clustered(self) -> bool:
        """Whether several workers share the tables: it takes a Redis and a Postgres."""
        return self.redis_url is not None and self.database_url.startswith("postgresql")

    @property
    def origins(self) -> frozenset[str]:
        """Whose pages may open sockets here; empty: those of the host that they ask."""
        return frozenset(self.public_origins.replace(",", " ").split())


def _sentence(error: dict[str, object]) -> str:
    where = error.get("loc")
    name = str(where[0]).upper() if isinstance(where, tuple) and where else "SETTINGS"
    problem = str(error.get("msg", "")).removeprefix("Value error, ")
    problem = problem[:1].lower() + problem[1:].rstrip(".")
    return f"{name} is {str(error.get('input'))[:60]!r}: {problem}."
