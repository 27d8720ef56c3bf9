# Long: the whole day of a daily challenge, from its first visitor to what the next day shows.

from __future__ import annotations

import pytest
from django.test import Client

from games.engine import GAMES
from games.models import Analysis, Attempt, Daily, Player, Proof, Race
from games.models.races.closing import close_race
from games.pages.deals.labels import title
from tests.clocks import at
from tests.models.dailies import DAY, GAME, HOUR, begin, daily, finish
from tests.models.stored_races import NOW, act
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def moment(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the instants of the pages' clock; the last one is the current time."""
    instants = [NOW]
    for module in (
        *("races.daily.challenges", "races.daily.views", "standings.daily_leaderboard"),
        *("races.ghosts", "races.home", "races.progress", "races.race", "races.runs"),
        *("races.replay.hidden_run", "races.replay.views", "standings.player"),
        "races.replay.hindsight",
    ):
        monkeypatch.setattr(f"games.pages.{module}.now", lambda: instants[-1])
    return instants


def address(daily: Daily) -> str:
    return f"/daily/{daily.day}/{daily.game}/"


def test_the_first_visitor_of_a_day_sees_its_challenges_or_that_they_are_in_preparation(
    client: Client,
) -> None:
    for address_of_page in ("/", "/daily/"):
        assert text(client.get(address_of_page)).count("still being made") == 1
    made = daily()
    page = text(client.get("/daily/"))
    assert "New deals in 1:46:40 1 h 46 min" in page
    assert page.count("The other deals come in a minute.") == 1
    shown = client.get("/daily/").content.decode()
    assert shown.count('data-state="preparing"') == len(GAMES) - 1
    assert shown.index(title(made.rules)) < shown.index('data-state="preparing"')
    assert address(made) in client.get("/daily/").content.decode()


def test_the_last_minute_of_a_day_is_less_than_one(client: Client, moment: list[int]) -> None:
    moment.append(NOW + HOUR + 47 * 60_000 - 30_000)
    for address_of_page in ("/", "/daily/", "/daily/come-back/"):
        page = client.get(address_of_page).content.decode()
        assert "less than a minute" in page, address_of_page
        assert " 0 min" not in page


def test_a_day_is_played_from_its_page_and_only_once(visit: Visit, alice: Player) -> None:
    made = daily()
    browser = visit(alice)
    assert "One attempt, one hour at most." in text(browser.get(address(made)))
    first = browser.post(f"{address(made)}play/")["Location"]
    assert first == browser.post(f"{address(made)}play/")["Location"]
    assert "Start the clock" in text(browser.get(first))
    # The day's own page has told the rules, so from there the clock starts at once.
    assert browser.post(f"{address(made)}play/", {"start": "on"})["Location"] == f"{first}#start"
    finish(made, alice)
    page = text(browser.get("/daily/"))
    assert "The only result so far" in page
    assert "1 day in a row" in page
    assert "Play tomorrow to make it two." in page
    assert "Your longest so far." not in page


def test_the_only_ranked_result_is_not_called_the_only_one_beside_a_guest_s(
    visit: Visit, alice: Player, guest: Player
) -> None:
    made = daily()
    for player in (alice, guest):
        finish(made, player)
    page = text(visit(alice).get("/daily/"))
    assert "The only ranked result so far" in page


def test_results_and_key_stay_hidden_until_the_player_s_own_attempt_ends(
    visit: Visit, alice: Player, bob: Player
) -> None:
    made = daily()
    theirs = finish(made, bob).race
    key = bytes(made.deal.key or b"").hex()
    browser = visit(alice)
    page = text(browser.get(address(made)))
    assert "Hidden until you've finished." in page
    assert "One player has played." in page
    assert "Bob" not in page
    assert key not in page
    race = browser.get(theirs.get_absolute_url())
    assert race.status_code == 403
    assert "Play it yourself first" in text(race)
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


def test_a_result_to_share_names_the_day_and_leads_to_the_challenge(
    visit: Visit, alice: Player
) -> None:
    made = daily()
    page = visit(alice).get(finish(made, alice).race.get_absolute_url()).content.decode()
    assert 'data-title="Agnes Sorel daily, 14 Nov 2023"' in page
    assert f'data-address="{address(made)}"' in page


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
    assert "That day is over. Here are today's challenges." in text(answer)


def test_the_deal_of_a_past_day_can_be_practised(
    visit: Visit, alice: Player, moment: list[int]
) -> None:
    made = daily()
    browser = visit(alice)
    url = f"{address(made)}practice/"
    assert "practise this deal yet" in text(browser.post(url, follow=True))
    moment.append(NOW + DAY)
    race = Race.objects.get(code=browser.post(url)["Location"].split("/")[2])
    assert (race.kind, race.deal) == ("solo", made.deal)


def test_the_analysis_of_a_daily_is_withheld_until_others_can_no_longer_play_it(
    visit: Visit, alice: Player, moment: list[int]
) -> None:
    race = finish(daily(), alice, moves=3).race
    Analysis.objects.create(entry=race.entries.get(), lost_from=0)
    browser, remarks = visit(alice), f"/race/{race.code}/remarks"
    told = browser.get(remarks).json()
    assert told == {"waiting": False, "withheld": True, "remarks": []}
    moment.append(NOW + 2 * DAY)
    told = browser.get(remarks).json()
    assert not told["withheld"]
    assert told["remarks"]


def test_a_guest_is_seen_and_has_a_streak_that_signing_up_keeps(
    visit: Visit, client: Client, guest: Player
) -> None:
    made = daily()
    browser = visit(guest)
    assert "Sign up to keep them, and to be ranked." in text(browser.get(address(made)))
    assert "Start a streak" in text(browser.get("/daily/"))
    finish(made, guest)
    page = text(browser.get(address(made)))
    assert "With an account this would have been first place. Sign up, and your next one" in page
    assert "1 day in a row" in page
    assert f"Played as guests, not ranked Player Result Moves Record {guest.name}" in page
    assert "One player has played." in text(client.get("/daily/"))
    assert guest.name not in text(client.get(address(made)))
    password = "a long pass phrase"
    browser.post(
        "/accounts/signup/", {"username": "zoe", "password1": password, "password2": password}
    )
    page = text(browser.get("/daily/"))
    assert "1 day in a row" in page
    assert "Sign up" not in page
    progress = f"/race/{Attempt.objects.get().race.code}/progress/"
    for each in ("/daily/", address(made), progress):
        told = browser.get(each).content.decode()
        assert "Played as a guest, so not ranked." in told
        assert "With an account" not in told


def test_beneath_a_result_stands_what_the_coming_days_hold(
    visit: Visit, client: Client, guest: Player, alice: Player
) -> None:
    made = daily()
    page = client.get("/daily/come-back/").content.decode()
    assert "Start a streak" in page
    assert "New deals in 1 h 46 min." in page
    assert "Sign up" in page
    for player in (guest, alice):
        finish(made, player)
        page = visit(player).get("/daily/come-back/").content.decode()
        assert "<strong>1</strong> day in a row" in page
        assert ("Sign up" in page) is player.guest


def test_a_streak_of_yesterday_asks_for_today(
    visit: Visit, alice: Player, moment: list[int]
) -> None:
    finish(daily(), alice)
    moment.append(NOW + DAY)
    daily(NOW + DAY)
    assert "1 day in a row" in text(visit(alice).get("/daily/"))
    assert "Play one today to keep it." in text(visit(alice).get("/daily/"))


def test_a_try_keeps_the_streak_and_the_week_tells_it_from_a_solved_day(
    visit: Visit, alice: Player, moment: list[int]
) -> None:
    finish(daily(), alice)
    moment.append(NOW + DAY)
    finish(daily(NOW + DAY), alice, moves=5, now=NOW + DAY)
    page = text(visit(alice).get("/daily/"))
    assert "2 days in a row" in page
    assert "Tu Tuesday: solved We Wednesday: tried" in page
    assert "Your longest so far. Days solved: 1 of 2." in page


def test_a_result_leads_to_the_other_games_of_the_day_and_to_the_next_day(
    visit: Visit, alice: Player, moment: list[int]
) -> None:
    first, second = daily(), daily(game="applegate")
    race = finish(first, alice).race
    browser = visit(alice)
    page = browser.get(race.get_absolute_url()).content.decode()
    assert f'action="{address(second)}play/"' in page
    assert "Play Applegate" in page
    assert "1 more game today. New deals in" in " ".join(
        text(browser.get(race.get_absolute_url())).split()
    )
    begin(second, alice)
    act(Race.objects.latest("pk"), alice, "end", ms=1000)
    close_race(Race.objects.latest("pk"), at(NOW + HOUR))
    page = text(browser.get(race.get_absolute_url()))
    assert "The other deals come in a minute. New deals in" in page
    assert "Play Applegate" not in page
    for game in GAMES.keys() - {first.game, second.game}:
        finish(daily(game=game), alice, 0)
    page = text(browser.get(race.get_absolute_url()))
    assert "That was the last one for today. New deals in" in page
    moment.append(NOW + DAY)
    page = text(browser.get(race.get_absolute_url()))
    assert "New deals in" not in page
    assert "All results" in page


def test_a_result_and_the_start_page_offer_the_same_next_game(
    visit: Visit, alice: Player, moment: list[int]
) -> None:
    first = daily()
    others = [daily(game=game) for game in GAMES if game != GAME]
    for other, difficulty in zip(others, ("hard", "easy"), strict=False):
        rules = other.rules
        Proof.objects.filter(deal=other.deal, rules=rules).update(difficulty=difficulty)
    race = finish(first, alice).race
    browser = visit(alice)
    easiest = f"Play {GAMES[others[1].game].title}"
    assert easiest in text(browser.get(race.get_absolute_url()))
    shown = f"Played today: 1, left: {len(others)} {easiest}"
    assert shown in text(browser.get("/"))


def test_a_board_shows_its_cards_after_an_own_attempt(visit: Visit, alice: Player) -> None:
    made = daily()
    browser = visit(alice)
    for page in ("/daily/", address(made)):
        assert "t1 *" in browser.get(page).content.decode()
    begin(made, alice)
    assert "t1 *" in browser.get(address(made)).content.decode()
    act(Race.objects.get(), alice, "end", ms=1000)
    close_race(Race.objects.get(), at(NOW + HOUR))
    assert "t1 *" not in browser.get(address(made)).content.decode()


def test_newcomers_find_the_easiest_deal_first(client: Client, visit: Visit, alice: Player) -> None:
    hard, easy = daily(), daily(game="applegate")
    for made, difficulty in ((hard, "hard"), (easy, "easy")):
        made.deal.proofs.update(difficulty=difficulty)
    page = text(client.get("/daily/"))
    assert page.index("Start here Applegate Difficulty: easy") < page.index("Agnes Sorel")
    finish(hard, alice)
    page = text(visit(alice).get("/daily/"))
    assert page.index("Agnes Sorel") < page.index("Applegate")
    assert "Start here" not in page


def test_a_challenge_that_is_done_is_no_place_to_start(visit: Visit, alice: Player) -> None:
    finish(daily(), alice, moves=3)
    assert "Start here" not in text(visit(alice).get("/daily/"))


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
    assert "Your position" in page
    assert "51 Player 50" in page
    assert "52 Alice" in page
    following = answer.content.decode().partition('href="?after=')[2].partition('"')[0]
    rest = text(browser.get(address(made), {"after": following}))
    assert "51 Player 50" in rest
    assert "Player 49" not in rest
    assert "Your position" not in rest
    assert "1 Player 0" in text(browser.get(address(made), {"after": "x-9"}))


def test_only_a_post_starts_an_attempt(client: Client) -> None:
    made = daily()
    for verb in ("play", "practice"):
        assert client.get(f"{address(made)}{verb}/").status_code == 405


def test_a_run_can_be_watched_and_raced_only_after_an_own_attempt(
    visit: Visit, alice: Player, bob: Player
) -> None:
    made = daily()
    run = finish(made, bob).race.entries.get()
    for what in ("replay", "race"):
        hidden = visit(alice).get(f"/entry/{run.pk}/{what}")
        assert hidden.status_code == 403
        assert f'href="{address(made)}"' in hidden.content.decode()
        assert visit(bob).get(f"/entry/{run.pk}/{what}").status_code == 200
    watched = text(visit(bob).get(f"/entry/{run.pk}/replay"))
    assert "Daily challenge ·" in watched
    assert f"Race {run.race.code}" not in watched
    for what in ("frames", "moves"):
        assert visit(alice).get(f"/entry/{run.pk}/{what}").status_code == 404
    document = f"/race/{run.race.code}/race.json"
    assert visit(alice).get(document).status_code == 404
    assert visit(bob).get(document).status_code == 200
    finish(made, alice)
    assert visit(alice).get(document).status_code == 200
    for what in ("replay", "race", "frames", "moves"):
        assert visit(alice).get(f"/entry/{run.pk}/{what}").status_code == 200


def test_an_attempt_has_no_place_where_no_one_else_ran(
    visit: Visit, moment: list[int], alice: Player
) -> None:
    run = finish(daily(), alice).race.entries.get()
    assert run.place == 1
    moment.append(NOW + 48 * HOUR)
    browser = visit(alice)
    assert "place 1" not in text(browser.get(f"/entry/{run.pk}/replay"))
    history = browser.get("/history/").content.decode()
    assert '<td class="number"></td>' in history
