"""`python -m tests.bench engine [--seconds S] [--seed N] [--hands N] [--peers]`: JSON out."""

import argparse
import asyncio
import json
import sys
from typing import Any

from tests.bench import engine, peers
from tests.bench.contest import Contestant, contest


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev bench")
    parser.add_argument("what", choices=["engine", "server"])
    parser.add_argument("--seconds", type=float, default=5.0, help="of play for each figure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=200, help="in which bots are timed")
    parser.add_argument("--peers", action="store_true", help="measure other card engines as well")
    options = parser.parse_args()
    figures = engine_figures(options) if options.what == "engine" else server_figures(options)
    print(json.dumps(figures, indent=2))
    return 0


def server_figures(options: argparse.Namespace) -> dict[str, Any]:
    from tests.bench import server  # the engine alone is measured without what a server needs

    return asyncio.run(server.server_figures(options.seconds))


def engine_figures(options: argparse.Namespace) -> dict[str, Any]:
    ours, others = engine.contestants(options.seed), list[Contestant]()
    for find in (peers.rlcard, peers.open_spiel) if options.peers else ():
        found = find(options.seed)
        if isinstance(found, str):
            print(found, file=sys.stderr)
        else:
            others += found
    contest([*ours, *others], options.seconds)
    all_ours = _together(ours)
    return {
        "engine": [contestant.figures() for contestant in (*ours, all_ours)],
        "peers": [contestant.figures() for contestant in others],
        "times_as_fast": {other.name: _ratios(all_ours, other) for other in others},
        "bot": engine.bot_times(options.hands, options.seed),
    }


def _together(ours: list[Contestant]) -> Contestant:
    first = ours[0]
    together = Contestant("all presets together", first.deal, first.play)
    for each in ours:
        together.hands += each.hands
        together.decisions += each.decisions
        together.dealing += each.dealing
        together.playing += each.playing
    return together


def _ratios(ours: Contestant, other: Contestant) -> dict[str, float]:
    mine, theirs = ours.figures(), other.figures()
    rates = ("decisions_per_second", "decisions_per_second_without_deal")
    return {rate: round(mine[rate] / theirs[rate], 2) for rate in rates}


if __name__ == "__main__":
    sys.exit(main())
