"""Who comes in: auditors to look, operators to act. Nobody else learns that there is a door."""

from typing import Annotated

from fastapi import Depends

from app.identity import Visitor, Who
from app.problems import Problem


async def auditor(who: Visitor) -> Who:
    """Whoever may look; to others this is a page that does not exist."""
    if who is None or who.role not in ("auditor", "operator"):
        raise Problem(404, "not_found", "not found")
    return who


async def operator(who: Visitor) -> Who:
    """Whoever may act."""
    if who is None or who.role != "operator":
        raise Problem(404, "not_found", "not found")
    return who


Operator = Annotated[Who, Depends(operator)]
