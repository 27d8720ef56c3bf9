"""Draw the password of the database, once: `python -m solitaire_site.database_password FOLDER URL`.

It writes `postgres_password` for PostgreSQL, and `database_url` for the site: the URL with the
password in it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from solitaire_site.secret import stored_secret


def main(folder: Path, url: str) -> None:
    """Write both files; a password that is there stays."""
    path = folder / "postgres_password"
    password = stored_secret(path)
    user, _, place = url.rpartition("@")
    draft = folder / "database_url.new"
    draft.write_text(f"{user}:{password}@{place}\n", encoding="utf-8")
    # PostgreSQL and the site have different users. Only their containers have the folder.
    for each in (path, draft):
        each.chmod(0o444)
    draft.replace(folder / "database_url")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
