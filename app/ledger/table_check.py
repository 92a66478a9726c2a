"""One table's journal and ledger rows, held against each other.

Enters: a table's entries in order, each with the rows it moved, and its hands as they are kept.
Leaves: findings; the table's head, recomputed. Recomputed are the chain, every balance, each pot
coin by coin, and every hand's result in chips; they are held against what the journal says
wherever it says it: the table at rest before and after each hand, and each hand's record. So is
the table's row in the lobby.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from app.db.entries import Owner
from app.ledger.bodies import Body, HandFile, HandRecord, Snapshot
from app.ledger.books import Books
from app.ledger.chain_check import ChainCheck
from app.ledger.deals_check import Borrowed, borrowed_by, wrong_deal
from app.ledger.findings import Finding, Findings, Kind
from app.ledger.kept_hands import difference
from app.ledger.listed import TableSaid
from app.ledger.sentences import Said, Wrong, row_bad
from engine.table.bad_rows import BadRow
from engine.table.carried import MAIN
from engine.table.money import Account, AccountKind, Transfer
from engine.table.receipts import Pot, Receipts


class TableCheck:
    """One table, entry by entry."""

    def __init__(
        self, table: str, books: Books, findings: Findings, kept_seq: int | None = None
    ) -> None:
        self.table = table
        self.kept_seq = kept_seq  # where somebody kept the head of the chain
        self.chain = ChainCheck(table)
        self.receipts = Receipts()
        self.borrowed: list[Borrowed] = []
        self._said = TableSaid()
        self._books = books
        self._findings = findings
        self._nets: defaultdict[int, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
        self._entry = 0
        self._epoch = 0

    def chained(self, entry: Any, rows: Sequence[Any], text: bytes) -> None:
        """The next entry, with its rows and its body as it is stored, for the chain."""
        self._entry, self._epoch = entry[1], entry[2]
        if rows or not self.chain.holds(entry, text):
            self.chain.entry(entry, rows, text)

    def entry(self, entry: Any, rows: Sequence[Any], body: Body | None, kept: Any) -> None:
        """The same entry for the books; `kept` is the hand that it ended. Raises `DecodeError`."""
        if body is None:
            self._book(rows)
        else:
            self._told(body, entry, rows, kept)

    def unreadable(self, error: Exception) -> None:
        """The body of the entry can't be read."""
        self._tell(Kind.UNREADABLE, Wrong.UNREADABLE.of(error=str(error)))

    def ends(self, owner: Owner) -> None:
        """No more entries; `owner` says how many the table has counted, and whose it is."""
        there, seq = self.chain.head.seq, owner.seq
        self.tell_break()
        if self._epoch > owner.epoch:
            said = Wrong.OWNERS_DIFFER.of(owners=owner.epoch, by=self._epoch)
            self._add(Kind.ALTERED, said, there)
        if there < seq:
            self._add(Kind.CUT_OFF, Wrong.ENTRIES_GONE.of(counted=seq, last=there), there + 1)
        elif there > seq:
            self._add(Kind.INSERTED, Wrong.ENTRIES_PUT_IN.of(counted=seq, last=there), seq + 1)

    def listed(self, row: Any) -> None:
        """The table as the lobby knows it, after the last entry."""
        for said in self._said.differences(row):
            self._findings.add(Finding(Kind.ALTERED, said, self.table))

    def tell_break(self) -> None:
        """What is wrong with the chain, now that its entries have been looked at."""
        if self.chain.broken:
            self._findings.add(self.chain.broken)

    # --- what an entry says of the table ----------------------------------------------

    def _told(self, body: Body, entry: Any, rows: Sequence[Any], hand: Any) -> None:
        """A snapshot before holds before the rows, but for those that undo a lost hand."""
        undone = sum("/undo/" in row.key for row in rows)
        self._book(rows[:undone])
        self._said.entry(body, entry.at)
        if body.before:
            self._snapshot(body.before, Wrong.STACK_BEFORE_DIFFERS)
        self._book(rows[undone:])
        if body.rests:
            self._snapshot(body.rests, Wrong.STACK_AFTER_DIFFERS)
        if body.hand_record and body.hand_record.over:
            self._hand(body.hand_record, entry, hand)

    def _hand(self, record: HandRecord, entry: Any, kept: Any) -> None:
        """A hand that is over: as it is kept, how it was dealt, what came of it."""
        rehearsed = self._said.rehearsed
        wrong = difference(record, kept, entry.at) or wrong_deal(record, self.table, rehearsed)
        if wrong:
            self._tell(Kind.HAND, wrong)
        elif rehearsed is not None:
            self.borrowed.append(borrowed_by(record, self.table, entry.seq))
        self._result(record.hand, record.players, record.read())

    def _snapshot(self, snapshot: Snapshot, differs: Wrong) -> None:
        """Stacks and carried pots are what the rows come to; `differs` where a stack is not."""
        for player in snapshot.session.places:
            if player is None:
                continue
            chips = self._books.of(AccountKind.STACK, self.table, player.id)
            if chips != player.stack:
                said = differs.of(player=player.id, said=player.stack, chips=chips)
                self._tell(Kind.BALANCE, said)
        pots = snapshot.session.carried.pots
        found = {pot.name: pot.coins for pot in self._carried().values()}
        for name in sorted(pots.keys() | found.keys()):
            # A `Coin` is a tuple of these three, so nothing need be made of it.
            if [(coin[0], coin[1], coin[3]) for coin in pots.get(name, ())] != found.get(name, []):
                self._tell(Kind.POT, Wrong.CARRIED_COINS_DIFFER.of(pot=name))

    def _result(self, hand: int, players: Sequence[str], file: HandFile | None) -> None:
        """What a hand's rows moved is what its file says came of it."""
        nets = self._nets.pop(hand, defaultdict(int))
        result = file.ended if file else None
        if file is None or result is None:  # void (R8.8)
            after = dict.fromkeys(players, 0)
        else:
            stacks = zip(players, file.stacks, result.stacks, strict=False)
            after = {player: then - before for player, before, then in stacks}
        for player in sorted(after.keys() | nets.keys()):
            said, moved = after.get(player, 0), nets.get(player, 0)
            if said != moved:
                wrong = Wrong.HAND_NET_DIFFERS.of(hand=hand, player=player, said=said, moved=moved)
                self._tell(Kind.HAND, wrong)
        if result is not None:
            self._carry(hand, {MAIN: result.carry.pot, **result.carry.side}, result.carry.count)

    def _carry(self, hand: int, said: Mapping[str, int], count: int) -> None:
        carried = self._carried()
        there = {pot.name: pot.left for pot in carried.values()}
        for name in sorted(said.keys() | there.keys()):
            left, moved = said.get(name, 0), there.get(name, 0)
            if left != moved:
                wrong = Wrong.HAND_CARRY_DIFFERS.of(hand=hand, pot=name, said=left, moved=moved)
                self._tell(Kind.POT, wrong)
        main = carried.get(Account(AccountKind.CARRIED, MAIN, self.table))
        if count != (len(main.carries) if main else 0):
            self._tell(Kind.POT, Wrong.HAND_CARRIES_DIFFER.of(hand=hand, said=count))

    def _carried(self) -> dict[Account, Pot]:
        kind = AccountKind.CARRIED
        return {account: pot for account, pot in self.receipts.open.items() if account.kind is kind}

    # --- rows -------------------------------------------------------------------------

    def _book(self, rows: Sequence[Any]) -> None:
        for row in rows:
            try:
                transfer = self._books.feed(row)
                self.receipts.feed(transfer)
            except BadRow as bad:
                self._tell(Kind.POT, row_bad(row, bad), row.id)
            else:
                self._count(transfer)

    def _count(self, transfer: Transfer) -> None:
        self._said.transfer(transfer)
        if transfer.hand is None:
            return
        nets = self._nets[transfer.hand]
        for account, chips in (
            (transfer.debit, -transfer.amount),
            (transfer.credit, transfer.amount),
        ):
            if account.kind is AccountKind.STACK:
                nets[account.owner] += chips

    def _tell(self, kind: Kind, said: Said, row: int | None = None) -> None:
        """The chain's own break comes first: it says best what was done."""
        if self.chain.broken:
            return
        self._add(kind, said, self._entry, row)

    def _add(self, kind: Kind, said: Said, entry: int, row: int | None = None) -> None:
        self._findings.add(Finding(kind, said, self.table, entry, row))
