"""What is asked of an owner: each question has its own answer, of whoever has the table."""

import asyncio

from app.cluster.envelopes import AnyWord, Ask, seal_outcome
from app.cluster.following import KEPT
from app.cluster.ports import LEASE
from app.cluster.questions import Questions
from engine.rules.actions import Draw
from engine.table.answering import Outcome
from engine.table.clock import SECOND
from engine.table.commands import SetWatchable
from engine.table.entries import Request
from engine.table.mailbox import Message
from tests.cluster.test_following import followed
from tests.cluster.world import TABLE, Browser, World, asked, in_world, settle, until
from tests.table.world import PlainSealer
from tests.table.world import world as one_world


def test_an_owner_of_before_does_not_answer_for_the_one_that_is() -> None:
    """It stood still with a question in its inbox, which the next owner is busy to do."""

    async def test(world: World) -> None:
        table = await world.dealt()
        before, asking, after = world.nodes
        (seat,) = asked(table.live)
        await Browser(after, "eva").look()
        there = await Browser(asking, table.live.players[seat]).look()
        asking.worker._patient_until = world.clock.now() + 60 * SECOND  # it takes nothing over
        after.journal.gate.clear()
        before.tables.do(before.freeze(LEASE + SECOND))
        await settle()
        await there.act(Draw(seat), "mine")
        await until(lambda: world.owners() == ["c"])
        after.journal.gate.set()
        assert await there.answer("mine") is None
        assert [frame["code"] for frame in there.all("answer")] == [None]

    in_world(test, workers=3)


def test_an_outcome_that_comes_late_is_for_no_other_question() -> None:
    """What was asked while the table was followed before, and was given up."""

    async def test(world: World) -> None:
        table = await world.dealt()
        owner, asking = world.nodes
        (seat,) = asked(table.live)
        old = await Browser(asking, table.live.players[seat]).look()
        owner.journal.gate.clear()
        await old.act(Draw(seat), "old")
        assert await old.answer("old") == "table_moved"
        old.leave()
        await asyncio.sleep(2 + KEPT / SECOND)
        assert not followed(asking)
        other = (seat + 1) % 3
        new = await Browser(asking, table.live.players[other]).look()
        await new.act(Draw(other), "new")
        owner.journal.gate.set()
        assert await new.answer("new") == "wrong_phase"

    in_world(test)


def test_what_is_answered_is_not_asked_again_nor_answered_otherwise() -> None:
    """Though it waits for the entry that it tells of, and there is another owner."""
    ports, sealer = one_world()[0], PlainSealer()
    said: list[AnyWord] = []
    heard: list[Outcome] = []
    shown = 3
    questions = Questions(TABLE, ports, said.append, lambda: shown)
    questions.ask(Message(SetWatchable("ana", False), Request("ana", "r"), heard.append))
    (ask,) = said
    assert isinstance(ask, Ask)
    refused = Outcome("not_host", "", 5)
    assert not questions.told(seal_outcome(sealer, TABLE, ask.id, refused))
    questions.ask_again()
    assert said == [ask]
    questions.told(seal_outcome(sealer, TABLE, ask.id, Outcome(None, "", 4)))
    shown = 5
    questions.pass_on()
    assert heard == [refused]
