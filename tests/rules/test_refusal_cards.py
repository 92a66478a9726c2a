"""Which cards a refusal is about, and which would put it right, for whoever says it otherwise."""

import pytest

from engine.rules.cards import TEXT
from engine.rules.house_rules import PRESETS
from engine.rules.layouts import Play, Setting, require_layout
from engine.rules.refusals import Code, Refusal
from tests.rules.words import mask

# Layout | hand | card in question; the layout named; code, cards, what is missing.
TABLE = [
    ("  | 3s 4s | 6s", "3s 4s 6s", Code.INVALID_MELD, "3s 4s 6s", "5s"),
    ("  | 3s 4s | 5h", "3s 4s 5h", Code.INVALID_MELD, "3s 4s 5h", ""),
    ("  | Ks | Qs", "Qs Ks", Code.INVALID_MELD, "Qs Ks", "Js"),
    ("  | 5s | 6s", "5s 6s", Code.INVALID_MELD, "5s 6s", ""),
    ("  | 8s 8h | 2d", "8s 8h 2d", Code.INVALID_MELD, "8s 8h 2d", ""),
    ("8s 9s Ts | Jd | Js", "8s 9s Ts Jd", Code.MUST_USE_CARD, "Js", ""),
    ("8s 9s Ts | Jh | Js", "9s Ts Js", Code.LAYOUT_MISMATCH, "8s", ""),
    ("8s 9s Ts | Jh | Js", "8s 9s Ts Js 2c", Code.LAYOUT_MISMATCH, "2c", ""),
    ("8s 9s Ts | 8h | 8d", "8s 8h 8d / 9s Ts", Code.INVALID_MELD, "9s Ts", ""),
]


@pytest.mark.parametrize(("start", "named", "code", "cards", "needs"), TABLE)
def test_a_refused_layout_names_its_cards(
    start: str, named: str, code: Code, cards: str, needs: str
) -> None:
    old, hand, card = (mask(part.split()) for part in start.split("|"))
    setting = Setting(PRESETS["desmoche"], Play.USE, (old,) if old else (), card, hand)
    melds = tuple(tuple(map(TEXT.index, meld.split())) for meld in named.split("/"))
    with pytest.raises(Refusal) as refused:
        require_layout(setting, melds)
    no = refused.value
    assert (no.code, set(no.cards), no.needs) == (code, set(cards.split()), tuple(needs.split()))
    assert all(each in no.message for each in no.cards)
