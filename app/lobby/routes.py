"""REST of the lobby: `/api/tables`, `/api/codes`, `/api/play`, `/api/presets`.

Enters: HTTP. Leaves: JSON as in `models`, or a problem.
"""

from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Path, Request, Response

from app import shapes
from app.identity import SignedIn, Visitor
from app.lobby.cards import card_of
from app.lobby.lobby import LIST_SECONDS, Lobby
from app.lobby.models import (
    AddBots,
    BotsAdded,
    Left,
    MoreChips,
    NewTable,
    PlayNow,
    Practise,
    Seat,
    TableCard,
    TableList,
    TakePlace,
)
from app.lobby.rules_told import rules_told
from app.problems import MOST_BODY, told
from app.security import address_of, require_same_origin

router = APIRouter(
    prefix="/api",
    tags=["lobby"],
    dependencies=[Depends(require_same_origin)],
    max_body_size=MOST_BODY,
)


def _lobby(request: Request) -> Lobby:
    return cast("Lobby", request.app.state.lobby)


TheLobby = Annotated[Lobby, Depends(_lobby)]
TableId = Annotated[
    shapes.TableId,
    Path(examples=[f"t{'0' * 20}"]),
]
Code = Annotated[str, Path(max_length=20, description="six letters", examples=["KWTXBR"])]


@router.get("/presets", responses=told())
async def show_presets() -> dict[str, Any]:
    """Every preset with all its house rules, and what each house rule may be."""
    return rules_told()


@router.get("/my-tables", responses=told(401))
async def list_my_tables(who: SignedIn, response: Response, lobby: TheLobby) -> TableList:
    """Open tables at which I sit, or that I made; those where I sit first."""
    response.headers["Cache-Control"] = "no-store"
    return TableList(tables=await lobby.tables_of(who))


@router.get("/tables", responses=told())
async def list_tables(response: Response, lobby: TheLobby) -> TableList:
    """Public tables that are open, at most fifty, those first that wait for somebody."""
    response.headers["Cache-Control"] = f"public, max-age={LIST_SECONDS}"
    return TableList(tables=await lobby.public_tables())


@router.post("/tables", status_code=201, responses=told(401, 403, 409, 429))
async def open_table(
    asked: NewTable, who: SignedIn, request: Request, lobby: TheLobby
) -> TableCard:
    """Open a table; private unless it is said to be public. Its host then takes a place.

    The same `request` again, as after an answer that was lost, is answered with the same table.
    """
    table, row = await lobby.open(asked, who, address_of(request))
    return card_of(table.live, row, who)


@router.get("/codes/{code}", responses=told(404, 429))
async def find_table(code: Code, who: Visitor, request: Request, lobby: TheLobby) -> TableCard:
    """A table by its join code, before one sits down: its rules as what differs from standard."""
    table, row = await lobby.by_code(code, address_of(request))
    return card_of(table.live, row, who)


@router.get("/tables/{table_id}", responses=told(404))
async def show_table(table_id: TableId, who: Visitor, lobby: TheLobby) -> TableCard:
    """A table by its id."""
    table, row = await lobby.by_id(table_id)
    return card_of(table.live, row, who)


@router.delete("/tables/{table_id}", responses=told(401, 403, 404, 409))
async def close_table(table_id: TableId, who: SignedIn, lobby: TheLobby) -> Left:
    """Close a table; for its host. It ends with the hand; stacks and carried pots are paid out."""
    return Left(after_hand=await lobby.close(table_id, who))


@router.post("/tables/{table_id}/seat", responses=told(401, 403, 404, 409, 429))
async def take_place(table_id: TableId, asked: TakePlace, who: SignedIn, lobby: TheLobby) -> Seat:
    """Take a place, with chips from the wallet."""
    return await lobby.take(table_id, who, asked)


@router.post("/tables/{table_id}/chips", responses=told(401, 403, 404, 409, 429))
async def top_up(table_id: TableId, asked: MoreChips, who: SignedIn, lobby: TheLobby) -> Seat:
    """More chips from the wallet, between hands, up to the table's greatest buy-in."""
    return await lobby.top_up(table_id, who, asked)


@router.delete("/tables/{table_id}/seat", responses=told(401, 403, 404, 409))
async def leave_place(table_id: TableId, who: SignedIn, lobby: TheLobby) -> Left:
    """Give the place up; in the middle of a hand it is kept, and the stack, until its end."""
    table, _ = await lobby.by_id(table_id)
    return Left(after_hand=await lobby.places.leave(table, who))


@router.post("/tables/{table_id}/bots", responses=told(401, 403, 404, 409))
async def add_bots(table_id: TableId, asked: AddBots, who: SignedIn, lobby: TheLobby) -> BotsAdded:
    """Seat bots at free places; for the host."""
    table, _ = await lobby.by_id(table_id)
    return BotsAdded(names=await lobby.places.add_bots(table, who, asked.count))


@router.post("/practice", status_code=201, responses=told(401, 403, 404, 409, 429))
async def play_on(asked: Practise, who: SignedIn, request: Request, lobby: TheLobby) -> Seat:
    """Play on from a moment of my finished hand, against bots; no chips of mine move."""
    return await lobby.practise(asked, who, address_of(request))


@router.post("/play", status_code=201, responses=told(401, 403, 409, 429))
async def play_now(
    who: SignedIn, request: Request, lobby: TheLobby, asked: PlayNow | None = None
) -> Seat:
    """A place at a private table with three bots, to be dealt in at once."""
    return await lobby.play_now(who, address_of(request), asked or PlayNow())
