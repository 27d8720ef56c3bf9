"""Races that never start: their deals return to the stock, and no one can hold many."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

import pytest
from pytest_django.fixtures import Settings

from games.models import Challenge, Deal, Entry, Opening, Player, Proof, Race
from games.models.races.crowding import HOUR, TooManyError
from games.models.races.lobby import join_lobby
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.rematch import open_rematch
from games.models.races.transition import change_race
from games.models.races.unstarted import LEFT_AFTER_MS, give_up, give_up_left
from games.racing import Kind, RefusedError
from tests.clocks import at
from tests.models import dailies
from tests.models.deals.test_proof import prove
from tests.models.stored_races import END, NOW, RULES, closed_race, join

pytestmark = pytest.mark.django_db

HERE = "192.0.2.7"


def ranked(host: Player, now: int = NOW, address: str = "") -> Race:
    return new_race(host, RULES, at(now), RaceOptions(kind=Kind.RANKED), address=address)


def leave(race: Race, player: Player, now: int = NOW) -> None:
    change_race(race.code, lambda r, now: r.leave(player.pk, now), at(now))


def start(race: Race, player: Player) -> None:
    change_race(race.code, lambda r, now: r.start(player.pk, now), at(NOW))


def test_the_deal_of_a_race_that_all_leave_returns_to_the_stock(alice: Player, bob: Player) -> None:
    proof = prove(1)
    race = ranked(alice)
    join(race, bob)
    leave(race, alice)
    assert not Proof.objects.stock(RULES).exists()
    leave(race, bob)
    assert Proof.objects.stock(RULES).get() == proof
    assert not Race.objects.filter(pk=race.pk).exists()
    again = ranked(bob)
    assert again.deal == proof.deal
    assert again.code != race.code


def test_so_does_the_deal_of_a_race_left_in_its_countdown(alice: Player) -> None:
    prove(1)
    race = ranked(alice)
    start(race, alice)
    leave(race, alice)
    assert Proof.objects.stock(RULES).exists()


@pytest.mark.parametrize("dealt", [False, True])
def test_the_deal_of_a_started_race_does_not_return(alice: Player, dealt: bool) -> None:
    prove(1)
    race = ranked(alice)
    start(race, alice)
    if dealt:
        Race.objects.deal_out([race.code], at(NOW + 5000))
    with pytest.raises(RefusedError):
        leave(race, alice, NOW + 5000 if not dealt else NOW + 4900)
    assert not give_up_left(at(NOW + 10 * HOUR))
    assert not Proof.objects.stock(RULES).exists()


def test_a_race_whose_players_are_away_for_long_is_deleted(alice: Player, bob: Player) -> None:
    prove(1)
    prove(2)
    left, kept = ranked(alice), ranked(bob)
    later = NOW + LEFT_AFTER_MS + 1
    Entry.objects.mark_present(left.entries.values_list("pk", flat=True), NOW)
    Entry.objects.mark_present(kept.entries.values_list("pk", flat=True), NOW + 2)
    assert give_up_left(at(later - 1)) == 0
    assert give_up_left(at(later)) == 1
    assert list(Race.objects.all()) == [kept]
    assert Proof.objects.stock(RULES).get().deal == left.deal


def test_a_player_who_comes_back_at_the_last_moment_keeps_the_race(alice: Player) -> None:
    prove(1)
    race = Race.objects.find(ranked(alice).code)
    Entry.objects.mark_present(race.entries.values_list("pk", flat=True), NOW + 5)
    assert not give_up(race, NOW + 5)
    start(race, alice)
    assert not give_up(race, NOW + 6), "it was loaded before its start"
    assert Race.objects.filter(pk=race.pk).exists()


def test_races_without_players_yet_and_solo_races_are_kept(alice: Player) -> None:
    new_race(None, RULES, at(NOW))
    dailies.daily().attempt(alice, at(NOW))
    assert give_up_left(at(NOW + 10 * HOUR)) == 0


def test_only_deals_from_the_stock_return_to_it(alice: Player, settings: Settings) -> None:
    settings.STOCK = 0
    public = prove(1, secret=False)
    given = Deal.objects.from_cards(Deal.of(bytes(32)).cards)
    races = [
        new_race(alice, RULES, at(NOW)),
        new_race(alice, RULES, at(NOW), deal=given),
    ]
    assert races[0].deal == public.deal
    Proof.objects.create(deal=given, rules=RULES, kind="winnable", states=1)
    for race in races:
        leave(race, alice)
    assert not Proof.objects.filter(in_stock=True).exists()


def test_a_deal_that_was_raced_does_not_return(alice: Player, settings: Settings) -> None:
    settings.STOCK = 0
    deal = prove(1).deal
    over = closed_race(alice)
    assert over.deal == deal
    again = new_race(alice, RULES, at(END), deal=deal)
    leave(again, alice, END)
    assert not Proof.objects.filter(in_stock=True).exists()


def test_a_rematch_that_all_left_can_be_asked_for_again(alice: Player) -> None:
    race = closed_race(alice)
    first = open_rematch(race, alice, at(END))
    leave(first, alice, END)
    assert open_rematch(race, alice, at(END)).code != first.code


def test_a_challenge_ends_when_its_race_is_deleted(alice: Player, bob: Player) -> None:
    challenge = Challenge.objects.open(alice, bob, RULES, at(NOW))
    leave(challenge.race, alice)
    assert not Challenge.objects.pending(bob, NOW).exists()


def test_joining_a_deleted_race_is_refused_with_the_reason(alice: Player, bob: Player) -> None:
    race = new_race(alice, RULES, at(NOW))
    leave(race, alice)
    with pytest.raises(RefusedError, match="never-started"):
        join(race, bob)


def test_a_quick_race_that_its_only_player_leaves_is_deleted(alice: Player, bob: Player) -> None:
    prove(1)
    race = join_lobby(alice, "agnes-sorel", at(NOW))
    leave(race, alice)
    again = join_lobby(bob, "agnes-sorel", at(NOW))
    assert (again.kind, again.deal) == ("ranked", race.deal)


def count_opened(host: Player, address: str = "", most: int = 50) -> tuple[int, str]:
    """Open ranked races up to the limit; return their number and the code of the refusal."""
    for number in range(most):
        try:
            ranked(host, address=address)
        except RefusedError as error:
            return number, error.code
    return most, ""


@pytest.fixture
def stock(settings: Settings) -> int:
    settings.RANKED_ROOMS, settings.RANKED_ROOMS_PER_ADDRESS = 2, 3
    settings.RANKED_PER_HOUR = 5
    for number in range(12):
        prove(number)
    return 12


@pytest.mark.usefixtures("stock")
def test_an_account_can_have_few_waiting_ranked_races(alice: Player, bob: Player) -> None:
    assert count_opened(alice, HERE) == (2, "too-many-rooms")
    leave(Race.objects.filter(host=alice)[0], alice)
    assert count_opened(alice, HERE) == (1, "too-many-rooms")
    assert count_opened(bob, HERE) == (2, "too-many-rooms")


@pytest.mark.usefixtures("stock")
def test_the_guests_of_an_address_count_as_one(alice: Player) -> None:
    guests = [Player.objects.create_guest() for _ in range(4)]
    assert [count_opened(guest, HERE)[0] for guest in guests] == [3, 0, 0, 0]
    assert count_opened(guests[0], "198.51.100.1")[0] == 0, "the guest has them still"
    assert count_opened(guests[1], "198.51.100.1")[0] == 3
    assert count_opened(alice, HERE)[0] == 2
    assert not Opening.objects.filter(place__contains=HERE).exists(), "a digest is kept"


@pytest.mark.usefixtures("stock")
def test_a_started_race_counts_for_an_hour_under_its_rules(alice: Player) -> None:
    for number in range(5):
        race = ranked(alice, NOW + number)
        start(race, alice)
        Race.objects.deal_out([race.code], at(NOW + 60_000))
    with pytest.raises(TooManyError, match="too-many-ranked"):
        ranked(alice, NOW + 60_000)
    prove(99, "applegate/standard")
    new_race(alice, "applegate", at(NOW + 60_000), RaceOptions(kind=Kind.RANKED))
    ranked(alice, NOW + HOUR)
    assert new_race(alice, RULES, at(NOW)).kind == "casual"


def test_zero_stands_for_no_limit(alice: Player, settings: Settings, stock: int) -> None:
    settings.RANKED_ROOMS = settings.RANKED_PER_HOUR = 0
    assert count_opened(alice) == (stock, "no-deal")


def casual(player: Player) -> None:
    new_race(player, RULES, at(NOW), address=HERE)


def ranked_here(player: Player) -> None:
    ranked(player, address=HERE)


def quick(player: Player) -> None:
    race = join_lobby(player, "agnes-sorel", at(NOW), HERE)
    Race.objects.filter(pk=race.pk).update(lobby="")


def opened_and_left(player: Player) -> None:
    leave(ranked(player, address=HERE), player)


@pytest.mark.slow
def test_a_thousand_races_of_one_address_leave_deals_for_others(
    alice: Player, bob: Player, settings: Settings
) -> None:
    settings.RACES_PER_HOUR = settings.SEATS_PER_PLAYER = 0
    for number in range(settings.STOCK):
        prove(number)
    guests = [Player.objects.create_guest() for _ in range(5)]
    ways: list[Callable[[Player], None]] = [casual, ranked_here, quick, opened_and_left]
    opened = 0
    for _number, guest, way in zip(range(1000), cycle(guests), cycle(ways), strict=False):
        try:
            way(guest)
        except TooManyError:
            continue
        opened += 1
    assert opened >= 250
    assert Proof.objects.stock(RULES).count() >= 2
    Race.objects.update(lobby="")
    race = join_lobby(alice, "agnes-sorel", at(NOW))
    assert (race.kind, ranked(bob).kind) == ("ranked", "ranked")
    deals = list(Race.objects.filter(kind="ranked").values_list("deal", flat=True))
    assert len(deals) == len(set(deals))
