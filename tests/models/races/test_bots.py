"""Bots sit only where the host allows them."""

from __future__ import annotations

import pytest

from games.models import Entry, Player, Race
from games.models.people.bot import make_bot
from games.models.play.practice import begin_practice
from games.models.races.lobby import join_lobby
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.rematch import open_rematch
from games.models.races.terms import NewTerms, change_terms
from games.models.races.transition import change_race
from games.racing import Kind, RefusedError
from tests.clocks import at
from tests.models.dailies import daily
from tests.models.deals.test_proof import prove
from tests.models.stored_races import END, NOW, RULES, closed_race, join, open_race

pytestmark = pytest.mark.django_db

ALLOWED = RaceOptions(bots_allowed=True)


def open_to_bots(host: Player) -> Race:
    return new_race(host, RULES, at(NOW), ALLOWED)


def leave(race: Race, player: Player) -> None:
    change_race(race.code, lambda r, now: r.leave(player.pk, now), at(NOW))


def seated(race: Race) -> list[str]:
    return [seat.name for seat in Race.objects.find(race.code).load().seats]


def test_a_bot_sits_where_the_host_allows_bots_and_nowhere_else(
    alice: Player, bob: Player, bot: Player
) -> None:
    closed, allowed = open_race(bob), open_to_bots(bob)
    with pytest.raises(RefusedError, match="no-bots: This race doesn't allow bots"):
        join(closed, bot)
    join(closed, alice)
    join(allowed, bot)
    join(allowed, bot)
    assert (seated(closed), seated(allowed)) == (["Bob", "Alice"], ["Bob", "Greedy"])
    assert [seat.bot for seat in Race.objects.find(allowed.code).load().seats] == [False, True]


def test_a_ranked_race_seats_a_player_or_one_of_their_bots(
    alice: Player, bob: Player, bot: Player
) -> None:
    ranked = RaceOptions(kind=Kind.RANKED, bots_allowed=True)
    twin = make_bot(alice, "Twin")
    for number in range(3):
        prove(number)
    races = [new_race(bob, RULES, at(NOW), ranked) for _ in range(2)]
    join(races[0], alice)
    join(races[1], bot)
    for race, kin in ((races[0], bot), (races[1], alice), (races[1], twin)):
        with pytest.raises(RefusedError, match="no-bots: In a ranked race"):
            join(race, kin)
    # In a casual race they may; then it can't become a ranked one.
    casual = open_to_bots(bob)
    for player in (alice, bot):
        join(casual, player)
    with pytest.raises(RefusedError, match="no-bots: In a ranked race"):
        change_terms(casual.code, NewTerms(bob, RULES, ranked), at(NOW))


def test_a_bot_opens_races_for_bots_alone(bot: Player) -> None:
    with pytest.raises(RefusedError, match="no-bots"):
        new_race(bot, RULES, at(NOW))
    assert not Race.objects.exists()
    assert seated(open_to_bots(bot)) == ["Greedy"]


def test_a_bot_practises_by_itself(bot: Player) -> None:
    deal = closed_race(bot.owner or bot).deal
    assert begin_practice(bot, RULES, deal, at(END)).entries.get().player == bot


def test_quick_races_and_dailies_are_for_people(alice: Player, bot: Player) -> None:
    race = join_lobby(alice, "applegate", at(NOW))
    with pytest.raises(RefusedError, match="no-bots: Quick races are for people"):
        join_lobby(bot, "applegate", at(NOW))
    race.refresh_from_db()
    assert race.lobby == "applegate"
    challenge = daily()
    with pytest.raises(RefusedError, match="no-bots"):
        challenge.attempt(bot, at(NOW))
    assert Entry.objects.filter(player=bot).count() == 0


def test_bots_leave_when_the_host_no_longer_allows_them(
    alice: Player, bob: Player, bot: Player
) -> None:
    race = open_to_bots(bob)
    for player in (bot, alice):
        join(race, player)
    change_terms(race.code, NewTerms(bob, RULES, ALLOWED), at(NOW))
    assert seated(race) == ["Bob", "Greedy", "Alice"]
    change_terms(race.code, NewTerms(bob, RULES, RaceOptions()), at(NOW))
    assert seated(race) == ["Bob", "Alice"]
    with pytest.raises(RefusedError, match="no-bots"):
        join(race, bot)
    change_terms(race.code, NewTerms(bob, RULES, ALLOWED), at(NOW))
    join(race, bot)


def test_a_person_becomes_the_host_before_a_bot(alice: Player, bob: Player, bot: Player) -> None:
    race = open_to_bots(bob)
    for player in (bot, alice):
        join(race, player)
    for left, host in ((bob, alice), (alice, bot)):
        leave(race, left)
        assert Race.objects.get(pk=race.pk).host == host


def test_a_rematch_allows_what_the_race_did(alice: Player, bob: Player, bot: Player) -> None:
    race = closed_race(bob, bot)
    again = open_rematch(race, bot, at(END))
    assert again.bots_allowed
    assert open_rematch(race, bob, at(END)) == again
    assert seated(again) == ["Bob", "Greedy"]
    assert not open_rematch(closed_race(bob, alice), bob, at(END)).bots_allowed
