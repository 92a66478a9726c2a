"""Each frame has an example file; the browser's tests read the same files."""

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.protocol import AnyIn, AnyOut, Malformed, frame_in, text_of

EXAMPLES = sorted((Path(__file__).parent / "frames").glob("*.json"))
_out = msgspec.json.Decoder(AnyOut).decode
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def test_every_frame_has_an_example() -> None:
    kinds = {kind.__name__ for kind in (*get_args(AnyIn), *get_args(AnyOut))}
    assert {path.stem.partition("-")[0] for path in EXAMPLES} == kinds


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_read_and_written_alike(path: Path) -> None:
    text = path.read_text()
    given_json = json.loads(text)
    frame: Any = _out(text) if path.stem.startswith("Out") else frame_in(text)
    assert type(frame).__name__ == path.stem.partition("-")[0]
    assert json.loads(msgspec.json.encode(frame)) == given_json
    if path.stem.startswith("Out"):
        assert json.loads(text_of(frame)) == given_json


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(Malformed, match="unknown field"):
        frame_in('{"type": "ping", "sound": true}')


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    _read(text)


@given(st.sampled_from(EXAMPLES), st.text(max_size=8), JSON)
def test_no_value_breaks_the_reader(path: Path, key: str, value: Any) -> None:
    frame = json.loads(path.read_text())
    for name in (key, *frame):
        _read(json.dumps({**frame, name: value}))


@pytest.mark.parametrize("depth", [100, 8_000])
def test_brackets_nested_deep_are_refused(depth: int) -> None:
    nested = '{"a":' * depth + "1" + "}" * depth
    _read(f'{{"type": "act", "id": "1", "action": {nested}}}')


def _read(text: str) -> None:
    try:
        frame_in(text)
    except Malformed as error:
        says = str(error)
    else:
        return
    assert len(says) <= 200
