"""Those who have never won begin with easy deals, unless they ask for another."""

from __future__ import annotations

import pytest
from pytest_django.fixtures import Settings

from games.models import Player, Proof, Race
from games.models.play.practice import choose_deal
from games.models.races.lobby import join_lobby
from games.models.races.new_race import RaceOptions, new_race
from tests.clocks import at
from tests.models.play.test_ghost import won
from tests.models.stored_races import NOW, RULES

pytestmark = pytest.mark.django_db

DIFFICULTIES = ("hard", "medium", "easy", "hard", "medium", "easy")


@pytest.fixture(autouse=True)
def _small_stock(settings: Settings) -> None:
    # Casual races take from a stock of any size.
    settings.STOCK = 0


def prove(*difficulties: str, secret: bool = True) -> None:
    """Store winnable deals, in this order."""
    for number, difficulty in enumerate(difficulties, 100):
        key = bytes([number]) * 32
        Proof.objects.store(RULES, key, "winnable", 7, "t1t2", difficulty, secret=secret)


def wish(race: Race) -> tuple[str, str]:
    """Return how hard the deal of a race is, and was meant to be."""
    return race.difficulty, race.wished_difficulty


def test_a_newcomer_opens_races_on_easy_deals(alice: Player) -> None:
    prove(*DIFFICULTIES)
    assert wish(new_race(alice, RULES, at(NOW))) == ("easy", "easy")
    quick = join_lobby(alice, "agnes-sorel", at(NOW))
    assert (quick.kind, *wish(quick)) == ("ranked", "easy", "easy")


def test_a_newcomer_takes_the_easiest_deal_that_is_left(alice: Player) -> None:
    prove("hard", "medium")
    quick = join_lobby(alice, "agnes-sorel", at(NOW))
    assert (quick.kind, *wish(quick)) == ("ranked", "medium", "")
    assert wish(new_race(alice, RULES, at(NOW))) == ("hard", "")


def test_without_an_easy_deal_a_newcomer_gets_another_and_no_word_of_it(alice: Player) -> None:
    prove("hard")
    assert wish(new_race(alice, RULES, at(NOW))) == ("hard", "")
    assert wish(new_race(alice, RULES, at(NOW))) == ("", "")


def test_a_host_who_asks_for_a_difficulty_or_has_won_gets_no_easier_deals(
    alice: Player, bob: Player
) -> None:
    prove(*DIFFICULTIES)
    asked = RaceOptions(wished_difficulty="")
    assert wish(new_race(alice, RULES, at(NOW), asked)) == ("hard", "")
    won(bob, 100_000)
    assert wish(new_race(bob, RULES, at(NOW))) == ("medium", "")


def test_who_has_won_another_game_is_new_to_this_one(alice: Player) -> None:
    prove(*DIFFICULTIES)
    won(alice, 100_000, rules="applegate/standard")
    assert wish(new_race(alice, RULES, at(NOW))) == ("easy", "easy")


def test_a_newcomer_practises_on_easy_deals_as_long_as_there_are_new_ones(
    alice: Player, bob: Player
) -> None:
    prove(*DIFFICULTIES[:3], secret=False)

    def last(n: int) -> bytes:
        return b"\xff" * n

    def first(n: int) -> bytes:
        return bytes(n)

    easy = choose_deal(RULES, alice, NOW, first)
    assert easy is not None
    assert easy.proofs.get().difficulty == "easy"
    new_race(alice, RULES, at(NOW), deal=easy)
    other = choose_deal(RULES, alice, NOW, last)
    assert other not in (None, easy)
    won(bob, 100_000)
    hard = choose_deal(RULES, bob, NOW, first)
    assert hard is not None
    assert hard.proofs.get().difficulty == "hard"


def test_without_easy_ones_a_newcomer_practises_on_medium_deals(alice: Player) -> None:
    prove("hard", "medium", secret=False)
    chosen = choose_deal(RULES, alice, NOW, bytes)
    assert chosen is not None
    assert chosen.proofs.get().difficulty == "medium"
