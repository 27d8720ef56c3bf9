"""The archive of a private PostgreSQL server, as docs/how-to/operate-a-server.md sets it up."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg

from tests import needs
from tests.live.faults.databases import Postgres

PATIENCE: Final = 60


@dataclass(frozen=True)
class Archive:
    """Everything that a server writes, from a copy of its files on."""

    server: Postgres

    @property
    def folder(self) -> Path:
        """Where the server copies what it has written."""
        return self.server.folder / "archive"

    def begin(self) -> None:
        """Have the server keep a copy of what it writes, which takes a restart."""
        self._as_server("mkdir", str(self.folder))
        copied, kept = f"{self.folder}/%f.part", f"{self.folder}/%f"
        self.server.set(
            "archive_command",
            f"test ! -f {kept} && cp %p {copied} && sync {copied} && mv {copied} {kept}",
        )
        self.server.set("archive_mode", "on")
        self.server.crash()
        self.server.start()

    def copy_files(self) -> None:
        """Copy the server's files while it runs."""
        self._as_server(
            *(self._program("pg_basebackup"), "--host=127.0.0.1", f"--port={self.server.port}"),
            *("--username=postgres", f"--pgdata={self.server.folder}/base", "--checkpoint=fast"),
        )

    def moment(self) -> str:
        """Return the time by the server's clock."""
        return str(self._ask("SELECT clock_timestamp()"))

    def hand_over(self) -> None:
        """Wait until the archive has all that was written so far, as it has within a minute."""
        name = self._ask("SELECT pg_walfile_name(pg_switch_wal())")
        until = time.monotonic() + PATIENCE
        while not (self.folder / str(name)).exists():
            assert time.monotonic() < until
            time.sleep(0.1)

    def recover(self, moment: str) -> None:
        """Lose the server's files, and bring them back as they were at a moment."""
        self.server.crash()
        data = self.server.folder / "data"
        shutil.rmtree(data)
        (self.server.folder / "base").rename(data)
        with (data / "postgresql.auto.conf").open("a") as settings:
            settings.write(
                f"restore_command = 'cp {self.folder}/%f %p'\n"
                f"recovery_target_time = '{moment}'\n"
                "recovery_target_action = 'promote'\n"
            )
        self._as_server("touch", str(data / "recovery.signal"))
        self.server.start()
        until = time.monotonic() + PATIENCE
        while self._ask("SELECT pg_is_in_recovery()"):
            assert time.monotonic() < until
            time.sleep(0.1)

    def _ask(self, query: str) -> object:
        with psycopg.connect(self.server.url, autocommit=True) as connection:
            row = connection.execute(query.encode()).fetchone()
        return row[0] if row else None

    def _as_server(self, *command: str) -> None:
        owner = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        subprocess.run([*owner, *command], check=True, cwd="/", capture_output=True)

    def _program(self, name: str) -> str:
        folder = needs.postgres_programs()
        assert folder is not None
        return f"{folder}/{name}"
