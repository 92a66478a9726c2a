"""How alembic runs the steps: on the connection that `app.db.migrate` hands over.

Every step of a run is in that connection's one transaction, on SQLite too.
"""

from alembic import context

import app.people_schema  # noqa: F401  # its tables join the same metadata
from app.db.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
