"""A player's figures: tables, charts, the calendar, and the filters of the history."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from django.utils.translation import override

from games.models import Player, Race
from games.models.database.instants import to_datetime
from games.pages.deals.winnability import WINNABLE
from games.pages.standings.activity import WEEKS, activity_calendar, first_day
from tests.guards import unguarded
from tests.models.stored_races import END, RULES, closed_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def solved(player: Player, time_ms: int, rules: str = RULES, days_ago: int = 0) -> Race:
    """Return a race that a player won in twenty moves, some days ago."""
    race = closed_race(player, rules=rules)
    race.entries.update(
        state="won", place=1, progress=52, moves=20, time_ms=time_ms, last_at=time_ms
    )
    moved = timezone.now() - timedelta(days=days_ago) - to_datetime(END)
    end = to_datetime(END) + moved
    with unguarded():
        Race.objects.filter(pk=race.pk).update(starts_at=end, dealt_at=end, closed_at=end)
    return race


def test_best_times_and_shares_are_listed_by_rules(visit: Visit, alice: Player) -> None:
    solved(alice, 90_000)
    solved(alice, 60_000)
    closed_race(alice)
    closed_race(alice)
    page = text(visit(alice).get(f"/player/{alice.pk}/"))
    assert "4 50% 1:00.00 20 3.7 s" in page
    assert "Agnes Sorel: 76% of random deals can be won." in page
    assert "The last 2 wins in Agnes Sorel" in page
    assert "Best time ever: 1:00.00." in page


def test_a_sample_doesn_t_prove_that_every_deal_can_be_won(visit: Visit, alice: Player) -> None:
    solved(alice, 60_000, rules="freecell/standard")
    page = text(visit(alice).get(f"/player/{alice.pk}/"))
    assert "FreeCell: more than 99% of random deals can be won." in page


def test_helped_and_practice_runs_set_no_best_time(visit: Visit, alice: Player) -> None:
    helped, practice = solved(alice, 1_000), solved(alice, 2_000)
    helped.entries.update(assisted=True)
    with unguarded():
        Race.objects.filter(pk=practice.pk).update(kind="solo")
    solved(alice, 90_000)
    page = text(visit(alice).get(f"/player/{alice.pk}/"))
    assert "1:30.00" in page
    assert "Played 1 Solved 1 First places 0" in page
    assert "1 100%" in page


def test_the_chart_shows_the_chosen_rules(visit: Visit, alice: Player) -> None:
    for seconds in (50, 40, 30):
        solved(alice, 1000 * seconds)
    for seconds in (70, 60):
        solved(alice, 1000 * seconds, rules="applegate/standard")
    browser = visit(alice)
    assert "The last 3 wins in Agnes Sorel" in text(browser.get(f"/player/{alice.pk}/"))
    asked = text(browser.get(f"/player/{alice.pk}/", {"rules": "applegate/standard"}))
    assert "The last 2 wins in Applegate" in asked
    assert "The last 3 wins" in text(browser.get(f"/player/{alice.pk}/", {"rules": "chess"}))


def test_there_is_a_choice_of_charts_once_there_are_two(visit: Visit, alice: Player) -> None:
    browser = visit(alice)

    def choices() -> list[str]:
        page = browser.get(f"/player/{alice.pk}/").content.decode()
        return re.findall(r'href="\?rules=([^"#]+)#wins"', page)

    for _ in range(3):
        closed_race(alice, rules="klondike/standard")
    solved(alice, 50_000)
    assert choices() == []
    assert "The chart starts with the second win." in text(browser.get(f"/player/{alice.pk}/"))
    solved(alice, 40_000)
    assert choices() == []
    assert "The last 2 wins in Agnes Sorel" in text(browser.get(f"/player/{alice.pk}/"))
    for seconds in (70, 60):
        solved(alice, 1000 * seconds, rules="applegate/standard")
    assert choices() == ["agnes-sorel/standard", "applegate/standard"]


def test_the_calendar_counts_a_year(visit: Visit, alice: Player) -> None:
    solved(alice, 50_000)
    solved(alice, 50_000, days_ago=7)
    solved(alice, 50_000, days_ago=400)
    assert "2 runs in the past year" in text(visit(alice).get(f"/player/{alice.pk}/"))


@pytest.mark.parametrize("today", ["2026-01-01", "2026-12-01", "2028-02-29", "2026-11-22"])
def test_the_calendar_has_each_day_once(today: str) -> None:
    day = datetime.fromisoformat(today).replace(tzinfo=UTC).date()
    calendar = activity_calendar({day: 3, first_day(day): 1, day - timedelta(weeks=WEEKS): 9}, day)
    assert len({(d.week, d.weekday) for d in calendar.days}) == len(calendar.days)
    assert calendar.days[-1].date == day
    assert (calendar.days[-1].week, calendar.days[-1].level) == (WEEKS - 1, 2)
    assert calendar.days[0].weekday == 0
    assert calendar.count == sum(month.count for month in calendar.months) == 4
    assert calendar.months[-1].first == day.replace(day=1)
    assert all(0 <= month.week < WEEKS for month in calendar.months)


def test_the_calendar_names_its_days_in_the_reader_s_language() -> None:
    day = date(2026, 12, 3)
    drawn = [activity_calendar({day: 3}, day).drawing]
    with override("de"):
        drawn.append(activity_calendar({day: 3}, day).drawing)
    assert "<title>3 Dec 2026: 3</title>" in drawn[0]
    assert "<title>3. Dezember 2026: 3</title>" in drawn[1]
    assert drawn[0].count("<rect") == len(activity_calendar({}, day).days)


def test_the_history_lists_what_the_filter_asks_for(visit: Visit, alice: Player) -> None:
    won = solved(alice, 50_000)
    other = solved(alice, 50_000, rules="applegate/standard")
    lost = closed_race(alice)
    practice = solved(alice, 50_000)
    with unguarded():
        Race.objects.filter(pk=practice.pk).update(kind="solo")
    browser = visit(alice)

    def listed(**asked: str) -> set[str]:
        page = text(browser.get("/history/", asked))
        return {race.code for race in (won, other, lost, practice) if race.code in page}

    assert listed(game="applegate") == {other.code}
    assert listed(solved="no") == {lost.code}
    assert listed(kind="solo") == {practice.code}
    assert listed(game="agnes-sorel", kind="casual", solved="yes") == {won.code}
    assert len(listed(game="chess")) == 4
    assert "No races match." in text(browser.get("/history/", {"kind": "daily"}))


def test_pages_of_a_filtered_history_keep_the_filter(visit: Visit, alice: Player) -> None:
    for _ in range(31):
        closed_race(alice)
    page = visit(alice).get("/history/", {"solved": "no"}).content.decode()
    assert "?solved=no&amp;page=2" in page


def test_the_figures_match_the_documentation() -> None:
    told = Path("docs/reference/winnability.md").read_text(encoding="utf-8")
    together = re.search(r"together they give ([\d.]+) %", told)
    assert together is not None
    figures = {"agnes-sorel/standard": float(together[1])}
    for rules, share in re.findall(r"^\| `([^`]+)` \| ([\d.]+) %", told, re.MULTILINE):
        figures.setdefault(rules, float(share))
    for rules, percent in WINNABLE.items():
        assert abs(figures[rules] - percent) <= 1, rules


def test_no_one_else_sees_a_private_profile(visit: Visit, alice: Player, bob: Player) -> None:
    solved(alice, 50_000)
    Player.objects.filter(pk=alice.pk).update(private=True)
    page = text(visit(bob).get(f"/player/{alice.pk}/"))
    assert "Game by game" not in page
