from __future__ import annotations

import pytest
from django.test import Client

from games.models import Daily, Player, Race
from tests.models.dailies import DAY, GAME, daily, finish
from tests.models.tables import NOW
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def moment(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The instant at which pages are asked for, which tests may move."""
    instants = [NOW]
    for module in (
        "daily",
        "ghosts",
        "races",
        "records",
        "replays.unseen",
        "replays.views",
        "players",
    ):
        monkeypatch.setattr(f"games.pages.{module}.now", lambda: instants[-1])
    return instants


def address(daily: Daily) -> str:
    return f"/daily/{daily.day}/{daily.game}/"


def test_the_first_visitor_of_a_day_finds_its_deals_or_that_they_are_prepared(
    client: Client,
) -> None:
    made = daily()
    page = text(client.get("/daily/"))
    assert "New deals at midnight UTC, in 1 h 46 min." in page
    assert page.count("The deal is being prepared") == 3
    assert address(made) in client.get("/daily/").content.decode()


def test_a_day_is_played_from_its_page_and_only_once(visit: Visit, alice: Player) -> None:
    made = daily()
    browser = visit(alice)
    assert "One attempt, an hour at most." in text(browser.get(address(made)))
    first = browser.post(f"{address(made)}play/")["Location"]
    assert first == browser.post(f"{address(made)}play/")["Location"]
    assert "Start the clock" in text(browser.get(first))
    finish(made, alice)
    page = text(browser.get("/daily/"))
    assert "Rank 1, the only one so far" in page
    assert "Days in a row 1 Longest 1" in page


def test_results_and_key_are_hidden_until_the_own_attempt_has_ended(
    visit: Visit, alice: Player, bob: Player
) -> None:
    made = daily()
    theirs = finish(made, bob).race
    key = bytes(made.deal.key or b"").hex()
    browser = visit(alice)
    page = text(browser.get(address(made)))
    assert "Hidden until your own attempt has ended" in page
    assert "One player has a result already." in page
    assert "Bob" not in page
    assert key not in page
    race = browser.get(theirs.get_absolute_url())
    assert race.status_code == 403
    assert "First your own attempt" in text(race)
    assert browser.get(f"/entry/{theirs.entries.get().pk}/record").status_code == 404
    assert theirs.code not in text(browser.get(f"/player/{bob.pk}/"))

    finish(made, alice, moves=3)
    page = text(browser.get(address(made)))
    assert "1 Bob" in page
    assert "2 Alice" in page
    assert key in page
    assert "Practise this deal" in page
    assert browser.get(theirs.get_absolute_url()).status_code == 200
    assert browser.get(f"/entry/{theirs.entries.get().pk}/record").status_code == 200
    assert theirs.code in text(browser.get(f"/player/{bob.pk}/"))


def test_a_past_day_is_open_to_all(client: Client, bob: Player, moment: list[int]) -> None:
    made = daily()
    theirs = finish(made, bob).race
    moment.append(NOW + DAY)
    page = text(client.get(address(made)))
    assert "1 Bob" in page
    assert bytes(made.deal.key or b"").hex() in page
    assert client.get(theirs.get_absolute_url()).status_code == 200
    assert address(made) in client.get("/daily/").content.decode()
    answer = client.post(f"{address(made)}play/", follow=True)
    assert "This day is over. There is a new challenge today." in text(answer)


def test_a_past_deal_is_practised_on_a_board_of_its_own(
    visit: Visit, alice: Player, moment: list[int]
) -> None:
    made = daily()
    browser = visit(alice)
    url = f"{address(made)}practice/"
    assert "practise this deal yet" in text(browser.post(url, follow=True))
    moment.append(NOW + DAY)
    race = Race.objects.get(code=browser.post(url)["Location"].split("/")[2])
    assert (race.kind, race.deal) == ("solo", made.deal)


def test_a_guest_is_told_not_to_be_ranked(visit: Visit, guest: Player) -> None:
    made = daily()
    browser = visit(guest)
    assert "you are not ranked" in text(browser.get(address(made)))
    finish(made, guest)
    assert "Played as a guest, so not ranked" in text(browser.get(address(made)))


def test_the_calendar_shows_other_months(client: Client, moment: list[int]) -> None:
    made = daily()
    moment.append(NOW + 60 * DAY)
    page = client.get("/daily/?month=2023-11").content.decode()
    assert "November 2023" in page
    assert address(made) in page
    for odd in ("2023-13", "9999-12", "0001-01", "x", "2024-02"):
        assert "January 2024" in client.get("/daily/", {"month": odd}).content.decode()


@pytest.mark.parametrize("day", ["2023-11-15", "2023-11-13", "2023-02-30"])
def test_a_day_without_a_challenge_is_not_found(client: Client, day: str) -> None:
    daily(NOW + DAY)
    assert client.get(f"/daily/{day}/{GAME}/").status_code == 404
    assert client.get(f"/daily/{day}/canfield/").status_code == 404


def test_a_long_board_is_read_page_by_page(visit: Visit, alice: Player) -> None:
    made = daily()
    for number in range(51):
        player = Player.objects.create_user(f"player-{number}", name=f"Player {number}")
        finish(made, player, moves=6, ms=1000 + number)
    finish(made, alice, moves=1)
    browser = visit(alice)
    answer = browser.get(address(made))
    page = text(answer)
    assert "50 Player 49" in page
    assert "You and those around you" in page
    assert "51 Player 50" in page
    assert "52 Alice" in page
    following = answer.content.decode().partition('href="?after=')[2].partition('"')[0]
    rest = text(browser.get(address(made), {"after": following}))
    assert "51 Player 50" in rest
    assert "Player 49" not in rest
    assert "You and those around you" not in rest
    assert "1 Player 0" in text(browser.get(address(made), {"after": "x-9"}))


def test_what_is_written_is_only_written_by_post(client: Client) -> None:
    made = daily()
    for verb in ("play", "practice"):
        assert client.get(f"{address(made)}{verb}/").status_code == 405


def test_a_run_is_watched_and_raced_by_those_who_have_had_their_own_attempt(
    visit: Visit, alice: Player, bob: Player
) -> None:
    made = daily()
    run = finish(made, bob).race.entries.get()
    for what in ("replay", "race"):
        hidden = visit(alice).get(f"/entry/{run.pk}/{what}")
        assert hidden.status_code == 403
        assert f'href="{address(made)}"' in hidden.content.decode()
        assert visit(bob).get(f"/entry/{run.pk}/{what}").status_code == 200
    for what in ("frames", "moves"):
        assert visit(alice).get(f"/entry/{run.pk}/{what}").status_code == 404
    finish(made, alice)
    for what in ("replay", "race", "frames", "moves"):
        assert visit(alice).get(f"/entry/{run.pk}/{what}").status_code == 200
