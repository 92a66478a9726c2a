"""Names of people and tables, and short sentences: what one may be, and when two look alike.

Enters: text as somebody typed it. Leaves: it in one spelling (NFC, single spaces), or a
`ValueError` with a sentence. A name need not be unique, but must be visible, stay in its
line, and not turn the text around it.

Two people at one table must be told apart: whoever sits down second under a name that looks
like one already there is called by it with a number (`told_apart`), for that table only.
"""

import unicodedata
from collections.abc import Collection, Iterator

MOST_CHARACTERS = 24  # of a nickname, as people count them: what fits beside a seat on a phone
MOST_MARKS = 4  # on one letter; Thai and Vietnamese stack two or three, vandals thirty
MOST_POINTS = 4  # code points for each of them, in all: a family emoji has seven, a flag two

MOST_SENTENCE = 300  # code points: a sentence or two

_JOINER = "\u200d"
_JOINERS = f"\u200c{_JOINER}"  # of emoji, and within words of some languages
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks, by their category, that show nothing."""
# Letters that most typefaces draw like Latin ones, after casefold: Cyrillic, then Greek.
_LOOKALIKES = str.maketrans("аеорсухіјѕһкмтвнοανικρτυ0", "aeopcyxijshkmtbhoavikptuo")


def name_from(text: str, most: int = MOST_CHARACTERS) -> str:
    """The name that was meant. Raises `ValueError` with a sentence."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise ValueError("a name needs at least one character")
    if len(name) > MOST_POINTS * most or characters(name) > most:
        raise ValueError(f"a name has at most {most} characters, emoji count as one each")
    _require_visible(name)
    return name


def sentence_from(text: str, what: str = "a reason") -> str:
    """A sentence in one line, as it is written down. Raises `ValueError` with another one."""
    said = " ".join(unicodedata.normalize("NFC", text).split())
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in said):
        raise ValueError(f"{what} needs some words")
    if len(said) > MOST_SENTENCE:
        raise ValueError(f"{what} has at most {MOST_SENTENCE} characters, this one has {len(said)}")
    if any(unicodedata.category(one)[0] == "C" and one not in _JOINERS for one in said):
        raise ValueError(f"{what} holds visible characters only, none that steer the text")
    return said


def characters(text: str) -> int:
    """How many characters people would count: marks, joined emoji and half flags are none."""
    count, joined, half_flag = 0, False, False
    for letter in text:
        if _belongs_to_last(letter):
            joined = letter == _JOINER
            continue
        second_half = half_flag and _is_half_flag(letter)
        count += not (joined or second_half)
        half_flag = _is_half_flag(letter) and not second_half
        joined = False
    return count


def looks_like(name: str) -> str:
    """The same text for names that people would take for one another."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    shown = (letter for letter in folded if unicodedata.category(letter)[0] in "LNPS")
    return "".join(shown).translate(_LOOKALIKES)


def told_apart(name: str, others: Collection[str]) -> str:
    """The name, with the first number that makes it look like none of the others."""
    taken = {looks_like(other) for other in others}
    return next(tried for tried in _numbered(name) if looks_like(tried) not in taken)


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name} {number}"
        number += 1


def _require_visible(name: str) -> None:
    marks = 0
    for before, letter in zip(" " + name, name, strict=False):
        kind = unicodedata.category(letter)
        if letter in _BLANKS or (kind[0] in "CZ" and letter not in {" ", _JOINER}):
            raise ValueError("a name holds visible characters only, none that steer the text")
        if letter == _JOINER and unicodedata.category(before) not in {"So", "Sk", "Mn"}:
            raise ValueError("a name joins only emoji to one another")
        marks = marks + 1 if kind[0] == "M" else 0
        if marks > MOST_MARKS or (marks and before == " "):
            raise ValueError(f"accents belong on a letter, {MOST_MARKS} at most")
    if name.endswith(_JOINER):
        raise ValueError("a name joins only emoji to one another")


def _belongs_to_last(letter: str) -> bool:
    skin = "\U0001f3fb" <= letter <= "\U0001f3ff"
    return skin or letter == _JOINER or unicodedata.category(letter)[0] == "M"


def _is_half_flag(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"
