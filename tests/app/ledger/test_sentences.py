"""Whatever can be wrong with a ledger is said in every language, with all its values."""

import ast
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from app.audit.pots import COINS_DIFFER
from app.ledger.sentences import Wrong, row_bad
from app.pages.files import load_site
from engine.table.bad_rows import BadRow, Misfit

ROOT = Path(__file__).parents[3]
SOURCES = [*(ROOT / "app/ledger").glob("*.py"), ROOT / "engine/table/receipts.py"]
SENTENCES: dict[str, str] = {
    **{f"admin.wrong.{one.name.lower()}": one.value for one in Wrong},
    **{f"admin.misfit.{one.name.lower()}": one.value for one in Misfit},
    f"admin.misfit.{COINS_DIFFER['code']}": str(COINS_DIFFER["says"]),
}
TEXTS = load_site().texts


def names_in(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", TEXTS)
def test_every_finding_has_its_text_with_the_same_values(language: str) -> None:
    texts = TEXTS[language]
    there = {key for key in texts if key.startswith(("admin.wrong.", "admin.misfit."))}
    assert there == SENTENCES.keys()
    assert [key for key, said in SENTENCES.items() if names_in(texts[key]) != names_in(said)] == []


def named(node: ast.AST, kind: type[Enum]) -> Enum | None:
    """`Wrong.ROW_GONE` as such."""
    if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == kind.__name__:
        return kind[node.attr]
    return None


def nodes() -> Iterator[ast.AST]:
    for path in SOURCES:
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def given() -> Iterator[tuple[Enum, set[str | None]]]:
    """Each sentence that is said somewhere, with the names of its values there."""
    for node in nodes():
        if not isinstance(node, ast.Call):
            continue
        call: Any = node
        by_name = {keyword.arg for keyword in call.keywords}
        if getattr(call.func, "id", "") == "BadRow" and (bad := named(call.args[0], Misfit)):
            yield bad, by_name
        if getattr(call.func, "attr", "") == "of" and (wrong := named(call.func.value, Wrong)):
            yield wrong, by_name


def test_each_is_given_just_the_values_that_it_speaks_of() -> None:
    told = list(given())
    assert len(told) > len(Wrong)
    assert [one for one, values in told if values != names_in(str(one.value))] == []


def test_none_is_there_for_nothing() -> None:
    used = {one for node in nodes() for kind in (Wrong, Misfit) if (one := named(node, kind))}
    in_audit = {Misfit.NO_WORDS}
    assert {*Wrong, *Misfit} - used - in_audit == set()


def test_a_bad_row_says_which_and_why() -> None:
    class Row:
        id, key = 7, "t1/2/deal/0"

    said = row_bad(Row(), BadRow(Misfit.CARRIED_IN_PART, amount=4, left=5))
    assert said.says == "row 7 (t1/2/deal/0): 4 chips are carried of a pot of 5"
    assert said.values == {
        "row": 7,
        "key": "t1/2/deal/0",
        "why": "carried_in_part",
        "amount": 4,
        "left": 5,
    }
