"""`verify` (docs/fairness.md): was this hand dealt as promised? One JSON line, 0 or 1."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, TextIO

from engine.rules.hand_file import MAX_TEXT, bad_file, parse_json
from engine.rules.refusals import Refusal
from engine.table.fairness_check import verify

STANDARD_INPUT = "-"


def add_verify_command(commands: Any) -> None:
    """`verify [FILE|-] [--seen FILE …]`."""
    command = commands.add_parser("verify", help="check that a hand was dealt as promised")
    command.add_argument(
        "file",
        nargs="?",
        default=STANDARD_INPUT,
        help='a fairness record, or {"file": hand file, "fairness": record}; - for standard input',
    )
    command.add_argument(
        "--seen",
        metavar="FILE",
        action="append",
        default=[],
        help="the record as your browser kept it before the end; may be given again",
    )
    command.set_defaults(run=_verify)


def _verify(parsed: argparse.Namespace, out: TextIO) -> int:
    try:
        answer = verify(_read(parsed.file), [_read(name) for name in parsed.seen])
    except Refusal as refusal:
        error = {"code": refusal.code.value, "message": refusal.message}
        answer = {"ok": False, "error": error}
    out.write(json.dumps(answer, separators=(",", ":")) + "\n")
    return 0 if answer["ok"] else 1


def _read(name: str) -> Any:
    """The JSON of one file, never more than a file may have. Raises `Refusal`."""
    try:
        if name == STANDARD_INPUT:
            return parse_json(sys.stdin.buffer.read(MAX_TEXT + 1))
        with Path(name).open("rb") as file:
            return parse_json(file.read(MAX_TEXT + 1))
    except OSError as error:
        raise bad_file(f"cannot read {name}: {error.strerror}") from None
