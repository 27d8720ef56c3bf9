from __future__ import annotations

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from games.engine import GAMES
from games.models import Player
from tests.models.tables import open_race
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def test_every_game_can_be_opened_from_the_start_page(client: Client) -> None:
    page = client.get("/").content.decode()
    assert [f'value="{name}"' in page for name in GAMES] == [True] * len(GAMES)


def test_every_game_leads_to_its_rules(client: Client) -> None:
    page = client.get("/").content.decode()
    assert [f'href="/how-to-play/{name}/"' in page for name in GAMES] == [True] * len(GAMES)


def test_the_start_page_makes_no_player(client: Client) -> None:
    client.get("/")
    assert not Player.objects.exists()


def test_the_start_page_says_that_the_server_is_a_small_one_if_it_is(client: Client) -> None:
    household = connection.vendor == "sqlite" and not settings.REDIS_URL
    assert ("keeps its races in SQLite" in text(client.get("/"))) == household


def test_the_pictures_show_no_hidden_card(client: Client) -> None:
    tables = client.get("/").context["tables"]
    assert tables["agnes-sorel"]["piles"]["s"].split() == ["??"] * 23


def test_the_start_page_is_only_read(client: Client) -> None:
    assert client.post("/").status_code == 405


def test_a_code_leads_to_its_race(client: Client, alice: Player) -> None:
    race = open_race(alice)
    assert client.get("/", {"code": race.code}).headers["Location"] == f"/race/{race.code}/"


@pytest.mark.parametrize("how", [str.lower, lambda code: f" {code[:3]}-{code[3:]} "])
def test_a_code_may_be_written_in_other_ways(client: Client, alice: Player, how: object) -> None:
    assert callable(how)
    race = open_race(alice)
    assert client.get("/", {"code": how(race.code)}).headers["Location"] == f"/race/{race.code}/"


@pytest.mark.parametrize("code", ["ABC", "QFXKMPP", "QFXK1P", "QFXKMÜ", "<b>"])
def test_a_malformed_code_is_told_what_a_code_looks_like(client: Client, code: str) -> None:
    answer = client.get("/", {"code": code})
    assert answer.status_code == 400
    assert f"“{code}” is no race code: a code is six letters, such as QFXKMP." in text(answer)


def test_a_refused_code_stays_in_the_form(client: Client) -> None:
    assert 'value="QFXK1P"' in client.get("/", {"code": "QFXK1P"}).content.decode()


def test_an_empty_code_is_asked_for(client: Client) -> None:
    answer = client.get("/", {"code": ""})
    assert answer.status_code == 400
    assert "Type the six letters of the race's code." in text(answer)


def test_an_unknown_code_is_said_to_be_unknown(client: Client) -> None:
    answer = client.get("/", {"code": "qqqqqq"})
    assert answer.status_code == 404
    assert "There is no race QQQQQQ." in text(answer)
