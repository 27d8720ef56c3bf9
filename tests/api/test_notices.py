"""What a program reads of what its player was told."""

from __future__ import annotations

import pytest

from games.models import Challenge, Player
from games.models.people.token import Scope
from games.pages.site.clock import now
from tests.api.programs import Program, token_of
from tests.models.stored_races import RULES, join

pytestmark = pytest.mark.django_db


def test_a_program_lists_what_is_new_and_marks_it_as_seen(alice: Player, bob: Player) -> None:
    program = Program(token_of(bob, Scope.READ))
    race = Challenge.objects.open(alice, bob, RULES, now).race
    listed = program.get("me/notices").json()
    [notice] = listed["notices"]
    assert (listed["new"], listed["next"]) == (1, None)
    assert (notice["kind"], notice["by"]["name"], notice["seen"]) == ("challenged", "Alice", False)
    assert notice["address"] == f"/race/{race.code}/"
    program.post("me/notices/seen", {"upto": notice["number"]})
    assert program.get("me/notices").json()["new"] == 0
    assert program.get("me/notices").json()["notices"][0]["seen"]
    answered = Challenge.objects.open(alice, bob, RULES, now).race
    join(answered, bob)
    assert [one["seen"] for one in program.get("me/notices").json()["notices"]] == [True, True]
