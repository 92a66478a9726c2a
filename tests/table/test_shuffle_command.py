"""`python -m engine verify`: one JSON line, status 0 or 1, never a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.rules.hand_file import MAX_TEXT
from tests.table.fair_hands import VECTORS, Json, essay_blocks, fair_hand

PROJECT = Path(__file__).parents[2]


def run_verify(*arguments: str, feed: bytes = b"") -> tuple[int, Json]:
    """`python -m engine verify …` as anyone runs it: its status and its answer."""
    done = subprocess.run(
        [sys.executable, "-m", "engine", "verify", *arguments],
        cwd=PROJECT,
        input=feed,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    (line,) = done.stdout.splitlines()
    answer: Json = json.loads(line)
    return done.returncode, answer


def written(folder: Path, name: str, value: object) -> str:
    path = folder / name
    path.write_text(json.dumps(value), encoding="utf-8")
    return str(path)


def test_a_fair_hand(tmp_path: Path) -> None:
    status, answer = run_verify(written(tmp_path, "hand.json", fair_hand()))
    assert (status, answer["ok"]) == (0, True)


def test_a_record_from_standard_input() -> None:
    status, answer = run_verify(feed=json.dumps(VECTORS[0]).encode())
    assert (status, answer["ok"]) == (0, True)


def test_a_tampered_hand(tmp_path: Path) -> None:
    hand = fair_hand()
    hand["fairness"]["seed"] = "00" * 32
    status, answer = run_verify(written(tmp_path, "hand.json", hand))
    assert (status, answer["ok"]) == (1, False)


def test_what_was_seen(tmp_path: Path) -> None:
    record = written(tmp_path, "record.json", VECTORS[0])
    other = written(tmp_path, "other.json", VECTORS[1])
    assert run_verify(record, "--seen", record, "--seen", record)[0] == 0
    assert run_verify(record, "--seen", record, "--seen", other)[0] == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff", "not UTF-8"),
        (b"[" * 100_000, "nested deeper"),
        (b" " * MAX_TEXT + b"{}", "the text is over"),
        (b'{"hand":' + b"9" * 5000 + b"}", "a number is too long"),
        (b'{"format":"desmoche-deal/1","seats":[{},{}],"table":"a","hand":NaN}', "hand must be"),
        (b'{"fairness":{},"file":{}}', "the format of a fairness record"),
        (b"null", "must be a JSON object"),
    ],
    ids=["empty", "broken", "bytes", "deep", "long", "digits", "NaN", "hollow", "null"],
)
def test_bad_text_is_one_sentence(text: bytes, words: str) -> None:
    status, answer = run_verify(feed=text)
    assert (status, answer["ok"]) == (1, False)
    assert words in answer["error"]["message"]


def test_a_record_seen_that_holds_nothing_is_not_passed_over(tmp_path: Path) -> None:
    nothing = written(tmp_path, "nothing.json", None)
    status, answer = run_verify(written(tmp_path, "a.json", VECTORS[0]), "--seen", nothing)
    assert (status, answer["error"]["code"]) == (1, "bad_file")


@pytest.mark.parametrize("name", ["missing.json", ".", "\udcff"])
def test_a_file_that_cannot_be_read(name: str) -> None:
    status, answer = run_verify(name)
    assert status == 1
    assert "cannot read" in answer["error"]["message"]


def run_essay(tmp_path: Path, value: Json) -> subprocess.CompletedProcess[str]:
    """The program printed in docs/fairness.md, run on a record."""
    (program,) = essay_blocks("python")
    return subprocess.run(
        [sys.executable, "-c", program, written(tmp_path, "record.json", value)],
        cwd=tmp_path,  # so that nothing of this project can be imported
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("value", [*VECTORS, fair_hand()])
def test_the_program_of_the_essay_agrees(tmp_path: Path, value: Json) -> None:
    done = run_essay(tmp_path, value)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("key", ["seed", "commitment"])
def test_the_program_of_the_essay_finds_out(tmp_path: Path, key: str) -> None:
    assert run_essay(tmp_path, {**VECTORS[0], key: "00" * 32}).returncode == 1
