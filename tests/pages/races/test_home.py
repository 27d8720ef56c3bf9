# Long: one page, for strangers, guests and players, and all that may be on.

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games import racing
from games.engine import GAMES
from games.models import Daily, Deal, Entry, Player, Proof, Race, Rating, Trial
from games.models.database.instants import to_datetime
from games.models.races.daily import day_of
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.models.standings.booking import enter
from games.pages.races.public_races import MOST
from games.pages.site.clock import now
from solitaire_site.bundle import Bundle
from tests.clocks import at
from tests.models import events
from tests.models.anytime_races import anytime
from tests.models.dailies import HOUR, finish, prove
from tests.models.stored_races import closed_race, open_race
from tests.pages.conftest import Visit
from tests.pages.page import text

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db

MOST_BYTES: Final = 15_000 - 100
"""Of HTML, uncompressed, as a visitor without a session gets it: 15,000 and some air."""


def test_one_form_races_a_friend_a_stranger_or_nobody(client: Client) -> None:
    page = client.get("/").content.decode()
    assert re.findall(r'<option value="([\w-]+)"', page) == list(GAMES)
    for address in ("/race/", "/quick/", "/practice/"):
        assert f'action="{address}"' in page
        answer = client.post(address, {"game": "beleaguered-castle"})
        assert answer.status_code == 302, address
    assert [race.kind for race in Race.objects.order_by("pk")] == ["casual", "casual", "solo"]


def chosen(page: str) -> list[str]:
    """Return the game that is selected, and the game of the first deal of the day."""
    return [
        *re.findall(r'<option value="([\w-]+)" selected>', page),
        *re.findall(r'formaction="/daily/[\d-]+/([\w-]+)/play/"', page)[:1],
    ]


def test_a_newcomer_s_first_deal_of_the_day_is_the_easiest(
    client: Client, visit: Visit, alice: Player
) -> None:
    usual = next(iter(GAMES))
    assert chosen(client.get("/").content.decode()) == [usual]
    _, _, third, *_ = GAMES
    difficulties = ("hard", "medium", *["easy"] * (len(GAMES) - 2))
    for number, (game, difficulty) in enumerate(zip(GAMES, difficulties, strict=True)):
        key = bytes([number]) * 32
        Proof.objects.store(f"{game}/standard", key, "winnable", 7, "t1t2", difficulty, secret=True)
    for browser in (client, visit(alice)):
        assert chosen(browser.get("/").content.decode()) == [usual, third]


def test_the_game_is_the_one_last_played(client: Client) -> None:
    key = bytes(32)
    Proof.objects.store("applegate/standard", key, "winnable", 7, "t1t2", "easy", secret=True)
    assert chosen(client.get("/").content.decode()) == [next(iter(GAMES)), "applegate"]
    client.post("/quick/", {"game": "agnes-bernauer"})
    assert chosen(client.get("/").content.decode()) == ["agnes-bernauer", "applegate"]


def test_who_was_raced_last_is_one_press_away(
    client: Client, visit: Visit, alice: Player, bob: Player, guest: Player
) -> None:
    """Guests too; not while a race waits, or while someone challenges the visitor."""
    race = closed_race(alice, guest, bob, rules="applegate/standard")
    race.entries.update(state="ended", moves=5)
    for place, player in enumerate((alice, guest, bob), 1):
        race.entries.filter(player=player).update(place=place)
    told = f"Race {guest.name} again Races won: you 1 : 0 {guest.name}"
    assert told in text(visit(alice).get("/"))
    assert "Race Alice again Races won: you 0 : 1 Alice" in text(visit(bob).get("/"))
    browser = visit(guest)
    page = browser.get("/")
    assert "Race Alice again Races won: you 0 : 1 Alice" in text(page)
    assert "Race your friends at patience." not in text(page)
    html = page.content.decode()
    assert f'action="/friends/{alice.pk}/challenge/"' in html
    assert 'name="game" value="applegate"' in html
    browser.post(f"/friends/{alice.pk}/challenge/", {"game": "applegate"})
    for other in (browser, visit(alice)):
        assert "Races won" not in text(other.get("/"))
    assert "Race Alice again" in text(visit(bob).get("/"))
    assert "Race your friends at patience." in text(client.get("/"))


def test_the_start_page_makes_no_player(client: Client) -> None:
    client.get("/")
    assert not Player.objects.exists()


def test_races_that_anyone_may_watch_are_listed(
    client: Client, visit: Visit, alice: Player, bob: Player
) -> None:
    public, private = (
        new_race(alice, "agnes-sorel/standard", now, RaceOptions(watchable=watchable))
        for watchable in (True, False)
    )
    for race in (public, private):
        assert race.code not in client.get("/").content.decode()
        start(race, alice, bob)
    page = client.get("/")
    assert re.search(r"On now Agnes Sorel: Alice · Bob just started", text(page))
    assert public.code in page.content.decode()
    assert private.code not in page.content.decode()
    # Not to one who plays: the link in the header is everyone's.
    assert text(visit(alice).get("/")).count("On now") == 1


def start(race: Race, *players: Player) -> None:
    """Seat everyone and start a race."""
    for player in players[1:]:
        seat = (player.pk, player.name, player.guest)
        change_race(race.code, partial(_join, seat), now)
    past = at(now() - 10_000)
    change_race(race.code, lambda r, now: r.start(players[0].pk, now), past)


def _join(seat: tuple[int, str, bool], race: racing.Race, now: int) -> racing.Race:
    return race.join(*seat, now)


def test_the_deals_of_the_day_come_with_yesterday_s_winners(client: Client, alice: Player) -> None:
    daily = yesterday("agnes-sorel", alice)
    page = client.get("/")
    assert "Yesterday: Alice 1:11.00" in text(page)
    assert f'href="/daily/{daily.day}/agnes-sorel/"' in page.content.decode()
    assert text(page).count("Today's deals are still being made.") == 1
    Proof.objects.store(
        "agnes-sorel/standard", bytes(32), "winnable", 7, "t1t2", "easy", secret=True
    )
    page = client.get("/")
    assert "Today's deals are still being made." not in text(page)
    assert text(page).count("The other deals come in a minute.") == 1
    assert page.content.decode().count('data-state="preparing"') == len(GAMES) - 1
    assert page.context["cards"][0].challenge.game == "agnes-sorel"
    assert "Agnes Sorel easy Red on red" in text(page)
    assert f'formaction="/daily/{day_of(now())}/agnes-sorel/play/"' in page.content.decode()


def test_who_won_yesterday_is_read_once_and_told_to_those_who_may_know(
    visit: Visit,
    alice: Player,
    bob: Player,
    settings: Settings,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    settings.PAGE_SECONDS = 60
    won = [yesterday(game, alice) for game in GAMES]
    for number, game in enumerate(GAMES):
        prove(number, game)
    browser = visit(bob)
    assert text(browser.get("/")).count("Yesterday: Alice 1:11.00") == len(GAMES)
    with django_assert_max_num_queries(21):
        browser.get("/")
    # A second player still tries the first of them, so others don't know who won.
    run = at(int(won[0].trial.closes_at.timestamp() * 1000) - 60_000)
    rival = Player.objects.create_user("dan")
    race = won[0].attempt(rival, run).race
    change_race(race.code, lambda r, now: r.start(rival.pk, now), run)
    late = race.entries.get().race
    Trial.objects.filter(pk=won[0].trial_id).update(closes_at=to_datetime(now()))
    assert late.closed_at is None
    assert text(browser.get("/")).count("Yesterday: Alice") == len(GAMES) - 1
    assert text(visit(alice).get("/")).count("Yesterday: you 1:11.00") == len(GAMES)


NO_ONE = "No one has finished"


def test_an_empty_day_says_once_what_to_do(client: Client) -> None:
    assert NO_ONE not in text(client.get("/")), "nothing can be played"
    for number, game in enumerate(GAMES):
        key = bytes([number]) * 32
        Proof.objects.store(f"{game}/standard", key, "winnable", 7, "t1t2", "easy", secret=True)
    for address in ("/", "/daily/"):
        page = text(client.get(address))
        assert page.count("No one has played") == 1
        assert "No one has played one today: be the first." in page
        assert NO_ONE not in page
    challenge = f"/daily/{day_of(now())}/{next(iter(GAMES))}/"
    assert text(client.get(challenge)).count(NO_ONE) == 1


def test_the_start_page_knows_the_streak(
    client: Client, visit: Visit, alice: Player, guest: Player
) -> None:
    prove(0, "freecell")
    for game, player in zip(GAMES, (alice, guest), strict=False):
        yesterday(game, player)
        assert "1 day in a row Play one today to keep it." in text(visit(player).get("/"))
    assert "in a row" not in text(client.get("/"))


def test_who_comes_back_finds_the_next_deal_of_the_day_instead_of_the_pitch(
    visit: Visit, alice: Player, bob: Player, guest: Player
) -> None:
    """A guest too, once they have tried one."""
    first, second, *_ = GAMES
    for number, game in enumerate((first, second)):
        prove(number, game)
    pitch = "No account needed."
    today = day_of(now())
    assert pitch in text(visit(guest).get("/"))
    browser = visit(alice)
    page = browser.get("/")
    assert pitch not in text(page)
    start = f"Start a streak One deal a day, won or not. Play {GAMES[first].title}"
    assert re.search(rf"{start} (\d+ h )?\d+ min left", text(page))
    assert page.content.decode().count(f'formaction="/daily/{today}/{first}/play/"') == 2
    for player in (alice, guest):
        solve_today(first, player)
    for known in (browser, visit(guest)):
        page = known.get("/")
        assert pitch not in text(page)
        shown = f"1 day in a row Played today: 1, left: 1 Play {GAMES[second].title}"
        assert re.search(rf"{shown} Day 2 in (\d+ h )?\d+ min", text(page))
        assert page.content.decode().count(f'formaction="/daily/{today}/{second}/play/"') == 2
    solve_today(second, alice)
    assert "1 day in a row Played today: 2, left: 0 See the results" in text(browser.get("/"))


def test_a_challenge_without_a_move_is_not_played(visit: Visit, alice: Player) -> None:
    first, second, *_ = GAMES
    for number, game in enumerate((first, second)):
        prove(number, game)
    today = Daily.objects.today(now())
    solve_today(first, alice)
    unmoved = today[second]
    assert unmoved is not None
    finish(unmoved, alice, moves=0, now=now() - HOUR)
    page = text(visit(alice).get("/"))
    assert "Played today: 1, left: 0 See the results" in page
    assert page.count("You: no move") == 1


def test_who_comes_back_before_a_deal_is_ready_reads_that_they_are_being_made(
    visit: Visit, alice: Player
) -> None:
    made = "Today's deals are still being made."
    assert f"Start a streak {made}" in text(visit(alice).get("/"))
    yesterday(next(iter(GAMES)), alice)
    assert f"1 day in a row {made}" in text(visit(alice).get("/"))


def days(page: str) -> list[bool]:
    """Return whether each day in the row of a streak's first days is marked."""
    row = re.search(r'<span class="days"[^>]*>(.*?)</span>', page)
    return [mark == ' class="on"' for mark in re.findall(r"<i([^>]*)>", row[1])] if row else []


def test_the_first_seven_days_of_a_streak_are_drawn(visit: Visit, alice: Player) -> None:
    first, *_ = GAMES
    prove(0, first)
    browser = visit(alice)
    assert days(browser.get("/").content.decode()) == [False] * 7
    yesterday(first, alice)
    assert days(browser.get("/").content.decode()) == [True] + [False] * 6
    solve_today(first, alice)
    assert days(browser.get("/").content.decode()) == [True, True] + [False] * 5
    for back in range(2, 7):
        yesterday(first, alice, back)
    assert days(browser.get("/").content.decode()) == []


def test_play_now_can_bring_a_first_rating(
    client: Client, visit: Visit, alice: Player, guest: Player
) -> None:
    """Guests have none, and say nothing of it."""
    for browser in (client, visit(guest)):
        assert "Play now Race the next player" in text(browser.get("/"))
    assert "Play now Earn a first rating" in text(visit(alice).get("/"))
    Rating.objects.create(player=alice, game="freecell", mu=25, sigma=8, low=1, races=1)
    assert "Play now Race the next player" in text(visit(alice).get("/"))


def solve_today(game: str, winner: Player) -> None:
    """Store that a player solved today's challenge of a game."""
    daily = Daily.objects.get(game=game, day=day_of(now()))
    race = daily.attempt(winner, now).race
    change_race(race.code, lambda r, now: r.start(winner.pk, now), at(now() - 100_000))
    Race.objects.filter(pk=race.pk).update(closed_at=to_datetime(now()))
    race.entries.update(state="won", time_ms=71_000, progress=52, moves=60)


def yesterday(game: str, winner: Player, back: int = 1) -> Daily:
    """Store the challenge of a game on a day back, and who won it."""
    then = now() - back * 86_400_000
    deal = Deal.objects.draw(f"{game}{back}".encode().ljust(32))
    day = datetime.combine(day_of(then), time(), UTC)
    trial = Trial.objects.create(
        kind="daily",
        rules=f"{game}/standard",
        deal=deal,
        opens_at=day,
        closes_at=day + timedelta(days=1),
        limit_s=3600,
    )
    daily = Daily.objects.create(game=game, day=day.date(), trial=trial)
    race = daily.attempt(winner, at(then)).race
    entry = race.entries.get()
    change_race(race.code, lambda r, now: r.start(winner.pk, now), at(then))
    Race.objects.filter(pk=race.pk).update(closed_at=to_datetime(then + 80_000))
    Entry.objects.filter(pk=entry.pk).update(state="won", time_ms=71_000, progress=52)
    enter([Entry.objects.get(pk=entry.pk)])
    return daily


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_start_page_is_light(client: Client, language: str, settings: Settings) -> None:
    # A bundle names more files than the sources do.
    chunks = [f"chunk-{letter * 8}.js" for letter in "ABCDE"]
    imports = {"src/home/main.js": chunks[:4], "src/settings/main.js": chunks[2:]}
    settings.BUNDLE = Bundle({**imports, "styles/pages/every.css": (), "styles/pages/home.css": ()})
    headers = {"accept-language": language}
    assert len(client.get("/", headers=headers).content) < MOST_BYTES
    people = [Player.objects.create_user(f"long-{n}", name=f"{n}" * 40) for n in range(5)]
    for number, game in enumerate(GAMES):
        yesterday(game, people[0])
        key = bytes([number]) * 32
        Proof.objects.store(f"{game}/standard", key, "winnable", 7, "t1t2", "hard", secret=True)
        start(new_race(people[0], f"{game}/standard", now, RaceOptions(watchable=True)), *people)
    page = client.get("/", headers=headers)
    assert all(page.content.decode().count(chunk) == 1 for chunk in chunks)
    assert page.content.decode().count("0" * 40) == len(GAMES) + MOST
    assert len(page.content) < MOST_BYTES


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_start_page_of_who_comes_back_is_light(
    visit: Visit, language: str, alice: Player, bob: Player
) -> None:
    for number, game in enumerate(GAMES):
        yesterday(game, alice)
        prove(number, game)
    race = closed_race(alice, bob)
    race.entries.update(state="ended", moves=5)
    race.entries.filter(player=alice).update(place=1)
    anytime(alice, now=now())
    page = visit(alice).get("/", headers={"accept-language": language})
    assert "your-day" in page.content.decode()
    assert 'class="again"' in page.content.decode()
    assert len(page.content) < MOST_BYTES


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_start_page_with_an_event_is_light(client: Client, language: str, alice: Player) -> None:
    for number, game in enumerate(GAMES):
        yesterday(game, alice)
        prove(number, game)
    event = events.planned(alice, alice, now=now() - 30 * events.MINUTE)
    page = client.get("/", headers={"accept-language": language})
    assert event.get_absolute_url() in page.content.decode()
    assert len(page.content) < MOST_BYTES


def test_the_start_page_is_read_only(client: Client) -> None:
    assert client.post("/").status_code == 405


def test_a_code_leads_to_its_race(client: Client, alice: Player) -> None:
    race = open_race(alice)
    assert client.get("/", {"code": race.code}).headers["Location"] == f"/race/{race.code}/"


@pytest.mark.parametrize("how", [str.lower, lambda code: f" {code[:3]}-{code[3:]} "])
def test_a_code_may_have_small_letters_spaces_and_hyphens(
    client: Client, alice: Player, how: object
) -> None:
    assert callable(how)
    race = open_race(alice)
    assert client.get("/", {"code": how(race.code)}).headers["Location"] == f"/race/{race.code}/"


@pytest.mark.parametrize("code", ["ABC", "QFXKMPP", "QFXK1P", "QFXKMÜ", "<b>"])
def test_a_malformed_code_is_refused_with_an_example(client: Client, code: str) -> None:
    answer = client.get("/", {"code": code})
    assert answer.status_code == 400
    assert f"“{code}” isn't a race code. A code is six letters, such as QFXKMP." in text(answer)


def test_a_refused_code_stays_in_the_form(client: Client) -> None:
    assert 'value="QFXK1P"' in client.get("/", {"code": "QFXK1P"}).content.decode()


def test_an_empty_code_is_asked_for(client: Client) -> None:
    answer = client.get("/", {"code": ""})
    assert answer.status_code == 400
    assert "Type the race's six-letter code." in text(answer)


def test_an_unknown_code_is_not_found(client: Client) -> None:
    answer = client.get("/", {"code": "qqqqqq"})
    assert answer.status_code == 404
    assert "No race has the code QQQQQQ." in text(answer)


def test_once_the_day_is_made_the_page_costs_few_queries(
    visit: Visit, alice: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number, game in enumerate(GAMES):
        prove(number, game)
    events.planned(alice, alice, now=now() - 30 * events.MINUTE)
    browser = visit(alice)
    browser.get("/")
    with django_assert_max_num_queries(21):
        browser.get("/")
