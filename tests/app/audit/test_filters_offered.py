"""What the operators' page offers to filter by is what the ledger knows, in the same order."""

import json
import re

import pytest

from app.pages.files import load_site
from engine.rules.house_rules import DOMAINS
from engine.table.carried import MAIN
from engine.table.money import Reason

OFFERED = {
    "POTS": [MAIN, *DOMAINS["side_games"].values],
    "REASONS": [reason.value for reason in Reason],
}
BOOKS = load_site().files["model/books.js"].content.decode()


@pytest.mark.parametrize("name", OFFERED)
def test_the_page_offers_what_there_is(name: str) -> None:
    said = re.search(rf"export const {name} = (\[.*?\]);", BOOKS, re.DOTALL)
    assert said
    assert json.loads(re.sub(r",\s*\]", "]", said[1])) == OFFERED[name]
