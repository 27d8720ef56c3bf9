"""Daily challenges: one deal per game and UTC day, one attempt per player."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from games.engine import GAMES
from games.models import Attempt, Daily, Deal, Entry, Leaderboard, Player, Proof, Race
from games.models.database.instants import to_ms
from games.models.deals.difficulty import StoredDifficulty
from games.models.races.closing import close_race
from games.models.races.daily import ROTATION, days_tried, difficulty_of
from games.models.races.rematch import open_rematch
from games.models.races.transition import change_race
from games.models.standings.absorbing import absorb
from games.models.standings.booking import book_closed, daily_leaderboard_name
from games.models.standings.streak import streak
from games.models.visibility import is_trial_hidden_from
from games.racing import RefusedError
from tests.clocks import at
from tests.models.dailies import DAY, GAME, HOUR, MOVES, begin, daily, finish, prove, sees
from tests.models.stored_races import NOW

pytestmark = pytest.mark.django_db

LEVELS = ("hard", "medium", "easy")


def instant(text: str) -> int:
    """Return the instant of a UTC time."""
    return to_ms(datetime.fromisoformat(text).replace(tzinfo=UTC))


def ranks(daily: Daily) -> list[tuple[int, str]]:
    """Return the ranks and names on the leaderboard of a challenge."""
    leaderboard = Leaderboard.objects.filter(name=daily_leaderboard_name(daily.pk)).first()
    return [] if leaderboard is None else [(p.rank, p.row.player.name) for p in leaderboard.top()]


def test_the_first_visitor_takes_the_deal_of_the_day_from_the_stock() -> None:
    proof = prove(1)
    made = Daily.objects.of_day(GAME, NOW)
    assert made is not None
    assert (made.deal, made.day) == (proof.deal, date(2023, 11, 14))
    assert Daily.objects.of_day(GAME, NOW) == made
    assert not Proof.objects.stock(f"{GAME}/standard").exists()


def test_every_day_has_easy_deals_and_every_game_has_all_difficulties() -> None:
    days = [date(2023, 11, 14 + number) for number in range(4)]
    for day in days:
        levels = [difficulty_of(game, day) for game in GAMES]
        assert set(levels) == set(ROTATION)
        assert 2 * levels.count(StoredDifficulty.EASY) >= len(GAMES)
    for game in GAMES:
        assert sorted(difficulty_of(game, day) for day in days) == sorted(ROTATION)


def test_a_deal_of_the_day_s_difficulty_goes_first() -> None:
    proofs = {level: prove(number, difficulty=level) for number, level in enumerate(LEVELS)}
    made = Daily.objects.of_day(GAME, NOW)
    assert made is not None
    assert made.deal == proofs[difficulty_of(GAME, made.day)].deal
    # The others remain, and any of them is better than none.
    days = [Daily.objects.of_day(GAME, NOW + 4 * number * 24 * HOUR) for number in (1, 2, 3)]
    assert [day is not None for day in days] == [True, True, False]


def test_a_published_deal_is_never_the_deal_of_a_day() -> None:
    prove(1, secret=False)
    assert Daily.objects.of_day(GAME, NOW) is None
    prove(2)
    assert Daily.objects.of_day(GAME, NOW) is not None


def test_each_game_has_its_own() -> None:
    assert {daily(game=game).deal.pk for game in GAMES} == set(
        Deal.objects.filter(trial__daily__isnull=False).values_list("pk", flat=True)
    )
    assert Daily.objects.count() == len(GAMES)


@pytest.mark.parametrize(
    ("last", "first"),
    [
        ("2026-11-21T23:59:59.999", "2026-11-22T00:00:00"),
        ("2026-12-31T23:59:59.999", "2027-01-01T00:00:00"),
        ("2028-02-28T23:59:59.999", "2028-02-29T00:00:00"),
    ],
)
def test_the_day_turns_at_midnight_utc(last: str, first: str) -> None:
    before, after = daily(instant(last)), daily(instant(first))
    assert before.day < after.day
    assert before.ends_at == instant(first)
    assert before.deal != after.deal


def test_asking_again_returns_the_same_attempt(alice: Player) -> None:
    challenge = daily()
    attempt = challenge.attempt(alice, at(NOW))
    assert challenge.attempt(alice, at(NOW + HOUR)) == attempt
    finish(challenge, alice)
    assert challenge.attempt(alice, at(NOW)) == attempt
    assert Race.objects.count() == 1


def test_an_attempt_can_be_found_but_not_opened_after_its_day(alice: Player, bob: Player) -> None:
    challenge = daily()
    attempt = challenge.attempt(alice, at(challenge.ends_at - 1))
    assert challenge.attempt(alice, at(challenge.ends_at)) == attempt
    with pytest.raises(RefusedError, match="too-late"):
        challenge.attempt(bob, at(challenge.ends_at))


def test_an_attempt_opened_in_time_does_not_start_after_its_day(alice: Player) -> None:
    challenge = daily()
    challenge.attempt(alice, at(challenge.ends_at - 10))
    with pytest.raises(RefusedError, match="too-late"):
        begin(challenge, alice, challenge.ends_at - 2999)
    assert begin(challenge, alice, challenge.ends_at - 3000).race.starts_at is not None


def test_an_attempt_started_in_time_can_be_finished_the_next_day(alice: Player) -> None:
    challenge = daily()
    attempt = finish(challenge, alice, now=challenge.ends_at - 3000)
    assert Entry.objects.get(race=attempt.race).state == "won"
    assert ranks(challenge) == [(1, "Alice")]


def test_a_server_whose_clock_is_behind_keeps_the_day_of_one_that_is_ahead(
    alice: Player,
) -> None:
    midnight = daily().ends_at
    tomorrow = daily(midnight)
    attempt = begin(tomorrow, alice, midnight)
    assert tomorrow.attempt(alice, at(midnight - 2000)) == attempt
    assert is_trial_hidden_from(tomorrow.trial, None, midnight - 2000)
    assert attempt.race.load().elapsed(midnight - 2000) is None


def test_the_ranking_is_solved_then_time_then_moves_then_progress(
    alice: Player, bob: Player, charlie: Player
) -> None:
    challenge = daily()
    dora, emil = (Player.objects.create_user(name, name=name.title()) for name in ("dora", "emil"))
    finish(challenge, alice, moves=20)
    finish(challenge, bob, moves=30)
    finish(challenge, charlie, ms=2000)
    finish(challenge, dora, ms=1000)
    finish(challenge, emil, ms=1009)
    assert ranks(challenge) == [(1, "Dora"), (1, "Emil"), (3, "Charlie"), (4, "Bob"), (5, "Alice")]


def test_when_all_are_stuck_the_furthest_is_first(alice: Player, bob: Player) -> None:
    challenge = daily()
    finish(challenge, alice, moves=1)
    finish(challenge, bob, moves=len(MOVES) - 1)
    assert ranks(challenge) == [(1, "Bob"), (2, "Alice")]


def test_a_guest_is_shown_but_not_ranked(guest: Player) -> None:
    challenge = daily()
    finish(challenge, guest)
    assert ranks(challenge) == []
    guest.become_account()
    assert not challenge.attempt(guest, at(NOW)).ranked


def test_an_attempt_as_a_guest_counts_for_the_account_after_login(
    alice: Player, bob: Player, guest: Player
) -> None:
    challenge = daily()
    tried = finish(challenge, guest)
    absorb(alice, guest)
    assert challenge.attempt(alice, at(NOW)) == tried
    other = Player.objects.create_guest()
    mine = finish(challenge, bob)
    finish(challenge, other)
    absorb(bob, other)
    assert challenge.attempt(bob, at(NOW)) == mine
    assert Attempt.objects.filter(player=other).exists()
    assert ranks(challenge) == [(1, "Bob")]


def test_what_a_guest_opened_but_did_not_start_is_ranked_after_login(
    alice: Player, guest: Player
) -> None:
    challenge = daily()
    assert not challenge.attempt(guest, at(NOW)).ranked
    absorb(alice, guest)
    finish(challenge, alice)
    assert ranks(challenge) == [(1, "Alice")]


def test_giving_up_is_not_ranked(alice: Player) -> None:
    challenge = daily()
    attempt = begin(challenge, alice)
    close_race(attempt.race, at(NOW + 2 * HOUR))
    book_closed()
    assert ranks(challenge) == []


def test_results_are_hidden_from_a_player_until_their_attempt_ends(
    alice: Player, bob: Player
) -> None:
    challenge = daily()
    theirs = finish(challenge, bob).race
    assert sees(alice, challenge.trial, theirs) == [False] * 6
    begin(challenge, alice)
    assert sees(alice, challenge.trial, theirs) == [False] * 6
    finish(challenge, alice)
    assert sees(alice, challenge.trial, theirs) == [True] * 6
    assert is_trial_hidden_from(challenge.trial, None, NOW)


def test_results_are_shown_to_all_once_the_day_and_its_attempts_are_over(
    alice: Player, bob: Player
) -> None:
    challenge = daily()
    last = begin(challenge, alice, challenge.ends_at - HOUR // 2).race
    close_race(begin(challenge, bob, NOW).race, at(NOW + 2 * HOUR))
    assert is_trial_hidden_from(challenge.trial, None, challenge.ends_at - 1)
    assert is_trial_hidden_from(challenge.trial, None, challenge.ends_at)
    close_race(last, at(challenge.ends_at + HOUR))
    assert not is_trial_hidden_from(challenge.trial, None, challenge.ends_at)


def test_a_running_attempt_hides_its_day_for_at_most_an_hour(alice: Player) -> None:
    challenge = daily()
    begin(challenge, alice, challenge.ends_at - 3000)
    assert is_trial_hidden_from(challenge.trial, None, challenge.ends_at + HOUR - 1)
    assert not is_trial_hidden_from(challenge.trial, None, challenge.ends_at + HOUR)


def test_an_attempt_at_one_challenge_reveals_nothing_of_another(alice: Player) -> None:
    tried, untried = daily(game="applegate"), daily()
    finish(tried, alice, moves=0)
    assert not is_trial_hidden_from(tried.trial, alice, NOW)
    assert is_trial_hidden_from(untried.trial, alice, NOW)


def test_an_unstarted_attempt_hides_nothing(alice: Player) -> None:
    challenge = daily()
    challenge.attempt(alice, at(NOW))
    assert not is_trial_hidden_from(challenge.trial, None, challenge.ends_at)


def test_there_is_no_rematch_and_no_other_player(alice: Player, bob: Player) -> None:
    challenge = daily()
    code = challenge.attempt(alice, at(NOW)).race.code
    change_race(code, lambda race, now: race.leave(alice.pk, now), at(NOW))
    with pytest.raises(RefusedError, match="full"):
        change_race(code, lambda race, now: race.join(bob.pk, "Bob", False, now), at(NOW))
    attempt = finish(challenge, alice)
    with pytest.raises(RefusedError, match="daily"):
        open_rematch(attempt.race, alice, at(NOW + HOUR))


def test_a_try_keeps_the_streak_and_solved_days_are_told_apart(alice: Player) -> None:
    for number in (0, 1, 3, 4, 5):
        finish(daily(NOW + number * DAY), alice, now=NOW + number * DAY)
    finish(daily(NOW + 6 * DAY), alice, moves=3, now=NOW + 6 * DAY)
    finish(daily(NOW + 8 * DAY), alice, moves=0, now=NOW + 8 * DAY)
    days = days_tried(alice)
    assert list(days.values()) == [True, True, True, True, True, False]
    last = max(days)
    assert streak(days, last) == (4, 4)
    assert streak(days, date.fromordinal(last.toordinal() + 1)) == (4, 4)
    assert streak(days, date.fromordinal(last.toordinal() + 2)) == (0, 4)
    assert streak([], last) == (0, 0)


def test_a_second_game_solved_makes_a_tried_day_a_solved_one(alice: Player) -> None:
    finish(daily(), alice, moves=3)
    assert list(days_tried(alice).values()) == [False]
    other = finish(daily(game="applegate"), alice, moves=0).race
    Entry.objects.filter(race=other).update(state="won", time_ms=1000, progress=52)
    assert list(days_tried(alice).values()) == [True]


def test_a_streak_can_span_two_years() -> None:
    days = [date(2026, 12, 30), date(2026, 12, 31), date(2027, 1, 1)]
    assert streak(days, date(2027, 1, 1)) == (3, 3)
