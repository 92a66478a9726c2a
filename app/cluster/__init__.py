"""How the workers of one house share its tables: `memory` for one process, `redis` for many."""
