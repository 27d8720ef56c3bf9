"""Whom a day's last hours tell that a streak ends with it, and how often."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Notice, Player, Wishes
from games.models.database.instants import to_datetime
from games.models.people.wishes import NoticeKind, Way
from games.models.play.streak_telling import LAST_MS, tell_of_streaks
from games.models.races.closing import close_race
from games.models.races.daily import day_of, end_of
from games.models.races.identity import erase
from games.pages.people.notices.said import said
from games.tasks import CHORES
from tests.clocks import at
from tests.models.dailies import DAY, HOUR, MINUTE, begin, daily, finish
from tests.models.stored_races import NOW, act

pytestmark = pytest.mark.django_db

END = end_of(day_of(NOW))
EVENING = END - HOUR

SENTENCE = "Your streak of 3 days ends at midnight UTC. Play one deal today to keep it."


def try_on(player: Player, *days_ago: int, moves: int = 2) -> None:
    """Try the daily of some days before."""
    for days in days_ago:
        then = EVENING - days * DAY
        finish(daily(then), player, moves, now=then)


def told(now: int = EVENING) -> list[str]:
    """Work, twice, and return who was told."""
    [chore] = [chore for chore in CHORES if "streak" in chore.do.__name__]
    with patch("games.tasks.time.time", return_value=now / 1000):
        for _ in range(2):
            chore.do()
    found = Notice.objects.filter(kind=NoticeKind.STREAK).order_by("player__name")
    return [one.player.name for one in found.select_related("player")]


def switch_off(player: Player, *ways: Way) -> None:
    """Have a player told of a streak in all ways but these, or in none."""
    wishes = Wishes.objects.of(player)
    off = ways or tuple(Way)
    wishes.choose({way: [] if way in off else [NoticeKind.STREAK] for way in Way})
    wishes.keep()


def listed(player: Player, now: int = EVENING) -> list[str]:
    return [said(one) for one in Notice.objects.listed(player, to_datetime(now))]


def test_who_has_a_streak_at_stake_is_told_once_in_the_last_hours(
    alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    try_on(alice, 3, 2, 1)
    try_on(bob, 1)
    try_on(charlie, 2, 1, 0)
    try_on(guest, 2, 1)
    assert told(END - LAST_MS - 1) == []
    assert told(END - LAST_MS) == ["Alice"]
    assert told() == ["Alice"]
    assert listed(alice) == [SENTENCE]
    assert Notice.objects.get(player=alice).get_absolute_url() == "/daily/"


def test_an_attempt_without_a_move_keeps_no_streak(alice: Player) -> None:
    try_on(alice, 2, 1)
    try_on(alice, 0, moves=0)
    assert told() == ["Alice"]


def test_who_is_at_the_deal_is_told_only_if_it_comes_to_nothing(alice: Player) -> None:
    try_on(alice, 2, 1)
    attempt = begin(daily(EVENING), alice, EVENING)
    assert told() == []
    act(attempt.race, alice, "end")
    later = EVENING + 10 * MINUTE
    close_race(attempt.race, at(later))
    assert told(later) == ["Alice"]


def test_a_deleted_account_is_not_told(alice: Player) -> None:
    try_on(alice, 2, 1)
    erase(alice, to_datetime(EVENING))
    assert told() == []


def test_it_stands_until_the_streak_is_kept_or_the_day_is_over(alice: Player, bob: Player) -> None:
    for player in (alice, bob):
        try_on(player, 2, 1)
    assert told() == ["Alice", "Bob"]
    try_on(alice, 0)
    assert (listed(alice), len(listed(bob))) == ([], 1)
    assert listed(bob, END) == []
    # The next evening speaks of a day more.
    assert told(EVENING + DAY) == ["Alice", "Alice", "Bob"]
    assert listed(alice, EVENING + DAY) == [SENTENCE]


def test_who_wants_no_such_notice_gets_none(alice: Player, bob: Player) -> None:
    for player in (alice, bob):
        try_on(player, 2, 1)
    switch_off(alice)
    assert told() == ["Bob"]
    # One way is enough.
    switch_off(alice, Way.SITE, Way.MAIL)
    assert told() == ["Alice", "Bob"]


def test_however_many_are_told_it_costs_the_same(
    alice: Player,
    bob: Player,
    charlie: Player,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.models.play.streak_telling.AT_ONCE", 1)
    for player in (alice, bob, charlie):
        try_on(player, 2, 1)
    # Who wants none of it takes no one's turn, and is not looked at again.
    switch_off(alice)
    for told_so_far in (1, 2):
        with django_assert_max_num_queries(5):
            tell_of_streaks(EVENING)
        assert Notice.objects.count() == told_so_far
    with django_assert_max_num_queries(1):
        tell_of_streaks(EVENING)
    with django_assert_max_num_queries(0):
        tell_of_streaks(END - LAST_MS - 1)
