"""Any-time races: one secret deal, a window, and one attempt per player, blind until its end."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from pytest_django import Settings

from games.models import AnytimeRace, LeaderboardRow, Player, Proof, RatingChange
from games.models.database.instants import to_datetime, to_ms
from games.models.races.closing import close_race
from games.models.races.crowding import TooManyError
from games.models.races.daily import days_tried
from games.models.races.identity import erase
from games.models.races.rematch import open_rematch
from games.models.standings.absorbing import absorb
from games.models.standings.booking import wrong_leaderboards
from games.models.visibility import is_end_told, is_secret, is_trial_hidden_from
from games.racing import AnytimeTerms, RefusedError
from tests.clocks import at
from tests.models.anytime_races import RULES, anytime
from tests.models.dailies import DAY, HOUR, MINUTE, MOVES, begin, finish, prove, sees
from tests.models.stored_races import NOW, act

pytestmark = pytest.mark.django_db

CLOSED = NOW + 2 * HOUR
"""When the window of a race of these tests closes."""

STATES = ("none", "opened", "running", "ended")


def places(race: AnytimeRace) -> list[tuple[int | None, str]]:
    return [(place, run.player.name) for place, run in race.trial.results()]


def reach(race: AnytimeRace, player: Player, state: str) -> None:
    """Bring a player's attempt to a state."""
    if state == "opened":
        race.trial.attempt(player, at(NOW))
    elif state == "running":
        begin(race.trial, player)
    elif state == "ended":
        finish(race.trial, player)


def test_it_takes_a_secret_deal_that_no_other_race_gets(alice: Player) -> None:
    race = anytime(alice)
    assert not Proof.objects.stock(RULES).exists()
    assert (race.trial.deal.public, race.trial.deal.proofs.get().kind) == (False, "winnable")
    assert race.trial.deal.commitment
    assert is_secret(race.trial.deal)
    with pytest.raises(RefusedError, match="no-deal"):
        AnytimeRace.objects.open_for(alice, AnytimeTerms(RULES, 2, HOUR), at(NOW))


def test_the_wished_difficulty_is_taken_if_there_is_one(alice: Player) -> None:
    easy, hard = (prove(n, difficulty=level) for n, level in ((1, "easy"), (2, "hard")))
    terms = AnytimeTerms(RULES, 2, HOUR, "hard")
    taken = [AnytimeRace.objects.open_for(alice, terms, at(NOW)) for _ in range(2)]
    assert [race.trial.deal for race in taken] == [hard.deal, easy.deal]
    assert [race.difficulty for race in taken] == ["hard", "easy"]


@pytest.mark.parametrize(
    ("seats", "window", "code"),
    [
        (1, HOUR, "bad-seats"),
        (101, HOUR, "bad-seats"),
        (2, HOUR - 1, "bad-window"),
        (2, 0, "bad-window"),
        (2, -DAY, "bad-window"),
        (2, 14 * DAY + 1, "bad-window"),
    ],
)
def test_seats_and_window_have_bounds(seats: int, window: int, code: str) -> None:
    with pytest.raises(RefusedError, match=code):
        AnytimeTerms(RULES, seats, window)


@pytest.mark.parametrize(("seats", "window"), [(2, HOUR), (100, 14 * DAY)])
def test_the_bounds_are_allowed(alice: Player, seats: int, window: int) -> None:
    race = anytime(alice, seats, window)
    assert (race.trial.seats, to_ms(race.trial.closes_at)) == (seats, NOW + window)


def test_a_host_opens_only_so_many_a_day(settings: Settings, alice: Player, guest: Player) -> None:
    settings.ANYTIME_PER_DAY = 2
    for host in (alice, guest):
        for _ in range(2):
            anytime(host)
        with pytest.raises(TooManyError, match="too-many-races"):
            anytime(host)
    assert anytime(alice, now=NOW + DAY).host == alice


def test_a_bot_neither_opens_nor_plays_one(alice: Player, bot: Player) -> None:
    with pytest.raises(RefusedError, match="no-bots"):
        anytime(bot)
    with pytest.raises(RefusedError, match="no-bots"):
        anytime(alice).trial.attempt(bot, at(NOW))


def test_each_player_has_one_attempt_and_the_seats_are_limited(
    alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    trial = anytime(alice, 2).trial
    attempt = trial.attempt(guest, at(NOW))
    assert trial.attempt(guest, at(NOW + HOUR)) == attempt
    assert finish(trial, bob) == trial.attempt_of(bob)
    assert trial.attempt(bob, at(NOW + HOUR)) == trial.attempt_of(bob)
    with pytest.raises(RefusedError, match="full"):
        trial.attempt(charlie, at(NOW))
    # Who has a seat keeps it.
    assert trial.attempt(guest, at(NOW)) == attempt


def test_no_attempt_begins_after_the_window_and_a_running_one_may_finish(
    alice: Player, bob: Player, charlie: Player
) -> None:
    race = anytime(alice)
    race.trial.attempt(bob, at(CLOSED - 10))
    with pytest.raises(RefusedError, match="too-late"):
        begin(race.trial, bob, CLOSED - 2999)
    with pytest.raises(RefusedError, match="too-late"):
        race.trial.attempt(charlie, at(CLOSED))
    finish(race.trial, alice, now=CLOSED - 3000)
    assert places(race) == [(1, "Alice")]


@pytest.mark.parametrize("window", ["open", "closed"])
@pytest.mark.parametrize("own", STATES)
@pytest.mark.parametrize("other", STATES)
def test_nothing_is_seen_before_the_own_attempt_or_all_others_are_over(
    alice: Player, bob: Player, charlie: Player, own: str, other: str, window: str
) -> None:
    race = anytime(alice)
    theirs = finish(race.trial, bob).race
    reach(race, charlie, other)
    reach(race, alice, own)
    now = NOW if window == "open" else CLOSED
    running = "running" in (own, other)
    all_done = own == other == "ended"
    over = all_done or (window == "closed" and not running)
    # The host is no exception.
    assert sees(alice, race.trial, theirs, now) == [own == "ended" or over] * 6
    assert sees(None, race.trial, theirs, now) == [over] * 6


def test_a_running_attempt_hides_it_for_at_most_an_hour(alice: Player, bob: Player) -> None:
    race = anytime(alice)
    begin(race.trial, bob, CLOSED - 3000)
    assert is_trial_hidden_from(race.trial, alice, CLOSED + HOUR - 1)
    assert not is_trial_hidden_from(race.trial, alice, CLOSED + HOUR)


def test_an_end_is_told_only_when_it_tells_nothing_of_the_time(alice: Player, bob: Player) -> None:
    attempt = finish(anytime(alice).trial, bob)
    started = NOW + 3000
    assert not is_end_told(attempt, started + HOUR - 1)
    assert is_end_told(attempt, started + HOUR)
    assert not is_end_told(anytime(alice).trial.attempt(bob, at(NOW)), CLOSED)


def test_places_are_those_of_a_race_and_guests_have_them_too(
    alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    race = anytime(alice, 4)
    finish(race.trial, alice, moves=20)
    finish(race.trial, guest, ms=2000)
    finish(race.trial, bob, ms=1009, now=NOW + HOUR)
    finish(race.trial, charlie, ms=1000)
    assert places(race) == [(1, "Bob"), (1, "Charlie"), (3, guest.name), (4, "Alice")]


def test_it_counts_in_no_rating_on_no_leaderboard_and_for_no_streak(
    alice: Player, bob: Player
) -> None:
    race = anytime(alice, 2)
    for player in (alice, bob):
        finish(race.trial, player)
    assert not LeaderboardRow.objects.exists()
    assert not RatingChange.objects.exists()
    assert list(wrong_leaderboards()) == []
    assert days_tried(alice) == {}


def test_an_attempt_has_no_rematch(alice: Player) -> None:
    race = finish(anytime(alice).trial, alice).race
    with pytest.raises(RefusedError, match="no-rematch"):
        open_rematch(race, alice, at(NOW + 2 * HOUR))


def test_a_guest_who_logs_in_takes_the_race_along(alice: Player, guest: Player) -> None:
    race = anytime(guest)
    finish(race.trial, guest)
    absorb(alice, guest)
    race.refresh_from_db()
    assert (race.host, places(race)) == (alice, [(1, "Alice")])
    # Where both have a seat, each keeps its own.
    other = Player.objects.create_guest()
    finish(race.trial, other)
    absorb(alice, other)
    assert len(places(race)) == 2


def test_the_runs_of_a_deleted_account_stay_without_a_name(alice: Player, bob: Player) -> None:
    race = anytime(alice)
    finish(race.trial, alice)
    erase(alice, to_datetime(CLOSED))
    assert places(race) == [(1, "Deleted player")]
    assert race.trial.attempt(bob, at(NOW)).player == bob


def test_it_goes_on_across_midnight_utc(alice: Player, bob: Player, charlie: Player) -> None:
    midnight = to_ms(datetime(2026, 11, 24, tzinfo=UTC))
    race = anytime(alice, now=midnight - HOUR)
    # Bob plays before, Alice over midnight, and Charlie the day after, up to the last second.
    theirs = finish(race.trial, bob, ms=2000, now=midnight - 30 * MINUTE).race
    running = begin(race.trial, alice, midnight - 10_000)
    assert sees(alice, race.trial, theirs, midnight) == [False] * 6
    act(running.race, alice, MOVES[0], "end", ms=20_000)
    close_race(running.race, at(midnight + 20_000))
    assert sees(alice, race.trial, theirs, midnight + 20_000) == [True] * 6
    last = finish(race.trial, charlie, now=midnight + HOUR - 3000).race
    assert sees(None, race.trial, last, midnight + HOUR - 1) == [True] * 6
    assert places(race) == [(1, "Charlie"), (2, "Bob"), (3, "Alice")]
