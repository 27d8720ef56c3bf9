from __future__ import annotations

import pytest
from django.test import Client

from games.models import Follow, Player, Proof, Race
from games.models.standings.booking import book_race
from tests.models.stored_races import END, closed_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def win(race: Race, player: Player, ms: int) -> None:
    race.entries.filter(player=player).update(state="won", progress=52, time_ms=ms, moves=100)
    book_race(race)


def test_the_fastest_comes_first(client: Client, alice: Player, bob: Player) -> None:
    race = closed_race(alice, bob)
    win(race, alice, 200_000)
    win(race, bob, 187_428)
    page = text(client.get("/leaderboard/agnes-sorel/"))
    assert "1 Bob 3:07.42 100" in page
    assert "2 Alice 3:20.00 100" in page


def test_a_player_without_a_win_is_not_on_it(client: Client, alice: Player) -> None:
    closed_race(alice)
    assert "Alice" not in text(client.get("/leaderboard/agnes-sorel/"))


def test_a_win_in_another_game_does_not_count(client: Client, alice: Player) -> None:
    win(closed_race(alice), alice, 200_000)
    assert "Alice" not in text(client.get("/leaderboard/applegate/"))


def test_an_empty_leaderboard_says_what_the_first_place_takes_and_starts_it(client: Client) -> None:
    answer = client.get("/leaderboard/agnes-bernauer/")
    page = text(answer)
    assert "No best time in Agnes Bernauer yet. First place is free" in page
    assert "A mark to beat" not in page
    assert "Race Agnes Bernauer now" in page
    assert '<input type="hidden" name="game" value="agnes-bernauer">' in answer.content.decode()
    begun = client.post("/quick/", {"game": "agnes-bernauer"})
    assert "/race/" in begun["Location"]
    other = client.get("/leaderboard/agnes-sorel/dalton/all/").content.decode()
    assert '<input type="hidden" name="preset" value="dalton">' in other
    begun = client.post("/race/", {"game": "agnes-sorel", "preset": "dalton"})
    assert Race.objects.get(code=begun["Location"].split("/")[2]).rules == "agnes-sorel/dalton"


def test_the_mark_to_beat_is_the_solver_s_on_published_deals_only(client: Client) -> None:
    for number, (length, secret) in enumerate([(90, False), (92, False), (93, False), (3, True)]):
        key = bytes([number]) * 32
        line = " ".join(["t1t2"] * length)
        rules = "agnes-bernauer/standard"
        Proof.objects.store(rules, key, "winnable", 1, line, secret=secret)
    told = "about 92 moves. At two seconds a move, that's 3:04 ."
    assert told in text(client.get("/leaderboard/agnes-bernauer/"))
    # No rating is a time.
    assert "A mark to beat" not in text(client.get("/ratings/agnes-bernauer/"))
    client.cookies["django_language"] = "de"
    assert "sind das 3:04" in text(client.get("/leaderboard/agnes-bernauer/"))


def test_an_unknown_game_is_not_found(client: Client) -> None:
    assert client.get("/leaderboard/canfield/").status_code == 404


def test_a_leaderboard_is_read_only(client: Client) -> None:
    assert client.post("/leaderboard/agnes-sorel/").status_code == 405


def test_every_period_and_preset_has_its_own(
    client: Client, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    win(closed_race(alice), alice, 200_000)
    monkeypatch.setattr("games.pages.standings.leaderboard.now", lambda: END)
    for period in ("day", "week", "all"):
        assert "1 Alice" in text(client.get(f"/leaderboard/agnes-sorel/standard/{period}/"))
    monkeypatch.setattr("games.pages.standings.leaderboard.now", lambda: END + 8 * 86_400_000)
    for period in ("day", "week"):
        page = text(client.get(f"/leaderboard/agnes-sorel/standard/{period}/"))
        assert "No one is on this list yet." in page
    assert "Alice" not in text(client.get("/leaderboard/agnes-sorel/dalton/all/"))
    for unknown in ("standard/month", "nonsense/all"):
        assert client.get(f"/leaderboard/agnes-sorel/{unknown}/").status_code == 404


def test_friends_are_ranked_among_themselves(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    race = closed_race(alice, bob, charlie)
    for player, ms in ((alice, 100_000), (bob, 90_000), (charlie, 80_000)):
        win(race, player, ms)
    browser = visit(alice)
    assert "Friends only" not in text(browser.get("/leaderboard/agnes-sorel/"))
    Follow.objects.create(follower=alice, followed=bob)
    page = text(browser.get("/leaderboard/agnes-sorel/?who=friends"))
    assert "1 Bob" in page
    assert "2 Alice" in page
    assert "Charlie" not in page
