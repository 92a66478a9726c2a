"""The command line of the engine (section 12): arguments in, JSON lines out, 0 or 1.

Never here: a traceback for anything that a file or an argument can hold.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TextIO

from engine.commands.replay import add_replay_command
from engine.commands.simulate import add_simulate_command
from engine.commands.verify import add_verify_command


def main(arguments: Sequence[str]) -> int:
    """Run one command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Desmoche, by the rules")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_replay_command(commands)
    add_simulate_command(commands)
    add_verify_command(commands)
    parsed = parser.parse_args(arguments)
    run: Callable[[argparse.Namespace, TextIO], int] = parsed.run
    if sys.stdout is None:  # started with its standard output closed
        return 1
    try:
        status = run(parsed, sys.stdout)
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # a reader that has gone wants no answer
            print(f"cannot write: {error.strerror}", file=sys.stderr)
        # Keep the interpreter from complaining once more at its own exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status
