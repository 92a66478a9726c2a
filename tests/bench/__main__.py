"""`python -m tests.bench engine [--seconds S] [--seed N] [--peers]`."""

import argparse
import sys
from importlib import import_module

from tests.bench import Figure, peers


def engine_figures(seconds: float, seed: int) -> list[Figure]:
    """What tests/bench/engine.py measures of this project's own engine.

    The seam: that file defines `measure(seconds: float, seed: int) -> list[Figure]`, counts and
    times as the docstring of peers.py says, and is found here by name once it exists.
    """
    try:
        module = import_module("tests.bench.engine")
    except ModuleNotFoundError as missing:
        if missing.name != "tests.bench.engine":
            raise
        print("tests/bench/engine.py is not there yet: nothing of this engine is measured.")
        return []
    figures: list[Figure] = module.measure(seconds, seed)
    return figures


def peer_figures(seconds: float, seed: int) -> list[Figure]:
    figures = []
    for play in (peers.rlcard, peers.open_spiel):
        outcome = play(seconds, seed)
        if isinstance(outcome, str):
            print(outcome)
        else:
            figures.append(outcome)
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev bench")
    parser.add_argument("what", choices=["engine"])
    parser.add_argument("--seconds", type=float, default=5.0, help="of play for each figure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--peers", action="store_true", help="measure other card engines as well")
    options = parser.parse_args()
    figures = engine_figures(options.seconds, options.seed)
    if options.peers:
        figures += peer_figures(options.seconds, options.seed)
    for figure in figures:
        print(f"{figure.name:<40} {figure.rate:>12,.0f} decisions/s")
    return 0 if figures else 1


if __name__ == "__main__":
    sys.exit(main())
