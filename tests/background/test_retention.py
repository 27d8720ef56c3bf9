"""Removing the moves of old races: of which, what stays, and the archive."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.background.retention import remove_old_actions
from games.models import Analysis, Entry, Event, GhostRace, Player, Race, Review, Ruling
from games.models.database.instants import to_datetime, to_ms
from games.models.play.practice import practise_on
from games.models.races.closing import close_race
from games.models.races.document import race_document
from games.models.standings.retention import remove_actions
from games.models.standings.ruling import Decision
from games.racing import Kind
from tests.clocks import at
from tests.models import events
from tests.models.dailies import DAY, daily, finish
from tests.models.old_races import DAYS, LATER, actions, done_with, raced, remove, removed
from tests.models.stored_races import END, ZERO, act, open_race, started_race


def club_night(alice: Player, bob: Player) -> Event:
    """Store an event of three rounds that are over and whose races nobody needs any more."""
    event = events.planned(alice, alice, bob)
    for number in (1, 2, 3):
        events.race(event, number, {alice: 5, bob: 3})
    for race in Race.objects.filter(round__event=event):
        done_with(race)
    return event


# What stays.


@pytest.mark.django_db
def test_the_moves_go_and_the_result_stays(alice: Player, bob: Player) -> None:
    race = raced(alice, bob)
    done_with(race)
    entries = Entry.objects.filter(race=race).order_by("seat")
    before = list(entries.values())
    assert race.closed_at is not None
    old = to_ms(race.closed_at) + DAYS * DAY
    assert remove(old) == 0
    assert actions(race)
    assert remove(old + 1) == 1
    assert not actions(race)
    assert list(entries.values()) == before
    assert Race.objects.get(pk=race.pk).actions_removed_at == to_datetime(old + 1)
    assert remove() == 0


@pytest.mark.django_db
def test_nothing_is_removed_unless_the_site_says_so(alice: Player, bob: Player) -> None:
    race = raced(alice, bob)
    done_with(race)
    assert remove_old_actions(0, None, at(LATER + 1000 * DAY)) == 0
    assert actions(race)


@pytest.mark.django_db
def test_a_chore_takes_a_few_races_the_oldest_first(alice: Player, bob: Player) -> None:
    races = [raced(alice, bob) for _ in range(3)]
    Race.objects.filter(pk=races[1].pk).update(closed_at=to_datetime(ZERO + 1000))
    for race in races:
        done_with(race)
    assert remove_old_actions(DAYS, None, at(LATER), most=1) == 1
    assert [bool(actions(race)) for race in races] == [True, False, True]


@pytest.mark.django_db
def test_a_deleted_player_s_moves_go_too(alice: Player, bob: Player) -> None:
    race = raced(alice, bob, Kind.CASUAL)
    done_with(race)
    Player.objects.filter(pk=bob.pk).update(deleted_at=timezone.now())
    assert remove() == 1
    assert race.entries.filter(player=bob).get().place == 2


# Which races keep theirs.


@pytest.mark.django_db
def test_a_race_that_waits_or_runs_keeps_them(alice: Player, bob: Player) -> None:
    open_race(alice)
    running = started_race(bob)
    act(running, bob, "deal")
    assert remove(LATER + 1000 * DAY) == 0
    assert actions(running) == 1


@pytest.mark.django_db
def test_one_that_is_not_booked_keeps_them(alice: Player, bob: Player) -> None:
    race = raced(alice, bob)
    done_with(race)
    Race.objects.filter(pk=race.pk).update(booked=False)
    assert remove() == 0


@pytest.mark.django_db
def test_one_that_is_not_analysed_keeps_them(alice: Player, bob: Player) -> None:
    race = raced(alice, bob)
    done_with(race)
    Analysis.objects.filter(entry__player=bob).delete()
    assert remove() == 0
    assert [entry.player for entry in Analysis.objects.missing()] == [bob]


@pytest.mark.django_db
def test_one_whose_review_is_open_keeps_them_until_a_ruling(
    alice: Player, bob: Player, charlie: Player
) -> None:
    race = raced(alice, bob)
    done_with(race)
    review = Review.objects.get(entry__player=alice)
    Review.objects.filter(pk=review.pk).update(reviewed_at=None)
    assert remove() == 0
    Review.objects.note(review.entry_id, ("haste",), timezone.now())  # type: ignore[arg-type]
    assert remove() == 0
    Ruling.objects.make(review.entry, Decision.CLEAR, charlie, "A fast mouse.", LATER)
    assert remove() == 1


@pytest.mark.django_db
def test_a_day_s_challenge_that_is_still_open_keeps_them(alice: Player) -> None:
    trial = daily()
    attempt = finish(trial, alice)
    done_with(attempt.race)
    trial.trial.closes_at = to_datetime(LATER)
    trial.trial.save()
    assert remove() == 0
    trial.trial.closes_at = to_datetime(LATER - DAYS * DAY - 1)
    trial.trial.save()
    assert remove() == 1


@pytest.mark.django_db
def test_a_run_that_is_raced_as_a_ghost_keeps_them(
    alice: Player, bob: Player, charlie: Player
) -> None:
    race = raced(alice, bob)
    done_with(race)
    practice = practise_on(Race.objects.get(pk=race.pk), charlie, at(LATER))
    seat = open_race(charlie).entries.get()
    GhostRace.objects.create(seat=seat, race=practice, ghost=race.entries.get(player=alice))
    assert remove() == 0
    act(practice, charlie, "end")
    close_race(practice, at(LATER + 10_000))
    assert remove() == 1


@pytest.mark.django_db
def test_the_tables_of_an_event_go_once_all_of_it_is_old(alice: Player, bob: Player) -> None:
    event = club_night(alice, bob)
    over = to_ms(event.ends_at) + DAYS * DAY
    # By then the first table has been over for long enough.
    assert remove(over) == 0
    assert remove(over + 1) == 3


@pytest.mark.django_db
def test_one_that_changed_meanwhile_keeps_them(alice: Player, bob: Player, charlie: Player) -> None:
    race = raced(alice, bob)
    done_with(race)
    loaded = Race.objects.get(pk=race.pk)
    entry = race.entries.get(player=bob)
    Ruling.objects.make(entry, Decision.VOID, charlie, "Two windows.", END)
    assert not remove_actions(loaded, to_datetime(LATER - DAY), to_datetime(LATER))
    assert actions(race)


# Afterwards.


@pytest.mark.django_db
def test_a_run_can_still_be_voided_and_restored_and_nobody_reviews_it(
    alice: Player, bob: Player, charlie: Player
) -> None:
    race = raced(alice, bob)
    done_with(race)
    Review.objects.all().delete()
    assert remove() == 1
    entry = Entry.objects.select_related("race").get(race=race, player=alice)
    for decision, place in ((Decision.VOID, None), (Decision.RESTORE, 1)):
        Ruling.objects.make(entry, decision, charlie, "A second look.", LATER)
        entry.refresh_from_db()
        assert entry.place == place
    assert not Review.objects.exists()
    for command in ("leaderboards", "ratings"):
        call_command(command, "--check", stdout=StringIO(), stderr=StringIO())


@pytest.mark.django_db
def test_there_is_no_document_of_it_any_more(alice: Player, bob: Player) -> None:
    with pytest.raises(ValueError, match="were removed"):
        race_document(removed(raced(alice, bob)))


@pytest.mark.django_db
def test_the_check_of_an_event_says_what_it_cannot_recompute(alice: Player, bob: Player) -> None:
    event = club_night(alice, bob)
    table = Race.objects.get(round=event.rounds.get(number=1))
    since = to_datetime(LATER + DAY)
    assert remove_actions(table, since, since)
    said = StringIO()
    call_command("event", "--check", event.code, stdout=said, stderr=StringIO())
    assert "round 1: not recomputed, as moves of its tables were removed" in said.getvalue()
    assert f"The standings of {event.code} agree" in said.getvalue()
    # The other round is still compared with its actions.
    Entry.objects.filter(race__round__number=2, player=bob).update(progress=1)
    with pytest.raises(Exception, match="faults in the event"):
        call_command("event", "--check", event.code, stdout=StringIO(), stderr=StringIO())
