"""The server's key: made at the first start, read ever after, used to seal running hands.

Enters: the path of a file. Leaves: a `KeySealer`. The file holds one line, `id secret`,
is readable by its owner alone, and is never written again: without it the seeds and steps
of hands still running can't be opened, and those hands are void.
"""

import os
import secrets
from base64 import b64decode, b64encode
from contextlib import suppress
from hmac import digest
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from engine.table.sealing import (
    KEY_BYTES,
    KEY_ID,
    SealBroken,
    SealingKey,
    deal_context,
    open_sealed,
    seal,
)

OWNER_ONLY = 0o600
STEPS = b"desmoche-steps/1 "


class BadKey(Exception):
    """The key file can't be used; the message says why."""


class KeySealer:
    """The port `Sealer` over the server's key."""

    def __init__(self, key: SealingKey) -> None:
        self._key = key
        # A key of its own for steps. SIV: no nonce to run out of, and a step that is stored
        # again is the same entry again.
        self._steps = AESSIV(digest(key.secret, STEPS + key.id.encode("ascii"), "sha512"))

    def seal(self, table: str, hand: int, seed: bytes) -> str:
        """The seed, sealed for this table and hand."""
        return seal(self._key, seed, deal_context(table, hand))

    def unseal(self, table: str, hand: int, sealed: str) -> bytes:
        """The seed that was sealed for this."""
        try:
            return open_sealed([self._key], sealed, deal_context(table, hand))
        except SealBroken as broken:
            raise ValueError(str(broken)) from None

    def seal_step(self, table: str, seq: int, content: bytes) -> str:
        """What was done in an entry, sealed for that entry."""
        return b64encode(self._steps.encrypt(content, _entry(table, seq))).decode()

    def unseal_step(self, table: str, seq: int, sealed: str) -> bytes:
        """What was sealed for this entry."""
        try:
            return self._steps.decrypt(b64decode(sealed), _entry(table, seq))
        except InvalidTag:
            raise ValueError(f"entry {seq} of {table} was sealed elsewhere, or changed") from None


def _entry(table: str, seq: int) -> list[bytes]:
    return [table.encode("ascii"), seq.to_bytes(8, "big")]


def server_key(path: Path) -> SealingKey:
    """The key in this file, which is made if it isn't there. Raises `BadKey`."""
    try:
        if not path.exists():
            _make(path)
        if path.stat().st_mode & 0o077:
            raise BadKey(f"{path} can be read by others than its owner: chmod 600 {path}")
        words = path.read_text("ascii").split()
        if len(words) != 2 or not KEY_ID.fullmatch(words[0]):
            raise BadKey(f"{path} does not hold a key: it should be one line, an id and a secret")
        secret = bytes.fromhex(words[1])
    except OSError as error:
        raise BadKey(f"{path} can't be used: {error.strerror}") from None
    except ValueError:
        raise BadKey(f"{path} does not hold a key: its secret is no hex text") from None
    if len(secret) != KEY_BYTES:
        raise BadKey(f"{path} does not hold a key: its secret is not {KEY_BYTES} bytes")
    return SealingKey(words[0], secret)


def _make(path: Path) -> None:
    """Written under another name first: of servers that start at once one makes the key, and the
    others find it whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    line = f"{secrets.token_hex(4)} {secrets.token_hex(KEY_BYTES)}\n"
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    try:
        with os.fdopen(file, "w") as out:
            out.write(line)
            out.flush()
            os.fsync(out.fileno())
        with suppress(FileExistsError):  # another was quicker: its key is the key
            os.link(draft, path)
    finally:
        draft.unlink()
