"""Where an attempt at a daily stands."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player
from tests.models.dailies import DAY, daily, finish
from tests.models.stored_races import NOW
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.races.test_daily import address
from tests.pages.races.test_daily import moment as moment  # the clock of these pages

pytestmark = pytest.mark.django_db


def test_an_attempt_without_a_move_counts_nowhere(
    visit: Visit, client: Client, alice: Player, guest: Player
) -> None:
    made = daily()
    for player in (alice, guest):
        finish(made, player, moves=0)
    why = "You didn't move a card, so this isn't ranked and doesn't count for a streak."
    for player in (alice, guest):
        page = text(visit(player).get(address(made)))
        assert f"No move {why}" in page
        assert "of 52" not in page
        assert "your next one is ranked" not in page
        assert "Played as guests" not in page
        assert "No results yet." in page
        assert "Start a streak" in page
        calendar = visit(player).get("/daily/?month=2023-11").content.decode()
        assert 'class="month"' in calendar
        assert 'class="marks"' not in calendar
    assert "player has finished" not in text(client.get("/daily/"))


def test_a_result_tells_the_rank_and_a_guest_s_where_it_would_be(
    visit: Visit, guest: Player, alice: Player, bob: Player
) -> None:
    made = daily()
    theirs = {
        player: finish(made, player, ms=ms).race
        for player, ms in ((alice, 1000), (guest, 2000), (bob, 3000))
    }
    for player, rank in (
        (alice, "Rank 1 of 2"),
        (bob, "Rank 2 of 2"),
        (guest, "With an account this would have been place 2 of 3."),
    ):
        address = f"/race/{theirs[player].code}/progress/"
        assert f'<p class="rank">{rank}</p>' in visit(player).get(address).content.decode()
        other = alice if player != alice else bob
        assert 'class="rank"' not in visit(other).get(address).content.decode()


def test_the_rank_of_today_comes_with_the_days_in_a_row(
    visit: Visit, guest: Player, alice: Player, moment: list[int]
) -> None:
    for player in (alice, guest):
        finish(daily(NOW), player)
    moment.append(NOW + DAY)
    today = daily(NOW + DAY)
    for player, ms, rank in (
        (alice, 1000, "The only result so far · 2 days in a row"),
        (guest, 2000, "With an account this would have been place 2 of 2. 2 days in a row."),
    ):
        race = finish(today, player, ms=ms, now=NOW + DAY).race
        page = visit(player).get(f"/race/{race.code}/progress/").content.decode()
        assert f'<p class="rank">{rank}</p>' in page


def test_a_lone_result_of_a_past_day_is_the_only_one(
    visit: Visit, alice: Player, moment: list[int]
) -> None:
    made = daily(NOW)
    finish(made, alice)
    assert "The only result so far" in text(visit(alice).get(address(made)))
    moment.append(NOW + DAY)
    page = text(visit(alice).get(address(made)))
    assert "The only result" in page
    assert "so far" not in page


def test_a_guest_reads_before_the_start_that_only_accounts_are_ranked(
    visit: Visit, client: Client, guest: Player, alice: Player
) -> None:
    made = daily()
    told = "To be ranked on this deal, sign up before you start. Sign up"
    browser = visit(guest)
    opened = browser.post(f"{address(made)}play/")["Location"]
    for page in (client.get(address(made)), browser.get(address(made)), browser.get(opened)):
        assert told in text(page)
    assert told not in text(visit(alice).get(address(made)))
    # An attempt that isn't started yet is the new account's.
    password = "a long pass phrase"
    browser.post(
        "/accounts/signup/", {"username": "zoe", "password1": password, "password2": password}
    )
    assert told not in text(browser.get(opened))
    finish(made, guest)
    assert "The only result so far" in text(browser.get(address(made)))
