"""The migration of deals that were stored before likenesses."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone

from games.models import Deal, Likeness, Player
from games.models.database.instants import to_datetime, to_ms
from games.models.deals.deal import help_from
from games.models.deals.likeness import digests
from games.models.play.practice import begin_practice
from games.models.races.new_race import new_race
from tests.clocks import at
from tests.models.stored_races import NOW, RULES, started_race

pytestmark = pytest.mark.django_db

KEY = bytes(range(32))


def test_old_deals_get_likenesses_and_brought_ones_no_help_until_tomorrow(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    raced = started_race(bob).deal
    drawn = Deal.objects.draw(KEY)
    brought, given = (Deal.objects.from_cards(drawn.cards) for _ in range(2))
    begin_practice(alice, RULES, brought, at(NOW))
    begin_practice(alice, RULES, drawn, at(NOW))
    new_race(bob, RULES, at(NOW), deal=given)
    Likeness.objects.all().delete()
    migration = import_module("games.migrations.0015_likeness")
    monkeypatch.setattr(migration, "AT_ONCE", 3)

    migration.fill(apps, None)

    for deal in Deal.objects.all():
        assert set(deal.likenesses.values_list("digest", flat=True)) == digests(deal.cards)
    brought.refresh_from_db()
    assert brought.brought_by == alice
    assert brought.help_from == to_datetime(help_from(to_ms(timezone.now())))
    others = Deal.objects.exclude(pk=brought.pk)
    assert set(others) == {raced, drawn, given}
    assert not others.filter(help_from__isnull=False).exists()
