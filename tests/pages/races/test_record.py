from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from games.engine import Record
from games.models import Entry, Player, Race
from games.models.races.closing import close_race
from tests.clocks import at
from tests.models.stored_races import END, act, closed_race, open_race, started_race, winnable_race
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.played import entry

pytestmark = pytest.mark.django_db


def download(client: Client, entry: Entry) -> str:
    answer = client.get(f"/entry/{entry.pk}/record")
    assert answer.status_code == 200
    return answer.content.decode()


def verify(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "games.engine", "verify", str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def played(client: Client, alice: Player, bob: Player, tmp_path: Path) -> Path:
    """Download the record of a race that Alice has won."""
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves)
    close_race(race, at(END))
    file = tmp_path / "game.txt"
    file.write_text(download(client, entry(race, alice)))
    return file


def test_a_finished_race_gives_a_record_that_the_engine_accepts(played: Path) -> None:
    answer = verify(played)
    assert "valid, agnes-sorel/standard" in answer.stdout
    assert answer.returncode == 0


def test_a_tampered_record_is_refused_and_its_line_is_named(played: Path) -> None:
    lines = played.read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    lines[first + 4] = lines[first + 4].rsplit(" ", 1)[0] + " t1t1"
    played.write_text("\n".join(lines))
    answer = verify(played)
    assert f"invalid: line {first + 5}: illegal move 't1t1'" in answer.stdout
    assert answer.returncode == 1


def test_a_record_says_who_played_what_and_when(client: Client, alice: Player) -> None:
    race = closed_race(alice, rules="agnes-sorel/dalton+space=none")
    record = Record.parse(download(client, entry(race, alice)))
    assert str(record.rules) == "agnes-sorel/dalton+space=none"
    assert dict(record.remarks) == {"Player": "Alice", "Race": race.code, "Date": "2023-11-14"}
    assert record.key == race.deal.key


def test_the_bell_and_the_end_of_a_run_are_in_it(
    client: Client, alice: Player, bob: Player
) -> None:
    race = started_race(alice, bob)
    act(race, alice, "end")
    close_race(race, at(END))
    endings = [Record.parse(download(client, entry(race, p))).actions[-1] for p in (alice, bob)]
    assert [(action.text, action.ms) for action in endings] == [("end", 1_000), ("bell", 600_000)]


def test_a_name_keeps_its_quotation_marks(client: Client) -> None:
    player = Player.objects.create_user("dwayne", name='Dwayne "The Rock"')
    record = Record.parse(download(client, entry(closed_race(player), player)))
    assert dict(record.remarks)["Player"] == 'Dwayne "The Rock"'


def test_a_name_of_two_lines_becomes_one(client: Client) -> None:
    player = Player.objects.create_user("dwayne", name="Dwayne\u2028Johnson")
    run = entry(closed_race(player), player)
    assert dict(Record.parse(download(client, run)).remarks)["Player"] == "Dwayne Johnson"
    assert client.get(f"/entry/{run.pk}/replay").status_code == 200


def test_the_record_is_a_text_file(client: Client, alice: Player) -> None:
    race = closed_race(alice)
    answer = client.get(f"/entry/{entry(race, alice).pk}/record")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{race.code}-1.txt"'


@pytest.mark.parametrize("make", [open_race, started_race])
def test_there_is_none_before_the_race_is_over(client: Client, alice: Player, make: object) -> None:
    assert callable(make)
    assert client.get(f"/entry/{entry(make(alice), alice).pk}/record").status_code == 404


def test_there_is_none_while_another_race_runs_on_the_deal(
    client: Client, alice: Player, bob: Player
) -> None:
    over, other = closed_race(alice), open_race(bob)
    Race.objects.filter(pk=other.pk).update(deal=over.deal)
    assert client.get(f"/entry/{entry(over, alice).pk}/record").status_code == 404


def test_there_is_none_for_an_entry_that_does_not_exist(client: Client) -> None:
    assert client.get("/entry/99/record").status_code == 404


def test_the_history_links_to_it(visit: Visit, alice: Player) -> None:
    race = closed_race(alice)
    page = visit(alice).get("/history/")
    assert f'href="/entry/{entry(race, alice).pk}/record"' in page.content.decode()
    assert "Download" in text(page)
