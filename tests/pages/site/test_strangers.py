"""Pages that all strangers share for a second."""

from __future__ import annotations

import re
import time

import pytest
from django.core.cache import caches
from django.test import Client
from pytest_django import Settings
from pytest_django.fixtures import DjangoAssertNumQueries

from games.models import Player
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.race import Race
from games.racing import Kind
from tests.clocks import at
from tests.pages.conftest import Visit

PAGES = (
    "/",
    "/daily/",
    "/how-to-play/",
    "/how-to-play/applegate/",
    "/leaderboard/applegate/",
    "/practice/",
    "/ratings/applegate/",
)

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture(autouse=True)
def _shared(settings: Settings) -> None:
    settings.PAGE_SECONDS = 60
    caches["pages"].clear()


def open_race(host: Player) -> Race:
    return new_race(host, "applegate/standard", at(0), RaceOptions(kind=Kind.CASUAL))


@pytest.mark.parametrize("path", PAGES)
def test_a_second_stranger_costs_no_query(
    db: None, path: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = Client().get(path)
    with django_assert_num_queries(0):
        second = Client().get(path)
    assert second.status_code == 200
    assert TOKEN.sub("", second.content.decode()) == TOKEN.sub("", first.content.decode())
    assert dict(second.items()) == dict(first.items())


def test_a_shared_page_opens_a_race_with_a_token_of_ones_own(db: None) -> None:
    first, second = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    tokens = [TOKEN.findall(one.get("/").content.decode())[0] for one in (first, second)]
    assert tokens[0] != tokens[1]
    form = {"game": "applegate", "csrfmiddlewaretoken": tokens[1]}
    assert second.post("/race/", form).status_code == 302
    stolen = {**form, "csrfmiddlewaretoken": tokens[0]}
    assert Client(enforce_csrf_checks=True).post("/race/", stolen).status_code == 403


def test_languages_preferences_and_addresses_have_pages_of_their_own(
    db: None, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["a.test", "b.test"]
    english = Client().get("/", HTTP_HOST="a.test").content.decode()
    german = Client().get("/", HTTP_HOST="a.test", HTTP_ACCEPT_LANGUAGE="de").content.decode()
    elsewhere = Client().get("/", HTTP_HOST="b.test").content.decode()
    darkly = Client()
    darkly.cookies["preferences"] = "theme=dark"
    dark = darkly.get("/", HTTP_HOST="a.test").content.decode()
    assert 'lang="en"' in english
    assert 'lang="de"' in german
    assert "a.test" in english
    assert "a.test" not in elsewhere
    assert 'data-theme="dark"' in dark
    assert 'data-theme="auto"' in english


def test_players_have_their_own_page_and_strangers_none_of_it(alice: Player, visit: Visit) -> None:
    stranger = Client().get("/").content.decode()
    own = visit(alice).get("/").content.decode()
    assert "Alice" in own
    assert "Alice" not in stranger
    assert "Alice" not in Client().get("/").content.decode()


def test_what_is_said_to_one_visitor_is_kept_for_no_other(alice: Player) -> None:
    told = Client()
    told.cookies["messages"] = "something"
    told.get(f"/player/{alice.pk}/")
    Player.objects.filter(pk=alice.pk).update(name="Alina")
    assert "Alina" in Client().get(f"/player/{alice.pk}/").content.decode()


def test_what_is_missing_is_never_kept(alice: Player) -> None:
    assert Client().get("/?code=BCDFGH").status_code == 404
    code = "BCDFGH"
    assert Client().get(f"/race/{code}/").status_code == 404
    Race.objects.filter(pk=open_race(alice).pk).update(code=code)
    assert Client().get(f"/race/{code}/").status_code == 200


def test_without_seconds_each_page_is_new(alice: Player, settings: Settings) -> None:
    settings.PAGE_SECONDS = 0
    before = Client().get(f"/player/{alice.pk}/").content.decode()
    Player.objects.filter(pk=alice.pk).update(name="Alina")
    after = Client().get(f"/player/{alice.pk}/").content.decode()
    assert "Alina" not in before
    assert "Alina" in after


def test_a_page_is_new_once_its_seconds_are_over(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    Client().get(f"/player/{alice.pk}/")
    Player.objects.filter(pk=alice.pk).update(name="Alina")
    assert "Alina" not in Client().get(f"/player/{alice.pk}/").content.decode()
    later = time.time() + 61
    monkeypatch.setattr("django.core.cache.backends.locmem.time.time", lambda: later)
    assert "Alina" in Client().get(f"/player/{alice.pk}/").content.decode()
