"""`python -m tests.bench engine|bots|journal|ledger|evening|server|cluster|client …`: JSON out."""

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.bench import bots, engine, journal, ledger, peers
from tests.bench.contest import Contestant, contest


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev bench")
    kinds = ["engine", "bots", "journal", "ledger", "evening", "server", "cluster", "client"]
    parser.add_argument("what", choices=kinds)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, help="in which bots play: 200; of an evening: 10000")
    parser.add_argument("--peers", action="store_true", help="measure other card engines as well")
    parser.add_argument("--rows", type=int, default=1_000_000, help="of the ledger")
    parser.add_argument("--tables", type=int, help="that commit at once: 50; of an evening: 200")
    options = parser.parse_args()
    print(json.dumps(_figures(options), indent=2))
    return 0


def _figures(options: argparse.Namespace) -> Any:
    if options.what == "bots":
        return bots.figures(options.hands or 200, options.seed)
    if options.what == "journal":
        return journal.figures(options.tables or 50, options.seconds)
    if options.what == "ledger":
        return ledger.figures(options.rows)
    if options.what == "evening":
        from tests.simulation.evening_checked import as_json, checked
        from tests.simulation.evenings import Evening

        with tempfile.TemporaryDirectory() as folder:
            evening = Evening(options.seed, options.tables or 200, options.hands or 10_000)
            return as_json(checked(evening, Path(folder) / "evening.sqlite3"))
    if options.what == "server":
        from tests.bench import server  # the others are measured without what a server needs

        return asyncio.run(server.server_figures(options.seconds))
    if options.what == "cluster":
        from tests.bench import cluster

        return cluster.cluster_figures(options.seconds)
    if options.what == "client":
        from tests.bench import client  # needs a browser

        return asyncio.run(client.client_figures())
    return engine_figures(options)


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
        "bot": engine.bot_times(options.hands or 200, options.seed),
    }


def _together(ours: list[Contestant]) -> Contestant:
    first = ours[0]
    together = Contestant("all presets together", first.deal, first.play)
    for each in ours:
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
