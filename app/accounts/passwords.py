"""Passwords: what one may be, and argon2, off the event loop.

Enters: text somebody typed. Leaves: a hash, or whether it fits one. Never here: whose it
is, how often it may be tried. A wrong name costs as much time as a wrong password.
"""

import asyncio
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

# OWASP's second setting: 19 MiB, two passes, one lane; some 60 ms on a small server.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
AT_ONCE = 2  # hashes computed at a time: 40 MB, and one core stays free for the tables

LEAST_PASSWORD = 8  # characters, as NIST 800-63B has it; no rules about which
MOST_PASSWORD = 256  # characters; a passphrase fits, a megabyte to hash does not
LEAST_USERNAME, MOST_USERNAME = 3, 24
_COMMON = """password password1 passw0rd 12345678 123456789 1234567890 11111111 00000000
qwertyui qwerty123 qwertyuiop iloveyou sunshine princess football baseball superman letmein1
trustno1 abcd1234 desmoche conquian"""
# Of a password nobody has; compared where no account is, so that it takes as long.
# Worked out once for all, of 32 random bytes: to hash at each start takes what a sign-in does.
_NOBODYS = (
    "$argon2id$v=19$m=19456,t=2,p=1$uNX+ISLwVM4B9L38RaQBSg"
    "$+rP/HhVgZq+Lj1/CPHoXvmmeVzGyAj8t3zUdhrCgiK4"
)
assert not _HASHER.check_needs_rehash(_NOBODYS), "another setting takes another time"


def username_from(text: str) -> str:
    """A username in one spelling. Raises `ValueError` with a sentence."""
    name = unicodedata.normalize("NFKC", text).strip()
    if not LEAST_USERNAME <= len(name) <= MOST_USERNAME:
        raise ValueError(f"a username has {LEAST_USERNAME} to {MOST_USERNAME} characters")
    if not all(letter.isalnum() or letter in "._-" for letter in name):
        raise ValueError("a username holds letters, digits and . _ - only")
    return name


def folded(username: str) -> str:
    """What all spellings of one username have in common."""
    return unicodedata.normalize("NFKC", username.strip()).casefold()


def password_from(text: str) -> str:
    """A new password. Raises `ValueError` with a sentence."""
    if len(text) < LEAST_PASSWORD:
        raise ValueError(f"a password has at least {LEAST_PASSWORD} characters")
    if text.casefold() in _COMMON.split() or len(set(text)) < 3:
        raise ValueError("that password is among the first anybody would try")
    return text


class Passwords:
    """Hashes and compares, a few at a time."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str) -> str:
        """The hash to store; it holds its salt and setting."""
        async with self._room:
            return await asyncio.to_thread(_HASHER.hash, _bytes(password))

    async def fits(self, password: str, stored: str | None) -> bool:
        """Whether this is the password of a hash; without one, no, after the same time."""
        async with self._room:
            return await asyncio.to_thread(_fits, password, stored)


def _fits(password: str, stored: str | None) -> bool:
    try:
        _HASHER.verify(stored or _NOBODYS, _bytes(password))
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


def _bytes(password: str) -> bytes:
    """The same bytes on every keyboard: an é may be typed as one character or as two."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
