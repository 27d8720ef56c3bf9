"""Rulings of staff: who moves up, who reads the reason, and what stays on record."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Entry, Player, Race, Review, Ruling
from games.models.races.closing import close_race
from games.models.standings.ruling import Decision
from games.racing import RefusedError
from tests.clocks import at
from tests.models.stored_races import END, act, started_race, winnable_race

WHY = "Played by a program."


@pytest.fixture
def race(alice: Player, bob: Player, charlie: Player) -> Race:
    """Store a race that Alice won before Bob; Charlie didn't show up."""
    race, moves = winnable_race(alice, bob, charlie)
    act(race, alice, *moves)
    act(race, bob, *moves, ms=5000)
    close_race(race, at(END))
    return race


def places(race: Race) -> dict[str, int | None]:
    return dict(race.entries.values_list("player__name", "place"))


def rule(race: Race, player: Player, decision: Decision, staff: Player) -> Ruling:
    return Ruling.objects.make(race.entries.get(player=player), decision, staff, WHY, END)


def test_the_others_move_up_when_a_winner_is_voided(
    race: Race, alice: Player, charlie: Player
) -> None:
    assert places(race) == {"Alice": 1, "Bob": 2, "Charlie": 3}
    rule(race, alice, Decision.VOID, charlie)
    assert places(race) == {"Alice": None, "Bob": 1, "Charlie": 2}
    pure = Race.objects.get(pk=race.pk).load()
    assert [(s.seat.name, s.place) for s in pure.standings()] == [
        ("Bob", 1),
        ("Charlie", 2),
        ("Alice", None),
    ]


def test_a_voided_run_does_not_count_until_it_is_restored(
    race: Race, alice: Player, charlie: Player
) -> None:
    rule(race, alice, Decision.VOID, charlie)
    assert not Entry.objects.counted().filter(player=alice).exists()
    rule(race, alice, Decision.RESTORE, charlie)
    assert Entry.objects.counted().filter(player=alice).exists()
    assert places(race) == {"Alice": 1, "Bob": 2, "Charlie": 3}
    decided = Ruling.objects.order_by("pk").values_list("decision", "staff__name", "reason")
    assert list(decided) == [("void", "Charlie", WHY), ("restore", "Charlie", WHY)]


def test_players_with_the_race_open_are_notified(
    race: Race, alice: Player, charlie: Player
) -> None:
    before = Race.objects.get(pk=race.pk).version
    rule(race, alice, Decision.VOID, charlie)
    assert Race.objects.get(pk=race.pk).version > before


def test_clearing_a_run_changes_nothing_but_the_record(
    race: Race, alice: Player, charlie: Player
) -> None:
    rule(race, alice, Decision.CLEAR, charlie)
    assert places(race) == {"Alice": 1, "Bob": 2, "Charlie": 3}
    assert Ruling.objects.get().decision == "clear"


@pytest.mark.parametrize("decision", [Decision.VOID, Decision.RESTORE])
def test_deciding_the_same_twice_is_refused(
    race: Race, alice: Player, charlie: Player, decision: Decision
) -> None:
    rule(race, alice, Decision.VOID, charlie)
    if decision is Decision.RESTORE:
        rule(race, alice, Decision.RESTORE, charlie)
    with pytest.raises(RefusedError, match="decided"):
        rule(race, alice, decision, charlie)


def test_a_decision_has_a_reason(race: Race, alice: Player, charlie: Player) -> None:
    with pytest.raises(RefusedError, match="no-reason"):
        Ruling.objects.make(race.entries.get(player=alice), Decision.VOID, charlie, "  ", END)


def test_a_running_race_cannot_be_ruled_on(alice: Player, charlie: Player) -> None:
    with pytest.raises(RefusedError, match="not-over"):
        rule(started_race(alice), alice, Decision.VOID, charlie)


def test_a_ruling_stands(race: Race, alice: Player, charlie: Player) -> None:
    ruling = rule(race, alice, Decision.VOID, charlie)
    ruling.reason = "Never mind."
    with pytest.raises(TypeError, match="stands"):
        ruling.save()


def test_staff_finds_the_doubtful_run_and_voids_it(
    race: Race, alice: Player, admin_client: Client
) -> None:
    entry = race.entries.get(player=alice)
    Review.objects.create(entry=entry, doubts="copy haste", reviewed_at=timezone.now())
    listed = admin_client.get(reverse("admin:games_review_changelist")).content.decode()
    address = f"{reverse('admin:games_ruling_add')}?entry={entry.pk}"
    assert "copy haste" in listed
    assert address in listed
    sent = {"entry": entry.pk, "decision": "void", "reason": WHY}
    admin_client.post(address, sent)
    entry.refresh_from_db()
    assert entry.void_reason == WHY
    assert Ruling.objects.get().staff.username == "warden"
    again = admin_client.post(address, sent, follow=True).content.decode()
    assert "This run is already void." in again
    assert Ruling.objects.count() == 1
