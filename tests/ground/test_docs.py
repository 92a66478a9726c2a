"""What the docs name is there."""

import re
from pathlib import Path

import pytest

from app.settings import Settings

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
FILE = re.compile(r"`((?:app|engine|static|tests|tools|migrations|deploy)/[\w./*-]+)`")


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_files_that_a_page_names_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for link in LINK.findall(text):
        assert (page.parent / link).exists(), link
    for name in FILE.findall(text):
        assert any(ROOT.glob(name)), name


def test_every_setting_is_told_to_operators() -> None:
    told = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    assert [name for name in Settings.model_fields if f"`{name.upper()}`" not in told] == []
