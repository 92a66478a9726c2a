"""REST of people: `/api/guests`, `/api/login`, `/api/recovery`, `/api/me`.

Enters: HTTP. Leaves: JSON as in `models`, or a problem; cookies are set here and only here.
"""

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request, Response

from app.accounts.accounts import Accounts
from app.accounts.models import (
    Credentials,
    Me,
    NewCredentials,
    NewGuest,
    Recovery,
    RecoveryCode,
    Refill,
    Rename,
    Session,
    Wallet,
    Welcome,
)
from app.accounts.store import Account
from app.accounts.wallets import REFILL_TO
from app.identity import SignedIn, TheIdentity, Visitor
from app.problems import MOST_BODY, Problem, told
from app.security import address_of, require_same_origin

router = APIRouter(
    prefix="/api",
    tags=["people"],
    dependencies=[Depends(require_same_origin)],
    max_body_size=MOST_BODY,
)


def _accounts(request: Request) -> Accounts:
    return cast("Accounts", request.app.state.accounts)


TheAccounts = Annotated[Accounts, Depends(_accounts)]


@router.post("/guests", status_code=201, responses=told(403, 409, 429))
async def come_as_guest(
    asked: NewGuest,
    request: Request,
    response: Response,
    accounts: TheAccounts,
    identity: TheIdentity,
    visitor: Visitor,
) -> Welcome:
    """Come in by a name alone. The answer holds a recovery code, shown this once."""
    if visitor:
        raise Problem(409, "signed_in", f"you are {visitor.name} here already; log out first")
    account, code = await accounts.add_guest(asked.name, address_of(request))
    await identity.begin(account.id, request.cookies, response)
    return Welcome(me=await _me(accounts, account), recovery=_recovery(code))


@router.post("/login", responses=told(401, 403, 429))
async def log_in(
    asked: Credentials,
    request: Request,
    response: Response,
    accounts: TheAccounts,
    identity: TheIdentity,
) -> Me:
    """Sign in by username and password."""
    address = address_of(request)
    account = await accounts.by_password(asked.username, asked.password, address)
    await identity.begin(account.id, request.cookies, response)
    return await _me(accounts, account)


@router.post("/recovery", responses=told(401, 403, 429))
async def recover(
    asked: RecoveryCode,
    request: Request,
    response: Response,
    accounts: TheAccounts,
    identity: TheIdentity,
) -> Me:
    """Come back by a recovery code, on any device; the other devices stay signed in."""
    account = await accounts.by_code(asked.code, address_of(request))
    await identity.begin(account.id, request.cookies, response)
    return await _me(accounts, account)


@router.post("/logout", status_code=204, responses=told(403))
async def log_out(request: Request, response: Response, identity: TheIdentity) -> None:
    """End this session. Without a recovery link or a password a guest can't come back."""
    await identity.end(request.cookies, response)


@router.get("/me", responses=told(401))
async def show_me(
    who: SignedIn,
    request: Request,
    response: Response,
    accounts: TheAccounts,
    identity: TheIdentity,
) -> Me:
    """Who I am and what I have; makes the session last anew."""
    identity.renew_cookie(request.cookies, response)
    response.headers["Cache-Control"] = "no-store"
    return await _me(accounts, await accounts.account(who.id))


@router.get("/session", responses=told())
async def show_session(
    visitor: Visitor,
    request: Request,
    response: Response,
    accounts: TheAccounts,
    identity: TheIdentity,
) -> Session:
    """Like `/api/me`, but that there is nobody is an answer and no error: the first question
    of every page."""
    response.headers["Cache-Control"] = "no-store"
    if visitor is None:
        return Session(me=None)
    return Session(me=await show_me(visitor, request, response, accounts, identity))


@router.patch("/me", responses=told(401, 403, 429))
async def rename(asked: Rename, who: SignedIn, accounts: TheAccounts, identity: TheIdentity) -> Me:
    """Take another name."""
    await accounts.rename(who.id, asked.name)
    identity.forget(who.id)
    return await _me(accounts, await accounts.account(who.id))


@router.post("/me/recovery", responses=told(401, 403, 429))
async def renew_recovery(who: SignedIn, accounts: TheAccounts) -> Recovery:
    """A new recovery code, shown this once; the one before is void."""
    return _recovery(await accounts.renew_code(who.id))


@router.put("/me/password", responses=told(401, 403, 409, 429))
async def set_password(
    asked: NewCredentials,
    who: SignedIn,
    request: Request,
    response: Response,
    accounts: TheAccounts,
    identity: TheIdentity,
) -> Me:
    """Make a guest an account, or change username and password. Ends all other sessions."""
    await accounts.set_password(who.id, asked.username, asked.password, asked.current)
    await identity.end_all(who.id)
    await identity.begin(who.id, request.cookies, response)
    return await _me(accounts, await accounts.account(who.id))


@router.post("/me/refill", responses=told(401, 403))
async def refill(who: SignedIn, accounts: TheAccounts) -> Refill:
    """Once a day: fresh chips for whoever has fewer than a newcomer, those at tables counted."""
    added = await accounts.wallets.refill(who.id, accounts.now())
    return Refill(added=added, wallet=await _wallet(accounts, who.id))


async def _me(accounts: Accounts, account: Account) -> Me:
    return Me.model_validate(
        {
            "id": account.id,
            "name": account.name,
            "role": account.role,
            "username": account.username,
            "wallet": await _wallet(accounts, account.id),
        }
    )


async def _wallet(accounts: Accounts, player: str) -> Wallet:
    held = await accounts.wallets.holdings(player)
    return Wallet(
        chips=held.wallet,
        at_tables=held.at_tables,
        refill_to=REFILL_TO,
        refill_at=await accounts.wallets.next_refill(player, accounts.now()),
    )


def _recovery(code: str) -> Recovery:
    """The code stands behind # in the link, so that no server on the way writes it down."""
    return Recovery(code=code, path=f"/back#{code}")
