"""Matches: how races follow each other, what counts, and how they end."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Entry, Match, MatchRace, Player, Race
from games.models.races import identity
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.rematch import open_rematch
from games.models.races.stopping import stop_match
from games.models.races.terms import NewTerms, change_terms
from games.models.races.transition import change_race
from games.models.races.unstarted import give_up_left
from games.models.standings.absorbing import absorb
from games.racing import OPEN_SERIES, WAIT, WIN, Goal, RefusedError
from tests.clocks import at
from tests.models.stored_races import NOW, RULES, act, join

HOUR = 3_600_000


def first_race(goal: Goal | None, *players: Player) -> Race:
    race = new_race(players[0], RULES, at(NOW), goal=goal)
    for player in players[1:]:
        join(race, player)
    return Race.objects.find(race.code)


def play(race: Race, *order: Player, now: int = NOW) -> Race:
    """Race to the end; the players come in in this order, the rest never move."""
    host = race.host_id or 0
    change_race(race.code, lambda r, at_: r.start(host, at_), at(now))
    race = Race.objects.find(race.code)
    for player in order:
        act(race, player, "deal")
    close_race(race, at(now + HOUR))
    for place, player in enumerate(order, 1):
        race.entries.filter(player=player).update(place=place)
    return Race.objects.find(race.code)


def series(goal: Goal | None, *winners: tuple[Player, ...]) -> tuple[Match, Race]:
    """Store a match of races that ended in these orders; return it and its latest race."""
    race = play(first_race(goal, *winners[0]), *winners[0])
    for number, order in enumerate(winners[1:], 1):
        again = [open_rematch(race, player, at(later(number))) for player in order][-1]
        race = play(again, *order, now=later(number))
    return Match.objects.get(races__race=race), race


def later(number: int) -> int:
    return NOW + 2 * HOUR * number


def test_a_race_can_be_opened_as_the_first_of_a_match(alice: Player) -> None:
    race = first_race(Goal(3, two_ahead=True), alice)
    match = race.in_match.match
    assert (match.goal, race.in_match.number) == (Goal(3, two_ahead=True), 1)
    assert match.score().players == ()


def test_a_single_race_is_in_no_match(alice: Player, bob: Player) -> None:
    play(first_race(None, alice, bob), alice, bob)
    assert not Match.objects.exists()


def test_a_rematch_makes_an_open_series_that_counts_the_first_race(
    alice: Player, bob: Player
) -> None:
    race = play(first_race(None, alice, bob), bob, alice)
    again = open_rematch(race, alice, at(later(1)))
    match = Match.objects.get()
    assert [(link.race, link.number) for link in match.races.order_by("number")] == [
        *((race, 1), (again, 2)),
    ]
    assert (match.goal, match.score().points) == (OPEN_SERIES, {alice.pk: 0, bob.pk: WIN})


def test_the_score_follows_from_the_stored_places(
    alice: Player, bob: Player, charlie: Player
) -> None:
    match, _ = series(Goal(3), (alice, bob, charlie), (charlie, alice, bob))
    score = match.score()
    assert score.points == {alice.pk: 3 * WIN, bob.pk: WIN, charlie.pk: 2 * WIN}
    assert score.wins == {alice.pk: WIN, bob.pk: 0, charlie.pk: WIN}
    Entry.objects.filter(race__in_match__number=1, player=alice).update(place=None)
    Entry.objects.filter(race__in_match__number=1, player=bob).update(place=1)
    assert match.score().points[alice.pk] == WIN


def test_a_race_under_way_does_not_count(alice: Player, bob: Player) -> None:
    match, race = series(Goal(3), (alice, bob))
    again = open_rematch(race, alice, at(later(1)))
    open_rematch(race, bob, at(later(1)))
    assert again.in_match.number == 2
    assert match.score().points == {alice.pk: WIN, bob.pk: 0}


def test_who_is_away_misses_the_race_and_keeps_the_seat(
    alice: Player, bob: Player, charlie: Player
) -> None:
    match, race = series(None, (alice, bob, charlie), (alice, bob, charlie))
    again = open_rematch(race, alice, at(later(2)))
    again = open_rematch(race, bob, at(later(2)))
    value = again.load()
    assert value.starts_at == later(2) + WAIT + 5000
    race = play(again, bob, alice, now=later(2))
    assert match.score().points[charlie.pk] == 0
    # Charlie wasn't in the last race, and comes to the next.
    assert open_rematch(race, charlie, at(later(3))).entries.get().player == charlie


def test_who_takes_a_seat_and_never_comes_has_missed_the_race(alice: Player, bob: Player) -> None:
    race = play(first_race(Goal(2), alice, bob), alice)
    assert race.in_match.match.score().points == {alice.pk: 0, bob.pk: 0}


def test_who_was_ready_and_never_moves_has_lost(alice: Player, bob: Player) -> None:
    race = first_race(Goal(2), alice, bob)
    change_race(race.code, lambda r, now: r.set_ready(bob.pk, True, now), at(NOW))
    race = play(Race.objects.find(race.code), alice)
    race.entries.filter(player=bob).update(place=2)
    assert race.in_match.match.score().points == {alice.pk: WIN, bob.pk: 0}


def test_the_next_race_starts_at_once_when_everyone_has_come(alice: Player, bob: Player) -> None:
    _, race = series(None, (alice, bob), (alice, bob))
    assert open_rematch(race, alice, at(later(2))).starts_at is None
    assert open_rematch(race, bob, at(later(2))).load().starts_at == later(2) + 5000


def test_a_late_player_may_join_and_belongs_to_the_match(
    alice: Player, bob: Player, charlie: Player
) -> None:
    match, race = series(None, (alice, bob), (alice, bob))
    again = open_rematch(race, alice, at(later(2)))
    change_race(again.code, charlie.take_seat, at(later(2)))
    play(Race.objects.find(again.code), charlie, alice, now=later(2))
    assert match.score().points == {alice.pk: 2 * WIN, bob.pk: 0, charlie.pk: WIN}


def test_the_loser_is_the_host_of_the_next_race_and_may_change_it(
    alice: Player, bob: Player
) -> None:
    match, race = series(Goal(3), (alice, bob))
    again = open_rematch(race, alice, at(later(1)))
    assert again.host == alice
    again = open_rematch(race, bob, at(later(1)), ready=False)
    assert (again.host, again.starts_at) == (bob, None)
    wanted = NewTerms(bob, "applegate/pysol", RaceOptions(limit_s=300), Goal(7))
    changed = change_terms(again.code, wanted, at(later(1)))
    assert (changed.rules, changed.limit_s) == ("applegate/pysol", 300)
    # The match stays what it was begun as.
    assert match.score().goal == Match.objects.get().goal == Goal(3)


def test_the_loser_may_change_it_while_it_waits_for_others(
    alice: Player, bob: Player, charlie: Player
) -> None:
    _, race = series(None, (alice, charlie, bob), (alice, charlie, bob))
    for player in (alice, charlie):
        open_rematch(race, player, at(later(2)))
    again = open_rematch(race, bob, at(later(2)), ready=False)
    assert again.starts_at is not None
    changed = change_terms(
        again.code, NewTerms(bob, "applegate/pysol", RaceOptions()), at(later(2))
    )
    assert (changed.starts_at, changed.load().seats[0].ready) == (None, False)


def test_the_host_of_the_first_race_may_make_it_a_match_or_not(alice: Player) -> None:
    race = first_race(None, alice)
    for goal in (Goal(2), Goal(5, two_ahead=True), OPEN_SERIES):
        change_terms(race.code, NewTerms(alice, RULES, RaceOptions(), goal), at(NOW))
        assert Match.objects.get(races__race=race).goal == goal
    change_terms(race.code, NewTerms(alice, RULES, RaceOptions()), at(NOW))
    assert not Match.objects.exists()


def test_the_first_rematch_of_a_single_race_may_get_a_goal(alice: Player, bob: Player) -> None:
    race = play(first_race(None, alice, bob), bob, alice)
    again = open_rematch(race, alice, at(later(1)), ready=False)
    change_terms(again.code, NewTerms(alice, RULES, RaceOptions(), Goal(3)), at(later(1)))
    match = Match.objects.get()
    assert (match.goal, match.is_chosen, match.score().wins[bob.pk]) == (Goal(3), True, WIN)
    # Wanting none is wanting an open series: a race before it counts.
    change_terms(again.code, NewTerms(alice, RULES, RaceOptions()), at(later(1)))
    match.refresh_from_db()
    assert (match.goal, match.is_chosen) == (OPEN_SERIES, False)


def test_a_chosen_series_keeps_its_goal_at_the_second_race(alice: Player, bob: Player) -> None:
    match, race = series(OPEN_SERIES, (bob, alice))
    again = open_rematch(race, alice, at(later(1)), ready=False)
    change_terms(again.code, NewTerms(alice, RULES, RaceOptions(), Goal(3)), at(later(1)))
    match.refresh_from_db()
    assert (match.goal, match.is_chosen, again.in_match.told_number) == (OPEN_SERIES, True, 2)


def test_after_a_decided_match_another_begins(alice: Player, bob: Player) -> None:
    match, race = series(Goal(2), (alice, bob), (alice, bob))
    assert match.score().winner == alice.pk
    again = open_rematch(race, bob, at(later(2)))
    assert again.in_match.match != match
    assert (again.in_match.match.goal, again.in_match.number) == (Goal(2), 1)
    # Those who raced before are waited for.
    assert again.load().match.players == {alice.pk, bob.pk}


def test_stopping_leaves_the_score_and_opens_no_next_race(alice: Player, bob: Player) -> None:
    match, race = series(None, (alice, bob), (bob, alice))
    stop_match(match, bob, at(later(2)))
    assert Match.objects.get(pk=match.pk).stopped_by == bob
    assert match.score().points == {alice.pk: WIN, bob.pk: WIN}
    with pytest.raises(RefusedError, match="match-over"):
        open_rematch(race, alice, at(later(2)))


def test_stopping_gives_up_a_race_that_waits(alice: Player, bob: Player) -> None:
    match, race = series(None, (alice, bob), (bob, alice))
    again = open_rematch(race, alice, at(later(2)))
    stop_match(match, bob, at(later(2)))
    assert not Race.objects.filter(pk=again.pk).exists()
    assert match.races.count() == 2


def test_a_match_is_not_stopped_while_a_race_is_on(alice: Player, bob: Player) -> None:
    match, race = series(None, (alice, bob), (bob, alice))
    for player in (alice, bob):
        open_rematch(race, player, at(later(2)))
    with pytest.raises(RefusedError, match="already-started"):
        stop_match(match, bob, at(later(2) + 5000))
    assert Match.objects.get().stopped_at is None


def test_only_its_players_may_stop_a_match(alice: Player, bob: Player, charlie: Player) -> None:
    match, _ = series(None, (alice, bob), (bob, alice))
    with pytest.raises(RefusedError, match="not-seated"):
        stop_match(match, charlie, at(later(2)))


def test_stopping_twice_changes_nothing(alice: Player, bob: Player) -> None:
    match, _ = series(None, (alice, bob), (bob, alice))
    stop_match(match, bob, at(later(2)))
    stopped = Match.objects.get().stopped_at
    stop_match(match, alice, at(later(3)))
    assert Match.objects.get().stopped_at == stopped


def test_a_decided_match_cannot_be_stopped(alice: Player, bob: Player) -> None:
    match, _ = series(Goal(2), (alice, bob), (alice, bob))
    stop_match(match, bob, at(later(2)))
    assert Match.objects.get().stopped_at is None


def test_a_next_race_that_never_starts_can_be_opened_again(alice: Player, bob: Player) -> None:
    match, race = series(None, (alice, bob), (bob, alice))
    open_rematch(race, alice, at(later(2)))
    assert give_up_left(at(later(2) + HOUR)) == 1
    assert open_rematch(race, bob, at(later(3))).in_match.number == 3
    assert match.races.count() == 3


def test_a_match_whose_first_race_never_starts_is_gone(alice: Player) -> None:
    race = first_race(Goal(2), alice)
    change_race(race.code, lambda r, now: r.leave(alice.pk, now), at(NOW))
    assert not Match.objects.exists()


def test_a_match_outlives_a_deleted_account(alice: Player, bob: Player) -> None:
    match, _ = series(Goal(2), (alice, bob), (alice, bob))
    before = match.score()
    identity.erase(bob, timezone.now())
    assert match.score() == before


def test_an_account_deleted_while_its_race_is_on_loses_it_and_nothing_won_before(
    alice: Player, bob: Player
) -> None:
    match, race = series(Goal(2), (bob, alice))
    open_rematch(race, bob, at(later(1)))
    running = open_rematch(race, alice, at(later(1)))
    change_race(running.code, lambda r, now: r.start(r.host or 0, now), at(later(1)))
    act(running, alice, "deal")
    identity.erase(bob, timezone.now())
    close_race(Race.objects.find(running.code), at(later(1) + HOUR))
    places = running.entries.order_by("place").values_list("player__name", "place")
    assert list(places) == [("Alice", 1), (identity.DELETED, 2)]
    assert match.score().wins == {alice.pk: WIN, bob.pk: WIN}
    # The one who is left can stop the match, and the score stands.
    stop_match(match, alice, at(later(2)))
    assert match.score().wins == {alice.pk: WIN, bob.pk: WIN}


def test_a_player_is_in_two_matches_at_once_and_each_keeps_its_score(
    alice: Player, bob: Player, charlie: Player
) -> None:
    first, _ = series(Goal(3), (alice, bob))
    second, _ = series(Goal(2), (charlie, alice), (charlie, alice))
    before = Race.objects.get(in_match__match=first)
    open_rematch(before, alice, at(later(3)))
    play(open_rematch(before, bob, at(later(3))), bob, alice, now=later(3))
    assert (first.score().wins, first.score().is_over) == ({alice.pk: WIN, bob.pk: WIN}, False)
    assert (second.score().wins[charlie.pk], second.score().is_over) == (2 * WIN, True)


def test_a_guest_who_logs_in_keeps_the_points(alice: Player, guest: Player) -> None:
    match, _ = series(None, (guest, alice), (guest, alice))
    account = Player.objects.create_user("dora", password="correct horse")
    absorb(account, guest)
    assert match.score().points == {account.pk: 2 * WIN, alice.pk: 0}


def test_a_race_has_one_number_in_one_match(alice: Player, bob: Player) -> None:
    match, race = series(None, (alice, bob), (bob, alice))
    other = first_race(None, alice)
    for link in (
        MatchRace(match=match, race=race, number=9),
        MatchRace(match=match, race=other, number=2),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            link.save()


def test_matches_are_listed_newest_first(alice: Player, bob: Player, charlie: Player) -> None:
    first, _ = series(None, (alice, bob), (bob, alice))
    second, _ = series(Goal(2), (charlie, alice))
    assert list(Match.objects.of(alice)) == [second, first]
    assert list(Match.objects.of(bob)) == [first]
