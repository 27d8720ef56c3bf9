"""Databases for real processes: fresh, migrated, and removed afterwards."""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import ExitStack, contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

import psycopg
import redis
from psycopg import sql

from tests import manage, needs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

Backend: TypeAlias = Literal["sqlite", "postgres"]


class Stores:
    """Fresh databases, copied from one that was migrated once."""

    def __init__(self, folder: Path, cleanup: ExitStack) -> None:
        self._folder = folder
        self._cleanup = cleanup

    def fresh(self, backend: Backend, folder: Path, cleanup: ExitStack) -> Mapping[str, str]:
        """Create a store that `cleanup` removes; return the site's settings for it."""
        if backend == "sqlite":
            shutil.copy(self._sqlite_template, folder / "db.sqlite3")
            return {"DATA_DIR": str(folder)}
        return {
            "DATA_DIR": str(folder),
            "DATABASE_URL": cleanup.enter_context(postgres_database(self._postgres_template)),
            "REDIS_URL": cleanup.enter_context(redis_database()),
        }

    @cached_property
    def _sqlite_template(self) -> Path:
        manage.run({"DATA_DIR": str(self._folder)}, "migrate", "--verbosity", "0")
        return self._folder / "db.sqlite3"

    @cached_property
    def _postgres_template(self) -> str:
        url = self._cleanup.enter_context(postgres_database("template1"))
        environment = {"DATA_DIR": str(self._folder), "DATABASE_URL": url}
        manage.run(environment, "migrate", "--verbosity", "0")
        return url.rpartition("/")[2]


@contextmanager
def postgres_database(template: str) -> Iterator[str]:
    """Lend the URL of a new PostgreSQL database, copied from `template`."""
    server = needs.postgres()
    assert server is not None
    name = f"samedeal_{os.getpid()}_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                sql.Identifier(name), sql.Identifier(template)
            )
        )
    try:
        yield f"{server.rpartition('/')[0]}/{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(
                sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            )


@contextmanager
def redis_database() -> Iterator[str]:
    """Lend the URL of an empty Redis database, and empty it afterwards."""
    server = needs.redis()
    assert server is not None
    for number in range(15, 0, -1):
        url = f"{server.rstrip('/')}/{number}"
        with redis.Redis.from_url(url) as client:
            # The key reserves the database against other test runs; it expires if a run is killed.
            if client.dbsize() == 0 and client.set("reserved", os.getpid(), nx=True, ex=3600):
                try:
                    yield url
                finally:
                    client.flushdb()
                return
    raise LookupError("all databases of the Redis server are in use")
