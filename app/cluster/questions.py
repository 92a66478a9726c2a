"""What was asked of a table's owner and is not answered yet.

Enters: messages of players, outcomes of the owner. Leaves: word to the owner, and an outcome for
each message, once. What can be repeated is asked again of whoever has the table next. Never here:
an answer of our own, but that the owner gave none.
"""

from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from app.cluster.envelopes import AnyWord, Told, open_outcome, seal_ask
from app.cluster.ports import LEASE
from engine.table.answering import Outcome
from engine.table.clock import SECOND
from engine.table.mailbox import Message, Recount
from engine.table.ports import Ports

ANSWERED_WITHIN = LEASE + 3 * SECOND // 2
"""How long an owner may take to answer. So long that what was asked of one that has just died is
asked of the next, and shorter than anybody waits for an answer over HTTP."""
MOST_ASKED = 256  # of one table and not answered yet, as in a mailbox
MOVED = "table_moved"
NUMBERS = count(2**32)
"""Of all questions of this process: an outcome that comes late is for no other question. As they
are sent, all are of one length."""


class _Question(NamedTuple):
    """A message that was sent to the owner, and what ends the wait for its outcome.

    `outcome`: it is there already, but the entry that it tells of is not.
    """

    message: Message
    forget: Callable[[], None]
    outcome: Outcome | None = None


class Questions:
    """Those about one table. `say` is word to its owner; `shown` how far it is known here."""

    def __init__(
        self, table: str, ports: Ports, say: Callable[[AnyWord], None], shown: Callable[[], int]
    ) -> None:
        self._table = table
        self._ports = ports
        self._say = say
        self._shown = shown
        self._open: dict[int, _Question] = {}

    @property
    def are_too_many(self) -> bool:
        """Whether the owner has to answer some before more are asked."""
        return len(self._open) >= MOST_ASKED

    def ask(self, message: Message) -> None:
        """Ask the owner."""
        number, clock = next(NUMBERS), self._ports.clock
        forget = clock.call_at(clock.now() + ANSWERED_WITHIN, lambda: self._give_up(number))
        self._open[number] = _Question(message, forget)
        self._send(number, message)

    def ask_again(self) -> None:
        """There is another owner: what can be asked again is, unless the last one answered it."""
        for number, question in list(self._open.items()):
            if question.message.request and question.outcome is None:
                self._send(number, question.message)

    def _send(self, number: int, message: Message) -> None:
        command = message.command
        assert not callable(command)
        assert not isinstance(command, Recount)
        sealer = self._ports.sealer
        self._say(seal_ask(sealer, self._table, number, command, message.request))

    def told(self, word: Told) -> bool:
        """The owner's answer; one that comes twice, or too late, is for nobody.

        False if it tells of an entry that is not known here: it is kept until that has come, since
        whoever asked looks at the table next.
        """
        question = self._open.get(word.id)
        if question is None or question.outcome is not None:
            return True
        outcome = open_outcome(self._ports.sealer, self._table, word)
        self._open[word.id] = question._replace(outcome=outcome)
        return outcome.seq <= self._shown()

    def pass_on(self) -> list[Message]:
        """Tell the outcomes of which all is known here; returns what was taken."""
        taken = []
        for number, (message, forget, outcome) in list(self._open.items()):
            if outcome is not None and outcome.seq <= self._shown():
                del self._open[number]
                forget()
                tell(message, outcome)
                if outcome.code is None:
                    taken.append(message)
        return taken

    def left_over(self) -> list[Message]:
        """What has no answer; it is for whoever calls this to see to."""
        questions = list(self._open.values())
        self._open.clear()
        for question in questions:
            question.forget()
        return [question.message for question in questions]

    def _give_up(self, number: int) -> None:
        question = self._open.pop(number, None)
        if question:
            tell(question.message, moved(self._shown()))


def moved(shown: int) -> Outcome:
    """The answer where nobody answers: it may have been done, and the same request tells."""
    return Outcome(MOVED, "ask again in a moment", shown)


def tell(message: Message, outcome: Outcome) -> None:
    """Answer a message, if an answer is wanted."""
    if message.reply:
        message.reply(outcome)
