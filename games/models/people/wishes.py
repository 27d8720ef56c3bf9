"""What a player wants to be told, and how."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Cast

from games.models.database.holding import held
from games.models.people.player import Player
from games.models.people.refusals import gone


class NoticeKind(StrEnum):
    """What a player is told of."""

    CHALLENGED = "challenged"
    REMATCH = "rematch"
    OVERTAKEN = "overtaken"
    PLAYED = "played"
    OVER = "over"
    BEGINS = "begins"
    EVENT = "event"
    STREAK = "streak"


class Way(StrEnum):
    """How a player is told."""

    SITE = "site"
    MAIL = "mail"
    PUSH = "push"


LISTS: Final = ("quiet", "mailed", "pushed")
"""The fields of wishes that list kinds."""


class WishesQuerySet(models.QuerySet["Wishes"]):
    def of(self, player: Player) -> Wishes:
        """Return a player's wishes, unsaved if there are none."""
        return self.filter(player=player).first() or Wishes(player=player)

    def of_all(self, players: Iterable[Player]) -> Mapping[int, Wishes]:
        """Return the wishes of players, by player. Costs a query."""
        players = list(players)
        stored = {wishes.player_id: wishes for wishes in self.filter(player__in=players)}
        return {player.pk: stored.get(player.pk) or Wishes(player=player) for player in players}

    def refusing(self, kind: NoticeKind) -> WishesQuerySet:
        """Return the wishes of players who are told a kind in no way."""
        # SQLite has no lookup inside JSON.
        texts = {f"{each}_text": Cast(each, models.TextField()) for each in LISTS}
        quiet, mailed, pushed = (Q(**{f"{text}__contains": f'"{kind}"'}) for text in texts)
        return self.alias(**texts).filter(quiet & ~mailed & ~pushed)

    def stop_mails(self, player: int, kind: str) -> None:
        """Send a player no more mails of a kind."""
        with transaction.atomic():
            for wishes in held(self.filter(player=player)):
                wishes.mailed = [each for each in wishes.mailed if each != kind]
                wishes.save(update_fields=["mailed"])


class Wishes(models.Model):
    """What a player has switched off on the site, and asked for by mail and by push.

    Without a row, everything is told on the site and nothing by mail or push.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="wishes",
        editable=False,
    )
    quiet = models.JSONField(default=list, editable=False, help_text="Kinds not told on the site.")
    mailed = models.JSONField(default=list, editable=False, help_text="Kinds told by mail.")
    pushed = models.JSONField(default=list, editable=False, help_text="Kinds told by push.")
    language = models.CharField(max_length=10, default="en", editable=False)
    origin = models.CharField(
        max_length=200, blank=True, editable=False, help_text="The site's own, for links in mails."
    )

    objects = WishesQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "wishes"

    def __str__(self) -> str:
        return f"wishes of {self.player_id}"

    def wants(self, kind: str, way: Way) -> bool:
        """Tell whether a kind is to be told in a way."""
        match way:
            case Way.SITE:
                return kind not in self.quiet
            case Way.MAIL:
                return kind in self.mailed
            case Way.PUSH:
                return kind in self.pushed

    def choose(self, wanted: Mapping[Way, Collection[str]]) -> None:
        """Set which kinds are told in each way, without saving."""
        site, mail, push = (wanted.get(way, ()) for way in Way)
        self.quiet = [kind.value for kind in NoticeKind if kind not in site]
        self.mailed = [kind.value for kind in NoticeKind if kind in mail]
        self.pushed = [kind.value for kind in NoticeKind if kind in push]

    def keep(self) -> None:
        """Store them.

        :raises GoneError: if the account was deleted.
        """
        with transaction.atomic():
            if not held(Player.objects.filter(pk=self.player_id, deleted_at=None)):
                raise gone()
            self.save()
