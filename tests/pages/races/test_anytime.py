"""The pages of any-time races: opening one, and its page for each who looks."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django_tasks_db.models import DBTaskResult

from games.models import Analysis, AnytimeRace, Attempt, Player, Race
from games.pages.site.clock import now as real_now
from games.pages.site.times import time_text
from tests.models.anytime_races import RULES, anytime
from tests.models.dailies import GAME, HOUR, begin, finish, prove
from tests.models.stored_races import NOW, closed_race
from tests.pages.addresses import addresses
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

WELL = {"game": GAME, "preset": "standard", "difficulty": "", "seats": "4", "window": "24"}


@pytest.fixture(autouse=True)
def moment(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the instants of the pages' clock; the last one is the current time."""
    instants = [NOW]
    for module in (
        *("races.anytime.opening", "races.anytime.views", "races.race", "races.runs"),
        *(
            "races.outcome",
            "races.progress",
            "races.replay.hidden_run",
            "races.replay.views",
            "standings.player",
        ),
        *("races.replay.hindsight", "races.ghosts"),
    ):
        monkeypatch.setattr(f"games.pages.{module}.now", lambda: instants[-1])
    return instants


def address(race: AnytimeRace) -> str:
    return f"/anytime/{race.code}/"


def test_who_has_never_won_the_game_is_offered_an_easy_deal(
    client: Client, visit: Visit, alice: Player
) -> None:
    why = "Until you have won a game, its races begin with easy deals."
    easy = '<option value="easy" selected>'
    for browser in (client, visit(alice)):
        page = browser.get("/anytime/new/", {"game": GAME})
        assert easy in page.content.decode()
        assert why in text(page)
    closed_race(alice, rules=RULES).entries.update(state="won", time_ms=1000)
    page = visit(alice).get("/anytime/new/", {"game": GAME})
    assert easy not in page.content.decode()
    assert why not in text(page)


def test_one_is_opened_by_its_form_and_found_by_its_code(visit: Visit, alice: Player) -> None:
    prove(1)
    browser = visit(alice)
    page = text(browser.get("/anytime/new/", {"game": GAME}))
    assert "Results stay hidden until you've finished." in page
    assert "14 days" in page
    answer = browser.post("/anytime/new/", WELL)
    race = AnytimeRace.objects.get()
    assert answer["Location"] == address(race)
    assert (race.host, race.trial.rules, race.trial.seats) == (alice, RULES, 4)
    for way in (f"/race/{race.code}/", f"/?code={race.code}"):
        assert browser.get(way).headers["Location"] == address(race)
    assert browser.get(f"/anytime/{race.code.lower()}/").status_code == 200
    assert browser.get("/anytime/BCDFGH/").status_code == 404


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("seats", "1", "A race needs at least two seats."),
        ("seats", "101", "An any-time race has 100 seats at most."),
        ("seats", "many", "Type a number from 2 to 100."),
        ("window", "-24", "An any-time race is open for at least an hour."),
        ("window", "0", "An any-time race is open for at least an hour."),
        ("window", "337", "An any-time race is open for 14 days at most."),
        ("window", "soon", "Choose how long the race is open."),
        ("difficulty", "odd", "isn't an option. Choose one of: easy, medium, hard."),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    client: Client, field: str, value: str, sentence: str
) -> None:
    prove(1)
    answer = client.post("/anytime/new/", {**WELL, field: value})
    assert answer.status_code == 400
    assert sentence in text(answer)
    assert not AnytimeRace.objects.exists()
    assert not Player.objects.exists()


def test_without_a_deal_none_is_opened_and_one_is_searched_for(client: Client) -> None:
    sent = {**WELL, "difficulty": "hard", "seats": "7"}
    answer = client.post("/anytime/new/", sent)
    assert answer.status_code == 409
    page = answer.content.decode()
    # It isn't the choice of the rules that is wrong.
    assert page.index("No secret deal is ready for these rules yet.") < page.index('name="preset"')
    # A script tries again while the page stays open.
    assert 'id="awaits-deal"' in page
    assert '<option value="hard" selected>' in page
    assert 'name="seats" value="7"' in page
    searches = [task.args_kwargs["args"] for task in DBTaskResult.objects.ready()]
    assert [RULES, "hard"] in searches
    assert client.get("/anytime/new/", {"game": "canfield"}).status_code == 400


def test_an_invited_stranger_reads_what_is_at_stake_and_starts_as_a_guest(
    client: Client, alice: Player
) -> None:
    race = anytime(alice)
    page = text(client.get(address(race)))
    assert "Alice invites you to a race" in page
    assert "One attempt each, one hour at most." in page
    assert "Learn in 20 seconds" in page
    assert "then the clock can't be paused." in page
    assert "It doesn't change ratings." in page
    assert "Open until 15 Nov 2023, 00:13 UTC" in page
    assert "0 of 3" in page
    assert str(race.trial.deal.commitment) in page
    assert client.get(f"{address(race)}start/").status_code == 405
    first = client.post(f"{address(race)}start/", {"name": "Zoe"})["Location"]
    assert first == client.post(f"{address(race)}start/")["Location"]
    assert Attempt.objects.get().player.name == "Zoe"
    assert "Start the clock" in text(client.get(first))
    assert "You have a seat." in text(client.get(address(race)))


def test_a_refused_name_takes_no_seat(client: Client, alice: Player) -> None:
    race = anytime(alice)
    answer = client.post(f"{address(race)}start/", {"name": "x" * 41}, follow=True)
    assert "40" in text(answer)
    assert not Attempt.objects.exists()


def test_the_last_seat_is_taken_by_one(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    race = anytime(alice, 2)
    for player in (alice, bob):
        visit(player).post(f"{address(race)}start/")
    answer = client.post(f"{address(race)}start/", follow=True)
    assert "All seats of this race are taken." in text(answer)
    assert "Results follow when everyone has finished." in text(answer)
    assert Attempt.objects.count() == 2


def test_no_one_starts_after_the_window(client: Client, alice: Player, moment: list[int]) -> None:
    race = anytime(alice)
    begin(race.trial, alice, NOW + 2 * HOUR - 3000)
    moment.append(NOW + 2 * HOUR)
    answer = client.post(f"{address(race)}start/", follow=True)
    assert "It's too late to start." in text(answer)
    assert "Results follow when the last player has finished." in text(answer)


def shown_of(browser: Client, race: AnytimeRace, theirs: Race) -> list[str]:
    """Return which of the figures of another's run, and of the deal, the race's page shows."""
    page = browser.get(address(race)).content.decode()
    entry = theirs.entries.get()
    key = bytes(race.trial.deal.key or b"").hex()
    known = {
        "time": time_text(entry.time_ms or 0),
        "replay": f"/entry/{entry.pk}/",
        "key": key,
        "code": theirs.code,
    }
    cards = [] if "t1 *" in page else ["cards"]
    return [name for name, mark in known.items() if mark in page] + cards


def test_the_page_keeps_what_others_did_until_the_own_attempt_has_ended(
    visit: Visit, client: Client, alice: Player, bob: Player, charlie: Player
) -> None:
    race = anytime(alice)
    theirs = finish(race.trial, bob).race
    waiting = begin(race.trial, charlie)
    for browser in (client, visit(alice), visit(charlie)):
        assert shown_of(browser, race, theirs) == []
        page = text(browser.get(address(race)))
        assert "Taking part Bob Charlie" in page
        assert "finished" not in page.partition("Taking part")[2].partition("Results are")[0]
        hidden = browser.get(theirs.get_absolute_url())
        assert hidden.status_code == 403
        assert f'href="{address(race)}"' in hidden.content.decode()
    assert "Your clock is running." in text(visit(charlie).get(address(race)))
    own = visit(bob).get(address(race))
    assert "Place 1 of 1 so far" in text(own)
    assert "Charlie" in text(own)
    assert waiting.race.code not in own.content.decode()

    finish(race.trial, alice, moves=3)
    page = text(visit(alice).get(address(race)))
    assert "Place 2 of 2 so far" in page
    assert "1 Bob" in page
    assert "key" in shown_of(visit(alice), race, theirs)
    assert visit(alice).get(theirs.get_absolute_url()).status_code == 200
    assert shown_of(client, race, theirs) == []


def test_two_who_got_equally_far_as_soon_share_a_place(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    race = anytime(alice, seats=4)
    for player in (alice, bob):
        finish(race.trial, player, moves=3)
    assert "Shared place 1 of 2 so far" in text(visit(bob).get(address(race)))
    finish(race.trial, charlie)
    assert "Shared place 2 of 3 so far" in text(visit(bob).get(address(race)))
    assert "Place 1 of 3 so far" in text(visit(charlie).get(address(race)))


def test_a_run_is_only_compared_with_one_that_moved_a_card(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    race = anytime(alice, seats=4)
    finish(race.trial, alice)
    finish(race.trial, bob, moves=0)
    assert "Compare" not in text(visit(alice).get(address(race)))
    finish(race.trial, charlie, moves=3)
    assert "Compare your run with Charlie's" in text(visit(alice).get(address(race)))
    assert "Compare the two best runs" in text(visit(bob).get(address(race)))


def test_others_are_told_of_an_end_when_it_tells_no_time(
    client: Client, alice: Player, bob: Player, moment: list[int]
) -> None:
    race = anytime(alice)
    finish(race.trial, bob)
    assert "Bob finished" not in text(client.get(address(race)))
    moment.append(NOW + HOUR + 3000)
    assert "Bob finished" in text(client.get(address(race)))
    assert shown_of(client, race, Race.objects.get()) == []


@pytest.mark.parametrize("way", ["window", "seats"])
def test_all_is_shown_to_everyone_once_it_is_over(
    way: str, visit: Visit, client: Client, alice: Player, bob: Player, moment: list[int]
) -> None:
    race = anytime(alice, 2)
    theirs = finish(race.trial, bob).race
    remarks = f"/race/{theirs.code}/remarks"
    withheld = {"waiting": False, "withheld": True, "remarks": []}
    assert visit(bob).get(remarks).json() == withheld
    if way == "window":
        moment.append(NOW + 2 * HOUR)
    else:
        finish(race.trial, alice, moves=3)
    assert shown_of(client, race, theirs) == ["time", "replay", "key", "cards"]
    page = text(client.get(address(race)))
    assert ("The race is over" if way == "window" else "Bob wins in") in page
    assert ("Ended on" in page, "Was open until" in page) == (way == "seats", way == "window")
    assert "1 Bob" in page
    assert client.get(f"/entry/{theirs.entries.get().pk}/replay").status_code == 200
    Analysis.objects.create(entry=theirs.entries.get(), lost_from=0)
    assert client.get(remarks).json()["remarks"]


def test_a_race_that_no_one_came_to_says_so(
    client: Client, alice: Player, moment: list[int]
) -> None:
    race = anytime(alice)
    moment.append(NOW + 2 * HOUR)
    page = text(client.get(address(race)))
    assert "No one raced here." in page
    assert 'property="og:title"' in client.get(address(race)).content.decode()


def test_the_result_of_an_attempt_leads_to_the_race(visit: Visit, alice: Player) -> None:
    race = anytime(alice)
    attempt = finish(race.trial, alice).race
    page = visit(alice).get(attempt.get_absolute_url()).content.decode()
    assert f'data-address="{address(race)}"' in page
    assert f"Any-time race {race.code}" in page
    assert 'id="rematch"' in page
    told = visit(alice).get(f"/race/{attempt.code}/outcome/").content.decode()
    assert "Place 1 of 1 so far" in told
    waiting = "Raced so far: 1 of 3. You'll be told when someone overtakes you, and when it's over."
    assert waiting in unescape(told)
    assert waiting in text(visit(alice).get(address(race)))
    assert visit(alice).get(f"/race/{attempt.code}/deal/")["Location"] == address(race)
    # Only the link leads others there.
    assert Client().get(f"/race/{attempt.code}/deal/").status_code == 404


def test_a_preview_invites_and_later_shows_the_podium(
    client: Client, alice: Player, bob: Player, moment: list[int]
) -> None:
    race = anytime(alice)
    finish(race.trial, bob)
    page = client.get(address(race)).content.decode()
    assert "Alice invites you to race Agnes Sorel, when it suits you" in page
    assert "1 of 3 seats taken. Same cards, one try each. Open until 15 Nov 2023, 00:13" in page
    for picture in ("qr.svg", "preview/de.png"):
        assert client.get(f"{address(race)}{picture}").status_code == 200
    moment.append(NOW + 2 * HOUR)
    assert "Bob wins Agnes Sorel in " in client.get(address(race)).content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
def test_no_address_shows_a_run_to_those_who_have_not_finished(
    number: int, visit: Visit, client: Client, alice: Player, bob: Player, charlie: Player
) -> None:
    now = real_now() - HOUR // 4
    race = anytime(alice, now=now)
    theirs = finish(race.trial, charlie, now=now).race
    running = begin(race.trial, bob, now).race
    browser = (client, visit(alice), visit(bob))[number]
    own = {running.code} if number == 2 else set()
    key, cards = bytes(race.trial.deal.key or b"").hex(), race.trial.deal.cards
    time = time_text(theirs.entries.get().time_ms or 0)
    keys = {f"/{theirs.entries.get().pk}/", f"/{charlie.pk}/", theirs.code, race.code}
    invited = Race(code=race.code, rules=RULES, created_at=race.created_at)
    every = addresses([theirs, running, invited])
    for one in (one for one in every if any(key in one for key in keys)):
        answer = browser.get(one)
        said = b"".join(answer).decode(errors="replace")
        codes = {code for code in (theirs.code, running.code) if code not in one} - own
        for mark in (key, cards[:11], cards[-11:], time, *codes):
            assert mark not in said, f"{one} shows {mark}"


@pytest.mark.parametrize("ready", [False, True])
def test_while_the_visitor_chooses_a_deal_is_searched_for_if_none_is_ready(
    client: Client, ready: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[str] = []
    monkeypatch.setattr("games.tasks.search_deal", lambda rules, wished: searched.append(rules))
    if ready:
        prove(1)
    client.get("/anytime/new/?game=agnes-sorel")
    assert searched == ([] if ready else ["agnes-sorel/standard"])
