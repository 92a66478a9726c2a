"""Kept journals: what every version has written down, all later ones read.

Each file is the journal of one table, from its opening through a hand into the next, as the
program of that version wrote it (seeds and steps in plain text: `PlainSealer`). Nobody edits
them; a new version adds one. To `replay` an entry is to come to what it says of the table.
"""

import json
from pathlib import Path

import pytest

from engine.table.entries import VERSION, Diverged, replay
from engine.table.journal import Entry
from tests.table.world import PlainSealer

FILES = sorted((Path(__file__).parent / "journals").glob("version-*.jsonl"))


def _kept(file: Path) -> list[Entry]:
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [Entry(**line, transfers=()) for line in lines]


def test_there_is_one_of_each_version() -> None:
    versions = [entries[-1].body["version"] for entries in map(_kept, FILES)]
    assert versions == list(range(1, VERSION + 1))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_kept_journal_comes_out_as_it_was_played(file: Path) -> None:
    entries = _kept(file)
    assert sum(entry.opens_hand for entry in entries) > 2
    assert sum("hand_record" in entry.body for entry in entries) == 1
    assert replay(entries, PlainSealer()).live.playing


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_of_each_version_another_card_is_noticed(file: Path) -> None:
    """The mark of the cards is looked at, whichever hash it is."""
    entries = _kept(file)
    where = entries[-1].body["after"][-1]
    where[-1] = where[-1][::-1]
    with pytest.raises(Diverged):
        replay(entries, PlainSealer())
