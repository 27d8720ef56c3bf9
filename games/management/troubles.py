"""What a command says instead of a traceback when the database can't be used."""

from __future__ import annotations

from django.db import Error, connection

from games.models.database.availability import is_full, is_unavailable, lacks_tables


def trouble(error: Error) -> str | None:
    """Return what is wrong with the database and what to do; None if the command is at fault."""
    reason = str(error).partition("\n")[0]
    if lacks_tables(error):
        return f"Migrations are missing in {_name()}: {reason}. Run manage.py migrate first."
    if is_full(error):
        return f"The database can't be used: {reason}. Make room on its disk."
    if is_unavailable(error):
        return f"The database can't be used: {reason}. Start it, or check DATABASE_URL."
    return None


def _name() -> str:
    """Return what tells the database from others: a file, or a name and a host."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return str(database["NAME"])
    return f"the database {database['NAME']} at {database['HOST'] or 'this machine'}"
