"""An event in which some moved no card: no place and no points, whoever recomputes them."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from games import racing
from games.models import Entry, Player
from games.models.database.instants import to_ms
from games.models.play.rivals import Score, scores
from games.models.races.event_results import value
from games.models.standings.event_check import faults
from tests.models.events import begin, close, planned, race, round_of
from tests.models.stored_races import act

pytestmark = pytest.mark.django_db


def test_who_ends_a_run_at_once_has_no_place_as_a_no_show(
    alice: Player, bob: Player, charlie: Player
) -> None:
    event = planned(alice, alice, bob, charlie)
    begin(event, 1)
    table = round_of(event, 1).tables.get()
    act(table, alice, "end")
    close(event, 1)
    assert {one.place for one in value(event).standings()} == {None}
    for number in (2, 3):
        race(event, number, {charlie: 5})
    found = [(one.place, one.player, int(one.points)) for one in value(event).standings()]
    assert found == [(1, charlie.pk, 50), (None, alice.pk, 0), (None, bob.pk, 0)]
    end = to_ms(event.ends_at)
    assert list(faults(event, end + 1)) == []
    said = StringIO()
    call_command("event", "--check", event.code, stdout=said, stderr=StringIO())
    assert "1. Charlie: 50\n- Alice: 0\n- Bob: 0\n" in said.getvalue()
    table.refresh_from_db()
    assert table.load().decision() is racing.Decision.NOBODY
    assert Entry.objects.get(race=table, player=alice).place is None
    assert scores(alice, [bob, charlie], end) == {bob.pk: Score(), charlie.pk: Score(behind=2)}
