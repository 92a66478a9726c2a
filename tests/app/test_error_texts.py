"""Every code that REST may answer with has a sentence in every language."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.pages.files import load_site
from engine.table.session import SessionCode

APP = Path(__file__).parents[2] / "app"
OF_THE_SOCKET = {"no_proposal", "too_few", "bad_pledge", "bad_entropy", "has_clock", "still_there"}
OF_OPERATORS = {"has_role", "seats_left", "not_suspended", "no_such_report"}
OF_OPERATORS |= {"decided_already"}
"""What nobody else is told; the operators' page has a file of texts of its own."""
OF_THE_SOCKET |= {"pot_carried"}
"""What nobody asks over REST; the table's page says it."""
CODES = {"not_found", "wrong_method", "bad_request", "storage_away", "bad_json", "bad_field"}
CODES |= {"bad_rules", "table_paused", "table_moved", "table_failed"}  # passed on from a table
CODES |= {code.value for code in SessionCode} - OF_THE_SOCKET
TEXTS = load_site().texts


def _raised() -> Iterator[str]:
    for path in APP.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem":
                code = node.args[1]
                if isinstance(code, ast.Constant):
                    yield str(code.value)


@pytest.mark.parametrize("code", sorted(CODES | set(_raised())))
def test_a_code_has_its_sentence(code: str) -> None:
    for language, texts in TEXTS.items():
        key = f"admin.error.{code}" if code in OF_OPERATORS else f"error.{code}"
        assert len(texts.get(key, "")) > 5, language


def test_codes_are_found() -> None:
    assert {"table_full", "too_often", "not_signed_in"} <= set(_raised())
