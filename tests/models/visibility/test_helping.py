"""The server's solver never helps with a deal that is the same game as one being raced."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from games import engine, racing
from games.models import Analysis, Daily, Deal, Entry, Likeness, Player, Proof, Race
from games.models.database.instants import to_datetime
from games.models.deals.deal import DAY_MS, help_from
from games.models.deals.likeness import digests
from games.models.play.assisting import mark_assisted
from games.models.play.practice import begin_practice, bring_deal, practise_on
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.models.standings.absorbing import absorb
from games.models.visibility import replayable_by, visible_to
from tests.clocks import at
from tests.engine.lookalikes import another
from tests.models import dailies
from tests.models.stored_races import END, NOW, RULES, ZERO, closed_race, started_race

pytestmark = pytest.mark.django_db

KEY = bytes(range(32))
AGAIN = help_from(NOW)
"""When help starts with cards brought at NOW."""

STANDARD = [f"{game}/standard" for game in engine.GAMES]


def alike(deal: Deal, rules: str) -> str:
    """Return the cards of another deal that is the same game."""
    game = rules.partition("/")[0]
    cards = engine.Deal.parse(deal.cards)
    chance = random.Random(7)
    while (other := another(game, cards, chance)) == cards or not (
        digests(str(other)) & digests(deal.cards)
    ):
        pass
    return str(other)


def practise(player: Player, deal: Deal, rules: str = RULES, now: int = NOW) -> Entry:
    return begin_practice(player, rules, deal, at(now)).entries.get()


def why_not(entry: Entry, now: int) -> str:
    """Return the code with which help is refused, and check that the entry stays unmarked."""
    before = Entry.objects.get(pk=entry.pk).assisted
    with pytest.raises(racing.RefusedError) as refused:
        mark_assisted(entry.pk, now)
    assert Entry.objects.get(pk=entry.pk).assisted == before
    return refused.value.code


def public(rules: str = RULES, key: bytes = KEY) -> Deal:
    return Proof.objects.store(rules, key, "winnable", 7, "t1t2", secret=False).deal


def start(race: Race, player: Player) -> Race:
    return change_race(race.code, lambda r, now: r.start(player.pk, now), at(NOW))[0]


@pytest.mark.parametrize("rules", STANDARD)
@pytest.mark.parametrize("preset", ["standard", "other"])
def test_no_practice_and_no_help_on_the_same_game_as_one_being_raced(
    alice: Player, bob: Player, rules: str, preset: str
) -> None:
    raced = public(rules)
    own = bring_deal(alike(raced, rules), alice, NOW - 2 * DAY_MS)
    asked = rules
    if preset == "other":
        game = rules.partition("/")[0]
        asked = f"{game}/{list(engine.GAMES[game].presets)[-1]}"
    begun = practise(alice, own, asked)
    mark_assisted(begun.pk, NOW)
    race = start(new_race(bob, rules, at(NOW), deal=raced), bob)
    assert why_not(begun, ZERO) == "secret"
    with pytest.raises(racing.RefusedError, match="secret"):
        practise(alice, own, asked, ZERO)
    close_race(race, at(END))
    mark_assisted(begun.pk, END)
    practise(alice, own, asked, END)


def test_help_with_another_deal_is_allowed_during_a_race(alice: Player, bob: Player) -> None:
    start(new_race(bob, RULES, at(NOW), deal=public()), bob)
    mark_assisted(practise(alice, public(key=bytes(32)), now=ZERO).pk, ZERO)


def test_a_published_deal_is_refused_only_from_the_start_of_its_race(
    alice: Player, bob: Player
) -> None:
    """Check that trying all published deals doesn't reveal which one is raced next."""
    raced = public()
    race = new_race(bob, RULES, at(NOW), RaceOptions(countdown_s=5), deal=raced)
    practise(alice, raced)
    start(race, bob)
    practise(alice, raced, now=ZERO - 1)
    with pytest.raises(racing.RefusedError, match="secret"):
        practise(alice, raced, now=ZERO)


def test_an_unstarted_race_does_not_give_its_deal_away(alice: Player, bob: Player) -> None:
    race = new_race(bob, RULES, at(NOW), deal=public())
    with pytest.raises(racing.RefusedError, match="secret"):
        practise_on(race, alice, at(NOW))


def ranked(alice: Player) -> Race:
    race = started_race(alice)
    Race.objects.filter(pk=race.pk).update(kind="ranked")
    return race


def attempt(alice: Player) -> Race:
    return dailies.begin(dailies.daily(), alice).race


@pytest.mark.parametrize("begin", [ranked, attempt])
def test_a_player_in_a_race_that_counts_gets_no_help_anywhere(
    alice: Player, bob: Player, begin: Callable[[Player], Race]
) -> None:
    entry = practise(alice, Deal.objects.draw(KEY))
    race = begin(alice)
    assert race.starts_at is not None
    mark_assisted(entry.pk, NOW)
    entry.refresh_from_db()
    assert entry.assisted
    assert why_not(entry, ZERO) == "counting"
    mark_assisted(practise(bob, Deal.objects.draw(KEY)).pk, ZERO)
    race.refresh_from_db()
    close_race(race, at(END + dailies.HOUR))
    mark_assisted(entry.pk, END)


def test_no_one_gets_help_with_a_daily_before_its_day_is_over(alice: Player) -> None:
    daily = dailies.daily()
    attempt = dailies.finish(daily, alice, moves=3)
    analysis = Analysis.objects.create(entry=attempt.race.entries.get())
    entry = practise(alice, daily.deal, daily.rules, END)
    assert why_not(entry, END) == "secret"
    assert analysis not in Analysis.objects.readable_by(alice, END)
    mark_assisted(entry.pk, daily.ends_at + dailies.HOUR)
    assert analysis in Analysis.objects.readable_by(alice, daily.ends_at + dailies.HOUR)


def test_an_analysis_is_as_secret_as_its_deal(alice: Player, bob: Player) -> None:
    race = closed_race(alice)
    Analysis.objects.create(entry=race.entries.get())
    assert Analysis.objects.readable_by(bob, END).exists()
    again = new_race(bob, RULES, at(END), deal=race.deal)
    assert not Analysis.objects.readable_by(bob, END).exists()
    start(again, bob)
    assert not Analysis.objects.readable_by(alice, END).exists()


def test_a_race_that_allows_help_does_not_block_it_for_its_players(
    alice: Player, bob: Player
) -> None:
    raced = public()
    races = [
        new_race(host, RULES, at(NOW), RaceOptions(helped=True), deal=raced)
        for host in (alice, bob)
    ]
    for race, host in zip(races, (alice, bob), strict=True):
        start(race, host)
    mark_assisted(races[0].entries.get().pk, ZERO)
    plain = start(new_race(bob, RULES, at(NOW), deal=raced), bob)
    assert why_not(races[0].entries.get(), ZERO) == "secret"
    close_race(plain, at(END))
    mark_assisted(races[0].entries.get().pk, ZERO)


def secret_race(player: Player) -> Deal:
    return started_race(player).deal


def of_today(player: Player) -> Deal:
    return dailies.daily().deal


def in_stock(player: Player) -> Deal:
    return Proof.objects.store(RULES, KEY, "winnable", 7, "t1t2", secret=True).deal


SECRETS = (secret_race, of_today, in_stock)


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("guess", ["exact", "alike", "wrong"])
def test_brought_cards_are_the_players_own_whatever_they_are(
    alice: Player, bob: Player, secret: Callable[[Player], Deal], guess: str
) -> None:
    deal = secret(bob)
    cards = {
        "exact": deal.cards,
        "alike": alike(deal, RULES),
        "wrong": " ".join(reversed(deal.cards.split())),
    }[guess]
    mine = bring_deal(cards, alice, NOW)
    assert mine.cards == cards
    assert (mine.key, mine.commitment, mine.public) == (None, None, False)
    assert mine.help_from == to_datetime(AGAIN)
    assert not mine.races.exists()
    assert not mine.proofs.exists()
    assert not hasattr(mine, "daily")
    entry = practise(alice, mine)
    assert why_not(entry, AGAIN - 1) == "help-later"
    assert practise(alice, mine, now=NOW + 1).race.deal == mine


def test_bringing_a_known_deal_returns_that_deal(alice: Player, bob: Player) -> None:
    for known in (closed_race(bob).deal, public()):
        assert bring_deal(known.cards, alice, NOW) == known
        mark_assisted(practise(alice, known).pk, NOW)


def test_a_deal_that_was_only_practised_is_not_known(alice: Player, bob: Player) -> None:
    theirs = practise(bob, Deal.objects.draw(KEY)).race
    Race.objects.filter(pk=theirs.pk).update(closed_at=to_datetime(NOW))
    mine = bring_deal(theirs.deal.cards, alice, NOW)
    assert mine != theirs.deal
    assert mine.help_from is not None


@pytest.mark.parametrize("at", [0, 1, DAY_MS - 1])
def test_help_with_brought_cards_starts_when_no_race_can_be_on_them(at: int) -> None:
    midnight = NOW - NOW % DAY_MS
    assert help_from(midnight + at) == midnight + DAY_MS + 3_600_000
    # A player can only have seen a deal in a race that has started.
    assert help_from(midnight + at) >= midnight + at + racing.LIMIT_BOUNDS[1]
    daily = Daily(game="agnes-sorel", day=to_datetime(midnight + at).date())
    assert help_from(midnight + at) >= daily.ends_at + dailies.HOUR


def test_only_its_player_sees_a_brought_deal_until_help_starts(alice: Player, bob: Player) -> None:
    entry = practise(alice, bring_deal(closed_cards(), alice, NOW))
    Race.objects.filter(pk=entry.race_id).update(closed_at=to_datetime(NOW + 1))
    seen = Entry.objects.filter(pk=entry.pk)
    assert seen.filter(replayable_by(alice, NOW + 1)).exists()
    assert not seen.filter(replayable_by(bob, NOW + 1)).exists()
    assert not seen.filter(replayable_by(None, NOW + 1)).exists()
    with pytest.raises(racing.RefusedError, match="secret"):
        practise_on(Race.objects.get(pk=entry.race_id), bob, at(NOW + 1))
    assert seen.filter(replayable_by(bob, AGAIN)).exists()


def test_brought_cards_of_a_deleted_player_stay_hidden_until_help_starts(bob: Player) -> None:
    deal = bring_deal(closed_cards(), bob, NOW)
    bob.delete()
    assert deal not in Deal.objects.filter(visible_to(None, AGAIN - 1))
    assert deal in Deal.objects.filter(visible_to(None, AGAIN))


def closed_cards() -> str:
    return str(engine.Deal.from_key(b"from a book"))


def test_a_practice_on_brought_cards_is_not_analysed_until_help_starts(alice: Player) -> None:
    entry = practise(alice, bring_deal(closed_cards(), alice, NOW))
    Race.objects.filter(pk=entry.race_id).update(closed_at=to_datetime(NOW + 1))
    Entry.objects.filter(pk=entry.pk).update(moves=3)
    late = to_datetime(4_000_000_000_000)
    Deal.objects.filter(pk=entry.race.deal_id).update(help_from=late)
    assert not Analysis.objects.missing().exists()
    Analysis.objects.create(entry=entry)
    assert not Analysis.objects.readable_by(alice, NOW + 2).exists()
    Deal.objects.filter(pk=entry.race.deal_id).update(help_from=to_datetime(NOW))
    assert Analysis.objects.readable_by(alice, NOW + 2).exists()


def test_cards_that_a_guest_brought_go_to_the_account(alice: Player, guest: Player) -> None:
    deal = bring_deal(closed_cards(), guest, NOW)
    absorb(alice, guest)
    deal.refresh_from_db()
    assert deal.brought_by == alice


def test_every_way_to_store_a_deal_stores_its_likenesses(alice: Player) -> None:
    Deal.objects.draw(KEY)
    Deal.objects.from_cards(closed_cards())
    bring_deal(closed_cards(), alice, NOW)
    Proof.objects.publish([Proof(deal=Deal.of(bytes(32)), rules=RULES, kind="winnable", states=7)])
    for deal in Deal.objects.all():
        assert set(deal.likenesses.values_list("digest", flat=True)) == digests(deal.cards)
    assert Deal.objects.count() == 4
    assert Likeness.objects.count() == 4 * 7


@pytest.mark.parametrize("known", [{"key": KEY}, {"public": True}])
def test_the_database_refuses_a_key_or_publication_of_brought_cards(
    alice: Player, known: dict[str, object]
) -> None:
    deal = bring_deal(closed_cards(), alice, NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        Deal.objects.filter(pk=deal.pk).update(**known)
    with pytest.raises(IntegrityError), transaction.atomic():
        Deal.objects.filter(pk=deal.pk).update(help_from=None)
