"""Codes and refresh tokens that applications have used: each works once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models

from games.models.people.token import digest

KEPT: Final = timedelta(seconds=settings.IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN)
"""How long a used one is known again: as long as it might have worked."""


class UsedGrantQuerySet(models.QuerySet["UsedGrant"]):
    def note(self, text: str, player: int, client: str, now: datetime) -> None:
        """Note that a player's grant to an application has been used.

        :raises IntegrityError: if it was used before, or is being used by another request.
        """
        self.create(digest=digest(text), player_id=player, client_id=client, used_at=now)

    def find(self, text: str) -> UsedGrant | None:
        """Return the used grant with this text, if there is one."""
        return self.filter(digest=digest(text)).first()

    def settle(self) -> None:
        """Note that what these grants led to has ended: another use ends nothing more."""
        self.update(player=None)

    def prune(self, now: datetime) -> None:
        """Delete the grants that would have expired by now."""
        self.filter(used_at__lte=now - KEPT).delete()


class UsedGrant(models.Model):
    """A code or refresh token that was traded for tokens; only its digest is stored."""

    digest = models.CharField(max_length=64, unique=True, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        editable=False,
        help_text="Whose access ends if it is used again; empty once that has ended.",
    )
    client = models.ForeignKey(
        "allauth_idp_oidc.Client", on_delete=models.CASCADE, related_name="+", editable=False
    )
    used_at = models.DateTimeField(editable=False, db_index=True)

    objects = UsedGrantQuerySet.as_manager()

    def __str__(self) -> str:
        return f"used grant {self.pk}"
