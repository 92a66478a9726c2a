"""Texts that are no hand files, nearly none, or too much of one (section 12)."""

import json

import pytest

from tests.rules.spoiling import GOOD, TEXT, code_of, error_in, many_actions

RAW = TEXT.encode()
# What it is, the bytes, and the code; None if the file is good after all.
ODD: list[tuple[str, bytes, str | None]] = [
    ("nothing", b"", "bad_file"),
    ("blanks", b" \n\t", "bad_file"),
    ("no JSON", b"As 2s 3s", "bad_file"),
    ("two values", RAW * 2, "bad_file"),
    ("null", b"null", "bad_file"),
    ("a list of files", b"[" + RAW + b"]", "bad_file"),
    ("comment", RAW.replace(b"{", b"{ // a hand", 1), "bad_file"),
    ("trailing comma", RAW.replace(b"}]", b"},]", 1), "bad_file"),
    # characters
    ("not UTF-8", RAW.replace(b"ana", b"an\xff"), "bad_file"),
    ("cut UTF-8", RAW.replace(b"ana", b"an\xe2\x99"), "bad_file"),
    ("raw surrogate", RAW.replace(b"ana", b"\xed\xa0\x80"), "bad_file"),
    ("Latin-1", TEXT.replace("ana", "añá").encode("latin-1"), "bad_file"),
    ("UTF-16", TEXT.encode("utf-16"), "bad_file"),
    ("byte order mark", b"\xef\xbb\xbf" + RAW, "bad_file"),
    ("NUL", RAW + b"\0", "bad_file"),
    ("raw NUL in a name", RAW.replace(b"ana", b"a\0a"), "bad_file"),
    ("any names", TEXT.replace("ana", "ñandú ♠ 🂡").encode(), None),
    ("escaped NUL", RAW.replace(b"ana", b"\\u0000"), None),
    ("surrogate in a name", RAW.replace(b"ana", b"\\ud800"), None),
    ("surrogate for a preset", RAW.replace(b'"desmoche"', b'"\\udfff"'), "bad_rules"),
    ("surrogate for a rule", RAW.replace(b'"play_everything"', b'"\\udfff"'), "bad_rules"),
    ("surrogate for a game", RAW.replace(b'"corazon"', b'"\\udfff"', 1), "bad_file"),
    ("surrogate for a card", RAW.replace(b"8s Kd", b"8\\ud800 Kd"), "bad_file"),
    ("surrogate for an action", RAW.replace(b'"cut"', b'"\\ud800"'), "bad_file"),
    (
        "surrogate for a win",
        RAW.replace(b'"ready"', b'"declare", "win": "\\ud800"', 1),
        "not_eligible",
    ),
    (
        "surrogate to announce",
        RAW.replace(b'[]}, {"seat": 2', b'["\\ud800"]}, {"seat": 2', 1),
        "not_in_game",
    ),
    # keys and numbers
    ("key twice", RAW.replace(b'"bet": 5', b'"bet": "x", "bet": 5'), None),
    ("key twice, the last one bad", RAW.replace(b'"bet": 5', b'"bet": 5, "bet": 0'), "bad_file"),
    ("2^53", RAW.replace(b"100", b"9007199254740992"), "bad_file"),
    ("5000 digits", RAW.replace(b"100", b"1" * 5000), "bad_file"),
    ("1e999", RAW.replace(b"100", b"1e999"), "bad_file"),
    ("NaN", RAW.replace(b"100", b"NaN"), "bad_file"),
    ("-0", RAW.replace(b'"at": 0', b'"at": -0'), None),
    ("-0.0", RAW.replace(b'"at": 0', b'"at": -0.0'), "bad_file"),
]


@pytest.mark.parametrize(("text", "code"), [row[1:] for row in ODD], ids=[row[0] for row in ODD])
def test_odd_texts(text: bytes, code: str | None) -> None:
    """Section 12: JSON in UTF-8; within it any names, and integers that are integers."""
    assert text != RAW
    assert code_of(text) == code


def nested(depth: int) -> str:
    """The good file with a key that is ignored, so many levels deep; the file is the first."""
    inner = depth - 1
    return json.dumps({**GOOD, "deep": 0}).replace(
        '"deep": 0', f'"deep": {"[" * inner}{"]" * inner}'
    )


@pytest.mark.parametrize(
    ("depth", "code"), [(32, None), (33, "bad_file"), (1000, "bad_file"), (100_000, "bad_file")]
)
def test_nesting(depth: int, code: str | None) -> None:
    """Section 12: at most 32 levels."""
    assert code_of(nested(depth)) == code


MEBIBYTE = 2**20


@pytest.mark.parametrize(("more", "code"), [(-1, None), (0, None), (1, "bad_file")])
def test_the_longest_text(more: int, code: str | None) -> None:
    """Section 12: a file's text may have 1 MiB, counted in bytes."""
    room = MEBIBYTE + more - len(RAW)
    assert code_of(TEXT + " " * room) == code
    name = "é" * (room // 2) + "a" * (room % 2)
    assert code_of(TEXT.replace("ana", "ana" + name)) == code


HUGE: list[tuple[str, str, str | None]] = [
    ("brackets", "[" * MEBIBYTE, "bad_file"),
    ("brackets closed", "[" * (MEBIBYTE // 2) + "]" * (MEBIBYTE // 2), "bad_file"),
    ("braces", '{"a":' * (MEBIBYTE // 5), "bad_file"),
    ("a flat list", "[" + "0," * 500_000 + "0]", "bad_file"),
    ("lists in a list", "[" + "[]," * 300_000 + "[]]", "bad_file"),
    ("digits", "1" * MEBIBYTE, "bad_file"),
    ("a fraction", TEXT.replace("100", "0." + "1" * 1_000_000), "bad_file"),
    ("escapes", '"' + "\\u0041" * 170_000 + '"', "bad_file"),
    ("a name", TEXT.replace("ana", "a" * 1_000_000), None),
    ("a deck", TEXT.replace("8s Kd", "8s " * 300_000), "bad_file"),
    ("spaces in a deck", TEXT.replace("8s Kd", "8s" + " " * 1_000_000 + "Kd"), None),
    ("a preset", TEXT.replace('"desmoche"', '"' + "d" * 1_000_000 + '"'), "bad_rules"),
    ("a house rule", TEXT.replace('"play_ev', '"' + "p" * 1_000_000), "bad_rules"),
    (
        "a win",
        TEXT.replace('"ready"', '"declare", "win": "' + "w" * 1_000_000 + '"', 1),
        "not_eligible",
    ),
    ("a meld", TEXT.replace('["8s",', "[" + '"8s",' * 150_000), "layout_mismatch"),
    ("melds", TEXT.replace('[["8s",', "[" + "[]," * 300_000 + '["8s",'), "invalid_meld"),
    (
        "games",
        TEXT.replace('"games": []', '"games": [' + '"x",' * 200_000 + '"x"]', 1),
        "not_in_game",
    ),
    ("seats", TEXT.replace('"ana",', '"ana",' * 150_000), "bad_file"),
    (
        "bonuses",
        TEXT.replace('"bonuses": []', '"bonuses": [' + "{}," * 300_000 + "{}]"),
        "result_mismatch",
    ),
    ("60 000 closes", many_actions('{"do":"close"}', 60_000), "wrong_phase"),
    ("100 000 closes", many_actions('{"do":"close"}', 100_000), "bad_file"),
    ("100 000 nulls", many_actions("null", 100_000), "bad_file"),
    ("30 000 passes", many_actions('{"seat":0,"do":"pass"}', 30_000), "wrong_phase"),
]


@pytest.mark.timeout(10)
@pytest.mark.parametrize(("text", "code"), [row[1:] for row in HUGE], ids=[row[0] for row in HUGE])
def test_huge_texts(text: str, code: str | None) -> None:
    """Section 12: answered in no time, and in few words."""
    error = error_in(text)
    assert (error and error["code"]) == code
    assert error is None or len(error["message"]) < 1000
