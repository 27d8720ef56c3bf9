"""Changing who a player is: races that show the player are held first, then the player."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from games.models.database.holding import held
from games.models.database.news import player_changes
from games.models.people.follow import Follow
from games.models.people.names import clean_name
from games.models.people.player import Player
from games.models.people.refusals import gone
from games.models.races.race import Race

DELETED: Final = "Deleted player"
SHOWN_RACES: Final = 50
"""The latest races of a player, which somebody may have open when the name changes."""

FORGOTTEN: Final = (
    *("deleted_at", "username", "name", "name_key", "email", "private"),
    *("is_active", "is_staff", "is_superuser", "last_login", "password"),
)
"""What `erase` changes."""


def rename(player: Player, name: str) -> None:
    """Give a player another name. Guests may share one; names of accounts may not look alike.

    :raises ValidationError: if it cannot be a name, or an account has one that looks like it.
    :raises GoneError: if it is deleted, or a guest who has become part of an account.
    """
    before, cleaned = player.name, clean_name(name)
    try:
        with transaction.atomic():
            # A guest may become an account at this moment, whose name has to be like no other.
            hold_with_races([player], lambda: _shown_races(player))
            if player.deleted_at is not None:
                raise gone()
            player.name = cleaned
            player.save(update_fields=["name", "name_key"])
    except IntegrityError as error:
        player.name = before
        raise ValidationError(
            _("“%(name)s” is taken, or looks like a name that is. Choose another one."),
            params={"name": cleaned},
        ) from error
    except Player.DoesNotExist as error:
        raise gone() from error


def hold_guest(player: Player) -> bool:
    """Hold a guest until the transaction ends, and read it again.

    Return False if it has become an account meanwhile, or part of one.
    """
    try:
        hold_with_races([player], lambda: _shown_races(player))
    except Player.DoesNotExist:
        return False
    return player.guest


@transaction.atomic
def erase(player: Player, now: datetime) -> None:
    """Forget who a player was. The runs that others raced against stay, under no name."""
    hold_with_races([player], lambda: _shown_races(player))
    player.deleted_at = now
    player.username = f"deleted-{player.pk}"
    player.name = DELETED
    player.email = ""
    player.private = True
    player.is_active = player.is_staff = player.is_superuser = False
    player.last_login = None
    player.set_unusable_password()
    player.save(update_fields=FORGOTTEN)
    Follow.objects.filter(Q(follower=player) | Q(followed=player)).delete()


def hold_with_races(players: Collection[Player], races: Callable[[], set[int]]) -> None:
    """Hold players and their races until the transaction ends, and read the players again.

    :raises Player.DoesNotExist: if one of them is deleted.
    """
    while True:
        keys = races()
        with transaction.atomic():
            list(held(Race.objects.filter(pk__in=keys)).values_list("pk"))
            for player in sorted(players, key=lambda player: player.pk):
                player.refresh_from_db(from_queryset=held(Player.objects.all()))
            if races() <= keys:
                return
            # One of them has taken a seat meanwhile. Races are held first: let go and start over.
            transaction.set_rollback(True)


@receiver(player_changes)
def renew_races(player: Player, **_signal: Any) -> None:
    """Have the player's latest races shown anew wherever somebody looks at them."""
    Race.objects.filter(pk__in=_shown_races(player)).renew()


def _shown_races(player: Player) -> set[int]:
    lately = player.entries.order_by("-pk").values_list("race", flat=True)
    return set(lately[:SHOWN_RACES])
