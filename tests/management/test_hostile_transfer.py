"""Files that no site has written: each is refused with its line, and nothing of it is imported."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from games.models import Player
from tests.management.transfers import Edit, Lines, of, refused
from tests.management.transfers import edited as edited
from tests.management.transfers import exported as exported
from tests.management.transfers import known_hashers as known_hashers
from tests.models.standings.test_checks import everything

pytestmark = pytest.mark.usefixtures("known_hashers")


def swap(lines: Lines) -> None:
    lines[1], lines[-1] = lines[-1], lines[1]


def cut(lines: Lines) -> None:
    lines.pop()


def set_in(kind: str, **values: object) -> Edit:
    return lambda lines: of(lines, kind).update(values)


def in_result(**values: object) -> Edit:
    return lambda lines: of(lines, "run")["result"].update(values)


def forge_record(lines: Lines) -> None:
    run = of(lines, "run")
    run["record"] = run["record"].replace("\n1. 0:01.000 ", "\n1. 0:00.500 deal\n2. 0:01.000 ")


def other_record(lines: Lines) -> None:
    first, second = [line for line in lines if line["is"] == "run"][:2]
    first["record"] = second["record"]


def double(kind: str) -> Edit:
    def change(lines: Lines) -> None:
        lines.insert(lines.index(of(lines, kind)), dict(of(lines, kind)))

    return change


FORGED: dict[str, tuple[Edit, str]] = {
    "newer": (set_in("same-deal-site", version=2), "line 1: its format is 2, and this release"),
    "no version": (set_in("same-deal-site", version="x"), "line 1: its format is 'x'"),
    "other file": (set_in("same-deal-site", **{"is": "backup"}), "line 1: this is no file that"),
    "unknown kind": (set_in("follow", **{"is": "token"}), "line 8: Invalid value 'token'"),
    "unknown field": (set_in("player", is_staff=True), "line 2: Object contains unknown field"),
    "wrong type": (set_in("player", private="no"), "line 2: Expected `bool`, got `str`"),
    "no time zone": (set_in("player", joined="2023-01-01T00:00:00"), "line 2: "),
    "too large": (set_in("run", hints=2**40), "Expected `int` <= 2147483647"),
    "order": (swap, "a run comes after the day that it belongs to"),
    "twice": (double("player"), "line 3: the username 'alice' stands there twice"),
    "twice a day": (double("daily"), "agnes-sorel of 2023-11-14 stands there twice"),
    "cut": (cut, "the file ends here, after 4 of 5 runs"),
    "no such player": (set_in("run", player="eve"), "no line before has the player 'eve'"),
    "no such game": (set_in("daily", rules="bridge/standard"), "unknown game"),
    "another game": (set_in("daily", rules="freecell/standard"), "are no rules of 'agnes-sorel'"),
    "tomorrow": (set_in("daily", day="2999-01-01"), "2999-01-01 isn't over"),
    "another deal": (set_in("daily", key="ab" * 32), "line 9: the proof's moves: "),
    "short key": (set_in("daily", key="ab"), "line 9: Expected `str` matching regex"),
    "no hash": (set_in("player", password="plain"), "line 2: the password's hash is none"),
    "endless hash": (
        set_in("player", password="pbkdf2_sha256$2000000000$salt$aGFzaA=="),
        "line 2: the password's hash would take too long to compare",
    ),
    "other hash": (
        set_in("player", password="md5$salt$" + "0" * 32),
        "line 2: the password's hash is none that a site makes",
    ),
    "NUL": (set_in("player", username="a\0b"), "line 2: Enter a valid username."),
    "long name": (set_in("player", name="x" * 41), "line 2: Expected `str` of length <= 40"),
    "no address": (
        set_in("player", emails=[{"address": "x", "verified": True, "primary": True}]),
        "line 2: Enter a valid email address.",
    ),
    "no such rating": (
        set_in("player", ratings=[{"game": "bridge", "mu": 1, "sigma": 1, "races": 1}]),
        "line 2: this release has no game 'bridge'",
    ),
    "a follower of their own": (set_in("follow", followed="alice"), "'alice' can't follow 'alice'"),
    "faster": (in_result(time=1), "the result doesn't follow from the record"),
    "still playing": (in_result(state="playing", time=None), "a run that is over isn't playing"),
    "won without a time": (in_result(time=None), "a run has a time if it was won"),
    "forged": (forge_record, "the record: line "),
    "another's record": (other_record, "the result doesn't follow from the record"),
    "no record": (set_in("run", record=None), "a run has its record, or says when"),
    "backwards": (set_in("run", closed="2000-01-01T00:00:00Z"), "in another order"),
    "code": (set_in("run", code="../../"), "Expected `str` matching regex"),
    "void": (set_in("run", void="a\nb"), "isn't a line of text"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", FORGED)
def test_a_forged_file_is_refused_with_its_line(edited: Callable[[Edit], Path], name: str) -> None:
    change, said = FORGED[name]
    file = edited(change)
    before = everything()
    told = refused(file, "--skip")
    assert "nothing was imported: line " in told
    assert said in told
    assert everything() == before


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line 1: the file is empty"),
        (b"\x00\xff\xfe", "line 1: this is no file that"),
        (b"[" * 100_000, "line 1: this is no file that"),
        (b"{}\n", "line 1: this is no file that"),
    ],
)
def test_what_is_no_such_file_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "any"
    file.write_bytes(content)
    assert said in refused(file)


@pytest.mark.django_db
@pytest.mark.parametrize("rest", [b"{" * 100_000, b"x" * (2**20 + 1), b"\xff", b'{"is": "run"'])
def test_a_damaged_line_is_named(exported: Path, tmp_path: Path, rest: bytes) -> None:
    file = tmp_path / "damaged"
    first = exported.read_bytes().splitlines(keepends=True)[:2]
    file.write_bytes(b"".join(first) + rest)
    assert "nothing was imported: line 3: it " in refused(file)
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_a_file_cannot_make_anyone_staff(exported: Path) -> None:
    assert not [line for line in exported.read_text().splitlines() if "staff" in json.loads(line)]
