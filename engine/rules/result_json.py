"""Results as section 12 writes them, and whether two written results are the same."""

from typing import Any

from engine.rules.settlement import Result


def result_to_json(result: Result) -> dict[str, Any]:
    """The `result` of a hand file."""
    return {
        "winner": result.winner,
        "how": result.how,
        "pot": result.pot,
        "bonuses": [
            {"kind": bonus.kind, "from": bonus.seat, "amount": bonus.amount}
            for bonus in result.bonuses
        ],
        "unpaid": list(result.unpaid),
        "side": {
            game: {"winners": list(pot.winners), "pot": pot.pot}
            for game, pot in result.side.items()
        },
        "stacks": list(result.stacks),
        "carry": {
            "pot": result.carry.pot,
            "count": result.carry.count,
            "side": dict(result.carry.side),
        },
    }


def same_result(given: Any, played: dict[str, Any]) -> bool:
    """Whether a result that a file carries is the one its hand came to.

    Bonuses and winners may come in any order, null counts as absent, unknown keys are
    ignored; numbers are compared strictly, so that neither 1.0 nor true is 1.
    """
    if not isinstance(given, dict):
        return False
    return _same(_sorted_lists(given), _sorted_lists(played))


def _sorted_lists(result: dict[str, Any]) -> dict[str, Any]:
    known = dict(result)
    if isinstance(known.get("bonuses"), list):
        known["bonuses"] = sorted(known["bonuses"], key=_sort_key)
    if isinstance(known.get("side"), dict):
        known["side"] = {
            game: {**pot, "winners": sorted(pot["winners"], key=repr)}
            if isinstance(pot, dict) and isinstance(pot.get("winners"), list)
            else pot
            for game, pot in known["side"].items()
        }
    return known


def _sort_key(bonus: Any) -> str:
    """An order that does not hang on the order of keys or on keys that are ignored."""
    if not isinstance(bonus, dict):
        return repr(bonus)
    return repr([bonus.get(name) for name in ("kind", "from", "amount")])


def _same(given: Any, played: Any, exact: bool = False) -> bool:
    """`exact` where keys are names of games: there an unknown one is no mere addition."""
    if isinstance(played, dict):
        if not isinstance(given, dict):
            return False
        if exact and {name for name, value in given.items() if value is not None} != set(played):
            return False
        return all(_same(given.get(name), played[name], name == "side") for name in played)
    if isinstance(played, list):
        if not isinstance(given, list) or len(given) != len(played):
            return False
        return all(map(_same, given, played))
    return type(given) is type(played) and bool(given == played)
