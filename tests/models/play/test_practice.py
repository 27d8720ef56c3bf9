"""Practice: on which deals, by whom, and that it never counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from games import racing
from games.models import Deal, Entry, Player, Proof, Race
from games.models.database.instants import to_datetime
from games.models.play.assisting import mark_assisted
from games.models.play.practice import begin_practice, bring_deal, choose_deal
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.rematch import open_rematch
from games.models.races.transition import change_race
from games.models.standings.booking import leaderboard_names_of
from games.models.visibility import is_race_hidden_from, is_secret, only_viewers
from tests.clocks import at
from tests.guards import unguarded
from tests.models import dailies
from tests.models.stored_races import END, NOW, RULES, act, closed_race, open_race, started_race

pytestmark = pytest.mark.django_db

KEY = bytes(range(32))


def practise(player: Player, deal: Deal, rules: str = RULES) -> Race:
    return begin_practice(player, rules, deal, at(NOW))


def published(number: int) -> Deal:
    """Store the deal of a published proof."""
    key = bytes([number]) * 32
    return Proof.objects.store(RULES, key, "winnable", 7, "t1t2", secret=False).deal


def test_a_practice_starts_at_once_without_a_limit_and_with_help(alice: Player) -> None:
    race = practise(alice, Deal.objects.draw(KEY)).load()
    assert race.kind is racing.Kind.SOLO
    assert race.state(NOW) is racing.RaceState.RUNNING
    assert (race.limit, race.helped) == (None, True)


def test_it_waits_for_its_player_forever(alice: Player) -> None:
    practise(alice, Deal.objects.draw(KEY))
    assert not Race.objects.overdue(NOW + 10**12).exists()


def test_its_actions_replay_with_free_undo(alice: Player) -> None:
    race = practise(alice, Deal.objects.draw(KEY))
    entry = act(race, alice, "deal", "undo", "end")
    close_race(race, at(NOW + 10_000))
    entry.refresh_from_db()
    assert (entry.state, entry.undos, entry.moves) == ("ended", 1, 1)


def in_stock(alice: Player) -> Deal:
    return Proof.objects.store(RULES, KEY, "winnable", 7, "t1t2", secret=True).deal


def in_a_room(alice: Player) -> Deal:
    return open_race(alice).deal


def running(alice: Player) -> Deal:
    return started_race(alice).deal


def published_and_running(alice: Player) -> Deal:
    deal = published(1)
    race = started_race(alice)
    assert race.deal == deal
    Race.objects.filter(pk=race.pk).update(starts_at=to_datetime(NOW))
    return deal


def daily(alice: Player) -> Deal:
    """Store a daily's deal that others have attempted, and Alice hasn't."""
    made = dailies.daily()
    dailies.finish(made, Player.objects.create_guest())
    return made.deal


NOT_YET = "You can't practise this deal yet. Try again after the race, or tomorrow."

SECRETS = (in_stock, in_a_room, running, published_and_running, daily)


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_deal_cannot_be_practised(alice: Player, secret: Callable[[Player], Deal]) -> None:
    deal = secret(alice)
    races = Race.objects.count()
    with pytest.raises(racing.RefusedError) as refused:
        practise(alice, deal)
    # The same answer for every reason, so that it reveals none.
    assert (refused.value.code, refused.value.sentence) == ("secret", NOT_YET)
    assert Race.objects.count() == races


def test_a_deal_can_be_practised_by_anyone_once_its_races_are_over(
    alice: Player, bob: Player
) -> None:
    deal = closed_race(alice).deal
    assert practise(alice, deal).deal == practise(bob, deal).deal == deal


def test_a_player_can_practise_a_daily_deal_after_their_attempt(alice: Player) -> None:
    deal = daily(alice)
    dailies.finish(deal.trial.daily, alice)
    assert practise(alice, deal)


def test_a_daily_deal_can_be_practised_while_others_still_attempt_it(
    alice: Player, bob: Player
) -> None:
    made = dailies.daily()
    dailies.finish(made, alice)
    dailies.begin(made, bob)
    assert practise(alice, made.deal)


def test_a_practice_keeps_no_deal_secret(alice: Player, bob: Player) -> None:
    deal = closed_race(alice).deal
    practise(alice, deal)
    assert not is_secret(deal)
    assert practise(bob, deal)


def test_a_deal_is_brought_by_its_key_or_by_its_cards(alice: Player, bob: Player) -> None:
    deal = bring_deal(f" {KEY.hex().upper()}\n", alice, NOW)
    assert deal == Deal.objects.draw(KEY)
    known = closed_race(bob).deal
    assert bring_deal(known.cards.lower(), alice, NOW) == known
    own = bring_deal(deal.cards.lower(), alice, NOW)
    assert own != deal
    assert own == bring_deal(deal.cards, alice, NOW)
    assert own != bring_deal(deal.cards, bob, NOW)


@pytest.mark.parametrize("text", ["", "xyz", "abcd", KEY.hex()[:-1], "AC 2C", "AC " * 52])
def test_text_that_is_neither_key_nor_cards_is_refused(alice: Player, text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        bring_deal(text, alice, NOW)
    assert not Deal.objects.exists()


def test_a_proven_deal_is_chosen_that_is_new_to_the_player(alice: Player, bob: Player) -> None:
    assert choose_deal(RULES, alice, NOW, bytes) is None
    deals = {published(number) for number in range(1, 4)}
    raced = started_race(bob).deal
    Race.objects.update(starts_at=to_datetime(NOW))
    free = deals - {raced}
    chosen = set()
    for _ in range(2):
        deal = choose_deal(RULES, alice, NOW, bytes)
        assert deal is not None
        chosen.add(practise(alice, deal).deal)
    assert chosen == free
    assert choose_deal(RULES, alice, NOW, bytes) in free


def test_only_its_player_sees_an_open_practice(alice: Player) -> None:
    race = practise(alice, Deal.objects.draw(KEY))
    assert only_viewers(race) == frozenset({alice.pk})
    act(race, alice, "end")
    close_race(race, at(NOW + 10_000))
    assert only_viewers(race) is None


def test_an_open_practice_is_private_even_on_a_known_deal(alice: Player) -> None:
    race = practise(alice, closed_race(alice).deal)
    assert not is_secret(race.deal)
    assert only_viewers(race) == frozenset({alice.pk})


def test_a_finished_practice_is_private_while_its_deal_is_raced(alice: Player, bob: Player) -> None:
    race = practise(alice, Deal.objects.draw(KEY))
    act(race, alice, "end")
    close_race(race, at(NOW + 10_000))
    new_race(bob, RULES, at(NOW), deal=race.deal)
    assert only_viewers(race) == frozenset({alice.pk})


def test_no_daily_hides_a_practice_on_another_deal(alice: Player, bob: Player) -> None:
    assert not is_race_hidden_from(practise(alice, Deal.objects.draw(KEY)), bob, NOW)


def test_a_practice_has_no_rematch(alice: Player) -> None:
    race = practise(alice, Deal.objects.draw(KEY))
    act(race, alice, "end")
    close_race(race, at(NOW + 10_000))
    with pytest.raises(racing.RefusedError, match="no-rematch"):
        open_rematch(race, alice, at(NOW))


def test_a_rematch_allows_help_if_the_race_did(alice: Player) -> None:
    race = new_race(alice, RULES, at(NOW), RaceOptions(helped=True))
    change_race(race.code, lambda r, now: r.start(alice.pk, now), at(NOW))
    race.refresh_from_db()
    close_race(race, at(END))
    assert open_rematch(race, alice, at(END)).helped


@pytest.mark.parametrize("kind", ["ranked", "daily"])
def test_the_database_refuses_help_in_a_race_that_counts(alice: Player, kind: str) -> None:
    deal = Deal.objects.draw(bytes(32))
    with pytest.raises(racing.RefusedError, match="no-help"):
        new_race(alice, RULES, at(NOW), RaceOptions(kind=racing.Kind(kind), helped=True), deal=deal)
    race = new_race(alice, RULES, at(NOW), RaceOptions(kind=racing.Kind(kind)), deal=deal)
    with pytest.raises(IntegrityError), transaction.atomic():
        Race.objects.filter(pk=race.pk).update(helped=True)


def test_an_entry_is_permanently_marked_as_assisted_where_help_is_allowed(
    alice: Player, bob: Player
) -> None:
    helped = new_race(alice, RULES, at(NOW), RaceOptions(helped=True))
    change_race(helped.code, lambda r, now: r.start(alice.pk, now), at(NOW))
    allowed, forbidden = helped.entries.get(), started_race(bob).entries.get()
    for _ in range(2):
        mark_assisted(allowed.pk, NOW)
    with pytest.raises(racing.RefusedError, match="no-help"):
        mark_assisted(forbidden.pk, NOW)
    allowed.refresh_from_db()
    forbidden.refresh_from_db()
    assert (allowed.assisted, forbidden.assisted) == (True, False)
    helped.refresh_from_db()
    assert helped.load().seats[0].assisted
    close_race(helped, at(END))
    with pytest.raises(racing.RefusedError, match="race-over"):
        mark_assisted(allowed.pk, NOW)


def won(player: Player, **changes: str | bool) -> Entry:
    """Store a won entry with these columns of the entry and of its race."""
    race = closed_race(player)
    with unguarded():
        Race.objects.filter(pk=race.pk).update(kind=changes.get("kind", "casual"))
    race.entries.update(
        state="won", time_ms=80_000, assisted=changes.get("assisted", False), place=1
    )
    return race.entries.get()


def test_neither_a_practice_nor_an_assisted_run_counts_in_rankings(alice: Player) -> None:
    won(alice, kind="solo")
    won(alice, assisted=True)
    assert not any(map(leaderboard_names_of, Entry.objects.counted()))
    counts = won(alice)
    assert list(Entry.objects.counted()) == [counts]
    assert leaderboard_names_of(counts)
