from __future__ import annotations

import re

import pytest
from django.test import Client

from games.engine import GAMES
from games.models import Player, Race
from games.pages.site.clock import now
from tests.models.anytime_races import anytime
from tests.models.dailies import HOUR, MOVES, daily, finish
from tests.models.stored_races import closed_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

UNRATED = "Rating \N{EN DASH} not rated yet"


def test_a_player_is_shown_with_races_and_figures(client: Client, alice: Player) -> None:
    race = closed_race(alice)
    page = text(client.get(f"/player/{alice.pk}/"))
    assert f"Alice {UNRATED} Daily streak 0 days in a row" in page
    assert "Daily challenges 0 solved Played 1 Solved 0 First places 0" in page
    assert race.code in page


def test_a_player_s_page_begins_with_rating_streak_and_dailies(
    visit: Visit, alice: Player, bob: Player
) -> None:
    """Today's counts for a visitor once they have tried it themselves."""
    shared = daily(now())
    finish(shared, alice, now=now() - HOUR)
    address = f"/player/{alice.pk}/"
    own = text(visit(alice).get(address))
    assert (
        "Rating \N{EN DASH} not rated yet Daily streak 1 day in a row Daily challenges 1 solved"
        in own
    )
    assert "Play now Today's deals" in own
    withheld = "daily challenges and any-time races that are still hidden from you."
    theirs = text(visit(bob).get(address))
    assert "day in a row" not in theirs
    assert withheld in theirs
    assert "Nothing to show yet." in theirs
    assert withheld not in own
    finish(shared, bob, moves=3, now=now() - HOUR)
    theirs = text(visit(bob).get(address))
    assert "1 day in a row Daily challenges 1 solved" in theirs
    assert withheld not in theirs


def test_an_attempt_without_a_move_is_not_played(visit: Visit, alice: Player) -> None:
    finish(daily(now()), alice, moves=0, now=now() - HOUR)
    finish(anytime(alice).trial, alice, moves=3)
    page = text(visit(alice).get(f"/player/{alice.pk}/"))
    assert "Played 1 Solved 0" in page
    assert page.count("No move") == 1


def test_a_newcomer_s_page_says_what_will_stand_there(
    client: Client, visit: Visit, alice: Player, bob: Player
) -> None:
    """Others see the same head, without what asks to play."""
    address = f"/player/{alice.pk}/"
    own = text(visit(alice).get(address))
    for told in (
        "Alice Rating \N{EN DASH} from your first ranked race",
        "Daily streak 0 one deal a day, won or not",
        f"Daily challenges 0 solved, {len(GAMES)} new ones a day Played 0 live, any-time or daily",
        "Start a streak Play now Races from “Play now” are ranked.",
        "after 10 in one game you're listed.",
        f"Game by game 0 of {len(GAMES)} games played.",
        "Latest results Everything you finish is listed here, with its replay.",
    ):
        assert told in own
    head = f"Alice {UNRATED} Daily streak 0 days in a row Daily challenges 0 solved"
    for other in (client, visit(bob)):
        page = other.get(address)
        assert head in text(page)
        assert "Latest results Nothing finished yet." in text(page)
        assert page.content.decode().count("<i></i>") == 7
        for asked in ("Start a streak", "Play now", "one deal a day", "ranked race"):
            assert asked not in text(page)


def test_a_guest_s_own_page_promises_no_rating(visit: Visit, guest: Player) -> None:
    page = text(visit(guest).get(f"/player/{guest.pk}/"))
    assert UNRATED in page
    assert "you have a rating" not in page


def test_a_player_s_page_challenges(
    client: Client, visit: Visit, alice: Player, bob: Player, bot: Player, guest: Player
) -> None:
    """Guests challenge those they raced; bots take no challenges."""
    address = f"/player/{bob.pk}/"
    browser = visit(alice)
    page = browser.get(address).content.decode()
    (target,) = re.findall(r'formaction="(/friends/\d+/challenge/)"', page)
    (game,) = re.findall(r'name="game" value="([\w-]+)" formaction', page)
    answer = browser.post(target, {"game": game}, follow=True)
    assert "Challenge sent to Bob." in text(answer)
    for other in (visit(guest), client):
        assert "/challenge/" not in other.get(address).content.decode()
    assert "/challenge/" not in browser.get(f"/player/{bot.pk}/").content.decode()
    closed_race(guest, bob)
    assert target in visit(guest).get(address).content.decode()


def update(race: Race, player: Player, **fields: object) -> None:
    """Store fields of a player's entry."""
    race.entries.filter(player=player).update(**fields)


def test_first_places_are_those_of_the_list(
    client: Client, alice: Player, bob: Player, bot: Player
) -> None:
    first, alone, with_a_bot, left = (
        closed_race(alice, bob),
        closed_race(alice),
        closed_race(alice, bot),
        closed_race(alice, bob),
    )
    for race in (first, alone, with_a_bot):
        update(race, alice, state="ended", progress=9, progress_at=9, moves=9, place=1)
    update(closed_race(alice, bob), alice, state="ended", moves=1, place=1)
    first.entries.filter(player=bob).update(state="ended", progress=3, moves=3, place=2)
    left.entries.update(state="forfeit", place=1)
    page = client.get(f"/player/{alice.pk}/")
    hint = (
        "First places come from live races against people and tables of events, if you made"
        " progress."
    )
    assert "First places 1" in text(page)
    assert f"{hint} Any-time races," in text(page)

    def place(race: Race) -> str:
        """Return the place in a race's row."""
        row = page.content.decode().partition(race.code)[2]
        return row.partition('<td class="number">')[2].partition("<")[0]

    assert (place(first), place(with_a_bot), place(alone), place(left)) == ("1", "1", "", "")


def test_first_places_count_against_idle_rivals_and_not_in_any_time_races(
    client: Client, alice: Player, bob: Player
) -> None:
    live = closed_race(alice, bob)
    update(live, alice, state="ended", progress=9, progress_at=9, moves=9, place=1)
    live.entries.filter(player=bob).update(state="no-show", moves=0, place=2)
    late = anytime(alice)
    for player, moves in ((alice, len(MOVES)), (bob, 3)):
        finish(late.trial, player, moves)
    assert "Played 2 Solved 1 First places 1" in text(client.get(f"/player/{alice.pk}/"))


def test_a_guest_is_marked(client: Client, guest: Player) -> None:
    assert f"{guest.name} guest" in text(client.get(f"/player/{guest.pk}/"))


def test_a_username_and_an_address_stay_private(client: Client, alice: Player) -> None:
    alice.name, alice.email = "Quick One", "alice@example.com"
    alice.save()
    page = client.get(f"/player/{alice.pk}/").content.decode()
    assert "alice" not in page


def test_a_closed_account_is_not_shown(client: Client, alice: Player) -> None:
    alice.is_active = False
    alice.save()
    assert client.get(f"/player/{alice.pk}/").status_code == 404


def test_an_unknown_player_is_not_found(client: Client) -> None:
    assert client.get("/player/999999/").status_code == 404


def test_the_page_is_read_only(client: Client, alice: Player) -> None:
    assert client.post(f"/player/{alice.pk}/").status_code == 405
