"""A race whose moves were removed for their age: every page says so, and shows what stays."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import Player, Race
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.pages.site.times import time_text
from games.racing import Kind
from tests.clocks import at
from tests.models.dailies import DAY, daily, finish
from tests.models.old_races import LATER, done_with, remove, removed
from tests.models.stored_races import END, NOW, RULES, act, open_race, winnable_race, won_race
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.played import entry

pytestmark = pytest.mark.django_db


def time_of(race: Race) -> str:
    """Return the time of the winner, as pages show it."""
    return time_text(race.entries.get(place=1).time_ms or 0)


SAID = "These moves are no longer stored"


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    """Return a race that Alice won before Bob stopped, without its moves."""
    return removed(won_race(alice, bob))


def test_the_replay_says_what_happened_and_shows_the_result(
    client: Client, race: Race, alice: Player
) -> None:
    page = client.get(f"/entry/{entry(race, alice).pk}/replay")
    assert page.status_code == 410
    said = text(page)
    assert SAID in said
    assert f"Alice solved Agnes Sorel in {time_of(race)}." in said
    assert "It removed those of this run on 14 Dec 2023" in said
    assert f"give them the code: {race.code}" in said
    assert f'href="/race/{race.code}/"' in page.text


def test_in_german_too(client: Client, race: Race, bob: Player) -> None:
    page = client.get(f"/entry/{entry(race, bob).pk}/replay", headers={"Accept-Language": "de"})
    assert "Diese Züge sind nicht mehr gespeichert" in text(page)


@pytest.mark.parametrize("page", ["replay", "race"])
def test_a_run_can_be_neither_watched_nor_raced_against(
    client: Client, race: Race, alice: Player, page: str
) -> None:
    answer = client.get(f"/entry/{entry(race, alice).pk}/{page}")
    assert answer.status_code == 410
    assert SAID in text(answer)


def test_nobody_begins_a_practice_against_it(visit: Visit, race: Race, alice: Player) -> None:
    answer = visit(alice).post(f"/entry/{entry(race, alice).pk}/race")
    assert answer.status_code == 410
    assert not Race.objects.exclude(pk=race.pk).exists()


def test_programs_are_told_too(client: Client, race: Race, alice: Player) -> None:
    run = entry(race, alice).pk
    record = client.get(f"/entry/{run}/record")
    assert (record.status_code, record.headers["Content-Type"]) == (
        410,
        "text/plain; charset=utf-8",
    )
    assert "has removed the moves of this run" in record.text
    document = client.get(f"/race/{race.code}/race.json")
    assert document.status_code == 410
    assert "nothing left to check" in document.json()["detail"]
    assert client.get(f"/entry/{run}/frames").status_code == 404


def test_the_api_has_the_run_without_its_record(client: Client, race: Race, alice: Player) -> None:
    run = entry(race, alice)
    found = client.get(f"/api/v1/entries/{run.pk}").json()
    assert found["record"] is None
    assert (found["run"]["place"], found["run"]["time"]) == (1, run.time_ms)
    frames = client.get(f"/api/v1/entries/{run.pk}/frames")
    assert frames.status_code == 410
    assert "has removed the moves" in frames.json()["detail"]


def test_the_page_that_checks_a_race_says_that_it_can_t(client: Client, race: Race) -> None:
    page = client.get("/verify/", {"code": race.code})
    assert page.status_code == 404
    assert "The moves of this race are no longer stored" in text(page)


def test_the_page_of_the_race_has_its_result_and_no_downloads(
    client: Client, race: Race, alice: Player
) -> None:
    page = client.get(f"/race/{race.code}/")
    assert page.status_code == 200
    assert time_of(race) in text(page)
    assert "The moves of this race were removed on 14 Dec 2023" in text(page)
    assert "race.json" not in page.text
    assert f"/verify/?code={race.code}" not in page.text
    assert "no chart and nothing to watch" in text(page)
    assert client.get(f"/race/{race.code}/progress/").status_code == 200
    assert client.get(f"/race/{race.code}/remarks").json() == {
        "waiting": False,
        "withheld": False,
        "remarks": [],
    }


def test_a_preview_of_the_run_still_has_its_picture(
    client: Client, race: Race, alice: Player
) -> None:
    picture = client.get(f"/entry/{entry(race, alice).pk}/preview/en.png")
    assert (picture.status_code, picture.headers["Content-Type"]) == (200, "image/png")


def test_a_frame_on_another_page_says_so(client: Client, race: Race, alice: Player) -> None:
    frame = client.get(f"/entry/{entry(race, alice).pk}/embed")
    assert frame.status_code == 410
    assert SAID in text(frame)
    assert frame.headers["X-Frame-Options"] == ""


def test_lists_have_the_result_and_no_record_to_download(
    visit: Visit, race: Race, alice: Player
) -> None:
    run = entry(race, alice)
    for address in ("/history/", f"/player/{alice.pk}/"):
        page = visit(alice).get(address)
        assert time_of(race) in text(page)
        assert f"/entry/{run.pk}/record" not in page.text


def test_a_leaderboard_keeps_the_result(client: Client, alice: Player) -> None:
    attempt = finish(daily(), alice)
    address = f"/daily/{attempt.trial.daily.day}/agnes-sorel/"
    download = f"/entry/{attempt.race.entries.get().pk}/record"
    assert download in client.get(address).text
    done_with(attempt.race)
    assert remove(LATER + DAY) == 1
    page = client.get(address)
    assert "Alice" in text(page)
    assert download not in page.text


def test_what_a_player_downloads_says_when_the_moves_went(
    visit: Visit, race: Race, alice: Player
) -> None:
    client = visit(alice)
    client.post("/accounts/reauthenticate/", {"password": "correct horse"})
    (raced,) = client.get("/account/data/").json()["races"]
    assert raced["record"] is None
    assert raced["moves_removed"].startswith("2023-12-14")
    assert raced["time_ms"] == entry(race, alice).time_ms


def test_a_run_beside_it_is_watched_alone(
    client: Client, race: Race, alice: Player, bob: Player
) -> None:
    other, moves = winnable_race(bob)
    Race.objects.filter(pk=other.pk).update(starts_at=None)
    Race.objects.filter(pk=other.pk).update(deal=race.deal)
    change_race(other.code, lambda r, now: r.start(bob.pk, now), at(NOW))
    other.refresh_from_db()
    act(other, bob, *moves[:5], "end")
    close_race(other, at(END))
    run = entry(other, bob).pk
    page = client.get(f"/entry/{run}/replay")
    assert page.status_code == 200
    assert f"with={entry(race, alice).pk}" not in page.text
    beside = client.get(f"/entry/{run}/replay", {"with": entry(race, alice).pk})
    assert beside.status_code == 410
    assert "Alice solved" in text(beside)


def test_a_secret_run_stays_secret(
    client: Client, race: Race, alice: Player, charlie: Player
) -> None:
    other = open_race(charlie)
    Race.objects.filter(pk=other.pk).update(deal=race.deal)
    assert client.get(f"/entry/{entry(race, alice).pk}/replay").status_code == 404
    assert client.get(f"/race/{race.code}/race.json").status_code == 404


def test_the_best_of_one_s_own_is_compared_if_it_can_be_drawn(visit: Visit, alice: Player) -> None:
    def practice(count: int, deal: Any = None) -> Race:
        race = new_race(alice, RULES, at(NOW), RaceOptions(kind=Kind.SOLO, limit_s=None), deal=deal)
        race = change_race(race.code, lambda r, now: r.start(alice.pk, now), at(NOW))[0]
        act(race, alice, *["deal"] * count, "end")
        close_race(race, at(END))
        return race

    first = practice(3)
    done_with(first)
    assert remove() == 1
    second = practice(2, first.deal)
    assert visit(alice).get(f"/race/{second.code}/progress/").status_code == 200


def test_the_privacy_page_says_how_long_moves_are_kept(client: Client, settings: Settings) -> None:
    assert "Moves are kept as long as the site is there." in text(client.get("/privacy/"))
    settings.ACTIONS_DAYS = 400
    said = text(client.get("/privacy/"))
    assert "Moves are removed 400 days after their race has ended." in said
    assert "as long as the site is there." not in said.partition("Backups")[0]
