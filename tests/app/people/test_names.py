"""Names: what is one, how long it is to people, and which look alike."""

import pytest

from app.names import characters, looks_like, name_from, told_apart

FAMILY = "👨‍👩‍👧‍👦"
GOOD = {
    "Ana": "Ana",
    "  Ana   María ": "Ana María",
    "Jose\u0301": "José",
    "Ana\u00a0M": "Ana M",
    "ก้อย": "ก้อย",
    FAMILY * 3: FAMILY * 3,
    "🇳🇮": "🇳🇮",
    "👍🏽": "👍🏽",
    "x" * 24: "x" * 24,
    "🦜" * 24: "🦜" * 24,
    "!": "!",
}
BAD = {
    "nothing": "",
    "blanks": " \t\u3000",
    "too long": "x" * 25,
    "200 emoji": "🦜" * 200,
    "200 families": FAMILY * 200,
    "control": "Ana\x07",
    "null": "Ana\x00",
    "escape": "\x1b[31mAna",
    "bidi override": "Ana\u202etxt",
    "bidi isolate": "\u2067Ana",
    "zero width space": "A\u200bna",
    "joined letters": "A\u200dna",
    "joiner at the end": "🦜\u200d",
    "soft hyphen": "A\u00adna",
    "invisible letter": "\u3164",
    "blank braille": "\u2800",
    "private use": "\ue000",
    "half of a pair": "\ud83e",
    "accents on nothing": "\u0301\u0301",
    "too many accents": "a" + "\u0324" * 9,
    "tags": "a\U000e0041",
}


@pytest.mark.parametrize(("typed", "meant"), GOOD.items())
def test_good_names(typed: str, meant: str) -> None:
    assert name_from(typed) == meant


@pytest.mark.parametrize("typed", BAD.values(), ids=BAD)
def test_bad_names_are_told_in_a_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match=r"^[a-z][^\n]{15,80}$"):
        name_from(typed)


@pytest.mark.parametrize(
    ("text", "count"), [("Ana", 3), (FAMILY, 1), ("🇳🇮🇭🇳", 2), ("👍🏽", 1), ("ก้อย", 3), ("❤️", 1)]
)
def test_characters_as_people_count_them(text: str, count: int) -> None:
    assert characters(text) == count


@pytest.mark.parametrize("other", ["ANA", "Аna", "a n a", "Ána", "ａｎａ", "αna"])
def test_names_that_look_alike(other: str) -> None:
    assert looks_like(other) == looks_like("ana")


def test_the_second_of_a_name_gets_a_number() -> None:
    assert told_apart("Ana", []) == "Ana"
    assert told_apart("Ana", ["Beto"]) == "Ana"
    assert told_apart("Ana", ["ana"]) == "Ana 2"
    assert told_apart("Ana", ["ana", "Ana 2"]) == "Ana 3"
    assert told_apart("🦜", ["🦜"]) == "🦜 2"
