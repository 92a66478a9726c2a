"""What the journal stores comes back as it was: every command, every table at rest."""

import json
from dataclasses import fields
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.actions import Claim, Draw, Force, Give, Pass
from engine.rules.house_rules import rules_from_json
from engine.table.carried import Carried, Contribution
from engine.table.codec import command_from_json, command_to_json
from engine.table.commands import Act, Command, Sit
from engine.table.live import Coming, Fairness, Live, Sitting
from engine.table.pace import UNTIMED, lively, steady
from engine.table.session import Player, Proposal, Session
from engine.table.snapshot import live_from_json, live_to_json
from tests.strategies import examples, rules_json

NAMES = st.text(st.characters(codec="utf-8"), max_size=12)
CHIPS = st.integers(0, 2**53 - 1)
FLAGS = st.booleans()
SEATS = st.integers(0, 3)
PACES = st.sampled_from((steady(), steady(12), lively(3), UNTIMED))
GAMES = st.frozensets(st.sampled_from(("oro", "flor", "escalera")))
ACTIONS = st.one_of(
    st.builds(Pass, SEATS),
    st.builds(Draw, SEATS),
    st.builds(Force, SEATS, SEATS),
    st.builds(Give, SEATS, st.integers(0, 51)),
    st.builds(Claim, SEATS, st.just(((0, 1, 2), (13, 26, 39)))),
)
BY_FIELD: dict[str, st.SearchStrategy[Any]] = {
    "player": NAMES,
    "name": NAMES,
    "why": NAMES,
    "stack": CHIPS,
    "chips": CHIPS,
    "bet": CHIPS,
    "gone_for": CHIPS,
    "place": SEATS,
    "games": st.none() | GAMES,
    "sits_out": st.none() | FLAGS,
    "pledge": st.none() | st.binary(min_size=32, max_size=32),
    "entropy": st.binary(max_size=32),
    "action": ACTIONS,
    "answers": st.lists(ACTIONS, max_size=3).map(tuple),
    "asked": st.none() | CHIPS,
    "pace": PACES,
    "bots": st.lists(st.builds(Sit, NAMES, NAMES, CHIPS, SEATS, st.just(True)), max_size=3).map(
        tuple
    ),
}


def commands() -> st.SearchStrategy[Command]:
    kinds = [
        st.builds(kind, **{one.name: BY_FIELD.get(one.name, FLAGS) for one in fields(kind)})
        for kind in get_args(Command)
    ]
    return st.one_of(kinds)


@examples(150)
@given(commands())
def test_every_command_comes_back(command: Command) -> None:
    written = json.loads(json.dumps(command_to_json(command)))
    assert command_from_json(written) == command


def test_a_field_that_is_younger_than_the_entry_has_its_default() -> None:
    written = {"kind": "Act", "player": "ana", "action": {"seat": 0, "do": "pass"}}
    assert command_from_json(written) == Act("ana", Pass(0))


PLAYERS = st.builds(Player, NAMES, NAMES, CHIPS, GAMES, FLAGS)
COINS = st.builds(Contribution, CHIPS, NAMES, SEATS, st.integers(1, 99), st.integers(0, 99))
SITTINGS = st.builds(Sitting, FLAGS, CHIPS, SEATS, st.none() | CHIPS, FLAGS, FLAGS, FLAGS, FLAGS)


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    rules = rules_from_json(draw(rules_json()))
    return Session(
        rules=rules,
        places=tuple(draw(st.none() | PLAYERS) for _ in range(rules.seats[1])),
        bet=draw(st.integers(1, 99)),
        stakes=dict.fromkeys(rules.side_games, 3),
        dealer=draw(st.none() | SEATS),
        winner=draw(st.none() | SEATS),
        hand=draw(CHIPS),
        carried=Carried(
            draw(SEATS),
            draw(st.dictionaries(st.sampled_from(("main", "oro")), st.lists(COINS).map(tuple))),
        ),
        proposal=draw(st.none() | st.builds(Proposal, CHIPS, st.frozensets(NAMES))),
    )


@st.composite
def tables(draw: st.DrawFn) -> Live:
    session = draw(sessions())
    fairness = st.builds(
        Fairness,
        st.binary(min_size=32, max_size=32),
        st.dictionaries(NAMES, st.binary(min_size=32, max_size=32), max_size=4),
        st.frozensets(NAMES),
    )
    return Live(
        id="t",
        session=session,
        sittings=tuple(draw(SITTINGS) if one else None for one in session.places),
        pace=draw(PACES),
        owner=draw(NAMES),
        host=draw(NAMES),
        watchable=draw(FLAGS),
        most_stack=draw(st.none() | CHIPS),
        coming=Coming(close=draw(FLAGS)),
        fairness=draw(st.none() | fairness),
        asked_at=draw(CHIPS),
        asked_seq=draw(CHIPS),
        deadline=draw(st.none() | CHIPS),
        rests_until=draw(CHIPS),
        asleep=draw(FLAGS),
        frozen=draw(FLAGS),
        pausing=draw(st.frozensets(NAMES)),
        suspended=draw(st.frozensets(NAMES)),
        bots=draw(st.frozensets(NAMES)),
    )


@examples(100)
@given(tables())
def test_every_table_at_rest_comes_back(live: Live) -> None:
    sealed: list[bytes] = []

    def seal(seed: bytes) -> str:
        sealed.append(seed)
        return "sealed"

    written = json.dumps(live_to_json(live, seal))
    assert live_from_json(json.loads(written), lambda _: sealed[0]) == live
    if live.fairness and live.fairness.seed not in live.fairness.pledges.values():  # zeros, say
        assert live.fairness.seed.hex() not in written
