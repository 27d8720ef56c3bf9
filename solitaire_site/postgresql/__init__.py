"""PostgreSQL as Django knows it, but a connection that fails says why."""
