"""People and lobby, joined to an application: the one place that knows all their parts.

Enters: an application, a house of tables, who keeps sessions, what counts attempts. Leaves: the
routes, and what they ask for on `app.state`. Whoever runs the application calls
`Tidier.tidy` now and then, and `house.stop` at the end, before the journal stops.
"""

from fastapi import Depends, FastAPI

from app.accounts import routes as accounts_routes
from app.accounts.accounts import Accounts
from app.allowances import Allowances
from app.audit import routes as audit_routes
from app.audit.checking import Checking
from app.audit.gate import Hidden
from app.audit.operating import Auditing
from app.history import routes as history_routes
from app.history.histories import Histories
from app.history.settlements import Settlements
from app.identity import Identity
from app.lobby import routes as lobby_routes
from app.lobby.house import TableHouse
from app.lobby.lobby import Lobby
from app.powers import HousePowers
from app.problems import tell_problems
from app.reports import routes as reports_routes
from app.reports.routes import Reporting
from app.security import require_same_origin
from app.strictness import refuse_what_is_not_asked

ROUTERS = (
    accounts_routes.router,
    lobby_routes.router,
    history_routes.router,
    reports_routes.router,
    audit_routes.router,
    audit_routes.acting,
)


def add_people_routes(app: FastAPI) -> None:
    """Routes and the form of problems; before the application starts."""
    tell_problems(app)
    # From where it comes goes first: another site is told nothing of what it asked for.
    first = [Depends(require_same_origin), Depends(refuse_what_is_not_asked)]
    for router in ROUTERS:
        app.include_router(router, dependencies=first)
    app.add_middleware(Hidden, acting=audit_routes.acting.routes)


def bring_people_in(
    app: FastAPI,
    house: TableHouse,
    identity: Identity,
    allowances: Allowances,
    origins: frozenset[str] = frozenset(),
    database_url: str = "",
) -> None:
    """What the routes ask for; once the database is there. `origins`: see `security`.

    `database_url` is where the ledger is checked, by a process of its own.
    """
    app.state.origins = origins
    app.state.identity = identity
    app.state.accounts = Accounts(house.database, house.clock, allowances)
    app.state.lobby = Lobby(house, allowances, app.state.accounts.wallets.at_best)
    app.state.histories = Histories(house.database)
    app.state.settlements = Settlements(house.database)
    app.state.allowances = allowances
    app.state.auditing = Auditing(
        house.database, house.clock, Checking(database_url), HousePowers(house, identity)
    )
    app.state.reporting = Reporting(house.database, house.clock, allowances)
