from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player, Race
from tests.models.tables import closed_race
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def win(race: Race, player: Player, ms: int) -> None:
    race.entries.filter(player=player).update(state="won", progress=52, time_ms=ms, moves=100)


def test_the_fastest_comes_first(client: Client, alice: Player, bob: Player) -> None:
    race = closed_race(alice, bob)
    win(race, alice, 200_000)
    win(race, bob, 187_428)
    page = text(client.get("/leaderboard/agnes-sorel/"))
    assert "1 Bob 3:07.42 100 Standard" in page
    assert "2 Alice 3:20.00 100 Standard" in page


def test_who_has_not_won_is_not_on_it(client: Client, alice: Player) -> None:
    closed_race(alice)
    assert "Alice" not in text(client.get("/leaderboard/agnes-sorel/"))


def test_a_win_in_another_game_does_not_count(client: Client, alice: Player) -> None:
    win(closed_race(alice), alice, 200_000)
    assert "Alice" not in text(client.get("/leaderboard/applegate/"))


def test_without_a_win_somebody_is_invited_to_be_the_first(client: Client) -> None:
    page = text(client.get("/leaderboard/agnes-bernauer/"))
    assert "Nobody has brought all 52 cards of Agnes Bernauer home yet." in page


def test_an_unknown_game_is_not_found(client: Client) -> None:
    assert client.get("/leaderboard/canfield/").status_code == 404


def test_a_leaderboard_is_only_read(client: Client) -> None:
    assert client.post("/leaderboard/agnes-sorel/").status_code == 405
