"""Rematches of any-time races: one follows each, on the same terms; those who raced are told."""

from __future__ import annotations

import pytest

from games.models import AnytimeRace, Notice, Player, Proof
from games.models.database.instants import to_datetime, to_ms
from games.models.play.anytime_rematch import open_anytime_rematch
from games.models.races.closing import close_race
from games.pages.people.notices.said import said
from games.racing import RefusedError
from tests.clocks import at
from tests.models.anytime_races import RULES, anytime
from tests.models.dailies import HOUR, begin, finish, prove
from tests.models.stored_races import NOW, act

pytestmark = pytest.mark.django_db

LATER = NOW + 3 * HOUR
"""When the window of a race of these tests has closed."""


def told() -> list[tuple[str, str]]:
    notices = Notice.objects.filter(kind="rematch").select_related("player", "by")
    return sorted((one.player.name, one.by.name if one.by else "") for one in notices)


@pytest.fixture
def over(alice: Player, bob: Player, charlie: Player) -> AnytimeRace:
    """Return a race of Bob and Charlie that Alice opened, and its deal's successor in stock."""
    race = anytime(alice, seats=5)
    for player in (bob, charlie):
        finish(race.trial, player, 3)
    prove(77)
    return race


def test_it_has_the_same_terms_and_another_deal(over: AnytimeRace, bob: Player) -> None:
    again = open_anytime_rematch(over, bob, at(LATER))
    assert (again.host, again.trial.rules, again.trial.seats) == (bob, RULES, 5)
    assert to_ms(again.trial.closes_at) - LATER == 2 * HOUR
    assert again.trial.deal_id != over.trial.deal_id


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_it_is_as_hard_as_the_race_before(over: AnytimeRace, bob: Player, difficulty: str) -> None:
    prove(78)
    known = Proof.objects.filter(deal=over.trial.deal_id)
    known.update(difficulty=difficulty)
    for proof, found in zip(Proof.objects.stock(RULES), ("easy", "hard"), strict=True):
        Proof.objects.filter(pk=proof.pk).update(difficulty=found)
    assert open_anytime_rematch(over, bob, at(LATER)).difficulty == difficulty


def test_the_second_to_ask_comes_to_the_race_of_the_first(
    over: AnytimeRace, bob: Player, charlie: Player
) -> None:
    again = open_anytime_rematch(over, bob, at(LATER))
    assert open_anytime_rematch(over, charlie, at(LATER)) == again
    assert told() == [("Alice", "Bob"), ("Charlie", "Bob")]
    notice = Notice.objects.filter(player=charlie).get()
    assert said(notice) == "Bob wants a rematch: Agnes Sorel."
    assert notice.get_absolute_url() == again.get_absolute_url()


def test_the_call_is_answered_by_taking_a_seat(
    over: AnytimeRace, bob: Player, charlie: Player
) -> None:
    again = open_anytime_rematch(over, bob, at(LATER))
    moment = to_datetime(LATER)
    assert Notice.objects.unseen(charlie, moment).exists()
    begin(again.trial, charlie, LATER)
    assert not Notice.objects.unseen(charlie, moment).exists()


def test_who_left_is_not_called(alice: Player, bob: Player, charlie: Player) -> None:
    race = anytime(alice, seats=2)
    attempt = begin(race.trial, bob)
    act(attempt.race, bob, "forfeit")
    close_race(attempt.race, at(NOW + HOUR))
    finish(race.trial, charlie)
    prove(77)
    open_anytime_rematch(race, charlie, at(LATER))
    assert told() == [("Alice", "Charlie")]


def test_it_is_for_those_who_were_there_and_once_it_is_over(
    over: AnytimeRace, bob: Player, guest: Player
) -> None:
    with pytest.raises(RefusedError, match="not-over"):
        open_anytime_rematch(over, bob, at(NOW + HOUR))
    with pytest.raises(RefusedError, match="not-seated"):
        open_anytime_rematch(over, guest, at(LATER))
    assert AnytimeRace.objects.count() == 1
