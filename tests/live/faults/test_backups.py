"""A site is backed up while a race runs, restored from the backup, and the race goes on."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests import manage
from tests.live.conftest import Visit, start
from tests.live.faults.conftest import Duels
from tests.live.faults.duels import Duel, by_hand
from tests.live.faults.records import verify, verify_document
from tests.live.racer import Frame, Racer
from tests.live.wins import win, wins
from tests.processes import Launch, Site
from tests.stores import Backend, postgres_database

LAST_BACKUP = "from games.models import SavedBackup; print(SavedBackup.objects.last_saved().size)"

BEFORE = [wins(f"{game}/standard")[-1] for game in ("applegate", "agnes-sorel", "freecell")]
"""What is raced before the backup: not the cards of the race that runs, which hides them."""

BACKENDS = [
    "sqlite",
    pytest.param("postgres", marks=[pytest.mark.needs_postgres, pytest.mark.needs_redis]),
]


def refused(environment: dict[str, str], *arguments: str) -> str:
    """Run a command that must fail, and return what it says."""
    with pytest.raises(AssertionError) as failure:
        manage.run(environment, *arguments)
    return str(failure.value)


def play_on(racer: Racer, moves: Sequence[str], count: int) -> None:
    """Send the next moves after the ones acknowledged."""
    for number, move in enumerate(moves[count:], count + 1):
        answer = racer.act(number, move)
        assert answer["t"] == "board", answer


@dataclass(frozen=True)
class Finished:
    """A race that is over, with what its players were told and what is published of it."""

    duel: Duel
    over: Frame
    document: str = ""

    def verified(self) -> Finished:
        """Replay every seat's record and the whole race; return it with its document."""
        verify(self.over, self.duel.rival, {0: self.duel.moves, 1: ["end"]})
        return replace(self, document=verify_document(self.duel.code, self.duel.rival))


def finish_races(site: Site, duels: Duels) -> list[Finished]:
    """Have races of two come to their end."""
    finished = []
    for duel in duels(site, *[(0, 0)] * len(BEFORE), known=BEFORE):
        duel.rehearse()
        duel.win()
        finished.append(Finished(duel, duel.close()).verified())
        for racer in (duel.winner, duel.rival):
            racer.close()
    return finished


@pytest.mark.promised
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_restored_race_goes_on_from_the_moment_of_its_backup(
    backend: Backend, launch: Launch, visit: Visit, duels: Duels, tmp_path: Path
) -> None:
    # Long: one race, from before its backup to its end; each step needs the one before.
    site, known = launch(backend), win("beleaguered-castle")
    finished = finish_races(site, duels)
    moves, file = by_hand(known), tmp_path / "of-today.backup"
    environment = dict(site.environment)
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    alice, bob = visit(site.urls[0]), visit(site.urls[0])
    for racer in (alice, bob):
        racer.join(code)
        racer.connect(code)
    start([alice, bob])
    early = len(moves) // 4
    play_on(alice, moves[:early], 0)

    backing_up = threading.Thread(target=manage.run, args=(environment, "backup", str(file)))
    backing_up.start()
    play_on(alice, moves[:-1], early)
    backing_up.join()
    play_on(alice, moves, len(moves) - 1)
    assert file.stat().st_mode & 0o777 == 0o600
    assert site.manage("shell", "-v0", "--no-imports", "-c", LAST_BACKUP).strip() == str(
        file.stat().st_size
    )
    assert "exists" in refused(environment, "backup", str(file))
    assert "is in use" in refused(environment, "restore", str(file), "--replace")

    site.operator.end()
    site.processes[0].end()
    assert "isn't empty" in refused(environment, "restore", str(file))
    for content, why in (
        (b"not a backup", "is no backup"),
        (file.read_bytes()[: file.stat().st_size // 2], "nothing was restored"),
        (b"PGDMP" if backend == "sqlite" else b"SQLite format 3\0", "is a backup of"),
    ):
        damaged = tmp_path / "damaged"
        damaged.write_bytes(content)
        assert why in refused(environment, "restore", str(damaged), "--replace")
    manage.run(environment, "restore", str(file), "--replace")
    site.restart(0)
    assert site.manage("shell", "-v0", "--no-imports", "-c", LAST_BACKUP).strip() == str(
        file.stat().st_size
    )

    # Of the races before the backup, every record and document is there, to the byte.
    assert [each.verified() for each in finished] == finished

    # The moves after the backup are gone, like the win; those before it are all there.
    alice.connect(code)
    kept = int(alice.board(early)["n"])
    assert early <= kept < len(moves)
    play_on(alice, moves, kept)
    bob.connect(code)
    bob.send(t="end")
    over = bob.race(state="over")
    assert [seat["place"] for seat in over["seats"]] == [1, 2]
    verify(over, bob, {0: moves, 1: ["end"]})
    verify_document(code, bob)


def test_a_database_without_tables_is_not_backed_up(tmp_path: Path) -> None:
    site = {"DATA_DIR": str(tmp_path)}
    assert "there is no database" in refused(site, "backup", str(tmp_path / "of-today.backup"))
    (tmp_path / "db.sqlite3").touch()
    assert "nothing was backed up" in refused(site, "backup", str(tmp_path / "of-today.backup"))
    assert not list(tmp_path.glob("*of-today*"))


@pytest.mark.needs_postgres
def test_a_postgresql_database_without_tables_is_not_backed_up(tmp_path: Path) -> None:
    with postgres_database("template1") as url:
        site = {"DATA_DIR": str(tmp_path), "DATABASE_URL": url}
        said = refused(site, "backup", str(tmp_path / "of-today.backup"))
    assert "the database is empty. Run manage.py migrate first" in said
    assert not list(tmp_path.glob("*of-today*"))
