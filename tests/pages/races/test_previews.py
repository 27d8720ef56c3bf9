"""Link previews: what a chat shows beside a link, and what it must not show."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from urllib.parse import urlsplit

import pytest
from django.test import Client
from PIL import Image

from games.models import Player, Race
from games.models.play.practice import begin_practice
from games.models.races.closing import close_race
from games.pages.races.previews.picture import can_draw
from tests.clocks import at
from tests.models.dailies import DAY, GAME, daily, finish
from tests.models.stored_races import (
    END,
    NOW,
    act,
    closed_race,
    open_race,
    started_race,
    winnable_race,
)
from tests.pages.conftest import Visit
from tests.pages.played import race as race  # a fixture
from tests.players import bob as bob

pytestmark = pytest.mark.django_db

HEBREW = "שלום עליכם"
CHINESE = "麻雀さん"
LONG = "Maximiliane-Friederike von Hohenzollern!"


@pytest.fixture(autouse=True)
def moment(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the instants of the pages' clock; the last one is the current time."""
    instants = [NOW]
    for module in (
        *("races.daily.challenges", "races.daily.views", "standings.daily_leaderboard"),
        *("races.previews.views", "races.race", "races.runs", "races.replay.hidden_run"),
    ):
        monkeypatch.setattr(f"games.pages.{module}.now", lambda: instants[-1])
    return instants


def tags(client: Client, path: str, **headers: str) -> dict[str, str]:
    """Return the tags that a chat reads from a page."""
    page = client.get(path, headers=headers).content.decode()
    found = re.findall(
        r'<meta (?:property|name)="(og:[a-z:_]+|description)" content="(.*?)">', page
    )
    return {name: unescape(content) for name, content in found}


def picture(client: Client, shown: dict[str, str]) -> Image.Image:
    """Return the picture that a page's tags name, decoded."""
    address = urlsplit(shown["og:image"])
    answer = client.get(f"{address.path}?{address.query}")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    image = Image.open(BytesIO(answer.content))
    image.load()
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert f"{image.size}" == f"({shown['og:image:width']}, {shown['og:image:height']})"
    return image


def named(name: str) -> Player:
    return Player.objects.create_user(f"player-{Player.objects.count()}", name=name)


def test_an_invitation_names_host_game_and_seats(
    client: Client, alice: Player, bob: Player
) -> None:
    race = open_race(alice, bob)
    shown = tags(client, race.get_absolute_url())
    assert shown["og:title"] == "Alice invites you to race Agnes Sorel"
    assert shown["og:description"] == "2 of 10 seats taken. Same cards, same start."
    assert shown["description"] == shown["og:description"]
    assert shown["og:url"] == f"http://testserver/race/{race.code}/"
    assert shown["og:image"].startswith(f"http://testserver/race/{race.code}/preview/en.png?v=")
    picture(client, shown)


def test_the_picture_s_address_changes_with_the_seats(
    client: Client, alice: Player, bob: Player
) -> None:
    race = open_race(alice)
    alone = tags(client, race.get_absolute_url())
    client.force_login(bob)
    client.post(f"/race/{race.code}/join/")
    both = tags(Client(), race.get_absolute_url())
    assert alone["og:image"] != both["og:image"]
    assert picture(Client(), alone).tobytes() == picture(Client(), both).tobytes()


def test_a_full_race_offers_to_watch(client: Client, alice: Player) -> None:
    race = open_race(alice, *(Player.objects.create_guest() for _ in range(9)))
    shown = tags(client, race.get_absolute_url())
    assert shown["og:description"] == "All 10 seats are taken. Watch it live."


def test_a_running_race_says_who_races_and_nothing_of_how(
    client: Client, moment: list[int], alice: Player, bob: Player, charlie: Player
) -> None:
    two, three = started_race(alice, bob), started_race(alice, bob, charlie)
    moment.append(NOW + 60_000)
    shown = tags(client, two.get_absolute_url())
    assert shown["og:title"] == "Alice and Bob are racing Agnes Sorel"
    assert shown["og:description"] == "Watch it live."
    shown = tags(client, three.get_absolute_url())
    assert shown["og:title"] == "Alice and 2 others are racing Agnes Sorel"
    picture(client, shown)


def test_a_result_is_its_podium(client: Client, moment: list[int], race: Race) -> None:
    moment.append(END)
    shown = tags(client, race.get_absolute_url())
    assert re.fullmatch(r"Alice wins Agnes Sorel in \d:\d\d\.\d\d", shown["og:title"])
    assert re.match(r"1\. Alice \d:\d\d\.\d\d · 2\. Bob \d+ of 52 home$", shown["og:description"])
    image = picture(client, shown)
    before = tags(client, open_race(named("Zoe")).get_absolute_url())
    assert image.tobytes() != picture(client, before).tobytes()


def test_a_shared_first_place_is_told_as_one(
    client: Client, moment: list[int], race: Race, bob: Player
) -> None:
    moment.append(END)
    first = race.entries.get(place=1)
    race.entries.filter(player=bob).update(
        state="won", time_ms=first.time_ms, moves=first.moves, progress=52, place=1
    )
    title = tags(client, race.get_absolute_url())["og:title"]
    assert re.fullmatch(r"A tie at Agnes Sorel in \d:\d\d\.\d\d: Alice and Bob", title)


def test_a_race_that_nobody_finished_has_no_winner(
    client: Client, moment: list[int], alice: Player, bob: Player
) -> None:
    closed = closed_race(alice, bob)
    moment.append(END)
    shown = tags(client, closed.get_absolute_url())
    assert shown["og:title"] == "No one made a move"


def test_a_race_that_nobody_finished_names_who_wins_and_why(
    client: Client, moment: list[int], alice: Player, bob: Player
) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves[:60], "end")
    close_race(race, at(END))
    moment.append(END)
    shown = tags(client, race.get_absolute_url())
    assert shown["og:title"] == "Alice wins Agnes Sorel: no one else made a move"


def test_a_shared_run_says_its_result_and_invites(
    client: Client, moment: list[int], race: Race, bob: Player
) -> None:
    moment.append(END)
    entry = race.entries.get(player=bob)
    for page in ("race", "replay"):
        shown = tags(client, f"/entry/{entry.pk}/{page}")
        assert re.match(r"Bob got \d+ of 52 cards home in Agnes Sorel$", shown["og:title"])
        assert shown["og:description"] == "Can you do better with the same cards?"
        picture(client, shown)


def test_the_start_page_says_what_the_site_is(client: Client) -> None:
    shown = tags(client, "/")
    assert shown["og:site_name"] == "Same Deal"
    assert shown["og:title"] == "Race your friends at patience"
    picture(client, shown)


def test_a_daily_names_game_and_day_and_no_result(
    client: Client, visit: Visit, alice: Player, bob: Player
) -> None:
    made = daily()
    path = f"/daily/{made.day}/{made.game}/"
    before = tags(client, path)
    assert before["og:title"] == "Agnes Sorel, daily challenge of 14 Nov 2023"
    empty = picture(client, before).tobytes()
    finish(made, bob)
    finish(made, alice)
    for browser in (client, visit(alice)):
        assert tags(browser, path) == before
        assert picture(browser, before).tobytes() == empty


def test_the_words_are_in_the_reader_s_language(client: Client, alice: Player) -> None:
    race = open_race(alice)
    german = tags(client, race.get_absolute_url(), accept_language="de")
    assert german["og:title"] == "Alice lädt dich zu einem Rennen in Agnes Sorel ein"
    english = tags(client, race.get_absolute_url())
    assert picture(client, german).tobytes() != picture(client, english).tobytes()
    assert client.get(f"/race/{race.code}/preview/fr.png").status_code == 404


@pytest.mark.parametrize("name", [HEBREW, LONG, "W" * 40, "Jürgen Größe", "<b>&amp;", "a" * 40])
def test_any_name_fits(client: Client, name: str) -> None:
    race = open_race(named(name))
    shown = tags(client, race.get_absolute_url())
    assert name in shown["og:title"]
    assert picture(client, shown).tobytes() != picture(client, tags(client, "/")).tobytes()


def test_a_right_to_left_name_does_not_turn_the_sentence(client: Client) -> None:
    shown = tags(client, open_race(named(HEBREW)).get_absolute_url())
    assert shown["og:title"] == f"\u2068{HEBREW}\u2069 invites you to race Agnes Sorel"


def test_a_name_that_the_font_has_not_is_left_out_of_the_picture(client: Client) -> None:
    pictures = []
    for name in (CHINESE, "麻"):
        shown = tags(client, open_race(named(name)).get_absolute_url())
        assert name in shown["og:title"]
        pictures.append(picture(client, shown).tobytes())
    assert pictures[0] == pictures[1]
    assert not can_draw(CHINESE)
    assert can_draw("Jürgen Größe, Łukasz, Żółć, Ğökçe, Жанна")


def test_a_practice_of_another_has_no_picture(
    client: Client, visit: Visit, alice: Player, bob: Player
) -> None:
    deal = closed_race(bob).deal
    race = begin_practice(alice, "agnes-sorel/standard", deal, at(END))
    path = f"/race/{race.code}/preview/en.png"
    for browser in (client, visit(bob)):
        assert browser.get(race.get_absolute_url()).status_code == 404
        answer = browser.get(path)
        assert (answer.status_code, answer.headers["Content-Type"]) == (
            404,
            "text/html; charset=utf-8",
        )
    answer = visit(alice).get(path)
    assert answer.status_code == 200
    assert "public" not in answer.headers["Cache-Control"]


def test_an_attempt_at_today_s_challenge_has_no_picture_for_those_who_have_yet_to_try(
    client: Client, visit: Visit, moment: list[int], alice: Player, bob: Player
) -> None:
    made = daily()
    attempt = finish(made, alice)
    entry = attempt.race.entries.get()
    paths = [f"/race/{attempt.race.code}/preview/en.png", f"/entry/{entry.pk}/preview/en.png"]
    for browser in (client, visit(bob)):
        assert [browser.get(path).status_code for path in paths] == [403, 403]
    for path in paths:
        answer = visit(alice).get(path)
        assert answer.status_code == 200
        assert "public" not in answer.headers["Cache-Control"]
    moment.append(NOW + 2 * DAY)
    assert [client.get(path).status_code for path in paths] == [200, 200]


def test_a_run_of_a_race_that_is_on_has_no_picture(
    client: Client, moment: list[int], alice: Player, bob: Player
) -> None:
    race = started_race(alice, bob)
    moment.append(NOW + 60_000)
    entry = act(race, alice, "deal")
    assert client.get(f"/entry/{entry.pk}/preview/en.png").status_code == 404


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/race/QQQQQQ/preview/en.png", 404),
        ("/entry/4711/preview/en.png", 404),
        (f"/daily/2023-11-15/{GAME}/preview/en.png", 404),
        ("/daily/2023-11-14/canfield/preview/en.png", 404),
    ],
)
def test_what_does_not_exist_has_no_picture(client: Client, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_a_code_in_small_letters_leads_to_the_picture(client: Client, alice: Player) -> None:
    race = open_race(alice)
    answer = client.get(f"/race/{race.code.lower()}/preview/de.png")
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/race/{race.code}/preview/de.png"


def test_shared_caches_keep_what_everyone_may_see_and_ask_again_by_its_mark(
    client: Client, moment: list[int], alice: Player, race: Race
) -> None:
    invitation = client.get(f"/race/{open_race(alice).code}/preview/en.png")
    assert invitation.headers["Cache-Control"] == "public, max-age=60"
    moment.append(END)
    path = f"/race/{race.code}/preview/en.png"
    answer = client.get(path)
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert not answer.cookies
    again = client.get(path, headers={"if-none-match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_address_is_that_under_which_the_visitor_knows_the_site(
    client: Client, alice: Player
) -> None:
    race = open_race(alice)
    page = client.get(race.get_absolute_url(), secure=True).content.decode()
    assert f'content="https://testserver/race/{race.code}/preview/en.png' in page


def test_the_theme_colour_follows_the_appearance(client: Client) -> None:
    def colours() -> list[tuple[str, str]]:
        page = client.get("/").content.decode()
        return re.findall(r'<meta name="theme-color" content="(#\w+)"(.*?)>', page)

    light, dark = (f' media="(prefers-color-scheme: {which})"' for which in ("light", "dark"))
    assert colours() == [("#f6f4ee", light), ("#141917", dark)]
    client.cookies["preferences"] = "theme=dark"
    assert colours() == [("#141917", "")]
    client.cookies["preferences"] = "theme=light"
    assert colours() == [("#f6f4ee", "")]


def test_a_race_that_ended_without_being_closed_yet_shows_no_result(
    client: Client, moment: list[int], alice: Player, bob: Player
) -> None:
    race = started_race(alice, bob)
    moment.append(END + 1)
    assert tags(client, race.get_absolute_url())["og:title"].startswith("Alice and Bob")
    close_race(race, at(END + 1))
    assert tags(client, race.get_absolute_url())["og:title"].startswith("No one made a move")
