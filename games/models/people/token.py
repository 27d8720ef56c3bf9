"""Access tokens: with one, a program acts for a player, within the scopes it was given."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.database.holding import held
from games.models.people.player import SEEN_EVERY, Player
from games.models.people.refusals import gone

PREFIX: Final = "samedeal_"
"""What tokens begin with, so that a scan for secrets can find one that was published."""

CHANCE_BYTES: Final = 32
"""The chance in a token: too much to be guessed, so a fast hash keeps it as well as a slow one."""

LONGEST: Final = 100
"""The most characters of a text that can be a token."""

AT_MOST: Final = 50
"""How many tokens that work a player may have."""

NAME_LENGTH: Final = 60


class Scope(models.TextChoices):
    """What a token allows beyond what everyone may do."""

    READ = "read", _("Read what only you may see: your races and records")
    RACE = "race", _("Open races, join them and play as you")
    BOT = "bot", _("Open races, join those that allow bots, and play")
    ACCOUNT = "account", _("See your tokens, bots and webhooks, and change them")

    @classmethod
    def of(cls, player: Player) -> tuple[Scope, ...]:
        """Return what a player's tokens may allow: a bot's, or a person's."""
        return (cls.READ, cls.BOT) if player.bot else (cls.READ, cls.RACE, cls.ACCOUNT)


class AccessTokenQuerySet(models.QuerySet["AccessToken"]):
    @transaction.atomic
    def issue(
        self,
        player: Player,
        name: str,
        scopes: Collection[Scope],
        now: datetime,
        *,
        lasts: timedelta | None,
        draw: Callable[[int], bytes] = secrets.token_bytes,
    ) -> tuple[AccessToken, str]:
        """Store a new token of a player, and return it with its text, which isn't kept.

        `draw(n)` returns n random bytes.

        :raises GoneError: if the account was deleted.
        :raises ValidationError: if the player has as many tokens as one may have, or may have no
            token with such a scope.
        """
        if not set(scopes) <= set(Scope.of(player)):
            raise ValidationError(
                _("The scope “bot” is for bots, and of the others they have only “read”.")
            )
        text = PREFIX + draw(CHANCE_BYTES).hex()
        if held(Player.objects.filter(pk=player.pk, deleted_at=None)).first() is None:
            raise gone()
        if self.valid(now).filter(player=player).count() >= AT_MOST:
            raise ValidationError(
                _("You have %(count)s tokens. Revoke one that you no longer use first."),
                params={"count": AT_MOST},
            )
        token = self.create(
            player=player,
            name=name,
            digest=digest(text),
            scopes=" ".join(scope for scope in Scope if scope in scopes),
            created_at=now,
            expires_at=None if lasts is None else now + lasts,
        )
        return token, text

    def valid(self, now: datetime) -> AccessTokenQuerySet:
        """Return the tokens that work now."""
        lasting = Q(expires_at=None) | Q(expires_at__gt=now)
        # A bot can do no more than its owner, who may be barred.
        owned = Q(player__owner=None) | Q(player__owner__is_active=True)
        return self.filter(lasting, owned, player__is_active=True)

    def kept_by(self, player: Player) -> AccessTokenQuerySet:
        """Return the tokens of a player and of the player's bots, newest first."""
        mine = self.filter(Q(player=player) | Q(player__owner=player))
        return mine.select_related("player").order_by("-pk")

    def find(self, text: str, now: datetime) -> AccessToken | None:
        """Return the valid token with this text, if there is one, and its player."""
        if not text.startswith(PREFIX) or len(text) > LONGEST:
            return None
        return self.valid(now).select_related("player").filter(digest=digest(text)).first()


class AccessToken(models.Model):
    """A token of a player; only its digest is stored."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens", editable=False
    )
    name = models.CharField(max_length=NAME_LENGTH)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.CharField(max_length=100, help_text="Separated by spaces.")
    created_at = models.DateTimeField(editable=False)
    expires_at = models.DateTimeField(null=True, editable=False)
    used_at = models.DateTimeField(null=True, editable=False)

    objects = AccessTokenQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    def note_use(self, now: datetime) -> None:
        """Note that the token is in use; write at most once a minute, as every request calls it."""
        if self.used_at is None or now - self.used_at >= SEEN_EVERY:
            self.used_at = now
            AccessToken.objects.filter(pk=self.pk).update(used_at=now)


def digest(text: str) -> str:
    """Return what is stored of a token: its SHA-256 in hex."""
    return hashlib.sha256(text.encode()).hexdigest()
