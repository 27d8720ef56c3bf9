"""A host closes the free seats of an any-time race: it is over once those who came are done."""

from __future__ import annotations

import pytest

from games.models import AnytimeRace, Notice, Player
from games.models.play.anytime_seats import close_free_seats
from games.models.play.telling import tell
from games.models.visibility import is_trial_hidden_from
from games.racing import RefusedError
from tests.clocks import at
from tests.models.anytime_races import anytime
from tests.models.dailies import HOUR, begin, finish
from tests.models.stored_races import NOW

pytestmark = pytest.mark.django_db


def told() -> list[tuple[str, str]]:
    """Work, twice, and return who was told what."""
    for _ in range(2):
        tell(at(NOW))
    return sorted(Notice.objects.values_list("player__name", "kind"))


def seats(race: AnytimeRace) -> int | None:
    return AnytimeRace.objects.get(pk=race.pk).trial.seats


def test_it_is_over_at_once_if_all_who_came_are_done(alice: Player, bob: Player) -> None:
    race = anytime(alice, seats=10)
    for player in (alice, bob):
        finish(race.trial, player, 3)
    assert told() == [("Alice", "played")]
    close_free_seats(race, alice, at(NOW))
    assert seats(race) == 2
    assert not is_trial_hidden_from(race.trial, None, NOW)
    # The host has seen the end, whoever raced last.
    assert told() == [("Alice", "played"), ("Bob", "over")]
    close_free_seats(race, alice, at(NOW))
    assert seats(race) == 2


def test_who_has_a_seat_still_plays(alice: Player, bob: Player, charlie: Player) -> None:
    race = anytime(alice, seats=10)
    finish(race.trial, alice, 3)
    begin(race.trial, bob)
    close_free_seats(race, alice, at(NOW))
    assert is_trial_hidden_from(race.trial, None, NOW)
    assert told() == []
    with pytest.raises(RefusedError, match="All seats"):
        AnytimeRace.objects.get(pk=race.pk).trial.attempt(charlie, at(NOW))


def test_only_a_host_who_is_not_alone_closes_them(alice: Player, bob: Player) -> None:
    race = anytime(alice, seats=10, window=HOUR)
    finish(race.trial, alice, 3)
    with pytest.raises(RefusedError, match="Wait until a second player"):
        close_free_seats(race, alice, at(NOW))
    finish(race.trial, bob, 3)
    with pytest.raises(RefusedError, match="Only the host"):
        close_free_seats(race, bob, at(NOW))
    # After the window no one can join anyway.
    close_free_seats(race, alice, at(NOW + HOUR))
    assert seats(race) == 10
