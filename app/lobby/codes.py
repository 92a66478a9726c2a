"""Join codes: six letters to say over the phone, and to find nobody's table by guessing.

Without vowels no code spells a word, and without I, L, O, Q, S, Z, which are misread or
misheard. 17 letters make 24 million codes: with 4,000 tables open, one guess in 6,000 hits, and
an address has 30 in ten minutes.
"""

import secrets

LETTERS = "BCDFGHJKMNPRTVWXY"
LENGTH = 6


def fresh_code() -> str:
    """A code that nobody can foresee; whether it is in use is for the store to say."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def code_from(typed: str) -> str | None:
    """The code that was meant, in any case, with blanks or dashes; None if it can't be one."""
    code = "".join(typed.upper().replace("-", "").split())
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else None
