"""A rematch, or a challenge, is announced above every page."""

from __future__ import annotations

import pytest

from games.models import Challenge, NoticeKind, Player, Race, Wishes
from games.models.database.instants import to_datetime
from games.models.people.wishes import Way
from games.models.races.closing import close_race
from games.models.races.rematch import CALLED_MS, open_rematch
from games.models.races.transition import change_race
from games.pages.races.call import OFTEN
from games.pages.races.way_back import COOKIE
from games.pages.site.clock import now
from tests.clocks import at
from tests.models.stored_races import END, RULES, act, open_race, started_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

MINUTE = 60_000


def raced(*players: Player) -> Race:
    """Return a race that is over and in which everyone has played."""
    race = started_race(*players)
    for player in players:
        act(race, player, "deal")
    close_race(race, at(END))
    return race


@pytest.fixture
def over(alice: Player, bob: Player) -> Race:
    return raced(alice, bob)


def told(visit: Visit, player: Player, page: str = "/how-to-play/", closed: str = "") -> str:
    browser = visit(player)
    browser.cookies[COOKIE] = closed
    line = browser.get("/notices/new/", {"page": page}).json()["race"]
    assert isinstance(line, str)
    if "/race/" not in page:
        # The next page says what one that stays open is told.
        assert ('class="way-back"' in browser.get(page).content.decode()) == bool(line)
    return line


def test_who_has_left_the_result_is_called_to_the_rematch_and_joins_it(
    visit: Visit, alice: Player, bob: Player, over: Race
) -> None:
    assert told(visit, bob) == ""
    again = open_rematch(over, alice, now)
    line = told(visit, bob)
    assert "Alice wants a rematch: Agnes Sorel." in line
    assert "way-back" in visit(bob).get("/").content.decode()
    assert told(visit, bob, over.get_absolute_url()) == ""
    assert told(visit, bob, again.get_absolute_url()) == ""
    assert "Alice wants" in told(visit, bob, open_race(alice, now=now()).get_absolute_url())
    assert "Alice wants" not in told(visit, alice)
    assert f'action="/race/{again.code}/join/"' in line
    visit(bob).post(f"/race/{again.code}/join/", {"rematch": "on"})
    assert again.entries.get(player=bob).ready
    assert "Alice wants" not in told(visit, bob)


def test_the_call_comes_before_a_room_that_waits(
    visit: Visit, alice: Player, bob: Player, over: Race
) -> None:
    open_race(bob, now=now())
    assert "waiting to start" in told(visit, bob)
    open_rematch(over, alice, now)
    assert "Alice wants a rematch" in told(visit, bob)


def test_a_race_that_runs_comes_before_the_call(
    visit: Visit, alice: Player, bob: Player, over: Race
) -> None:
    race = open_race(bob, alice, now=now())
    change_race(race.code, lambda race, now: race.start(bob.pk, now), at(now() - MINUTE))
    open_rematch(over, alice, now)
    assert race.code in told(visit, bob)
    assert "Alice wants a rematch" in told(visit, bob, closed=race.code)


def test_the_call_comes_before_a_race_in_which_the_player_is_done(
    visit: Visit, alice: Player, bob: Player, over: Race
) -> None:
    race = open_race(bob, alice, now=now())
    change_race(race.code, lambda race, now: race.start(bob.pk, now), at(now() - MINUTE))
    act(race, bob, "end")
    assert "You're done; 1 player is still racing." in told(visit, bob)
    open_rematch(over, alice, now)
    assert "Alice wants a rematch" in told(visit, bob)


@pytest.mark.parametrize("end", ["started", "withdrawn", "dismissed", "late"])
def test_the_call_goes_away(
    visit: Visit, alice: Player, bob: Player, charlie: Player, end: str
) -> None:
    over = raced(alice, bob, charlie)
    called = now() - CALLED_MS if end == "late" else now()
    again = open_rematch(over, alice, at(called))
    if end == "started":
        Race.objects.filter(pk=again.pk).update(
            starts_at=to_datetime(called), dealt_at=to_datetime(called)
        )
    elif end == "withdrawn":
        visit(alice).post(f"/race/{again.code}/leave/")
    closed = f"QFXKMP.{again.code}" if end == "dismissed" else "QFXKMP"
    assert told(visit, bob, closed=closed) == ""


def test_whoever_wants_no_such_notice_is_not_called(
    visit: Visit, alice: Player, bob: Player, over: Race
) -> None:
    wishes = Wishes(player=bob)
    wishes.choose({Way.SITE: [NoticeKind.CHALLENGED]})
    wishes.keep()
    open_rematch(over, alice, now)
    assert told(visit, bob) == ""


def test_a_challenge_is_announced_where_the_page_does_not_show_it_itself(
    visit: Visit, alice: Player, bob: Player
) -> None:
    challenge = Challenge.objects.open(alice, bob, RULES, now)
    assert "Alice challenges you to race Agnes Sorel." in told(visit, bob)
    assert 'class="way-back"' not in visit(bob).get("/").content.decode()
    assert told(visit, bob, "/friends/") == ""
    challenge.decline(now())
    assert told(visit, bob) == ""


def test_a_page_looks_often_for_a_rematch_of_a_race_that_has_just_ended(
    visit: Visit, bob: Player, over: Race
) -> None:
    def opens(page: str) -> int | None:
        found: int | None = visit(bob).get("/notices/new/", {"page": page}).json()["opens"]
        return found

    assert opens("/history/") is None
    Race.objects.filter(pk=over.pk).update(closed_at=to_datetime(now()))
    assert opens("/history/") == pytest.approx(OFTEN, abs=100)
    # There the socket tells.
    assert opens(over.get_absolute_url()) is None
    assert "Go back" not in text(visit(bob).get("/history/"))
