"""Friends: following, presence, challenges, and records against each other."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Challenge, Follow, Player
from games.models.database.instants import to_datetime
from games.models.play.rivals import Score, rivalries, scores
from games.models.races.challenge import LASTS_MS
from games.models.races.closing import close_race
from games.models.races.presence import ONLINE_MS, RACING_MS, Presence, presences
from games.racing import RefusedError
from tests.clocks import at
from tests.models.stored_races import END, NOW, RULES, ZERO, act, join, started_race, winnable_race


def test_following_twice_is_following_once(alice: Player, bob: Player) -> None:
    Follow.objects.begin(alice, bob)
    Follow.objects.begin(alice, bob)
    assert list(alice.following.all()) == [bob]
    assert list(bob.followers.all()) == [alice]
    Follow.objects.end(alice, bob)
    assert not Follow.objects.exists()


def test_only_another_account_is_followed(alice: Player, guest: Player) -> None:
    for other in (alice, guest):
        with pytest.raises(RefusedError, match="no-friend"):
            Follow.objects.begin(alice, other)


@pytest.mark.parametrize("name", ["bob", "BOB", "B0b"])
def test_a_player_is_found_by_any_spelling_of_the_name(bob: Player, name: str) -> None:
    assert Player.objects.find(name) == bob


def test_a_guest_is_not_found(guest: Player) -> None:
    assert Player.objects.find(guest.name) is None
    assert Player.objects.find(guest.username) is None


def test_a_player_who_requests_a_page_is_online_for_a_while(bob: Player) -> None:
    bob.see(to_datetime(NOW))
    assert presences([bob], NOW + ONLINE_MS)[bob.pk] == Presence(online=True)
    assert presences([bob], NOW + ONLINE_MS + 1)[bob.pk] == Presence()


def test_presence_is_stored_at_most_once_a_minute(bob: Player) -> None:
    bob.see(to_datetime(NOW))
    bob.see(to_datetime(NOW) + timedelta(seconds=59))
    bob.refresh_from_db()
    assert bob.seen_at == to_datetime(NOW)


def test_a_racing_player_can_be_watched(bob: Player) -> None:
    race = started_race(bob)
    race.entries.mark_present(race.entries.values_list("pk", flat=True), ZERO)
    assert presences([bob], ZERO)[bob.pk] == Presence(online=True, racing=race.code)
    assert presences([bob], ZERO + RACING_MS + 1)[bob.pk] == Presence()


def test_a_player_who_hides_presence_is_away(bob: Player) -> None:
    race = started_race(bob)
    race.entries.mark_present(race.entries.values_list("pk", flat=True), ZERO)
    bob.see(to_datetime(ZERO))
    bob.show_online = False
    bob.save()
    assert presences([bob], ZERO)[bob.pk] == Presence()


def test_a_challenge_stays_open_for_a_while(alice: Player, bob: Player) -> None:
    asked = Challenge.objects.open(alice, bob, RULES, at(NOW))
    assert list(Challenge.objects.pending(bob, NOW + LASTS_MS)) == [asked]
    assert not Challenge.objects.pending(alice, NOW)
    assert not Challenge.objects.pending(bob, NOW + LASTS_MS + 1)


def test_joining_accepts_a_challenge(alice: Player, bob: Player) -> None:
    join(Challenge.objects.open(alice, bob, RULES, at(NOW)).race, bob)
    assert not Challenge.objects.pending(bob, NOW)


def test_a_challenge_is_declined_once(alice: Player, bob: Player) -> None:
    asked = Challenge.objects.open(alice, bob, RULES, at(NOW))
    asked.decline(NOW)
    asked.decline(NOW + 1)
    asked.refresh_from_db()
    assert asked.declined_at == to_datetime(NOW)
    assert not Challenge.objects.pending(bob, NOW)


def test_a_stranger_without_an_account_is_not_challenged(alice: Player, guest: Player) -> None:
    for other in (alice, guest):
        with pytest.raises(RefusedError, match="no-rival"):
            Challenge.objects.open(alice, other, RULES, at(NOW))


def test_the_record_of_two_players_against_each_other(
    alice: Player, bob: Player, charlie: Player
) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves)
    close_race(race, at(END))
    level = started_race(alice, bob, charlie)
    for player in (alice, bob):
        act(level, player, "deal")
    close_race(level, at(END))
    idle = started_race(alice, charlie)
    # To end a run at once is no more than to make no move.
    act(idle, alice, "end")
    close_race(idle, at(END))
    both = Score(ahead=1, behind=0, level=1)
    assert scores(alice, [bob, charlie], END) == {bob.pk: both, charlie.pk: Score(ahead=1)}
    assert scores(bob, [alice], END) == {alice.pk: Score(ahead=0, behind=1, level=1)}


def test_those_raced_lately_come_with_score_and_race(
    alice: Player, bob: Player, charlie: Player, bot: Player
) -> None:
    assert not rivalries(alice, 9, END)
    first, moves = winnable_race(alice, bob, bot)
    act(first, alice, *moves)
    act(first, bob, "deal")
    close_race(first, at(END))
    second = started_race(alice, charlie)
    act(second, charlie, "deal")
    act(second, alice, "deal")
    close_race(second, at(END + 1))
    started_race(alice, bob)
    found = [(one.rival, one.score, one.latest) for one in rivalries(alice, 9, END)]
    assert found == [(charlie, Score(level=1), second), (bob, Score(ahead=1), first)]
    assert [one.rival for one in rivalries(alice, 1, END)] == [charlie]
    assert [one.rival for one in rivalries(charlie, 9, END)] == [alice]
    charlie.is_active = False
    charlie.save()
    assert [one.rival for one in rivalries(alice, 9, END)] == [bob]
