"""Changing who a player is, with locks on the races that show the player first."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q
from django.dispatch import receiver

from games import racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime
from games.models.database.news import player_changes
from games.models.people import application
from games.models.people.follow import Follow
from games.models.people.names import clean_name, taken
from games.models.people.player import Player
from games.models.people.push_subscription import PushSubscription
from games.models.people.refusals import gone
from games.models.people.token import AccessToken
from games.models.people.wishes import Wishes
from games.models.races.entry import Entry
from games.models.races.event_players import give_up_events, leave_events, renew_events_of
from games.models.races.notice import Notice
from games.models.races.race import Race
from games.models.races.transition import leave_waiting
from games.models.races.webhook import Webhook

DELETED: Final = "Deleted player"
SHOWN_RACES: Final = 50
"""How many of a player's latest races show a new name at once, as they may be open somewhere."""

FORGOTTEN: Final = (
    *("deleted_at", "username", "name", "name_key", "email", "private", "owner"),
    *("is_active", "is_staff", "is_superuser", "last_login", "password", "seen_at"),
)
"""The fields that `erase` changes."""


def rename(player: Player, name: str) -> None:
    """Rename a player. Guests may share a name; names of accounts may not look alike.

    :raises ValidationError: if the name isn't allowed, or looks like that of another account.
    :raises GoneError: if the player is deleted, or is a guest now merged into an account.
    """
    before, cleaned = player.name, clean_name(name)
    try:
        with transaction.atomic():
            # A guest may be becoming an account right now, whose name must be unlike all others.
            hold_with_races([player], lambda: _shown_races(player))
            if player.deleted_at is not None:
                raise gone()
            others = Player.objects.filter(guest=False, username__iexact=cleaned)
            if not player.guest and others.exclude(pk=player.pk).exists():
                # Who logs in by it was known by it, before a name of their own choice.
                raise taken(cleaned)
            player.name = cleaned
            player.save(update_fields=["name", "name_key"])
    except IntegrityError as error:
        player.name = before
        raise taken(cleaned) from error
    except Player.DoesNotExist as error:
        raise gone() from error


def hold_guest(player: Player) -> bool:
    """Lock a guest until the transaction ends, and reload it.

    Return False if it has meanwhile become an account or part of one.
    """
    try:
        hold_with_races([player], lambda: _shown_races(player))
    except Player.DoesNotExist:
        return False
    return player.guest


@transaction.atomic
def erase(player: Player, now: datetime) -> None:
    """Erase a player's identity, and those of the player's bots.

    The runs stay, without a name, for those who raced them.
    """
    # Events are locked first.
    give_up_events(player, now)
    for each in _hold_with_bots(player):
        each.deleted_at = now
        each.username = f"deleted-{each.pk}"
        each.name = DELETED
        each.email = ""
        each.private = True
        each.owner = None
        each.is_active = each.is_staff = each.is_superuser = False
        each.last_login = each.seen_at = None
        each.set_unusable_password()
        each.save(update_fields=FORGOTTEN)
        leave_events(each, now)
        Follow.objects.filter(Q(follower=each) | Q(followed=each)).delete()
        end_programs(each)
        Notice.objects.filter(Q(player=each) | Q(by=each)).delete()
        Wishes.objects.filter(player=each).delete()


def end_programs(player: Player) -> None:
    """End a player's tokens, applications, webhooks and push subscriptions."""
    AccessToken.objects.filter(player=player).delete()
    application.forget(player)
    Webhook.objects.filter(player=player).delete()
    PushSubscription.objects.filter(player=player).delete()


def erase_idle_guests(days: int, clock: racing.Clock, most: int = 100) -> int:
    """Erase guests who took no seat for so many days; return how many. 0 days: none, ever."""
    if not days:
        return 0
    since = to_datetime(clock()) - timedelta(days=days)
    guests = Player.objects.filter(guest=True, deleted_at=None, date_joined__lt=since)
    lately = Entry.objects.filter(player=OuterRef("pk"), created_at__gte=since)
    idle = list(guests.filter(~Exists(lately)).order_by("pk")[:most])
    for guest in idle:
        leave_waiting(guest, clock)
        # It may have become an account or part of one meanwhile.
        with suppress(Player.DoesNotExist), transaction.atomic():
            if hold_guest(guest):
                erase(guest, to_datetime(clock()))
    return len(idle)


def delete_bot(bot: Player, clock: racing.Clock) -> None:
    """Delete a bot: it leaves the races that wait for it, and its runs stay without a name."""
    leave_waiting(bot, clock)
    erase(bot, to_datetime(clock()))


def _hold_with_bots(player: Player) -> list[Player]:
    """Lock a player, the player's bots and the races that show them, and reload the players."""
    while True:
        everyone = [player, *player.bots.filter(deleted_at=None)]
        with transaction.atomic():
            hold_with_races(everyone, partial(_all_shown_races, everyone))
            # From now on no other is made: that would have to hold the owner.
            if player.bots.filter(deleted_at=None).count() < len(everyone):
                return everyone
            transaction.set_rollback(True)


def hold_with_races(players: Collection[Player], races: Callable[[], set[int]]) -> None:
    """Lock races and then players until the transaction ends, and reload the players.

    `races` returns the primary keys of the races to lock.

    :raises Player.DoesNotExist: if one of the players is deleted.
    """
    while True:
        keys = races()
        with transaction.atomic():
            list(held(Race.objects.filter(pk__in=keys)).values_list("pk"))
            for player in sorted(players, key=lambda player: player.pk):
                player.refresh_from_db(from_queryset=held(Player.objects.all()))
            if races() <= keys:
                return
            # A player took another seat meanwhile. Races are locked first: release and retry.
            transaction.set_rollback(True)


@receiver(player_changes)
def renew_races(player: Player, **_signal: Any) -> None:
    """Refresh the player's latest races, and the player's events, wherever they are open."""
    Race.objects.filter(pk__in=_shown_races(player)).renew()
    # After the commit: events are locked before races.
    transaction.on_commit(partial(renew_events_of, player))


def _all_shown_races(players: Collection[Player]) -> set[int]:
    return set[int]().union(*map(_shown_races, players))


def _shown_races(player: Player) -> set[int]:
    lately = player.entries.order_by("-pk").values_list("race", flat=True)
    return set(lately[:SHOWN_RACES])
