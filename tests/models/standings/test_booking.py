"""The rows of leaderboards, derived from the entries."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import engine
from games.models import Deal, Entry, Leaderboard, LeaderboardTally, Player, Race, Ruling
from games.models.standings.absorbing import absorb
from games.models.standings.booking import (
    book_closed,
    book_race,
    daily_leaderboard_name,
    deal_leaderboard_name,
    period_leaderboard_names,
    practice_leaderboard_name,
)
from games.models.standings.ruling import Decision
from tests.guards import unguarded
from tests.models.dailies import DAY, daily, finish
from tests.models.stored_races import END, RULES, closed_race

pytestmark = pytest.mark.django_db

ALL = f"all/{RULES}"


def won(
    player: Player, ms: int, rules: str = RULES, *, moves: int = 90, now: int = END, **race: object
) -> Entry:
    """Store a booked race that a player won."""
    played = closed_race(player, rules=rules)
    with unguarded():
        Race.objects.filter(pk=played.pk).update(**race)
    played.entries.update(state="won", progress=52, time_ms=ms, moves=moves)
    book_closed()
    return played.entries.get()


def lines(name: str = ALL) -> list[tuple[int, str, int | None]]:
    leaderboard = Leaderboard.objects.filter(name=name).first()
    if leaderboard is None:
        return []
    return [(p.rank, p.row.player.name, p.row.entry.time_ms) for p in leaderboard.top()]


def test_a_leaderboard_has_each_player_once_with_the_best_time(alice: Player, bob: Player) -> None:
    won(alice, 90_000)
    won(alice, 70_000)
    won(bob, 80_000)
    won(alice, 75_000)
    assert lines() == [(1, "Alice", 70_000), (2, "Bob", 80_000)]
    assert (
        sum(LeaderboardTally.objects.filter(leaderboard__name=ALL).values_list("count", flat=True))
        == 2
    )


def test_a_page_costs_the_same_queries_whatever_its_length(
    alice: Player, bob: Player, charlie: Player
) -> None:
    won(alice, 90_000)
    with CaptureQueriesContext(connection) as one:
        assert len(lines()) == 1
    won(bob, 80_000)
    won(charlie, 70_000)
    with CaptureQueriesContext(connection) as three:
        assert len(lines()) == 3
    assert len(three) == len(one)


def test_fewer_moves_lead_at_the_same_hundredth_and_equals_share_a_rank(
    alice: Player, bob: Player, charlie: Player
) -> None:
    won(alice, 80_000, moves=91)
    won(bob, 80_009, moves=90)
    won(charlie, 80_003, moves=90)
    assert lines() == [(1, "Bob", 80_009), (1, "Charlie", 80_003), (3, "Alice", 80_000)]


def test_a_result_counts_in_its_day_its_week_and_forever(alice: Player) -> None:
    won(alice, 80_000)
    names = period_leaderboard_names(RULES, END)
    assert names == {
        "day": f"day/2023-11-14/{RULES}",
        "week": f"week/2023-11-13/{RULES}",
        "all": ALL,
    }
    assert all(lines(name) for name in names.values())
    assert period_leaderboard_names(RULES, END + DAY)["week"] == names["week"]
    assert period_leaderboard_names(RULES, END + 6 * DAY)["week"] != names["week"]


def test_a_week_can_span_two_years() -> None:
    new_years_eve = 1_798_675_200_000  # 2026-12-31
    weeks = {period_leaderboard_names(RULES, new_years_eve + n * DAY)["week"] for n in range(-3, 4)}
    assert weeks == {f"week/2026-12-28/{RULES}"}


def test_incomparable_results_are_on_no_leaderboard(alice: Player, guest: Player) -> None:
    won(alice, 1000, rules=f"{RULES}+part=no")
    given = Deal.objects.from_cards(str(engine.Deal.from_key(b"known to me")))
    won(alice, 1000, deal=given)
    closed_race(alice)
    (leaderboard,) = Leaderboard.objects.all()
    assert leaderboard.name == deal_leaderboard_name(given.pk, RULES)
    won(guest, 80_000)
    assert lines() == [(1, guest.name, 80_000)]


def test_booking_again_changes_nothing(alice: Player) -> None:
    entry = won(alice, 80_000)
    book_race(entry.race)
    assert lines() == [(1, "Alice", 80_000)]
    call_command("leaderboards", "--check", verbosity=0)


def test_ranks_are_the_same_on_every_page_and_around_every_player(db: None) -> None:
    for number in range(30):
        player = Player.objects.create_user(f"p{number}", name=f"P{number}")
        won(player, 60_000 + number // 2 * 700)
    leaderboard = Leaderboard.objects.get(name=ALL)
    whole = leaderboard.top()
    assert [placed.rank for placed in whole] == [1 + number // 2 * 2 for number in range(30)]
    last = whole[6].row
    assert leaderboard.top((last.rank_key, last.pk)) == whole[7:]
    assert leaderboard.around(whole[15].row.player_id, reach=3) == whole[12:19]
    assert leaderboard.around(whole[0].row.player_id, reach=3) == whole[:4]
    assert leaderboard.around(0) == []
    friends = [whole[4].row.player, whole[5].row.player, whole[29].row.player]
    assert [placed.rank for placed in leaderboard.among(friends)] == [1, 1, 3]


def test_a_voided_winner_loses_the_rank_until_restored(
    alice: Player, bob: Player, charlie: Player
) -> None:
    won(alice, 90_000)
    best = won(alice, 60_000)
    won(bob, 80_000)
    Ruling.objects.make(best, Decision.VOID, charlie, "Played by a program.", END)
    assert lines() == [(1, "Bob", 80_000), (2, "Alice", 90_000)]
    Ruling.objects.make(best, Decision.RESTORE, charlie, "It was not.", END)
    assert lines()[0] == (1, "Alice", 60_000)
    call_command("leaderboards", "--check", verbosity=0)


def test_a_voided_daily_is_off_its_leaderboard(alice: Player, bob: Player, charlie: Player) -> None:
    challenge = daily()
    entry = finish(challenge, alice).race.entries.get()
    finish(challenge, bob, ms=5000)
    Ruling.objects.make(entry, Decision.VOID, charlie, "Played by a program.", END)
    assert [line[:2] for line in lines(daily_leaderboard_name(challenge.pk))] == [(1, "Bob")]
    call_command("leaderboards", "--check", verbosity=0)


def test_an_attempt_at_a_daily_without_a_move_is_not_listed(alice: Player, bob: Player) -> None:
    challenge = daily()
    finish(challenge, alice, moves=0)
    finish(challenge, bob, moves=1)
    assert [line[:2] for line in lines(daily_leaderboard_name(challenge.pk))] == [(1, "Bob")]
    call_command("leaderboards", "--check", verbosity=0)


def test_the_wins_of_a_guest_go_to_the_account(alice: Player, guest: Player) -> None:
    won(alice, 90_000)
    won(guest, 70_000)
    absorb(alice, guest)
    assert lines() == [(1, "Alice", 70_000)]
    call_command("leaderboards", "--check", verbosity=0)


def test_wrong_leaderboards_are_found_and_rebuilt(alice: Player, bob: Player) -> None:
    won(alice, 90_000)
    won(bob, 80_000)
    leaderboard = Leaderboard.objects.get(name=ALL)
    leaderboard.rows.filter(player=bob).delete()
    LeaderboardTally.objects.filter(leaderboard__name=f"day/2023-11-14/{RULES}").update(count=7)
    with pytest.raises(CommandError, match="2 leaderboards are wrong"):
        call_command("leaderboards", "--check", verbosity=0)
    call_command("leaderboards", "--repair", verbosity=0)
    call_command("leaderboards", "--check", verbosity=0)
    assert [line[1] for line in lines()] == ["Bob", "Alice"]


def test_the_longest_name_of_a_leaderboard_is_stored_in_full() -> None:
    longest = "x" * (Race._meta.get_field("rules").max_length or 0)
    name = practice_leaderboard_name(2**63 - 1, longest)
    assert len(name) <= (Leaderboard._meta.get_field("name").max_length or 0)
