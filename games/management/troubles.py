"""What a command says instead of a traceback when the database can't be used."""

from __future__ import annotations

from django.db import Error

from games.models.database.availability import is_unavailable, lacks_tables


def trouble(error: Error) -> str | None:
    """Return what is wrong with the database and what to do; None if the command is at fault."""
    reason = str(error).partition("\n")[0]
    if lacks_tables(error):
        return f"Migrations are missing: {reason}. Run manage.py migrate first."
    if is_unavailable(error):
        return f"The database can't be used: {reason}. Start it, or check DATABASE_URL."
    return None
