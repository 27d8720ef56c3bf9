"""A round of an event ends once no one plays at any of its tables."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO

import pytest
from django.core.management import call_command

from games.models import Action, Entry, Event, Player, Round
from games.models.database.instants import to_datetime, to_ms
from games.models.races.document import race_document
from games.models.races.event_end import end_idle_rounds, note_idle
from games.models.races.event_plan import call_off
from games.models.visibility import is_secret
from games.racing.verification import RaceDocument, Verdict, verify
from tests.clocks import at
from tests.models import events
from tests.models.events import MINUTE, START, begin, close, planned, play, round_of

pytestmark = pytest.mark.django_db

SECOND = 1000
LIMIT = 2 * MINUTE


def crowd(count: int) -> list[Player]:
    return [Player.objects.create_guest() for _ in range(count)]


def stop(event: Event, number: int, players: Iterable[Player], ms: int) -> None:
    """End the runs of some players, so long after the start."""
    for entry in Entry.objects.filter(race__round=round_of(event, number), player__in=players):
        count = entry.actions.count()
        Action.objects.create(entry=entry, number=count + 1, ms=ms, text="end")


def idle(event: Event, number: int, *, now: int) -> list[Round]:
    """Have each table looked at, and the round ended if no one plays."""
    for table in round_of(event, number).tables.select_related("deal"):
        note_idle(table)
    return end_idle_rounds(at(now))


def test_it_ends_when_the_last_of_all_tables_is_done(alice: Player) -> None:
    players = crowd(11)
    event = planned(alice, *players)
    begin(event, 1)
    play(event, 1, dict.fromkeys(players, 3))
    stop(event, 1, players[1:], 20 * SECOND)
    assert idle(event, 1, now=START + 20 * SECOND) == []
    stop(event, 1, players[:1], 30 * SECOND)
    table = round_of(event, 1).tables.first()
    assert table is not None
    assert is_secret(table.deal)
    end = START + 30 * SECOND
    assert [one.number for one in idle(event, 1, now=end)] == [1]
    assert to_ms(round_of(event, 1).ends_at) == end
    close(event, 1)
    assert {to_ms(one.closed_at) for one in round_of(event, 1).tables.all() if one.closed_at} == {
        end
    }
    assert not is_secret(table.deal)


def test_the_break_begins_at_once_and_all_that_follows_is_sooner(alice: Player) -> None:
    event = planned(alice, alice)
    planned_end = to_ms(event.ends_at)
    begin(event, 1)
    play(event, 1, {alice: 3})
    stop(event, 1, [alice], 30 * SECOND)
    idle(event, 1, now=START + 30 * SECOND)
    second, third = round_of(event, 2), round_of(event, 3)
    assert to_ms(second.starts_at) == START + 30 * SECOND + event.pause
    assert to_ms(second.ends_at) == to_ms(second.starts_at) + LIMIT
    assert third.starts_at - second.ends_at == second.starts_at - round_of(event, 1).ends_at
    event.refresh_from_db()
    assert planned_end - to_ms(event.ends_at) == LIMIT - 30 * SECOND
    assert event.ends_at == third.ends_at


def test_the_last_round_ends_the_event(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    for number in (1, 2, 3):
        begin(event, number)
        play(event, number, {alice: 3})
        stop(event, number, [alice], 30 * SECOND)
        idle(event, number, now=to_ms(round_of(event, number).starts_at) + MINUTE)
        close(event, number)
    event.refresh_from_db()
    assert event.ends_at == round_of(event, 3).ends_at
    assert event.state(to_ms(event.ends_at)) == "over"
    call_command("event", check=event.code, stdout=StringIO())


def test_one_called_off_ends_with_the_round_that_is_on(alice: Player) -> None:
    event = planned(alice, alice)
    begin(event, 1)
    call_off(event, alice, at(START + 5 * SECOND))
    play(event, 1, {alice: 3})
    stop(event, 1, [alice], 30 * SECOND)
    idle(event, 1, now=START + 30 * SECOND)
    event.refresh_from_db()
    assert to_ms(event.ends_at) == START + 30 * SECOND


def test_those_who_never_came_have_a_minute(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    begin(event, 1)
    play(event, 1, {alice: 3})
    stop(event, 1, [alice], 5 * SECOND)
    assert idle(event, 1, now=START + MINUTE - 1) == []
    assert idle(event, 1, now=START + MINUTE) != []
    close(event, 1)
    assert Entry.objects.get(player=bob).state == "no-show"


def test_one_who_is_there_but_has_not_moved_yet_is_waited_for(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    begin(event, 1)
    play(event, 1, {alice: 3})
    stop(event, 1, [alice], 5 * SECOND)
    Entry.objects.filter(player=bob).update(seen_at=to_datetime(START + MINUTE))
    assert idle(event, 1, now=START + MINUTE + 14 * SECOND) == []
    assert idle(event, 1, now=START + MINUTE + 16 * SECOND) != []


def test_who_comes_late_and_plays_is_waited_for(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    begin(event, 1)
    play(event, 1, {alice: 3})
    stop(event, 1, [alice], 5 * SECOND)
    idle(event, 1, now=START + 30 * SECOND)
    # Nobody has looked at the table since, and the page of the one who comes is closed again.
    play(event, 1, {bob: 3}, pace=15 * SECOND)
    assert end_idle_rounds(at(START + MINUTE + 1)) == []
    stop(event, 1, [bob], MINUTE + 10 * SECOND)
    assert idle(event, 1, now=START + MINUTE + 11 * SECOND) != []


def test_its_document_is_true(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    begin(event, 1)
    play(event, 1, {alice: 3})
    stop(event, 1, [alice], 5 * SECOND)
    idle(event, 1, now=START + MINUTE)
    close(event, 1)
    (table,) = round_of(event, 1).tables.all()
    told = str(race_document(table))
    assert not _false(told)
    # One that claims to have ended before its last action isn't.
    end = to_ms(round_of(event, 1).ends_at)
    assert str(end) in told
    assert _false(told.replace(str(end), str(START + 4 * SECOND)))


def _false(text: str) -> list[str]:
    document = RaceDocument.parse(text.encode())
    return [one.sentence for one in verify(document) if one.verdict is Verdict.FALSE]


def test_nothing_ends_twice(alice: Player) -> None:
    event = planned(alice, alice)
    begin(event, 1)
    play(event, 1, {alice: 3})
    stop(event, 1, [alice], 30 * SECOND)
    assert idle(event, 1, now=START + 30 * SECOND) != []
    assert idle(event, 1, now=START + 40 * SECOND) == []
    assert to_ms(round_of(event, 2).starts_at) == START + 30 * SECOND + event.pause
    assert events.round_of(event, 1).seated_at is not None
