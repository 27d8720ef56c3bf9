"""The units for machines without containers."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from solitaire_site.environment import SECRETS
from tests.deploy.composition import SERVICES
from tests.deploy.test_compose import runs
from tests.manage import clean_environment
from tests.repository.files import REPOSITORY
from tests.repository.test_documents import variables_read

UNITS = REPOSITORY / "solitaire_site/deploy/systemd"
HOME = "/srv/same-deal"
INSTANCES = {"same-deal-pages@": "8001", "same-deal-live@": "8011", "same-deal-worker@": "1"}
EXPOSURE = 20
"""In tenths of ten points; systemd calls anything below 20 fine."""

SERVICE_UNITS = sorted(UNITS.glob("*.service"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the units of this repository as an operator does, with an instance of each."""
    folder = tmp_path_factory.mktemp("units")
    programs = Path(sys.executable).parent
    for unit in UNITS.iterdir():
        text = unit.read_text().replace(f"{HOME}/.venv/bin", str(programs))
        name = f"{unit.stem}{INSTANCES.get(unit.stem, '')}{unit.suffix}"
        (folder / name).write_text(text.replace(HOME, str(REPOSITORY)))
    return folder


def analyze(*arguments: str) -> str:
    """Run systemd's own check."""
    done = subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.needs_systemd
def test_systemd_finds_no_fault_in_them(installed: Path) -> None:
    found = analyze("verify", "--man=no", *map(str, sorted(installed.iterdir())))
    assert "same-deal" not in found


@pytest.mark.needs_systemd
def test_a_service_can_do_no_more_than_it_must(installed: Path) -> None:
    for unit in sorted(installed.glob("*.service")):
        analyze("security", "--offline=true", f"--threshold={EXPOSURE}", "--no-pager", str(unit))


def test_restarting_the_migrations_stops_no_other_unit() -> None:
    for unit in SERVICE_UNITS:
        text = unit.read_text()
        if "migrate" not in unit.stem:
            assert "After=same-deal-migrate.service" in text
        assert not re.search("^(Requires|Requisite|BindsTo)=", text, re.MULTILINE)


def test_a_command_runs_with_the_settings_of_the_units(tmp_path: Path) -> None:
    script = (UNITS.parent / "same-deal").read_text()
    for there, here in {
        "runuser --user same-deal -- ": "",
        "install -d -o same-deal ": "install -d ",
        "/etc/same-deal": str(tmp_path),
        "/var/lib/same-deal": str(tmp_path / "data"),
        f"{HOME}/.venv/bin/python": sys.executable,
        HOME: str(REPOSITORY),
    }.items():
        assert there in script
        script = script.replace(there, here)
    (tmp_path / "database_url").write_text("postgres://samedeal:pw@127.0.0.1:5432/club\n")
    (tmp_path / "settings").write_text(
        "  ALLOWED_HOSTS=play.example.org\n  # no\nBEHIND_TLS_PROXY=True\n"
        'CONTACT="mailto:club@example.org"  \nEMAIL_HOST_PASSWORD=YWJjeXo=\n'
    )
    (tmp_path / "same-deal").write_text(script)
    code = (
        "from django.conf import settings as s; from django.db import connection as c;"
        "print(s.ALLOWED_HOSTS, s.BEHIND_TLS_PROXY, c.settings_dict['NAME'], s.DATA_DIR);"
        "print(s.CONTACT, s.EMAIL_HOST_PASSWORD)"
    )
    done = subprocess.run(
        ["sh", tmp_path / "same-deal", "shell", "-v0", "--no-imports", "-c", code],
        cwd=tmp_path,
        env=clean_environment({}),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == (
        f"['play.example.org'] True club {tmp_path}/data\nmailto:club@example.org YWJjeXo=\n"
    )


@pytest.mark.parametrize("unit", SERVICE_UNITS, ids=lambda unit: unit.stem)
def test_the_units_do_what_the_containers_do(unit: Path) -> None:
    text = unit.read_text().replace("\\\n", " ")
    [line] = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    program, *words = shlex.split(line)
    command = [Path(program).name, *words]
    role = unit.stem.removeprefix("same-deal-").removesuffix("@")
    assert runs([word.replace("%i", "1") for word in command])
    own = {"--bind=127.0.0.1", "--port=%i"}
    assert set(command) - own == set(SERVICES[role]["command"]) - {"--bind=0.0.0.0", "--port=8000"}
    named = set(re.findall(r"(?:^Environment=| )([A-Z_]+)=", text, re.MULTILINE))
    files = {f"{name}_FILE" for name in SECRETS}
    assert named <= variables_read() | files | {"XDG_CACHE_HOME"}
