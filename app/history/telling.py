"""Finished hands as answers, rows and texts that a person can read.

Enters: a kept hand. Leaves: JSON, cells, lines. Nobody who may not see a hand comes so far.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from app.history.settlements import Night
from app.receipts import OVER, pot_told, state_of
from app.tabular import Cell, Form, csv_form, seat_cell
from engine.table.clock import SECOND

COLUMNS = (
    *("ended", "table", "hand", "status", "practice"),
    *("seat", "players", "winner", "how", "pot", "chips"),
)
"""`chips` are those that the hand brought whoever asks: none where it was practice, so that they
can be added up."""
COINS = (
    *("pot", "game", "state", "hand", "seat", "player"),
    *("what", "chips", "practice"),
)


class Kept(NamedTuple):
    """A hand that is over. `seat` is that of whoever asks, None for an auditor.

    `title` is what the table is called, "" where nobody knows.
    `practice`: its chips were the bank's.
    """

    table: str
    title: str
    hand: int
    status: str
    ended_at: int
    seat: int | None
    players: list[str]
    file: dict[str, Any]
    result: dict[str, Any] | None
    fairness: Any
    practice: bool = False

    @property
    def preset(self) -> str:
        """The game that was played."""
        return str(self.file["rules"]["preset"])

    @property
    def names(self) -> list[str]:
        """What the players were called, by seat."""
        return [str(name) for name in self.file["seats"]]

    @property
    def net(self) -> int | None:
        """The chips that the hand brought whoever asks; 0 if it was void (R8.8)."""
        if self.seat is None:
            return None
        if self.result is None:
            return 0
        return int(self.result["stacks"][self.seat]) - int(self.file["stacks"][self.seat])


def card_of(kept: Kept) -> dict[str, Any]:
    """A hand in a list."""
    result = kept.result or {}
    return {
        "table": kept.table,
        "title": kept.title,
        "hand": kept.hand,
        "status": kept.status,
        "ended_at": kept.ended_at,
        "seat": kept.seat,
        "preset": kept.preset,
        "practice": kept.practice,
        "players": kept.players,
        "names": kept.names,
        "winner": result.get("winner"),
        "how": result.get("how"),
        "pot": result.get("pot"),
        "net": kept.net,
    }


def exported(kept: Kept) -> dict[str, Any]:
    """A hand as a file of its own: a hand file, beside which stand where and when it was played
    and the proof of its deal, under keys that whoever reads hand files passes over."""
    return {
        **kept.file,
        "table": kept.table,
        "hand": kept.hand,
        "status": kept.status,
        "practice": kept.practice,
        "ended_at": kept.ended_at,
        "fairness": kept.fairness,
    }


def _json_line(kept: Kept) -> str:
    return json.dumps(exported(kept), ensure_ascii=False, separators=(",", ":")) + "\n"


def row_of(kept: Kept) -> list[Cell]:
    """A hand as cells of `COLUMNS`."""
    card, names = card_of(kept), kept.names
    winner = card["winner"]
    return [
        when(kept.ended_at),
        kept.table,
        kept.hand,
        kept.status,
        int(kept.practice),
        seat_cell(kept.seat),
        ", ".join(names),
        None if winner is None else names[winner],
        card["how"],
        card["pot"],
        None if kept.practice else card["net"],
    ]


def night_told(night: Night) -> dict[str, Any]:
    """Everyone's chips, who pays whom, and pots with their coins; players by id and name.

    Nobody pays for practice: all chips there were the bank's.
    """
    settlement = night.settlement
    return {
        "title": night.title,
        "practice": night.practice,
        "names": dict(night.names),
        "bots": sorted(night.bots),
        "players": {
            player: {
                "brought": share.brought,
                "taken": share.taken,
                "stack": share.stack,
                "in_pots": share.in_pots,
                "net": share.net,
            }
            for player, share in settlement.shares.items()
        },
        "payments": [
            {"from": payer, "to": payee, "chips": chips}
            for payer, payee, chips in settlement.payments
            if not night.practice
        ],
        "pots": list(_pots(night)),
        "over": settlement.over,
    }


def night_rows(night: Night) -> Iterator[list[Cell]]:
    """Every coin and payment of the pots as cells of `COINS`: chips in above, chips out below 0."""
    named, practice = night.names, int(night.practice)
    for number, pot in enumerate(_pots(night), 1):
        here: list[Cell] = [number, pot["pot"], pot["state"]]
        back = [(coin, "returned", -1) for coin in pot["returned"]]
        came = [(coin, "in", 1) for coin in (*pot["coins"], *pot["returned"])]
        for coin, what, sign in (*came, *back):
            who, chips = coin["player"], coin["amount"] * sign
            seat = seat_cell(coin["seat"])
            yield [*here, coin["hand"], seat, named.get(who, who), what, chips, practice]
        for paid in pot["payments"]:
            who, chips = paid["player"], -paid["amount"]
            told: list[Cell] = [named.get(who, who), paid["reason"].value, chips, practice]
            yield [*here, paid["hand"], None, *told]


def _pots(night: Night) -> Iterator[dict[str, Any]]:
    """The newest that are over, then those with chips in them."""
    receipts = night.settlement.receipts
    yield from (pot_told(pot, OVER, night.dealt) for pot in receipts.over)
    for account, pot in receipts.open.items():
        yield pot_told(pot, state_of(account), night.dealt)


def text_of(kept: Kept, moved: Sequence[dict[str, Any]]) -> str:
    """A hand in plain lines: who sat where, what was done, what came of it, each chip."""
    names = kept.names
    called = f"{kept.title} ({kept.table})" if kept.title else kept.table
    lines = [f"{called}, hand {kept.hand}, {when(kept.ended_at)}, {kept.status}", ""]
    if kept.practice:
        lines.insert(1, "practice: its chips were the bank's, and count nowhere")
    stacks = kept.file["stacks"]
    lines += [f"seat {seat}: {name}, {stacks[seat]} chips" for seat, name in enumerate(names)]
    lines += ["", f"deck: {kept.file['deck']}", ""]
    lines += [_action(action, names) for action in kept.file["actions"]]
    result = kept.result
    if result is not None:
        winner = result["winner"]
        who = "nobody" if winner is None else names[winner]
        lines += ["", f"{who} wins {result['pot']} ({result['how']})"]
    lines += ["", *(f"{m['from']} -> {m['to']}: {m['amount']} ({m['reason']})" for m in moved)]
    return "\n".join(lines) + "\n"


FORMS: Mapping[str, Form] = {
    "csv": csv_form(COLUMNS, row_of),
    "jsonl": Form("application/x-ndjson", _json_line),
    "txt": Form("text/plain; charset=utf-8", lambda kept: text_of(kept, ()) + "\n"),
}
"""Lists of hands to take along, by how the name of the file ends: a spreadsheet, hand files each
with the proof of its deal, and for a person to read, without the rows of the ledger."""


def when(at: int) -> str:
    """A time as people and spreadsheets read it, in UTC."""
    return datetime.fromtimestamp(at // SECOND, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _action(action: dict[str, Any], names: Sequence[str]) -> str:
    seat = action.get("seat")
    who = "the clock" if seat is None else names[seat]
    more = [f"{key} {_words(value)}" for key, value in action.items() if key not in ("seat", "do")]
    return " ".join([f"{who}: {action['do']}", *more])


def _words(value: Any) -> str:
    if isinstance(value, list):
        parts = [_words(one) for one in value]
        return (" | " if value and isinstance(value[0], list) else " ").join(parts)
    return str(value)
