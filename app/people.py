"""People and lobby, joined to an application: the one place that knows all their parts.

Enters: an application, a house of tables, who keeps sessions, what counts attempts. Leaves: the
routes, and what they ask for on `app.state`. Whoever runs the application calls
`Tidier.tidy` now and then, and `house.stop` at the end, before the journal stops.
"""

from fastapi import FastAPI

from app.accounts import routes as accounts_routes
from app.accounts.accounts import Accounts
from app.allowances import Allowances
from app.history import routes as history_routes
from app.history.histories import Histories
from app.identity import Identity
from app.lobby import routes as lobby_routes
from app.lobby.house import TableHouse
from app.lobby.lobby import Lobby
from app.problems import tell_problems


def add_people_routes(app: FastAPI) -> None:
    """Routes and the form of problems; before the application starts."""
    tell_problems(app)
    app.include_router(accounts_routes.router)
    app.include_router(lobby_routes.router)
    app.include_router(history_routes.router)


def bring_people_in(
    app: FastAPI,
    house: TableHouse,
    identity: Identity,
    allowances: Allowances,
    origins: frozenset[str] = frozenset(),
) -> None:
    """What the routes ask for; once the database is there. `origins`: see `security`."""
    app.state.origins = origins
    app.state.identity = identity
    app.state.accounts = Accounts(house.database, house.clock, allowances)
    app.state.lobby = Lobby(house, allowances)
    app.state.histories = Histories(house.database)
    app.state.allowances = allowances
