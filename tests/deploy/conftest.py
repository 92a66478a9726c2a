"""An empty database for the house."""

from tests.app.conftest import empty_postgres_url, postgres

__all__ = ["empty_postgres_url", "postgres"]
