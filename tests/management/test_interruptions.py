"""Ctrl-C in the middle of a command: it ends with 130, says so, and leaves nothing half done."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine import GAMES
from games.management.backups import Backup
from games.management.progress import Progress
from games.models import LeaderboardRow, Player, Rating
from games.models.standings import booking, rating
from games.solver.proof import SHIPPED, Proof
from tests.management.test_backup_progress import backup as backup
from tests.management.test_backup_progress import execute
from tests.management.test_backup_progress import site as site
from tests.management.transfers import exported as exported
from tests.management.transfers import known_hashers as known_hashers
from tests.models.standings.test_checks import everything, race_won
from tests.players import alice as alice
from tests.players import bob as bob
from tests.processes import BACKENDS
from tests.stores import Backend

Press = Callable[[str, int], None]
Said = dict[str, Any]


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> Press:
    """Press Ctrl-C as soon as one part of the work has told so many times how far it is."""

    def press(part: str, times: int) -> None:
        reach, told = Progress.reach, count(1)

        def reach_and_press(self: Progress, *given: Any, **named: Any) -> None:
            reach(self, *given, **named)
            if str(self).startswith(part) and next(told) == times:
                raise KeyboardInterrupt

        monkeypatch.setattr(Progress, "reach", reach_and_press)

    return press


def press_in(monkeypatch: pytest.MonkeyPatch, where: str, owner: object, times: int) -> None:
    """Press Ctrl-C once a function has been called so many times."""
    called, calls = getattr(owner, where), count(1)

    def call_and_press(*given: Any, **named: Any) -> Any:
        result = called(*given, **named)
        if next(calls) == times:
            raise KeyboardInterrupt
        return result

    monkeypatch.setattr(owner, where, call_and_press)


def interrupted(*arguments: object, says: str = "interrupted") -> Said:
    """Run a command that is interrupted, and return what it tells a program."""
    said = StringIO()
    with pytest.raises(CommandError, match=says) as ended:
        call_command(*map(str, arguments), "--json", stdout=said, stderr=StringIO())
    assert ended.value.returncode == 130
    result: Said = json.loads(said.getvalue())
    assert result["interrupted"] is True
    return result


def test_proofs_tell_how_many_were_replayed(press: Press) -> None:
    press("Replaying proofs", 5)
    assert 0 < sum(interrupted("proofs", "--check")["replayed"].values()) <= 5


def test_proofs_found_until_then_are_printed(press: Press) -> None:
    press("Finding", 2)
    said = StringIO()
    with pytest.raises(CommandError, match="this is what was done until then") as ended:
        call_command("proofs", "--find", "9", "--rules", "freecell", stdout=said, stderr=StringIO())
    assert ended.value.returncode == 130
    assert len([Proof.parse(line) for line in said.getvalue().splitlines()]) == 2


def test_difficulty_tells_the_rules_that_were_measured_and_writes_nothing(
    press: Press, tmp_path: Path
) -> None:
    file = tmp_path / "proofs.txt"
    content = SHIPPED.read_bytes()
    file.write_bytes(content)
    press("Measuring deals", 3)
    said = interrupted("difficulty", file, "--first", "2", "--write")
    assert [rules["deals"] for rules in said["rules"]] == [2]
    assert file.read_bytes() == content


def test_difficulty_writes_a_file_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "proofs.txt"
    content = SHIPPED.read_bytes()
    file.write_bytes(content)
    press_in(monkeypatch, "write_text", Path, 1)
    interrupted("difficulty", file, "--first", "1", "--rules", "freecell", "--write")
    assert file.read_bytes() == content
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


def wrong(command: str) -> set[str]:
    """Return what the command has to find or repair."""
    if command == "leaderboards":
        return set(booking.wrong_leaderboards())
    return {f"{game}: {said}" for game in GAMES for said in rating.wrong_ratings(game)}


@pytest.fixture
def faulty(alice: Player, bob: Player) -> None:
    """Store two ranked races whose leaderboards and ratings are wrong."""
    for _ in range(2):
        booking.book_race(race_won(alice, bob))
    LeaderboardRow.objects.filter(player=bob).delete()
    Rating.objects.filter(player=bob).update(mu=1)
    assert len(wrong("leaderboards")) > 1
    assert wrong("ratings")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize("mode", ["--check", "--repair"])
@pytest.mark.parametrize(("command", "times"), [("leaderboards", 6), ("ratings", 2)])
def test_a_comparison_tells_what_it_found_and_writes_nothing(
    press: Press, command: str, mode: str, times: int
) -> None:
    before, found = everything(), wrong(command)
    press("Comparing", times)
    said = interrupted(command, mode)
    # Of the leaderboards, after four entries, the first was compared; of the ratings, none.
    assert len(said["wrong" if mode == "--check" else "repaired"]) == (
        1 if (command, mode) == ("leaderboards", "--check") else 0
    )
    assert everything() == before
    assert wrong(command) == found


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize(
    ("command", "where", "owner", "times", "repaired"),
    [
        # The first leaderboard is rebuilt by then, and the second about to be committed.
        ("leaderboards", "_entries", booking, 2, 1),
        ("ratings", "_compute", rating, 1, 0),
    ],
)
def test_what_is_rebuilt_is_rebuilt_whole_and_named(
    command: str,
    where: str,
    owner: object,
    times: int,
    repaired: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = wrong(command)
    press_in(monkeypatch, where, owner, times)
    said = interrupted(command, "--repair")
    monkeypatch.undo()
    assert len(said["repaired"]) == repaired
    assert wrong(command) == found - set(said["repaired"])


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("known_hashers")
def test_an_import_changes_nothing(press: Press, exported: Path) -> None:
    before = everything()
    press("Importing", 3)
    said = interrupted("import", exported, says="interrupted; nothing was imported")
    assert said == {"interrupted": True}
    assert everything() == before


@pytest.mark.processes
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("part", ["Reading", "Restoring"])
def test_a_restore_changes_nothing(
    backend: Backend,
    part: str,
    site: dict[str, str],
    backup: Backup,
    press: Press,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "of-today.backup"
    backup.write(file, lambda *_, about=False: None)
    execute(site, "INSERT INTO games_savedbackup (saved_at, size) VALUES (CURRENT_TIMESTAMP, 7)")
    monkeypatch.setattr("games.management.commands.restore.backup_of_site", lambda: backup)
    press(part, 1 if backend == "postgres" else 3)
    said = interrupted("restore", file, "--replace", says="interrupted; nothing was restored")
    assert said == {"interrupted": True}
    assert execute(site, "SELECT size FROM games_savedbackup") == [(7,)]
    if backend == "postgres":
        assert execute(site, "SELECT to_regnamespace('samedeal_before')") == [(None,)]
