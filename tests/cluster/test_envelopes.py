"""What workers say to each other: it arrives as it was sent, and tells nobody on the way."""

from pathlib import Path

import pytest

from app.cluster.envelopes import (
    AnyWord,
    Arrived,
    Ask,
    Follow,
    Kept,
    Left,
    Moved,
    Reacted,
    Standing,
    Stored,
    Told,
    Unreadable,
    Watching,
    entry_in,
    open_ask,
    open_outcome,
    packed,
    seal_ask,
    seal_outcome,
    stored,
    unpacked,
)
from app.server_key import KeySealer, server_key
from engine.rules.actions import Action, Claim, Pass
from engine.table.answering import Outcome
from engine.table.commands import Act, Stand
from engine.table.entries import Request
from engine.table.journal import Entry

WORDS: tuple[AnyWord, ...] = (
    Follow({"t": Watching(7, "storage", {"ana": 5}, ["beto"])}),
    Standing(8, None, ["ana"]),
    Stored(9, 2, 1_000, True, b"{}"),
    Ask(1, "sealed"),
    Told(1, "sealed"),
    Kept(7),
    Arrived("ana", 5),
    Reacted(0, "jaja"),
    Moved(),
    Left(),
)


@pytest.fixture
def sealer(tmp_path: Path) -> KeySealer:
    return KeySealer(server_key(tmp_path / "server.key"))


@pytest.mark.parametrize("word", WORDS, ids=lambda word: type(word).__name__)
def test_a_word_arrives_as_it_was_said(word: AnyWord) -> None:
    envelope = packed("a", "t", word)
    assert unpacked(envelope) == word
    assert (envelope.sender, envelope.table) == ("a", "t")


@pytest.mark.parametrize(("kind", "body"), [("Sung", b"\x90"), ("Kept", b"\x90"), ("Kept", b"")])
def test_what_another_version_says_is_unreadable_and_no_fault(kind: str, body: bytes) -> None:
    with pytest.raises(Unreadable):
        unpacked(packed("a", "t", Moved())._replace(kind=kind, body=body))


def test_an_entry_travels_without_what_only_an_owner_needs() -> None:
    needed = {
        "version": 2,
        "sealed": "…",
        "after": [1, None, [5, None]],
        "requests": [["ana", "r"]],
    }
    body = {**needed, "before": {}, "answered": [], "rests": {}, "hand_record": {"file": {}}}
    entry = Entry("t", 7, 2, 1_000, body, (), opens_hand=True)
    assert entry_in("t", stored(entry)) == entry._replace(body=needed)


def test_commands_are_sealed_for_their_table_and_all_of_one_length(sealer: KeySealer) -> None:
    request = Request("ana", "r1")
    actions: list[Action] = [Pass(1), Claim(1, ((1, 2, 3), (11, 12, 13, 14)))]
    words = [seal_ask(sealer, "t", 3, Act("ana", action), request) for action in actions]
    assert len({len(word.sealed) for word in words}) == 1
    for word, action in zip(words, actions, strict=True):
        assert "ana" not in word.sealed
        assert open_ask(sealer, "t", word) == (Act("ana", action), request)
        with pytest.raises(ValueError, match="sealed elsewhere"):
            open_ask(sealer, "u", word)
    bare = seal_ask(sealer, "t", 4, Stand("ana"), None)
    assert open_ask(sealer, "t", bare) == (Stand("ana"), None)


def test_outcomes_too(sealer: KeySealer) -> None:
    outcomes = [Outcome(None, "", 7), Outcome("card_not_held", "you do not hold the 8s", 7)]
    words = [seal_outcome(sealer, "t", 1, outcome) for outcome in outcomes]
    assert len({len(word.sealed) for word in words}) == 1
    assert [open_outcome(sealer, "t", word) for word in words] == outcomes
