"""Stored deals."""

from __future__ import annotations

import hashlib

import pytest

from games import engine
from games.models import Deal, Player
from games.models.races.closing import close_race
from games.models.races.transition import change_race
from games.models.visibility import is_secret
from tests.clocks import at
from tests.models.stored_races import END, NOW, open_race, started_race

KEY = bytes(range(32))


def test_a_drawn_deal_is_the_deal_of_its_key(db: None) -> None:
    assert Deal.objects.draw(KEY).cards == str(engine.Deal.from_key(KEY))


def test_the_commitment_is_the_hash_of_the_key(db: None) -> None:
    assert Deal.objects.draw(KEY).commitment == hashlib.sha256(KEY).hexdigest()


def test_the_key_and_the_commitment_are_stored(db: None) -> None:
    drawn = Deal.objects.draw(KEY)
    stored = Deal.objects.get()
    assert stored.key is not None
    assert bytes(stored.key) == KEY
    assert stored.commitment == drawn.commitment


def test_the_same_key_is_the_same_deal(db: None) -> None:
    assert Deal.objects.draw(KEY) == Deal.objects.draw(KEY)


def test_a_key_of_another_length_is_refused(db: None) -> None:
    with pytest.raises(ValueError, match="32 bytes, not 3"):
        Deal.objects.draw(b"abc")


def test_a_listed_deal_has_no_key_to_commit_to(db: None) -> None:
    cards = str(engine.Deal.from_key(b"from elsewhere"))
    deal = Deal.objects.from_cards(f"  {cards}\n")
    assert (deal.cards, deal.key, deal.commitment) == (cards, None, None)


def test_a_listed_deal_has_each_card_once(db: None) -> None:
    with pytest.raises(engine.InvalidNotationError):
        Deal.objects.from_cards("AC " * 52)


def test_a_deal_is_secret_until_all_its_races_are_over(alice: Player, bob: Player) -> None:
    first, second = started_race(alice), started_race(bob)
    second.deal = first.deal
    second.save(update_fields=["deal"])
    close_race(first, at(END))
    assert is_secret(first.deal)
    close_race(second, at(END))
    assert not is_secret(first.deal)


def test_a_published_deal_is_secret_while_it_is_raced(alice: Player) -> None:
    race = open_race(alice)
    Deal.objects.filter(pk=race.deal.pk).update(public=True)
    assert not is_secret(race.deal)
    started, _ = change_race(race.code, lambda r, now: r.start(alice.pk, now), at(NOW))
    assert is_secret(race.deal)
    close_race(started, at(END))
    assert not is_secret(race.deal)


def test_the_name_of_a_deal_reveals_nothing_about_it(db: None) -> None:
    deal = Deal.objects.draw(KEY)
    assert str(deal) == f"deal {deal.pk}"
