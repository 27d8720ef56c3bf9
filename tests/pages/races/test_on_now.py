"""What is on now: the page of public races, and the lists that pages renew."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games import engine
from games.models import Action, Event, Player, Race
from games.models.database.instants import to_datetime
from games.models.races.closing import close_race
from games.models.races.event_plan import call_off
from games.models.races.lobby import join_lobby
from games.models.races.match import begin as begin_match
from games.models.races.new_race import RaceOptions, new_race
from games.pages.deals.small_board import covered_board
from games.pages.races.public_races import PAGE
from games.racing import Goal, Kind
from tests.clocks import at
from tests.models import events
from tests.models.stored_races import END, NOW, RULES, ZERO, act, started_race, winnable_race
from tests.pages.conftest import Visit
from tests.pages.page import text

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db

A_MINUTE_IN = ZERO + 60_000


@pytest.fixture(autouse=True)
def _a_minute_in(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("home", "on_now"):
        monkeypatch.setattr(f"games.pages.races.{module}.now", lambda: A_MINUTE_IN)


def figures(client: Client) -> list[tuple[str, str]]:
    """Return the names and the figures of the first race, in the order of the page."""
    lists = client.get("/on-now/lists/").content.decode()
    return re.findall(r"<li[^>]*><bdi>(.*?)</bdi> <span>(.*?)</span>", lists)


def progress(race: Race, moves: list[str]) -> str:
    board = engine.Board(engine.Rules.parse(race.rules), engine.Deal.parse(race.deal.cards))
    for move in moves:
        board.push(board.find_move(move))
    return str(board.progress)


def test_each_look_has_everyone_s_progress_and_reads_only_what_is_new(
    client: Client, alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    race, moves = winnable_race(alice, bob, kind=Kind.RANKED, watchable=True)
    act(race, bob, *moves[:40], ms=0)
    act(race, alice, *moves[:10], ms=0)
    forty, ten, sixty = (progress(race, moves[:number]) for number in (40, 10, 60))
    assert figures(client) == [("Bob", forty), ("Alice", ten)]
    act(race, alice, *moves[10:60], ms=0)
    with django_assert_num_queries(8):
        assert figures(client) == [("Alice", sixty), ("Bob", forty)]
    assert f"Agnes Sorel: Alice {sixty} · Bob {forty} 1 min so far" in text(client.get("/"))
    page = text(client.get("/on-now/"))
    assert "Agnes Sorel ranked Standard · 1 min so far · tables 2 minutes behind, so that" in page
    act(race, bob, "end", ms=50_000)
    assert figures(client)[1] == ("Bob", f"stopped · {forty}")
    # What was replayed for the last look isn't read again.
    Action.objects.filter(entry__race=race).delete()
    assert figures(client)[0] == ("Alice", sixty)
    for table in ("data-face", "t1t", str(race.deal.cards)):
        assert table not in client.get("/on-now/").content.decode()
    close_race(race, at(END))
    assert "No public race is on now." in text(client.get("/on-now/"))


def test_each_race_has_its_table_face_down_and_each_bar_its_player_s_colour(
    client: Client, alice: Player, bob: Player
) -> None:
    race, moves = winnable_race(alice, bob, watchable=True)
    act(race, bob, *moves[:40], ms=0)
    page = client.get("/on-now/").content.decode()
    assert f'data-piles="{covered_board(race.rules).piles}"' in page
    assert re.findall(r'<li data-key="(\d)".*?<bdi>(\w+)', page) == [("1", "Bob"), ("0", "Alice")]


def test_the_start_page_counts_in_words_whom_it_does_not_name(
    client: Client, alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    race, moves = winnable_race(alice, bob, charlie, guest, watchable=True)
    act(race, bob, *moves[:40], ms=0)
    assert re.search(r"Agnes Sorel: Bob \d+ · Alice \d+ · and 2 more ", text(client.get("/")))
    assert "und noch 2" in text(client.get("/", headers={"Accept-Language": "de"}))


def test_each_race_says_that_it_can_be_watched(
    client: Client, visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    winnable_race(alice, bob, watchable=True)
    for browser in (client, visit(charlie)):
        page = browser.get("/on-now/")
        assert 'aria-label="Watch Agnes Sorel"' in page.content.decode()
        assert re.search(r"Watch \W ", text(page))
    own = visit(alice).get("/on-now/")
    assert "Watch Agnes Sorel" not in own.content.decode()
    assert "Go to your race" in text(own)


def test_where_nothing_is_on_there_is_something_to_play(client: Client) -> None:
    page = client.get("/on-now/")
    assert "Start one. Race a friend Play now Today's deals" in text(page)
    game = re.search(r'name="game" value="([\w-]+)"', page.content.decode())
    assert game is not None
    for address in ("/race/", "/quick/"):
        assert f'action="{address}"' in page.content.decode()
        answer = client.post(address, {"game": game[1]})
        assert answer.headers["Location"].startswith("/race/")


def test_the_link_to_a_race_that_is_not_public_is_its_players_to_share(
    client: Client, alice: Player, bob: Player
) -> None:
    race = started_race(alice, bob)
    for address in ("/", "/on-now/", "/on-now/latest/", "/on-now/lists/?page=1"):
        assert race.code not in client.get(address).content.decode()


def test_public_races_that_begin_within_a_day_are_announced(
    client: Client, visit: Visit, alice: Player, bob: Player
) -> None:
    def planned(hours: int, *, watchable: bool = True) -> Race:
        start = to_datetime(A_MINUTE_IN) + timedelta(hours=hours)
        start = start.replace(second=0, microsecond=0)
        options = RaceOptions(watchable=watchable, planned_at=start)
        return new_race(alice, RULES, at(NOW), options)

    later, soon = planned(20), planned(1)
    begin_match(soon.pk, Goal(2), secrets.token_bytes)
    unseen = planned(2, watchable=False), planned(30)
    for address in ("/", "/on-now/"):
        page = client.get(address).content.decode()
        assert 0 < page.index(soon.code) < page.index(later.code), address
        assert 'datetime="2023-11-14T23:' in page
        assert not any(race.code in page for race in unseen)
        assert ">Soon</" in page
    told = text(client.get("/on-now/"))
    assert re.search(r" · in 1 h 0 min First to 2 wins · race 1 .* Join or watch", told)
    assert re.search(r" · in 20 h 0 min Standard", told)
    # Her own are among her next races.
    assert ">Soon</" not in visit(alice).get("/").content.decode()
    assert soon.code in visit(alice).get("/on-now/").content.decode()


def test_events_that_begin_within_a_day_are_announced(
    client: Client, visit: Visit, alice: Player, bob: Player, settings: Settings
) -> None:
    event = events.planned(alice, bob, now=A_MINUTE_IN)
    page = client.get("/on-now/")
    assert re.search(r"Soon Club night event .* 3 rounds · 1 player", text(page))
    assert "No public race" not in text(page)
    assert f'href="/event/{event.code}/"' in page.content.decode()
    for hours, said in ((23, True), (25, False)):
        begins = to_datetime(A_MINUTE_IN) + timedelta(hours=hours)
        Event.objects.update(starts_at=begins, ends_at=begins + timedelta(hours=1))
        assert ("Club night" in text(client.get("/on-now/"))) is said
    # It is read as seldom as the races.
    settings.PAGE_SECONDS = 60
    client.get("/on-now/")
    Event.objects.update(starts_at=to_datetime(A_MINUTE_IN) + timedelta(hours=1))
    assert "Club night" not in text(visit(bob).get("/on-now/"))


def test_an_event_called_off_is_not_announced(client: Client, alice: Player) -> None:
    call_off(events.planned(alice, now=A_MINUTE_IN), alice, at(A_MINUTE_IN))
    assert "Club night" not in text(client.get("/on-now/"))


def test_who_waits_for_a_rival_is_told_to_those_who_look_for_a_race(
    client: Client, visit: Visit, alice: Player
) -> None:
    waiting = join_lobby(alice, "applegate", at(A_MINUTE_IN))
    waiting.entries.mark_present([waiting.entries.get().pk], A_MINUTE_IN)
    page = client.get("/on-now/")
    told = text(page)
    assert "Waiting for a rival" in told
    assert "A player is waiting" in told
    assert "No public race" not in told
    assert 'name="game" value="applegate" aria-label="Play Applegate"' in page.content.decode()
    assert "Someone waits in Applegate" in text(client.get("/"))
    assert "Waiting for a rival" not in text(visit(alice).get("/on-now/"))


def test_many_races_are_listed_in_pages(client: Client, alice: Player, bob: Player) -> None:
    races = [winnable_race(alice, bob, watchable=True)[0].code for _ in range(PAGE + 1)]
    first, second = (client.get(f"/on-now/?page={page}").content.decode() for page in (1, 2))
    assert [code for code in races if code in second] == races[:1]
    assert re.findall(r'public-race" data-key="(\w+)"', first) == races[:0:-1]
    assert 'data-address="/on-now/lists/?page=2"' in second
    assert "2 of 2" in second
    for nowhere in ("99", "x", "-1", "²", "9" * 5000):
        assert client.get("/on-now/", {"page": nowhere}).status_code == 200


def test_all_visitors_share_what_is_read_in_a_second(
    client: Client, visit: Visit, alice: Player, bob: Player, settings: Settings
) -> None:
    settings.PAGE_SECONDS = 60
    race, moves = winnable_race(alice, bob, watchable=True)
    before = figures(client)
    act(race, bob, *moves[:40], ms=0)
    assert figures(visit(bob)) == before
    settings.PAGE_SECONDS = 0
    assert figures(visit(bob)) != before
