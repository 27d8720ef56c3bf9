"""The archive of old races: what is in it, and that nothing is removed without it."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep

import psycopg
import pytest
from psycopg import sql

from games.background.retention import keep_record
from games.models import Player, Race
from games.models.races.document import race_document
from tests import manage
from tests.background.workers import Crew
from tests.models.old_races import actions, done_with, raced, remove
from tests.stores import Backend

BACKENDS = (
    "sqlite",
    pytest.param("postgres", marks=[pytest.mark.needs_postgres, pytest.mark.needs_redis]),
)


def verified(file: Path) -> str:
    """Return what the public command says of a document."""
    command = [sys.executable, "-m", "games.engine", "verify-race", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.django_db
def test_an_archive_gets_the_document_that_anyone_can_check(
    alice: Player, bob: Player, tmp_path: Path
) -> None:
    race = Race.objects.select_related("deal").get(pk=raced(alice, bob).pk)
    done_with(race)
    document = str(race_document(race))
    assert remove(archive=tmp_path) == 1
    (file,) = tmp_path.rglob("*.json")
    assert file.relative_to(tmp_path) == Path(f"2023-11/{race.code}.json")
    assert file.read_text() == document
    assert file.stat().st_mode & 0o777 == 0o600
    assert "false" not in verified(file)
    assert [*file.parent.iterdir()] == [file]


@pytest.mark.django_db
def test_without_the_folder_of_the_archive_nothing_is_removed(
    alice: Player, bob: Player, tmp_path: Path
) -> None:
    race = raced(alice, bob)
    done_with(race)
    with pytest.raises(FileNotFoundError):
        remove(archive=tmp_path / "not mounted")
    assert actions(race)
    assert not (tmp_path / "not mounted").exists()


@pytest.mark.django_db
def test_an_archive_that_is_full_keeps_the_moves(
    alice: Player, bob: Player, tmp_path: Path
) -> None:
    race = Race.objects.select_related("deal").get(pk=raced(alice, bob).pk)
    done_with(race)
    # A file where the folder of the month would be: it can't be written to, not even by root.
    (tmp_path / "2023-11").write_text("full")
    with pytest.raises(OSError, match="2023-11"):
        keep_record(race, tmp_path)
    with pytest.raises(OSError, match="2023-11"):
        remove(archive=tmp_path)
    assert actions(race)


OLD = """
from games.models import Player, Race
from games.models.races.closing import close_race
from tests.clocks import at
from tests.models.old_races import done_with
from tests.models.stored_races import END, act, winnable_race
alice, bob = (Player.objects.create_user(name, name=name.title()) for name in ("alice", "bob"))
race, moves = winnable_race(alice, bob)
act(race, alice, *moves[:20], "end")
act(race, bob, "deal", "end")
close_race(race, at(END))
done_with(race)
print(race.code)
"""

REMOVE = """
from pathlib import Path
from django.conf import settings
from games.background.retention import remove_old_actions
import time
remove_old_actions(settings.ACTIONS_DAYS, settings.ACTIONS_ARCHIVE, lambda: time.time_ns() // 10**6)
"""

COUNT = "from games.models import Action; print(Action.objects.count())"


@contextmanager
def held_race(crew: Crew) -> Iterator[None]:
    """Keep others from changing the race: a process that removes its actions waits."""
    if url := crew.environment.get("DATABASE_URL"):
        with psycopg.connect(url) as connection:
            connection.execute(sql.SQL("SELECT 1 FROM games_race FOR UPDATE"))
            yield
    else:
        database = sqlite3.connect(f"{crew.environment['DATA_DIR']}/db.sqlite3")
        with closing(database) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_worker_killed_between_archive_and_removal_loses_nothing(
    crew: Crew, tmp_path: Path, backend: Backend
) -> None:
    archive = tmp_path / "archive"
    archive.mkdir()
    code = crew.ask(OLD)
    stored = crew.ask(COUNT)
    settings = {"ACTIONS_DAYS": "30", "ACTIONS_ARCHIVE": str(archive)}
    with held_race(crew):
        killed = subprocess.Popen(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", REMOVE],
            cwd=manage.REPOSITORY,
            env=manage.clean_environment({**crew.environment, **settings}),
        )
        while not list(archive.rglob("*.json")):
            assert killed.poll() is None
            sleep(0.05)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
    (file,) = archive.rglob("*.json")
    assert file.stem == code
    first = file.read_bytes()
    assert "false" not in verified(file)
    assert crew.ask(COUNT) == stored != "0"
    manage.run({**crew.environment, **settings}, "shell", "--no-imports", "-c", REMOVE)
    assert crew.ask(COUNT) == "0"
    assert file.read_bytes() == first
    assert "false" not in verified(file)
