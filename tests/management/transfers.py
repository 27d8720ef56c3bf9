"""A file that moves a site, as it is and changed, and the commands that read it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tests import manage
from tests.stores import Stores

FILL = "from tests.management.moved_site import fill; fill()"

Lines = list[dict[str, Any]]
Edit = Callable[[Lines], None]


@pytest.fixture(scope="session")
def exported(stores: Stores, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Export a site on SQLite."""
    folder = tmp_path_factory.mktemp("old")
    with ExitStack() as cleanup:
        environment = stores.fresh("sqlite", folder, cleanup)
        manage.run(environment, "shell", "--no-imports", "-c", FILL)
        file = folder / "site.jsonl"
        said = manage.run(environment, "export", str(file), "--json")
    assert json.loads(said) == {
        "file": str(file),
        "players": 6,
        "follows": 1,
        "dailies": 2,
        "runs": 5,
        "interrupted": False,
    }
    return file


def imported(file: Path, *options: str) -> dict[str, Any]:
    """Import a file, and return what the command tells a program."""
    said = StringIO()
    call_command("import", str(file), "--json", *options, stdout=said, stderr=StringIO())
    result: dict[str, Any] = json.loads(said.getvalue())
    return result


def refused(file: Path, *options: str) -> str:
    """Import a file in vain, and return what a person is told."""
    said = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("import", str(file), *options, stdout=said, stderr=StringIO())
    assert error.value.returncode == 1
    return f"{said.getvalue()}{error.value}"


@pytest.fixture
def known_hashers(settings: Settings) -> None:
    """Know the hashes of a real site; tests hash their own passwords faster."""
    real = "django.contrib.auth.hashers.PBKDF2PasswordHasher"
    settings.PASSWORD_HASHERS = [*settings.PASSWORD_HASHERS, real]


@pytest.fixture
def edited(exported: Path, tmp_path: Path) -> Callable[[Edit], Path]:
    """Return a function that writes the file once more, with changes."""

    def edit(change: Edit) -> Path:
        lines = [json.loads(line) for line in exported.read_bytes().splitlines()]
        change(lines)
        file = tmp_path / "edited.jsonl"
        file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        return file

    return edit


def of(lines: Lines, kind: str, **wanted: Any) -> dict[str, Any]:
    """Return the first line of a kind with these values."""
    return next(line for line in lines if line["is"] == kind and wanted.items() <= line.items())
