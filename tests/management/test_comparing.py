"""The commands that compare what is derived, as an operator runs them: each in a new process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import manage

pytestmark = pytest.mark.processes


@pytest.mark.parametrize("command", ["leaderboards", "ratings"])
def test_a_new_process_compares_a_database_in_a_file(tmp_path: Path, command: str) -> None:
    site = {"DATA_DIR": str(tmp_path)}
    manage.run(site, "migrate", "--verbosity", "0")
    assert manage.run(site, command, "--check").startswith(f"0 {command} agree")
