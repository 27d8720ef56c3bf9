"""A backup is looked at without a database to restore it into; refusals have one exit code."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import manage
from tests.management.test_troubles import said
from tests.processes import BACKENDS
from tests.stores import Backend, Stores

pytestmark = pytest.mark.processes

NAMES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_check_says_what_a_backup_holds_and_finds_damage(
    backend: Backend, tmp_path: Path
) -> None:
    file, cut, nowhere = (tmp_path / name for name in ("a.backup", "cut.backup", "nowhere"))
    made = tmp_path / "made"
    made.mkdir()
    with ExitStack() as cleanup:
        environment = Stores(made, cleanup).fresh(backend, tmp_path, cleanup)
        manage.run(environment, "backup", str(file))
    elsewhere = {"DATA_DIR": str(nowhere)}
    told = manage.run(elsewhere, "restore", "--check", str(file))
    assert f"whole, {file.stat().st_size:,} bytes of {NAMES[backend]} from " in told
    assert told.endswith("of this release\n0 players, 0 races\n")
    assert not (nowhere / "db.sqlite3").exists()
    content = file.read_bytes()
    cut.write_bytes(content[: len(content) // 2])
    assert f"{cut}: the file is damaged: " in said(elsewhere, ["restore", "--check", str(cut)])


def test_a_backup_of_another_database_names_the_way_out(tmp_path: Path) -> None:
    foreign = tmp_path / "a.backup"
    foreign.write_bytes(b"PGDMP and so on")
    told = said({"DATA_DIR": str(tmp_path)}, ["restore", str(foreign)])
    assert "this is a backup of PostgreSQL, but the site keeps its games in SQLite: " in told
    assert "To change databases, `export` there and `import` here: docs/how-to/move" in told


def test_refusals_end_with_one_code_and_wrong_arguments_with_another(tmp_path: Path) -> None:
    file, foreign, cut, other = (tmp_path / name for name in ("whole", "foreign", "cut", "other"))
    site = {"DATA_DIR": str(tmp_path)}
    manage.run(site, "migrate", "--verbosity", "0")
    manage.run(site, "backup", str(file))
    foreign.write_bytes(b"not a backup")
    cut.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    other.write_bytes(b"PGDMP")
    for refused, why in (
        (file, "nothing was restored: the database isn't empty. Back it up first"),
        (foreign, "nothing was restored: this is no backup"),
        (cut, "nothing was restored: the file is damaged"),
        (other, "nothing was restored: this is a backup of PostgreSQL"),
    ):
        assert why in said(site, ["restore", str(refused)], code=1)
    for wrong, why in (
        ([str(tmp_path / "none")], "there is no file"),
        ([str(tmp_path)], "is a folder"),
        ([], "required: file"),
        ([str(file), "--replaced"], "unrecognized arguments"),
    ):
        assert why in said(site, ["restore", *wrong], code=2)
