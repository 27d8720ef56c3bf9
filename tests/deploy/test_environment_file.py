"""The settings of the units, for a command: read as systemd reads them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from solitaire_site import environment_file
from solitaire_site.environment_file import parse

GENERATOR = Path("/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator")
"""Systemd's own reader of such files; it prints what it has read."""

CASES = {
    "A=YWJjeXo=": {"A": "YWJjeXo="},
    "A=b=c": {"A": "b=c"},
    "  A = b c  \t": {"A": "b c"},
    "A=b\r\nB=c\r\n": {"A": "b", "B": "c"},
    "A=b\nA=c\n": {"A": "c"},
    "# A=b\n ;A=b\n\nA\nB=c # d;e\n": {"B": "c # d;e"},
    "1A=b\nexport B=c\nA-B=d\n=e\n==f\n_C1=g": {"_C1": "g"},
    'A="mailto:a@b.org"  \nB=c': {"A": "mailto:a@b.org", "B": "c"},
    'A="Our \\"Club\\""': {"A": 'Our "Club"'},
    'A="\\\\ \\` \\x"': {"A": "\\ ` \\x"},
    "A='b \" \\\\ c'": {"A": 'b " \\\\ c'},
    "A=b\\\nc\\\n  d\nB=e": {"A": "bc  d", "B": "e"},
    'A="b\\\nc"': {"A": "bc"},
    "A=\\b\\\\\\'\\ \t": {"A": "b\\' "},
    "A='b'\"c\" 'd' e\"f\"": {"A": 'bcde"f"'},
    "A=b 'c' \"d\"": {"A": "b 'c' \"d\""},
    "A='b": {"A": "b"},
    'A="b\\': {"A": "b"},
    "A=b\\": {"A": "b"},
    "A=Grüße": {"A": "Grüße"},
}


@pytest.mark.parametrize("text", CASES)
def test_a_line_is_read_as_documented(text: str) -> None:
    assert parse(text) == CASES[text]


def test_a_variable_may_be_empty_and_a_value_have_lines() -> None:
    assert parse("A=\nB=''\nC='d\ne=f'\n") == {"A": "", "B": "", "C": "d\ne=f"}


@pytest.mark.needs_systemd
@pytest.mark.parametrize("text", CASES)
def test_systemd_reads_the_same(tmp_path: Path, text: str) -> None:
    (tmp_path / "environment.d").mkdir()
    (tmp_path / "environment.d/settings.conf").write_bytes(text.encode())
    printed = subprocess.run(
        [GENERATOR], env={"XDG_CONFIG_HOME": str(tmp_path)}, capture_output=True, check=True
    ).stdout.decode()
    found = re.findall(r'^(A|B|_C1)=("?)(.*)\2$', printed, re.MULTILINE)
    assert {name: re.sub(r"\\(.)", r"\1", value) for name, _, value in found} == CASES[text]


def test_a_file_that_can_not_be_read_ends_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings"
    monkeypatch.setattr(sys, "argv", ["", str(file), "true"])
    with pytest.raises(SystemExit, match="settings can't be read: No such file"):
        environment_file.main()
    file.write_bytes(b"A=\xff\n")
    with pytest.raises(SystemExit, match="settings is not UTF-8"):
        environment_file.main()
