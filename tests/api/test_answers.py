from __future__ import annotations

import json
from datetime import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine import GAMES
from games.models import Deal, Player
from games.models.database.instants import to_datetime
from games.models.play.practice import begin_practice
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.models.standings.booking import enter
from games.pages.site.clock import now
from games.racing import Kind
from tests.clocks import at
from tests.models.dailies import DAY
from tests.models.dailies import daily as store_daily
from tests.models.stored_races import act, closed_race, started_race

pytestmark = pytest.mark.django_db


def test_the_games_are_listed_with_their_rules(client: Client) -> None:
    games = client.get("/api/v1/games").json()["games"]
    assert [game["name"] for game in games] == list(GAMES)
    assert games[0]["presets"][0]["name"] == "standard"
    assert client.get(games[0]["presets"][1]["help"]).status_code == 200


def test_a_race_keeps_its_deal_until_it_is_over(client: Client, alice: Player, bob: Player) -> None:
    running = started_race(alice, bob)
    act(running, alice, "deal")
    told = client.get(f"/api/v1/races/{running.code}").json()
    assert (told["state"], told["key"], told["deal"]) == ("running", None, None)
    assert [seat["run"] for seat in told["seats"]] == [None, None]
    over = closed_race(alice, bob)
    told = client.get(f"/api/v1/races/{over.code}").json()
    assert (told["state"], told["deal"]) == ("over", over.deal.cards)
    assert [seat["run"]["state"] for seat in told["seats"]] == ["no-show", "no-show"]
    assert told["seats"][0]["player"] == {
        "id": alice.pk,
        "name": "Alice",
        "guest": False,
        "bot": False,
    }


def test_another_s_practice_answers_as_if_there_were_none(client: Client, alice: Player) -> None:
    race = begin_practice(alice, "applegate/standard", Deal.objects.draw(bytes(32)), at(now()))
    client.force_login(alice)
    hidden = client.get(f"/api/v1/races/{race.code}")
    none = client.get("/api/v1/races/ZZZZZZ")
    assert hidden.status_code == none.status_code == 404
    assert hidden.json() == json.loads(none.content.replace(b"ZZZZZZ", race.code.encode()))


def test_only_races_that_anyone_may_watch_are_on_now(
    client: Client, alice: Player, bob: Player
) -> None:
    for watchable in (False, True, True):
        options = RaceOptions(kind=Kind.CASUAL, watchable=watchable)
        race = new_race(alice, "agnes-sorel/standard", at(now() - 60_000), options)
        change_race(
            race.code, lambda r, n: r.join(bob.pk, bob.name, bob.guest, n), at(now() - 60_000)
        )
        change_race(race.code, lambda r, n: r.start(alice.pk, n), at(now() - 60_000))
    first = client.get("/api/v1/races?limit=1").json()
    assert [one["code"] for one in first["races"]] == [race.code]
    assert [player["name"] for player in first["races"][0]["players"]] == ["Alice", bob.name]
    assert [seat["place"] for seat in first["races"][0]["progress"]] == [None, None]
    second = client.get(f"/api/v1/races?before={first['next']}").json()
    assert len(second["races"]) == 1
    assert second["next"] is None


def test_public_races_that_begin_soon_are_planned(client: Client, alice: Player) -> None:
    start = to_datetime(now() + 3_600_000).replace(second=0, microsecond=0)
    public, _ = (
        new_race(alice, "agnes-sorel/standard", now, RaceOptions(watchable=w, planned_at=start))
        for w in (True, False)
    )
    [planned] = client.get("/api/v1/races").json()["planned"]
    assert (planned["code"], planned["players"][0]["name"]) == (public.code, "Alice")
    assert datetime.fromisoformat(planned["starts_at"]) == start


def test_a_leaderboard_is_read_in_pieces(client: Client, alice: Player, bob: Player) -> None:
    race = closed_race(alice, bob)
    for entry, time in zip(race.entries.order_by("seat"), (9_000, 8_000), strict=True):
        entry.state, entry.time_ms, entry.progress = "won", time, 52
        entry.save()
        enter([entry])
    address = "/api/v1/leaderboards/agnes-sorel/standard/all"
    first = client.get(f"{address}?limit=1").json()["ranking"]
    assert (first["players"], first["rows"][0]["time_ms"]) == (2, 8_000)
    second = client.get(f"{address}?limit=1&after={first['next']}").json()["ranking"]
    assert (second["rows"][0]["rank"], second["rows"][0]["player"]["name"]) == (2, "Alice")


def test_a_daily_keeps_its_deal_and_its_results_for_the_day(client: Client, alice: Player) -> None:
    daily = store_daily(now())
    address = f"/api/v1/dailies/{daily.day}/{daily.game}"
    told = client.get(address).json()
    assert told["hidden"]
    assert (told["key"], told["deal"], told["ranking"]) == (None, None, None)
    assert told["commitment"] == daily.deal.commitment
    over = store_daily(now() - 2 * DAY)
    told = client.get(f"/api/v1/dailies/{over.day}/{over.game}").json()
    assert (told["hidden"], told["deal"]) == (False, over.deal.cards)
    assert told["ranking"] == {"players": 0, "rows": [], "next": None}


def test_a_private_player_is_a_name(client: Client, alice: Player, bob: Player) -> None:
    closed_race(alice, bob)
    open_one = client.get(f"/api/v1/players/{alice.pk}").json()
    assert open_one["totals"][0]["races"] == 1
    alice.private = True
    alice.save()
    client.force_login(alice)
    # Answers are the same for everyone, so that anyone may keep them.
    closed = client.get(f"/api/v1/players/{alice.pk}").json()
    assert closed == {
        **open_one,
        "private": True,
        "totals": [],
        "ratings": [],
    }


def test_an_answer_that_has_not_changed_is_not_sent_again(client: Client) -> None:
    first = client.get("/api/v1/games")
    assert first["Cache-Control"] == "public, max-age=3600"
    assert "Cookie" not in first["Vary"]
    again = client.get("/api/v1/games", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_head_is_get_without_a_body(client: Client) -> None:
    answer = client.head("/api/v1/games")
    assert (answer.status_code, answer.content) == (200, b"")
    got = client.get("/api/v1/games")
    for header in ("Cache-Control", "ETag", "Vary"):
        assert answer[header] == got[header]
    again = client.head("/api/v1/games", headers={"if-none-match": got["ETag"]})
    assert (again.status_code, again["ETag"]) == (304, got["ETag"])


@pytest.mark.parametrize(
    ("address", "where"),
    [
        ("/api/v1/leaderboards/applegate/standard/year", "path.period"),
        ("/api/v1/leaderboards/applegate/standard/all?limit=51", "query.limit"),
        ("/api/v1/leaderboards/applegate/standard/all?after=x", "query.after"),
        ("/api/v1/races?befor=1", "query.befor"),
        ("/api/v1/players/x", "path.id"),
        ("/api/v1/dailies/2026-02-30/applegate", "path.day"),
    ],
)
def test_a_problem_names_what_is_wrong(client: Client, address: str, where: str) -> None:
    answer = client.get(address)
    told = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert answer["Cache-Control"] == "private, no-store"
    assert told["status"] == 400
    assert [fault["where"] for fault in told["faults"]] == [where]


def test_writing_and_unknown_addresses_are_problems_too(client: Client) -> None:
    for answer, status in (
        (client.post("/api/v1/games"), 405),
        (client.get("/api/v1/nothing"), 404),
        (client.get("/api/v2/games"), 404),
        (client.get("/api/v1/races/QFXKMP/"), 404),
        (client.get("/api/v1/games?x=%00", headers={"Accept-Language": "de"}), 400),
        (client.get("/api/v1/races/%00"), 400),
    ):
        assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
        assert answer.json()["status"] == status


def test_a_race_costs_as_many_queries_however_full_it_is(
    client: Client, alice: Player, bob: Player, guest: Player
) -> None:
    counts = []
    for players in ([alice, bob], [alice, bob, guest]):
        race = started_race(*players)
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/api/v1/races/{race.code}")
        counts.append(len(queries))
    assert counts[0] == counts[1]
