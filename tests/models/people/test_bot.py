"""Bots: whose they are, what they are called, and what becomes of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import AccessToken, Follow, Player
from games.models.people.bot import AT_MOST, make_bot
from games.models.people.credential import find
from games.models.people.refusals import GoneError
from games.models.people.token import Scope
from games.models.races.challenge import Challenge
from games.models.races.identity import DELETED, delete_bot, erase
from games.racing import RefusedError
from tests.clocks import at
from tests.models.stored_races import NOW, RULES, closed_race

pytestmark = pytest.mark.django_db


def token_of(player: Player, *scopes: Scope) -> str:
    return AccessToken.objects.issue(player, "test", scopes, timezone.now(), lasts=None)[1]


def test_a_bot_has_an_owner_a_name_and_no_password(alice: Player, bot: Player) -> None:
    assert (bot.name, bot.bot, bot.owner, bot.guest) == ("Greedy", True, alice, False)
    assert not bot.has_usable_password()
    # Not even one that an operator has set by mistake.
    bot.choose_password("correct horse")
    assert authenticate(username=bot.username, password="correct horse") is None


@pytest.mark.parametrize("name", ["Alice", "al1ce", "", "bot", "zero\u200bwidth"])
def test_a_bot_looks_like_no_one_else(alice: Player, name: str) -> None:
    with pytest.raises(ValidationError):
        make_bot(alice, name)
    assert not alice.bots.exists()


def test_a_player_has_only_so_many_bots(alice: Player, bob: Player) -> None:
    bots = [make_bot(alice, f"Robot {number}") for number in range(AT_MOST)]
    with pytest.raises(ValidationError, match="You have 5 bots"):
        make_bot(alice, "Another")
    make_bot(bob, "Another")
    delete_bot(bots[0], at(NOW))
    make_bot(alice, "One more")


def test_only_an_account_of_a_person_owns_bots(alice: Player, guest: Player, bot: Player) -> None:
    for owner in (guest, bot):
        with pytest.raises(GoneError):
            make_bot(owner, "Robby")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=guest.pk).update(owner=alice)
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=bot.pk).update(guest=True)


def test_the_scopes_of_bots_and_people_differ(alice: Player, bot: Player) -> None:
    for player, scope in ((alice, Scope.BOT), (bot, Scope.RACE), (bot, Scope.ACCOUNT)):
        with pytest.raises(ValidationError, match="The scope “bot” is for bots"):
            token_of(player, Scope.READ, scope)
    assert not AccessToken.objects.exists()
    token = find(token_of(bot, *Scope.of(bot)), timezone.now())
    assert token is not None
    assert token.allows(Scope.RACE)
    assert not token.allows(Scope.ACCOUNT)


def test_a_bot_can_do_nothing_once_its_owner_is_barred(alice: Player, bot: Player) -> None:
    text = token_of(bot, Scope.BOT)
    assert AccessToken.objects.find(text, timezone.now()) is not None
    alice.is_active = False
    alice.save()
    assert AccessToken.objects.find(text, timezone.now()) is None


def test_a_deleted_account_takes_its_bots_along(alice: Player, bob: Player, bot: Player) -> None:
    text = token_of(bot, Scope.BOT)
    race = closed_race(alice, bob)
    erase(alice, timezone.now())
    bot.refresh_from_db()
    assert (bot.name, bot.owner, bot.is_active, bot.bot) == (DELETED, None, False, True)
    assert AccessToken.objects.find(text, timezone.now()) is None
    assert race.entries.count() == 2
    bob.refresh_from_db()
    assert bob.name == "Bob"


def test_no_bot_is_made_for_an_account_that_is_gone(alice: Player) -> None:
    before = Player.objects.get(pk=alice.pk)
    erase(alice, timezone.now() - timedelta(seconds=1))
    with pytest.raises(GoneError):
        make_bot(before, "Robby")


def test_bots_have_no_friends_and_take_no_challenges(bob: Player, bot: Player) -> None:
    for follower, followed in ((bob, bot), (bot, bob)):
        with pytest.raises(RefusedError, match="no-friend: Bots follow no one"):
            Follow.objects.begin(follower, followed)
    with pytest.raises(RefusedError, match="no-rival: Bots take no challenges"):
        Challenge.objects.open(bob, bot, RULES, at(NOW))
