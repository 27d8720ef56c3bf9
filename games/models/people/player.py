"""Players: accounts of people, guests who may become accounts, and bots."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import F, Q
from django.utils.crypto import salted_hmac

from games import racing
from games.models.database.holding import held
from games.models.database.news import player_changes
from games.models.people.guest_names import CHANCE_BYTES, guest_name
from games.models.people.names import NAME_LENGTH, name_key
from games.models.people.refusals import gone

SEEN_EVERY: Final = timedelta(minutes=1)


class PlayerManager(UserManager["Player"]):
    def create_guest(
        self, draw: Callable[[int], bytes] = secrets.token_bytes, language: str = "en"
    ) -> Player:
        """Create a guest with a friendly name in a language; `draw(n)` returns n random bytes."""
        name = guest_name(draw(CHANCE_BYTES), language)
        guest = self.model(username=f"guest-{draw(16).hex()}", name=name, guest=True)
        guest.set_unusable_password()
        guest.save()
        return guest

    def find(self, name: str) -> Player | None:
        """Return the account with this name or one that looks like it, if any."""
        return self.names_alike(name).filter(is_active=True).first()

    def administrators(self) -> models.QuerySet[Player]:
        """Return the accounts that may do everything in the admin."""
        return self.filter(is_active=True, is_staff=True, is_superuser=True)

    def names_alike(self, name: str) -> models.QuerySet[Player]:
        """Return the accounts whose name looks like this one."""
        return self.exclude(name_key="").filter(name_key=name_key(name))


class Player(AbstractUser):
    """A player: an account, a guest known only by a session, or a bot that acts by its tokens."""

    name = models.CharField(max_length=NAME_LENGTH, blank=True, help_text="What others see.")
    name_key = models.CharField(
        max_length=4 * NAME_LENGTH,
        default="",
        editable=False,
        help_text="What the names of accounts that look alike have in common; empty for guests.",
    )
    guest = models.BooleanField(default=False)
    bot = models.BooleanField(
        default=False,
        # An earlier release, still running during an upgrade, doesn't know the column.
        db_default=False,
        editable=False,
        help_text="A program plays: it has no password, and sits only where the host allows bots.",
    )
    owner = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        editable=False,
        related_name="bots",
        help_text="Who answers for a bot; empty for people and for the site's own bots.",
    )
    private = models.BooleanField(
        "private profile",
        default=False,
        help_text="Others see your name and your place in a race, not your profile page.",
    )

    show_online = models.BooleanField(
        "show that I am here",
        default=True,
        help_text="Others see when you are here, and may watch you race.",
    )
    seen_at = models.DateTimeField(null=True, editable=False)
    following = models.ManyToManyField(
        "self",
        through="games.Follow",
        through_fields=("follower", "followed"),
        symmetrical=False,
        related_name="followers",
    )
    deleted_at = models.DateTimeField(null=True, editable=False)
    session_epoch = models.PositiveIntegerField(
        default=0, editable=False, help_text="Sessions that were begun in another one have ended."
    )

    # One name is enough, and it needn't be real.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        verbose_name = "player"
        constraints = (
            models.UniqueConstraint(
                fields=("name_key",), condition=~Q(name_key=""), name="player_name_unlike_others"
            ),
            models.CheckConstraint(
                condition=Q(owner=None) | Q(bot=True), name="player_owned_if_a_bot"
            ),
            models.CheckConstraint(
                condition=Q(bot=False) | Q(guest=False), name="player_bot_or_guest"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def is_newcomer(self, game: str) -> bool:
        """Return whether the player has never won this game, not even in practice."""
        won = self.entries.filter(state=racing.RunState.WON)
        return not won.filter(race__rules__startswith=f"{game}/").exists()

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the player; the username stands in for an empty name.

        :raises GoneError: if the account was deleted, even after it was read: deletion is final.
        """
        self.name = self.name or self.username[:NAME_LENGTH]
        nameless = self.guest or self.deleted_at is not None
        self.name_key = "" if nameless else name_key(self.name)
        with transaction.atomic():
            if self._looks_other(kwargs.get("update_fields")):
                player_changes.send(Player, player=self)
            self._refuse_deleted()
            super().save(*args, **kwargs)

    def _refuse_deleted(self) -> None:
        stored = held(Player.objects.filter(pk=self.pk), whole=True)
        if stored.values_list("deleted_at", flat=True).first() is not None:
            raise gone()

    def _looks_other(self, fields: Collection[str] | None) -> bool:
        """Tell whether saving these fields changes what others see of the player in a race."""
        if self.pk is None or (fields is not None and {"name", "guest"}.isdisjoint(fields)):
            return False
        stored = Player.objects.filter(pk=self.pk).values_list("name", "guest").first()
        return stored not in (None, (self.name, self.guest))

    def get_session_auth_hash(self) -> str:
        """Return the hash a session stores; the session ends when it changes (`end_sessions`)."""
        return self._in_epoch(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Return the same hashes under the site's previous secret keys."""
        found = zip(
            super().get_session_auth_fallback_hash(), settings.SECRET_KEY_FALLBACKS, strict=True
        )
        return (self._in_epoch(session_hash, secret) for session_hash, secret in found)

    def _in_epoch(self, session_hash: str, secret: str | None = None) -> str:
        # Sessions from before epochs must stay valid: guests have nothing else to be known by.
        if self.session_epoch == 0:
            return session_hash
        salt = "games.player.session_epoch"
        text = f"{self.session_epoch}:{session_hash}"
        return salted_hmac(salt, text, secret, algorithm="sha256").hexdigest()

    def end_sessions(self) -> None:
        """End every session; the caller may carry the new epoch over to the current one."""
        self.session_epoch = F("session_epoch") + 1
        # `save`, not `update`: its signal reaches open sockets.
        self.save(update_fields=["session_epoch"])
        self.refresh_from_db(fields=["session_epoch"])

    def see(self, now: datetime) -> None:
        """Note that the player is online; write at most once a minute, as every page calls this."""
        if self.seen_at is None or now - self.seen_at >= SEEN_EVERY:
            self.seen_at = now
            Player.objects.filter(pk=self.pk).update(seen_at=now)

    def check_password(self, raw_password: str | None) -> bool:
        """Tell whether a password is the player's; a bot has none, even if one is stored."""
        return not self.bot and super().check_password(raw_password)

    @property
    def person(self) -> int:
        """The player who answers for the account: a bot's owner, or the player."""
        return self.pk if self.owner_id is None else self.owner_id

    def take_seat(self, race: racing.Race, now: int) -> racing.Race:
        """Seat the player in a race.

        :raises RefusedError: if there is no seat: see `racing.Race.join`.
        """
        return race.join(self.pk, self.name, self.guest, now, bot=self.bot, owner=self.owner_id)

    def come_ready(self, race: racing.Race, now: int) -> racing.Race:
        """Seat the player in a race, ready to start.

        :raises RefusedError: as `take_seat` does.
        """
        came = self.take_seat(race, now)
        seat = came.seat_of(self.pk)
        # Just before the start, nothing may change any more.
        return came if seat is None or seat.ready else came.set_ready(self.pk, True, now)

    def keep_an_administrator(self) -> None:
        """Check that the site has another administrator, before this one goes.

        :raises ValidationError: if this is the only one.
        """
        # Without a lock: races come before players, and saving a new name locks races.
        if list(Player.objects.administrators()[:2]) == [self]:
            raise ValidationError(
                f"{self.username} is the only administrator: make another by manage.py"
                " createsuperuser"
            )

    def choose_password(self, password: str) -> None:
        """Store a new password and no other field: those were read before the slow hashing.

        :raises GoneError: if the account was deleted meanwhile.
        """
        self.set_password(password)
        self.save(update_fields=["password"])

    def become_account(self) -> None:
        """Turn a guest into an account; the username and password are set, the history stays."""
        self.guest = False
        self.name = ""
        self.save()
