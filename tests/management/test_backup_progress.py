"""Whatever a backup takes long for, it says how far it is, and of how much."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, LiteralString

import dj_database_url
import psycopg
import pytest

from games.management.backups import Backup
from games.management.backups.postgres import PostgresBackup
from games.management.backups.sqlite import SqliteBackup
from tests import manage
from tests.processes import BACKENDS
from tests.stores import Backend, Stores

pytestmark = pytest.mark.processes


class Heard:
    """What was said of one part of the work."""

    def __init__(self) -> None:
        self.said: list[tuple[int, int, bool]] = []

    def __call__(self, done: int, total: int, *, about: bool = False) -> None:
        self.said.append((done, total, about))

    def tells(self, *, about: bool) -> None:
        """Check that something was said, always with a total, and in order."""
        assert self.said
        assert all(total > 0 and said is about for _, total, said in self.said)
        done = [done for done, *_ in self.said]
        assert done == sorted(done)
        assert max(done) > 0


@pytest.fixture
def site(backend: Backend, stores: Stores, tmp_path: Path) -> Iterator[dict[str, str]]:
    """Provide the settings of a site with a database of its own."""
    with ExitStack() as cleanup:
        yield dict(stores.fresh(backend, tmp_path, cleanup))


@pytest.fixture
def backup(site: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Backup:
    """Provide its backups, which look often how far they are."""
    monkeypatch.setattr("games.management.backups.postgres.LOOK_EVERY", 0.001)
    monkeypatch.setattr("games.management.backups.sqlite.PAGES", 10)
    monkeypatch.setattr("games.management.backups.sqlite.STEPS", 100)
    if url := site.get("DATABASE_URL"):
        return PostgresBackup({"OPTIONS": {}, **dj_database_url.parse(url)})
    return SqliteBackup({"NAME": f"{site['DATA_DIR']}/db.sqlite3"})


def execute(site: dict[str, str], statement: LiteralString) -> list[tuple[Any, ...]]:
    """Execute a statement on a site's database, and return its rows."""
    if url := site.get("DATABASE_URL"):
        with psycopg.connect(url) as database:
            done = database.execute(statement)
            return done.fetchall() if done.description else []
    path = Path(site["DATA_DIR"]) / "db.sqlite3"
    with closing(sqlite3.connect(path)) as lite, lite:
        return lite.execute(statement).fetchall()


@pytest.mark.parametrize("backend", BACKENDS)
def test_writing_reading_and_restoring_have_a_total(
    backend: Backend, backup: Backup, tmp_path: Path
) -> None:
    file = tmp_path / "of-today.backup"
    written, read, restored = Heard(), Heard(), Heard()
    backup.write(file, written)
    backup.migrations(file, read)
    backup.restore(file, restored)
    # SQLite knows how many pages it copies but not how long it checks them; PostgreSQL knows how
    # large a file is but not how large it becomes.
    written.tells(about=backend == "postgres")
    read.tells(about=backend == "sqlite")
    restored.tells(about=False)
    if backend == "postgres":
        size = file.stat().st_size
        assert {total for _, total, _ in read.said + restored.said} == {size}


@pytest.mark.needs_postgres
@pytest.mark.parametrize("backend", ["postgres"])
def test_a_dump_is_expected_to_be_like_the_last_one(
    site: dict[str, str], backup: Backup, tmp_path: Path
) -> None:
    first, second = Heard(), Heard()
    ((size,),) = execute(site, "SELECT pg_database_size(current_database())")
    backup.write(tmp_path / "first.backup", first)
    execute(site, "INSERT INTO games_savedbackup (saved_at, size) VALUES (now(), 123456)")
    backup.write(tmp_path / "second.backup", second)
    assert {total for _, total, _ in first.said} == {size}
    assert {total for _, total, _ in second.said} == {123_456}


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_commands_go_through_with_it(
    backend: Backend, site: dict[str, str], tmp_path: Path
) -> None:
    file = str(tmp_path / "of-today.backup")
    manage.run(site, "backup", file)
    said = json.loads(manage.run(site, "restore", file, "--replace", "--json"))
    assert said["missing_migrations"] == 0
