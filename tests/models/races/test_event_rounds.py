"""Events: their rounds raced, their accounts deleted and merged, their standings checked."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.models import Entry, Event, Player, Race, Round, Ruling
from games.models.database.instants import to_datetime, to_ms
from games.models.races.closing import place_again
from games.models.races.document import race_document
from games.models.races.event_players import join_event
from games.models.races.event_results import value
from games.models.races.identity import erase, rename
from games.models.races.rematch import open_rematch
from games.models.races.transition import leave_waiting
from games.models.standings.absorbing import absorb
from games.models.standings.ruling import Decision
from games.models.visibility import is_secret, keys_of_rounds
from games.racing import Kind, RefusedError
from games.racing.verification import RaceDocument, Verdict, verify
from tests.clocks import at
from tests.models import events
from tests.models.events import MINUTE, START, begin, close, planned, play, race, seat

pytestmark = pytest.mark.django_db


def standings(event: Event) -> list[tuple[int | None, str, float]]:
    names = dict(Player.objects.values_list("pk", "name"))
    found = value(event).standings()
    return [(one.place, names[one.player], float(one.points)) for one in found]


def crowd(count: int) -> list[Player]:
    return [Player.objects.create_guest() for _ in range(count)]


# Racing.


def test_points_go_by_the_places_over_all_tables(alice: Player) -> None:
    players = crowd(13)
    event = planned(alice, *players)
    moves = len(events.wins(1)[0].solution)
    race(event, 1, {player: moves - n for n, player in enumerate(players[:11])})
    found = {one.player: float(one.points) for one in value(event).standings()}
    assert [found[player.pk] for player in players[:11]] == [25, 18, 15, 12, 10, 8, 6, 4, 2, 1, 0]
    # Those who moved no card have no place and no points, however many are left.
    assert found[players[12].pk] == 0
    assert found == {player: float(won) for player, won in events.points_of(event).items()}


def test_a_table_lasts_until_the_limit_and_tells_nothing_before(alice: Player, bob: Player) -> None:
    players = crowd(11)
    event = planned(alice, *players)
    begin(event, 1)
    moves = len(events.wins(1)[0].solution)
    play(event, 1, dict.fromkeys(players, moves))
    one = events.round_of(event, 1)
    table = one.tables.first()
    assert table is not None
    assert not table.replay().is_done(to_ms(one.ends_at) - 1)
    assert is_secret(table.deal)
    close(event, 1)
    assert {table.closed_at for table in one.tables.all()} == {one.ends_at}
    key = bytes(table.deal.key or b"").hex()
    assert keys_of_rounds([one], to_ms(one.ends_at)) == {one.pk: key}
    assert not is_secret(table.deal)


def test_its_document_is_true_and_a_rematch_is_refused(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    race(event, 1, {alice: 5, bob: 4})
    (table,) = Race.objects.filter(round__number=1)
    document = RaceDocument.parse(str(race_document(table)).encode())
    assert document.kind is Kind.EVENT
    assert not [one for one in verify(document) if one.verdict is Verdict.FALSE]
    with pytest.raises(RefusedError, match="no-rematch"):
        open_rematch(table, alice, at(START + 3 * MINUTE))


def test_a_voided_run_counts_no_longer(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    race(event, 1, {alice: 5, bob: 3})
    entry = Entry.objects.get(player=alice)
    Entry.objects.filter(pk=entry.pk).update(void_reason="played by a program")
    place_again(entry.race)
    assert standings(event) == [(1, "Bob", 25), (None, "Alice", 0)]


# Accounts.


def test_an_account_deleted_midway_keeps_its_place_and_stops_nothing(
    alice: Player, bob: Player
) -> None:
    event = planned(alice, alice, bob)
    race(event, 1, {alice: 5, bob: 3})
    begin(event, 2)
    leave_waiting(alice, at(START))
    erase(alice, to_datetime(START))
    close(event, 2)
    event.refresh_from_db()
    assert event.organiser is None
    assert seat(event, 3) == [[bob]]
    assert standings(event) == [(1, "Deleted player", 25), (2, "Bob", 18)]
    call_command("event", check=event.code, stdout=StringIO())


def test_a_deleted_account_leaves_what_is_not_over(alice: Player, bob: Player) -> None:
    event = planned(alice, bob)
    later = planned(alice, bob, now=to_ms(event.ends_at))
    at_end = event.ends_at
    erase(bob, at_end)
    assert not event.participations.filter(left_at__isnull=False).exists()
    assert later.participations.get().left_at == at_end


def test_a_guest_who_logs_in_brings_the_rounds(alice: Player, bob: Player, guest: Player) -> None:
    event = planned(alice, guest, alice)
    race(event, 1, {guest: 5, alice: 3})
    absorb(bob, guest)
    assert standings(event)[0] == (1, "Bob", 25)
    assert event.participations.filter(player=bob, left_at=None).exists()
    # Where both take part, each keeps its own.
    other = Player.objects.create_guest()
    join_event(event, other, at(START))
    race(event, 2, {other: 5, bob: 3})
    absorb(bob, other)
    assert {entry.player for entry in Entry.objects.filter(race__round__number=2)} >= {other, bob}


def version(event: Event) -> int:
    return Event.objects.get(pk=event.pk).version


def void(event: Event, player: Player, staff: Player) -> None:
    entry = Entry.objects.select_related("race").get(player=player, race__round__event=event)
    Ruling.objects.make(entry, Decision.VOID, staff, "By a program.", START + 5 * MINUTE)


def test_what_a_page_shows_of_a_player_has_it_read_again(
    alice: Player,
    bob: Player,
    guest: Player,
    staff: Player,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    event = planned(alice, alice, guest)
    other = planned(alice)
    race(event, 1, {guest: 5, alice: 3})
    known, unchanged = version(event), version(other)
    changes: list[Callable[[], None]] = [
        lambda: rename(alice, "Alicia"),
        lambda: void(event, alice, staff),
        lambda: absorb(bob, guest),
    ]
    for change in changes:
        with django_capture_on_commit_callbacks(execute=True):
            change()
        assert version(event) > known
        known = version(event)
    assert version(other) == unchanged


# The command.


def test_the_check_finds_what_was_tampered_with(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    race(event, 1, {alice: 5, bob: 3})
    Entry.objects.filter(player=bob).update(progress=50)
    out = StringIO()
    # Its later rounds were never seated, as no server was there.
    with pytest.raises(CommandError, match="4 faults") as refused:
        call_command("event", check=event.code, stdout=out)
    assert refused.value.returncode == 1
    assert f"the run of player {bob.pk}" in out.getvalue()
    Entry.objects.filter(player=bob).update(progress=0)
    Round.objects.filter(number=1).update(limit_s=180)
    with pytest.raises(CommandError):
        call_command("event", check=event.code, stdout=out)
    assert "raced on something else" in out.getvalue()


@pytest.mark.parametrize(("code", "says"), [("hello", "is no code"), ("BCDFGH", "none at all")])
def test_the_check_names_what_is_wrong_with_its_argument(code: str, says: str) -> None:
    with pytest.raises(CommandError, match=says) as refused:
        call_command("event", check=code)
    assert refused.value.returncode == 2
