"""Proven deals, and the stock that races take theirs from."""

from __future__ import annotations

from functools import partial

import pytest
from pytest_django.fixtures import Settings

from games import racing, solver
from games.models import Deal, Player, Proof
from games.models.deals.difficulty import StoredDifficulty
from games.models.deals.proof import ProofKind
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.models.visibility import is_secret
from games.solver import difficulty as thirds
from tests.clocks import at
from tests.models.stored_races import NOW, RULES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _small_stock(settings: Settings) -> None:
    # Let casual races take any deal of the stock, however small it is.
    settings.STOCK = 0


def prove(
    number: int,
    rules: str = RULES,
    kind: str = "winnable",
    difficulty: str = "medium",
    *,
    secret: bool = True,
) -> Proof:
    """Store a proof on the deal of a numbered key."""
    key, line = bytes([number]) * 32, "t1t2 t3t4"
    return Proof.objects.store(rules, key, kind, 7, line, difficulty, secret=secret)


def test_verdicts_and_difficulties_are_those_of_the_solver() -> None:
    assert set(ProofKind.values) == {kind.value for kind in solver.VerdictKind}
    assert StoredDifficulty.values == [one.value for one in thirds.Difficulty]


def test_a_race_gets_a_deal_of_the_wished_difficulty(alice: Player) -> None:
    prove(1, difficulty="easy")
    hard = prove(2, difficulty="hard")
    race = new_race(alice, RULES, at(NOW), RaceOptions(wished_difficulty="hard"))
    assert (race.deal, race.difficulty) == (hard.deal, "hard")


def test_a_published_deal_of_the_wished_difficulty_beats_a_secret_one_of_another(
    alice: Player,
) -> None:
    secret = prove(1, difficulty="easy")
    published = prove(2, difficulty="hard", secret=False)
    races = [
        new_race(alice, RULES, at(NOW), RaceOptions(wished_difficulty=one))
        for one in ("hard", "medium")
    ]
    assert [race.deal for race in races] == [published.deal, secret.deal]
    assert [race.difficulty for race in races] == ["hard", "easy"]


def test_publishing_again_updates_the_difficulty() -> None:
    old = prove(1, secret=False)
    found = Proof(deal=Deal.of(bytes([1]) * 32), rules=RULES, kind="winnable", states=7)
    found.difficulty = "hard"
    Proof.objects.publish([found])
    stored = Proof.objects.get()
    assert (stored.pk, stored.difficulty, stored.line) == (old.pk, "hard", old.line)


def test_a_race_takes_a_proven_deal_which_no_other_race_gets(alice: Player) -> None:
    proofs = [prove(1), prove(2)]
    races = [new_race(alice, RULES, at(NOW)) for _ in range(3)]
    assert [race.deal for race in races[:2]] == [proof.deal for proof in proofs]
    assert [race.is_proven for race in races] == [True, True, False]
    assert not Proof.objects.stock(RULES).exists()


def test_a_deal_is_proven_under_its_own_rules_only(alice: Player) -> None:
    prove(1, rules="applegate/pysol")
    assert not new_race(alice, RULES, at(NOW)).is_proven


@pytest.mark.parametrize("kind", ["lost", "unknown"])
def test_only_winnable_deals_join_the_stock(alice: Player, kind: str) -> None:
    proof = prove(1, kind=kind)
    race = new_race(alice, RULES, at(NOW))
    assert race.deal != proof.deal
    assert not race.is_proven


def test_a_published_deal_is_no_secret_and_stays_out_of_the_stock() -> None:
    proof = prove(1, secret=False)
    assert Deal.objects.get(pk=proof.deal_id).public
    assert Proof.objects.take(RULES) is None


def test_a_listed_deal_leaves_the_stock_alone(alice: Player) -> None:
    prove(1)
    given = Deal.objects.from_cards(Deal.objects.get().cards)
    assert new_race(alice, RULES, at(NOW), deal=given).deal == given
    assert Proof.objects.stock(RULES).count() == 1


def test_a_deal_in_stock_is_secret_until_its_race_is_over(alice: Player) -> None:
    deal = prove(1).deal
    assert is_secret(deal)
    race = new_race(alice, RULES, at(NOW))
    assert race.deal == deal
    assert is_secret(deal)
    race = change_race(race.code, lambda r, now: r.start(alice.pk, now), at(NOW))[0]
    close_race(race, at(NOW + 10**7))
    assert not is_secret(deal)


def test_a_published_deal_serves_while_the_stock_is_empty(alice: Player) -> None:
    published = prove(1, secret=False).deal
    prove(2, rules="applegate/pysol", secret=False)
    race = new_race(alice, RULES, at(NOW))
    assert (race.deal, race.is_proven) == (published, True)
    secret = prove(3).deal
    assert new_race(alice, RULES, at(NOW)).deal == secret


def chosen(deals: int) -> list[Deal | None]:
    """Return what each draw among this many deals picks."""
    draws = (partial(int.to_bytes, number, byteorder="big") for number in range(deals))
    return [Proof.objects.choose_published(RULES, draw) for draw in draws]


def test_every_published_deal_is_drawn() -> None:
    deals = [prove(number, secret=False).deal for number in range(1, 5)]
    assert chosen(4) == deals


def test_the_published_deals_of_the_latest_races_rest(alice: Player) -> None:
    deals = [prove(number, secret=False).deal for number in range(1, 5)]
    for first, second in ((0, 1), (2, 3), (1, 2)):
        for number in (first, second):
            new_race(alice, RULES, at(NOW), deal=deals[number])
        assert chosen(2) == [deals[n] for n in range(4) if n not in (first, second)]


def test_races_share_a_published_deal_if_there_are_too_few(alice: Player) -> None:
    only = prove(1, secret=False).deal
    assert {new_race(alice, RULES, at(NOW)).deal for _ in range(2)} == {only}


def test_a_new_site_repeats_no_deal_for_a_while(alice: Player) -> None:
    for number in range(20):
        prove(number, secret=False)
    assert len({new_race(alice, RULES, at(NOW)).deal for _ in range(11)}) == 11


@pytest.mark.parametrize(("rules", "left"), [(RULES, 3), (f"{RULES}+space=none", 1)])
def test_casual_races_leave_part_of_the_stock_to_ranked_ones(
    alice: Player, settings: Settings, rules: str, left: int
) -> None:
    settings.STOCK = 6
    published = {prove(100 + n, rules, secret=False).deal for n in range(2)}
    secret = {prove(n, rules).deal for n in range(6)}
    casual = {new_race(alice, rules, at(NOW)).deal for _ in range(12)}
    assert len(casual & secret) == 6 - left
    assert casual - secret <= published
    assert Proof.objects.stock(rules).count() == left
    ranked = {
        new_race(alice, rules, at(NOW), RaceOptions(kind=racing.Kind.RANKED)).deal
        for _ in range(left)
    }
    assert ranked == secret - casual
    wished = new_race(alice, rules, at(NOW), RaceOptions(wished_difficulty="hard")).deal
    assert wished in published


def test_no_wish_takes_a_deal_from_the_reserved_stock(alice: Player, settings: Settings) -> None:
    settings.STOCK = 6
    hard = prove(1, difficulty="hard")
    assert new_race(alice, RULES, at(NOW), RaceOptions(wished_difficulty="hard")).deal != hard.deal
    assert Proof.objects.stock(RULES).count() == 1
