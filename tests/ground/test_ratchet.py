"""The ratchet bites: tools/ratchet.py names what outgrew its limit, and only that."""

from pathlib import Path

import pytest

from tools import ratchet


def function_of(lines: int) -> str:
    return "def grown():\n" + "    pass\n" * (lines - 1)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("x = 1\n" * 401, "planted.py: 401 lines, 400 at most"),
        (function_of(51), "planted.py:1 grown: 51 lines, 50 at most"),
        ("class C:\n    async " + function_of(51).replace("\n    ", "\n        "), ":2 grown: 51"),
    ],
    ids=["file", "function", "method"],
)
def test_too_long_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, complaint: str
) -> None:
    (tmp_path / "planted.py").write_text(text)
    assert ratchet.main([str(tmp_path)]) == 1
    assert complaint in capsys.readouterr().out


def test_a_script_too_long_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "planted.js").write_text("x();\n" * 301)
    assert ratchet.main([str(tmp_path)]) == 1
    assert "planted.js: 301 lines, 300 at most" in capsys.readouterr().out


def test_targets_are_only_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "planted.py").write_text(function_of(50) + "x = 1\n" * 350)
    assert ratchet.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1 of 1 files are over the target of 120 lines",
        "0 of 0 scripts are over the target of 120 lines",
        "1 of 1 functions are over the target of 8 lines",
    ]
