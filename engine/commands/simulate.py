"""`simulate` (section 12): arguments in, hand files or a closing line of speeds out."""

import argparse
import json
from time import perf_counter
from typing import Any, TextIO

from engine.bots.policy import POLICIES
from engine.rules.deal import MOST_CHIPS
from engine.rules.hand_file import hand_file_json
from engine.rules.house_rules import DOMAINS, PRESETS, Rules, require_deal, rules_from_json
from engine.rules.refusals import Code, Refusal, shown
from engine.rules.result_json import result_to_json
from engine.simulation import Plan, Played, simulate

MOST_HANDS = 100_000_000  # a slip of the keyboard, not a wish


def add_simulate_command(commands: Any) -> None:
    """`simulate --preset NAME --seats N --hands N --seed N …`."""
    command = commands.add_parser("simulate", help="play whole hands by policies, from a seed")
    command.add_argument("--preset", required=True, choices=PRESETS)
    command.add_argument("--seats", type=_whole(2, 4), help="as many as the rules allow")
    command.add_argument("--hands", type=_whole(0, MOST_HANDS), default=1)
    command.add_argument("--seed", type=_whole(0, MOST_CHIPS), default=0)
    command.add_argument(
        "--policy", default="random", help=f"{', '.join(POLICIES)}: one for all, or one a seat"
    )
    command.add_argument("--set", action="append", default=[], metavar="RULE=VALUE")
    command.add_argument("--bet", type=_whole(1, MOST_CHIPS), default=5)
    command.add_argument("--stack", type=_whole(1, MOST_CHIPS), default=1000)
    command.add_argument("--quiet", action="store_true", help="only a closing line of speeds")
    command.set_defaults(run=lambda parsed, out: _simulate(command, parsed, out))


def _simulate(command: argparse.ArgumentParser, parsed: argparse.Namespace, out: TextIO) -> int:
    plan = _plan(command, parsed)
    began = perf_counter()
    hands = actions = 0
    for played in simulate(plan):
        hands += 1
        actions += len(played.actions)
        if not parsed.quiet:
            out.write(json.dumps(_hand_file(played), separators=(",", ":")) + "\n")
    if parsed.quiet:
        seconds = max(perf_counter() - began, 1e-9)
        speeds = {
            "hands": hands,
            "actions": actions,
            "hands_per_second": round(hands / seconds, 1),
            "actions_per_second": round(actions / seconds, 1),
        }
        out.write(json.dumps(speeds) + "\n")
    return 0


def _hand_file(played: Played) -> dict[str, Any]:
    return hand_file_json(played.deal, played.actions, result_to_json(played.result))


def _plan(command: argparse.ArgumentParser, parsed: argparse.Namespace) -> Plan:
    """The arguments as a plan; what can't be played ends the command with a sentence."""
    try:
        rules = _rules(parsed.preset, parsed.set)
        seats = rules.seats[1] if parsed.seats is None else parsed.seats
        if not rules.seats[0] <= seats <= rules.seats[1]:
            low, high = rules.seats
            command.error(f"these rules seat {low} to {high}, not {seats}")
        require_deal(rules, seats)
    except Refusal as refusal:
        command.error(refusal.message)
    if parsed.stack < parsed.bet:
        command.error("a stack must hold the bet")
    # R8.1, at the worst: every seat topped up for every hand.
    if parsed.stack * seats * (parsed.hands + 1) > MOST_CHIPS:
        command.error(f"so many hands with such stacks could bring over {MOST_CHIPS} chips")
    words = parsed.policy.split(",")
    words = words * seats if len(words) == 1 else words
    unknown = [word for word in words if word not in POLICIES]
    if unknown or len(words) != seats:
        command.error(f"--policy takes one of {', '.join(POLICIES)}, or one for each of {seats}")
    policies = tuple(POLICIES[word] for word in words)
    return Plan(rules, policies, parsed.hands, parsed.seed, parsed.bet, parsed.stack)


def _rules(preset: str, settings: list[str]) -> Rules:
    overrides: dict[str, Any] = {"preset": preset}
    for setting in settings:
        rule, equals, text = setting.partition("=")
        if rule not in DOMAINS or not equals:
            raise Refusal(
                Code.BAD_RULES, f"--set takes RULE=VALUE with a house rule, not {shown(setting)}"
            )
        overrides[rule] = _value(rule, text)
    return rules_from_json(overrides)


def _value(rule: str, text: str) -> Any:
    """A house rule's value as JSON would hold it, by what the rule takes."""
    standard = getattr(PRESETS["desmoche"], rule)
    if isinstance(standard, bool):
        return {"true": True, "yes": True, "false": False, "no": False}.get(text, text)
    if isinstance(standard, tuple):
        words: list[Any] = text.split(",") if text else []
        return [_number(word) for word in words] if rule == "seats" else words
    return _number(text) if isinstance(standard, int) else text


def _number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text


def _whole(low: int, high: int) -> Any:
    def whole(text: str) -> int:
        number = _number(text)
        if not isinstance(number, int) or not low <= number <= high:
            raise argparse.ArgumentTypeError(
                f"{shown(text)} is no whole number from {low} to {high}"
            )
        return number

    return whole
