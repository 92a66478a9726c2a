"""What people may do about themselves: come as a guest, come back, set a password.

Enters: checked fields, who asks, from which address. Leaves: rows changed, an `Account`; or
a `Problem`. Never here: cookies; the routes begin sessions for whoever comes out of here.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.passwords import Passwords, folded
from app.accounts.recovery import fresh_code, keep_code, owner_of_code
from app.accounts.store import (
    Account,
    account_by_id,
    account_by_username,
    add_player,
    is_suspended,
    keep_password,
    rename_player,
)
from app.accounts.wallets import Wallets
from app.allowances import Allowance, Allowances
from app.db.engine import Database
from app.db.faults import translated
from app.problems import Problem
from engine.table.clock import Clock
from engine.table.journal import Refused

T = TypeVar("T")
MINUTE, HOUR = 60, 3600

GUESTS = Allowance(
    "guests", 30, HOUR, "many people came from your network just now; try again later"
)
"""Per address: a school class behind one address fits, a script that mints chips does not."""
LOGINS_OF_ACCOUNT = Allowance(
    "logins-of-account", 10, 15 * MINUTE, "too many attempts on this account; try again later"
)
"""Per username and network: who forgot a password tries it five times, not fifty."""
LOGINS_OF_NAME = Allowance(
    "logins-of-name", 100, HOUR, "too many attempts on this account; try again later"
)
"""Per username, over all networks: against many machines at once. It is ten times the one
above, so that one stranger can't lock out the owner."""
LOGINS_OF_ADDRESS = Allowance(
    "logins-of-address", 50, 15 * MINUTE, "too many attempts from your network; try again later"
)
"""Per address, over all usernames: against one password tried on everybody."""
RECOVERIES = Allowance(
    "recoveries", 20, 15 * MINUTE, "too many attempts from your network; try again later"
)
"""Per address. A code can't be guessed anyway; this keeps the noise down."""
CHANGES = Allowance("changes", 20, HOUR, "that was changed often enough for now; try again later")
"""Per player, of name, link and password: each costs a write, a password 60 ms of a core."""


class Accounts:
    """People, on a database."""

    def __init__(self, database: Database, clock: Clock, allowances: Allowances) -> None:
        self.wallets = Wallets(database)
        self._database = database
        self._clock = clock
        self._allowances = allowances
        self._passwords = Passwords()

    def now(self) -> int:
        """The time, in microseconds."""
        return self._clock.now()

    async def add_guest(self, name: str, address: str) -> tuple[Account, str]:
        """Somebody new, with chips, and the code that brings them back."""
        await self._allowances.take(GUESTS, address)
        now, code = self.now(), fresh_code()

        async def add(connection: AsyncConnection) -> str:
            player = await add_player(connection, name, now)
            await keep_code(connection, player, code, now)
            return player

        player = await self._write(add)
        await self.wallets.welcome(player, now)  # if we die before it, a refill makes it up
        return await self.account(player), code

    async def account(self, player: str) -> Account:
        """A player that is known to be there."""
        with translated():
            async with self._database.reading() as connection:
                return await account_by_id(connection, player)

    async def rename(self, player: str, name: str) -> None:
        """Another name."""
        await self._allowances.take(CHANGES, player)
        await self._write(lambda connection: rename_player(connection, player, name))

    # --- coming back ------------------------------------------------------------------

    async def renew_code(self, player: str) -> str:
        """A new way back; the old one leads nowhere from now on."""
        await self._allowances.take(CHANGES, player)
        code = fresh_code()
        await self._write(lambda connection: keep_code(connection, player, code, self.now()))
        return code

    async def by_code(self, code: str, address: str) -> Account:
        """Whose code this is."""
        await self._allowances.take(RECOVERIES, address)
        with translated():
            async with self._database.reading() as connection:
                player = await owner_of_code(connection, code)
        if player is None:
            raise Problem(401, "bad_code", "this link is not valid, or a newer one replaced it")
        await self._require_welcome(player)
        return await self.account(player)

    async def by_password(self, username: str, password: str, address: str) -> Account:
        """Whose name and password these are; why not is never said, nor told by the time."""
        name = folded(username)
        await self._allowances.take(LOGINS_OF_ADDRESS, address)
        await self._allowances.take(LOGINS_OF_ACCOUNT, f"{address} {name}")
        await self._allowances.take(LOGINS_OF_NAME, name)
        account = await self._by_username(name)
        if not await self._passwords.fits(password, account and account.hash) or account is None:
            raise Problem(401, "bad_login", "username and password don't belong together")
        await self._require_welcome(account.id)
        return account

    async def set_password(
        self, player: str, username: str, password: str, current: str | None
    ) -> None:
        """A guest becomes an account, or an account changes its name or password."""
        await self._allowances.take(CHANGES, player)
        account = await self.account(player)
        if account.hash and not await self._passwords.fits(current or "", account.hash):
            raise Problem(403, "bad_password", "the current password is needed, and is not this")
        if folded(username) == folded(password):
            raise Problem(
                422, "bad_field", "password: it must not be the username", field="password"
            )
        secret = (await self._passwords.hash(password), self.now())
        try:
            await self._write(
                lambda connection: keep_password(
                    connection, player, username, folded(username), secret
                )
            )
        except Refused:
            raise Problem(409, "username_taken", "somebody else has this username") from None

    async def _require_welcome(self, player: str) -> None:
        """Said only to whoever has shown that the account is theirs."""
        with translated():
            async with self._database.reading() as connection:
                suspended = await is_suspended(connection, player)
        if suspended:
            raise Problem(403, "suspended", "an operator has suspended this account")

    async def _by_username(self, name: str) -> Account | None:
        if not name.isprintable():  # nobody's, and more than Postgres can be asked for
            return None
        with translated():
            async with self._database.reading() as connection:
                return await account_by_username(connection, name)

    async def _write(self, change: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        with translated():
            async with self._database.writing() as connection:
                return await change(connection)
