"""The page of a player's bots, and the pages that show bots."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import AccessToken, Player, Race
from games.models.people.bot import make_bot
from games.models.people.token import AT_MOST
from games.models.standings.booking import book_closed
from tests.api.programs import Program, token_of
from tests.models.stored_races import RULES, closed_race, join, open_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def secrets(page: object) -> list[str]:
    return re.findall(r"samedeal_[0-9a-f]{64}", page.content.decode())  # type: ignore[attr-defined]


def test_a_bot_is_made_with_a_token_that_is_shown_once(browser: Client, alice: Player) -> None:
    made = browser.post("/account/bots/", {"name": " Robby "})
    assert made.status_code == 201
    [token] = secrets(made)
    assert Program(token).get("me").json()["player"]["name"] == "Robby"
    after = browser.get("/account/bots/")
    assert "Robby" in text(after)
    assert secrets(after) == []
    assert alice.bots.get().name == "Robby"


def test_another_token_is_made_for_ones_own_bot_only(
    browser: Client, bot: Player, bob: Player
) -> None:
    other = make_bot(bob, "Hasty")
    made = browser.post(f"/account/bots/{bot.pk}/token/")
    assert made.status_code == 201
    [token] = secrets(made)
    assert Program(token).get("me").json()["player"]["id"] == bot.pk
    address = f"/account/bots/{bot.pk}/token/"
    languages = browser.post("/setlang/", {"language": "en", "next": address}, follow=True)
    assert languages.redirect_chain[-1][0] == "/account/bots/"
    for number in (other.pk, bob.pk, "x", "9" * 30):
        assert browser.post(f"/account/bots/{number}/token/").status_code == 404
    assert not other.tokens.exists()


def test_one_token_too_many_is_refused_in_words(browser: Client, bot: Player) -> None:
    while bot.tokens.count() < AT_MOST:
        token_of(bot)
    refused = browser.post(f"/account/bots/{bot.pk}/token/")
    assert refused.status_code == 400
    assert f"You have {AT_MOST} tokens." in text(refused)
    assert bot.tokens.count() == AT_MOST


def test_tokens_are_revoked_and_bots_deleted(browser: Client, bot: Player, bob: Player) -> None:
    token_of(bot)
    [token] = bot.tokens.all()
    assert browser.post(f"/account/tokens/{token.pk}/revoke/").headers["Location"] == (
        "/account/bots/"
    )
    assert not AccessToken.objects.exists()
    other = make_bot(bob, "Hasty")
    for number in (other.pk, bob.pk, bot.pk):
        browser.post(f"/account/bots/{number}/delete/")
    assert [player.is_active for player in Player.objects.filter(bot=True).order_by("pk")] == [
        False,
        True,
    ]
    assert "Deleted “Greedy”." in text(browser.get("/account/bots/"))
    assert "Greedy" not in text(browser.get("/account/bots/"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "This field is required"),
        ("Alice", "is taken"),
        ("greedy", "is taken"),
        ("server", "sounds like the site"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(
    browser: Client, bot: Player, name: str, said: str
) -> None:
    answer = browser.post("/account/bots/", {"name": name})
    assert answer.status_code == 400
    assert said in text(answer)
    assert Player.objects.filter(bot=True).count() == 1


def test_bots_are_for_accounts_that_gave_their_password_lately(
    visit: Visit, guest: Player, alice: Player, bot: Player
) -> None:
    for page in (visit(guest), Client()):
        assert page.get("/account/bots/").url.startswith("/accounts/login/")  # type: ignore[attr-defined]
    own = visit(alice)
    for again in (own.get("/account/bots/"), own.post(f"/account/bots/{bot.pk}/token/")):
        assert again.url.startswith("/accounts/reauthenticate/")  # type: ignore[attr-defined]
    assert not bot.tokens.exists()


def test_a_profile_tells_whose_bot_it_is(visit: Visit, bot: Player, bob: Player) -> None:
    page = text(visit(bob).get(f"/player/{bot.pk}/"))
    assert "Its owner is Alice" in page
    assert "Follow" not in page
    house = make_bot(None, "House")
    assert "It belongs to this site" in text(visit(bob).get(f"/player/{house.pk}/"))
    assert "program" not in text(visit(bob).get(f"/player/{bob.pk}/"))


def test_the_host_allows_bots_and_everyone_is_told(
    visit: Visit, bob: Player, charlie: Player, bot: Player
) -> None:
    race = open_race(bob, charlie)
    asked = {
        **{"game": "agnes-sorel", "shown": "agnes-sorel", "preset": "standard"},
        **{"difficulty": "", "limit": "10", "countdown": "5"},
    }
    assert "Bots may join" not in text(visit(charlie).get(f"/race/{race.code}/"))
    visit(bob).post(f"/race/{race.code}/terms/", {**asked, "bots_allowed": "on"})
    join(race, bot)
    page = visit(charlie).get(f"/race/{race.code}/")
    assert "Bots may join this race" in text(page)
    # The card of the link in a chat says so too.
    assert "Same cards, same start. Bots may join." in page.content.decode()
    assert Race.objects.get().entries.count() == 3
    visit(bob).post(f"/race/{race.code}/terms/", asked)
    assert Race.objects.get().entries.count() == 2


def test_the_lists_of_bots_are_a_click_from_those_of_people(
    visit: Visit, bob: Player, bot: Player
) -> None:
    race = closed_race(bob, bot)
    race.entries.update(state="won", progress=52, time_ms=60_000, moves=90)
    book_closed()
    address = f"/leaderboard/{RULES}/all/"
    people, bots = (visit(bob).get(address + who) for who in ("", "?who=bots"))
    assert "Greedy" not in text(people)
    assert 'href="?who=bots"' in people.content.decode()
    assert "Greedy" in text(bots)
    assert "Bob" not in bots.content.decode().partition("<tbody>")[2].partition("</tbody>")[0]
    assert "No bot has raced often enough for a rating yet" in text(
        visit(bob).get("/ratings/agnes-sorel/?who=bots")
    )
    assert "No bot is on this list yet" in text(
        visit(bob).get("/leaderboard/applegate/standard/all/?who=bots")
    )


def test_a_win_against_bots_alone_is_no_first_place(
    visit: Visit, alice: Player, bob: Player, bot: Player
) -> None:
    for players, places in (((bob, bot), 0), ((bob, alice, bot), 1)):
        race = closed_race(*players)
        won = {"state": "won", "progress": 52, "progress_at": 60_000, "time_ms": 60_000}
        race.entries.filter(player=bob).update(**won, place=1)
        page = text(visit(alice).get(f"/player/{bob.pk}/"))
        assert f"First places {places}" in page
