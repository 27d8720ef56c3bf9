"""The migration that discards results after a rule was settled differently."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from games.models import Analysis, Deal, Entry, Player, Proof
from games.models.races.new_race import new_race
from games.solver.public_keys import public_key
from tests.clocks import at
from tests.models.stored_races import END, NOW

pytestmark = pytest.mark.django_db

forget = import_module("games.migrations.0014_suits_with_a_king_face_down").forget

QUEEN_ON_KING = public_key("stock/1", 484)
"""A deal with the King of diamonds face down under its Queen."""
STAYING = (
    "applegate/pysol",
    "applegate/pysol+corner=no",
    "applegate/standard+remove=never",
    "applegate/standard+layout=two-down+remove=never",
)
OTHERS = ("applegate/standard", "applegate/pysol+remove=exposed", "agnes-sorel/pysol")


def analysed(player: Player, rules: str, key: bytes, *, won: bool = False) -> Analysis:
    """Store an analysis of a race with one player."""
    race = new_race(player, rules, at(NOW), deal=Deal.objects.draw(key))
    entry = race.entries.get()
    result = {"state": "won", "time_ms": END - NOW, "progress": 48} if won else {"state": "ended"}
    Entry.objects.filter(pk=entry.pk).update(**result)
    return Analysis.objects.create(
        entry=entry, winnable_until=3, lost_from=None if won else 4, rescue="t1t2"
    )


@pytest.mark.parametrize("rules", STAYING + OTHERS)
@pytest.mark.parametrize("kind", ["winnable", "lost", "unknown"])
def test_losses_under_the_changed_rules_are_discarded(rules: str, kind: str) -> None:
    Proof.objects.store(rules, QUEEN_ON_KING, kind, 7, "", secret=False)
    forget(apps, None)
    assert Proof.objects.exists() == (kind == "winnable" or rules in OTHERS)


@pytest.mark.parametrize("rules", STAYING + OTHERS)
def test_an_analysis_is_discarded_if_its_deal_might_be_winnable_now(
    alice: Player, rules: str
) -> None:
    analysed(alice, rules, QUEEN_ON_KING)
    other = analysed(alice, rules, public_key("stock/1", 1))
    forget(apps, None)
    assert Analysis.objects.count() == (2 if rules in OTHERS else 1)
    assert other in Analysis.objects.all()


@pytest.mark.parametrize("rules", STAYING + OTHERS)
def test_a_stored_win_shows_all_cards(alice: Player, rules: str) -> None:
    analysis = analysed(alice, rules, QUEEN_ON_KING, won=True)
    forget(apps, None)
    analysis.entry.refresh_from_db()
    assert analysis.entry.progress == (48 if rules in OTHERS else 52)
    assert Analysis.objects.get() == analysis
