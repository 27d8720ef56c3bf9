"""Stored actions."""

from __future__ import annotations

import pytest
from django.db import IntegrityError

from games.models import Action, Player
from tests.models.stored_races import act, open_race, started_race


def test_a_number_is_unique_in_an_entry(alice: Player) -> None:
    entry = act(started_race(alice), alice, "deal")
    with pytest.raises(IntegrityError):
        Action.objects.create(entry=entry, number=1, ms=1, text="t1t2")


def test_numbers_begin_with_one(alice: Player) -> None:
    entry = started_race(alice).entries.get()
    with pytest.raises(IntegrityError):
        Action.objects.create(entry=entry, number=0, ms=1, text="t1t2")


def test_each_entry_has_its_own_numbers(alice: Player, bob: Player) -> None:
    race = started_race(alice, bob)
    act(race, alice, "t1t2")
    act(race, bob, "t1t2")
    assert list(Action.objects.values_list("number", flat=True)) == [1, 1]


def test_a_stored_action_cannot_be_changed(alice: Player) -> None:
    action = act(started_race(alice), alice, "t1t2").actions.get()
    action.text = "t1f"
    with pytest.raises(TypeError, match="cannot be changed"):
        action.save()
    with pytest.raises(TypeError, match="cannot be changed"):
        Action.objects.update(text="t1f")


def test_deleting_a_race_deletes_its_actions(alice: Player) -> None:
    race = started_race(alice)
    act(race, alice, "t1t2")
    race.delete()
    assert not Action.objects.exists()


def test_actions_are_ordered_by_number(alice: Player) -> None:
    entry = open_race(alice).entries.get()
    for number in (2, 3, 1):
        Action.objects.create(entry=entry, number=number, ms=number, text="deal")
    assert [action.number for action in entry.actions.all()] == [1, 2, 3]
