"""Who follows whom: a player's friends."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.models.people.player import Player
from games.racing import RefusedError


class FollowQuerySet(models.QuerySet["Follow"]):
    def between(self, follower: Player, followed: Player) -> FollowQuerySet:
        """Return the row by which one player follows another, if any."""
        return self.filter(follower=follower, followed=followed)

    def begin(self, follower: Player, followed: Player) -> None:
        """Follow another account. Following twice changes nothing.

        :raises RefusedError: if either is a bot, or `followed` is a guest, inactive, or the
            follower.
        """
        if followed == follower or followed.guest or not followed.is_active:
            raise RefusedError(
                "no-friend", "You can only follow other players who have an account."
            )
        if follower.bot or followed.bot:
            raise RefusedError("no-friend", "Bots follow no one, and no one follows them.")
        self.get_or_create(follower=follower, followed=followed)

    def end(self, follower: Player, followed: Player) -> None:
        """Stop following a player."""
        self.between(follower, followed).delete()


class Follow(models.Model):
    """One player following another, who need not follow back."""

    follower = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="follows",
        # The constraint below begins with it.
        db_index=False,
    )
    followed = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="followed_by"
    )
    created_at = models.DateTimeField(default=timezone.now)

    objects = FollowQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("follower", "followed"), name="follow_once"),
            models.CheckConstraint(
                condition=~Q(follower=F("followed")), name="follow_somebody_else"
            ),
        )

    def __str__(self) -> str:
        return f"{self.follower_id} follows {self.followed_id}"
