"""What is on the leaderboards, and how it is told from the entries."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import engine
from games.models import Board, Deal, Entry, Player, Race, Ruling, Tally
from games.models.standings.absorbing import absorb
from games.models.standings.booking import (
    book_closed,
    book_race,
    daily_board,
    deal_board,
    period_boards,
    practice_board,
)
from games.models.standings.ruling import Decision
from tests.guards import unguarded
from tests.models.dailies import DAY, daily, finish
from tests.models.tables import END, RULES, closed_race

pytestmark = pytest.mark.django_db

ALL = f"all/{RULES}"


def won(
    player: Player, ms: int, rules: str = RULES, *, moves: int = 90, now: int = END, **race: object
) -> Entry:
    """A race that a player has won, booked."""
    played = closed_race(player, rules=rules)
    with unguarded():
        Race.objects.filter(pk=played.pk).update(**race)
    played.entries.update(state="won", progress=52, time_ms=ms, moves=moves)
    book_closed()
    return played.entries.get()


def lines(name: str = ALL) -> list[tuple[int, str, int | None]]:
    board = Board.objects.filter(name=name).first()
    if board is None:
        return []
    return [(p.rank, p.line.player.name, p.line.entry.time_ms) for p in board.top()]


def test_each_player_is_on_a_board_once_with_the_best_time(alice: Player, bob: Player) -> None:
    won(alice, 90_000)
    won(alice, 70_000)
    won(bob, 80_000)
    won(alice, 75_000)
    assert lines() == [(1, "Alice", 70_000), (2, "Bob", 80_000)]
    assert sum(Tally.objects.filter(board__name=ALL).values_list("count", flat=True)) == 2


def test_a_page_costs_as_many_queries_however_many_are_on_it(
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


def test_a_result_counts_in_its_day_its_week_and_for_ever(alice: Player) -> None:
    won(alice, 80_000)
    names = period_boards(RULES, END)
    assert names == {
        "day": f"day/2023-11-14/{RULES}",
        "week": f"week/2023-11-13/{RULES}",
        "all": ALL,
    }
    assert all(lines(name) for name in names.values())
    assert period_boards(RULES, END + DAY)["week"] == names["week"]
    assert period_boards(RULES, END + 6 * DAY)["week"] != names["week"]


def test_a_week_goes_on_over_the_end_of_a_year() -> None:
    silvester = 1_798_675_200_000  # 2026-12-31
    weeks = {period_boards(RULES, silvester + n * DAY)["week"] for n in range(-3, 4)}
    assert weeks == {f"week/2026-12-28/{RULES}"}


def test_what_does_not_compare_is_on_no_board(alice: Player, guest: Player) -> None:
    won(alice, 1000, rules=f"{RULES}+part=no")
    given = Deal.objects.given(str(engine.Deal.from_key(b"known to me")))
    won(alice, 1000, deal=given)
    closed_race(alice)
    assert [board.name for board in Board.objects.all()] == [deal_board(given.pk, RULES)]
    won(guest, 80_000)
    assert lines() == [(1, guest.name, 80_000)]


def test_booking_again_changes_nothing(alice: Player) -> None:
    entry = won(alice, 80_000)
    book_race(entry.race)
    assert lines() == [(1, "Alice", 80_000)]
    call_command("leaderboards", "--check", verbosity=0)


def test_ranks_are_the_same_on_every_page_and_around_anybody(db: None) -> None:
    for number in range(30):
        player = Player.objects.create_user(f"p{number}", name=f"P{number}")
        won(player, 60_000 + number // 2 * 700)
    board = Board.objects.get(name=ALL)
    whole = board.top()
    assert [placed.rank for placed in whole] == [1 + number // 2 * 2 for number in range(30)]
    last = whole[6].line
    assert board.top((last.merit, last.pk)) == whole[7:]
    assert board.around(whole[15].line.player_id, reach=3) == whole[12:19]
    assert board.around(whole[0].line.player_id, reach=3) == whole[:4]
    assert board.around(0) == []
    friends = [whole[4].line.player, whole[5].line.player, whole[29].line.player]
    assert [placed.rank for placed in board.among(friends)] == [1, 1, 3]


def test_a_voided_winner_makes_room_and_comes_back_when_restored(
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


def test_a_voided_daily_is_off_its_board(alice: Player, bob: Player, charlie: Player) -> None:
    challenge = daily()
    entry = finish(challenge, alice).race.entries.get()
    finish(challenge, bob, ms=5000)
    Ruling.objects.make(entry, Decision.VOID, charlie, "Played by a program.", END)
    assert [line[:2] for line in lines(daily_board(challenge.pk))] == [(1, "Bob")]
    call_command("leaderboards", "--check", verbosity=0)


def test_what_a_guest_has_won_goes_to_the_account(alice: Player, guest: Player) -> None:
    won(alice, 90_000)
    won(guest, 70_000)
    absorb(alice, guest)
    assert lines() == [(1, "Alice", 70_000)]
    call_command("leaderboards", "--check", verbosity=0)


def test_wrong_boards_are_found_and_made_anew(alice: Player, bob: Player) -> None:
    won(alice, 90_000)
    won(bob, 80_000)
    board = Board.objects.get(name=ALL)
    board.lines.filter(player=bob).delete()
    Tally.objects.filter(board__name=f"day/2023-11-14/{RULES}").update(count=7)
    with pytest.raises(CommandError, match="2 leaderboards are wrong"):
        call_command("leaderboards", "--check", verbosity=0)
    call_command("leaderboards", "--repair", verbosity=0)
    call_command("leaderboards", "--check", verbosity=0)
    assert [line[1] for line in lines()] == ["Bob", "Alice"]


def test_the_longest_name_of_a_board_is_stored_in_full() -> None:
    longest = "x" * (Race._meta.get_field("rules").max_length or 0)
    name = practice_board(2**63 - 1, longest)
    assert len(name) <= (Board._meta.get_field("name").max_length or 0)
