"""The players: accounts, and guests who may become accounts."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import F, Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from games import racing
from games.models.database.holding import held
from games.models.people.follow import Follow
from games.models.people.guest_names import CHANCE_BYTES, guest_name
from games.models.people.names import NAME_LENGTH, clean_name, name_key
from games.models.races.crowding import gone
from games.models.races.race import Race
from games.models.standings.board import Board
from games.models.standings.booking import best

DELETED: Final = "Deleted player"
SHOWN_RACES: Final = 50
"""The latest races of a player, which somebody may have open when the name changes."""

FORGOTTEN: Final = (
    *("deleted_at", "username", "name", "name_key", "email", "private"),
    *("is_active", "is_staff", "is_superuser", "last_login", "password"),
)
"""What `Player.erase` changes."""

SEEN_EVERY: Final = timedelta(minutes=1)


class PlayerManager(UserManager["Player"]):
    def create_guest(self, draw: Callable[[int], bytes] = secrets.token_bytes) -> Player:
        """A new guest with a friendly name; `draw` gives as many random bytes as asked for."""
        guest = self.model(
            username=f"guest-{draw(16).hex()}", name=guest_name(draw(CHANCE_BYTES)), guest=True
        )
        guest.set_unusable_password()
        guest.save()
        return guest

    def find(self, name: str) -> Player | None:
        """The account that somebody means by a name, however it is written."""
        return self.filter(guest=False, is_active=True, username__iexact=name).first() or (
            self.names_alike(name).filter(is_active=True).first()
        )

    def names_alike(self, name: str) -> models.QuerySet[Player]:
        """The accounts whose name looks like this one."""
        return self.exclude(name_key="").filter(name_key=name_key(name))


class Player(AbstractUser):
    """Somebody who plays: with an account, or as a guest known by a session alone."""

    name = models.CharField(max_length=NAME_LENGTH, blank=True, help_text="What others see.")
    name_key = models.CharField(
        max_length=4 * NAME_LENGTH,
        default="",
        editable=False,
        help_text="What the names of accounts that look alike have in common; empty for guests.",
    )
    guest = models.BooleanField(default=False)
    private = models.BooleanField(
        _("private profile"),
        default=False,
        help_text=_("Others see your name and your place in a race, not your profile page."),
    )

    show_online = models.BooleanField(
        _("show that I am here"),
        default=True,
        help_text=_("Others see when you are here, and may watch you race."),
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

    # One name is enough, and it need not be the real one.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        verbose_name = "player"
        constraints = (
            models.UniqueConstraint(
                fields=("name_key",), condition=~Q(name_key=""), name="player_name_unlike_others"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; a player without a name is called by the username.

        :raises GoneError: if the account is deleted, perhaps since it was read: that is for good.
        """
        self.name = self.name or self.username[:NAME_LENGTH]
        nameless = self.guest or self.deleted_at is not None
        self.name_key = "" if nameless else name_key(self.name)
        with transaction.atomic():
            if self._looks_other(kwargs.get("update_fields")):
                self._renew_races()
            self._refuse_deleted()
            super().save(*args, **kwargs)

    def _refuse_deleted(self) -> None:
        stored = held(Player.objects.filter(pk=self.pk), whole=True)
        if stored.values_list("deleted_at", flat=True).first() is not None:
            raise gone()

    def _looks_other(self, fields: Collection[str] | None) -> bool:
        """Whether saving these fields changes what others see of the player in a race."""
        if self.pk is None or (fields is not None and {"name", "guest"}.isdisjoint(fields)):
            return False
        stored = Player.objects.filter(pk=self.pk).values_list("name", "guest").first()
        return stored not in (None, (self.name, self.guest))

    def _renew_races(self) -> None:
        """Have whoever shows the player's races of late show them as they will be."""
        Race.objects.filter(pk__in=self._shown_races()).renew()

    def _shown_races(self) -> set[int]:
        lately = self.entries.order_by("-pk").values_list("race", flat=True)
        return set(lately[:SHOWN_RACES])

    def get_session_auth_hash(self) -> str:
        """What a session keeps, and ends with; see `end_sessions`."""
        return self._in_epoch(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same by the keys that the site had before."""
        return map(self._in_epoch, super().get_session_auth_fallback_hash())

    def _in_epoch(self, session_hash: str) -> str:
        # Guests are known by their sessions alone, so those of before have to stay.
        if self.session_epoch == 0:
            return session_hash
        salt = "games.player.session_epoch"
        text = f"{self.session_epoch}:{session_hash}"
        return salted_hmac(salt, text, algorithm="sha256").hexdigest()

    def end_sessions(self) -> None:
        """End every session; the one in which it is done may be told of the new epoch."""
        self.session_epoch = F("session_epoch") + 1
        # Saved, not updated: whoever holds sockets hears of what is saved.
        self.save(update_fields=["session_epoch"])
        self.refresh_from_db(fields=["session_epoch"])

    def see(self, now: datetime) -> None:
        """Note that the player is here; at most once a minute, since every page says so."""
        if self.seen_at is None or now - self.seen_at >= SEEN_EVERY:
            self.seen_at = now
            Player.objects.filter(pk=self.pk).update(seen_at=now)

    def follow(self, other: Player) -> None:
        """Follow another account; following twice changes nothing.

        :raises RefusedError: if it is no other account.
        """
        if other == self or other.guest or not other.is_active:
            raise racing.RefusedError("no-friend", "Only another account can be followed.")
        Follow.objects.get_or_create(follower=self, followed=other)

    def unfollow(self, other: Player) -> None:
        """Follow no more."""
        Follow.objects.between(self, other).delete()

    def rename(self, name: str) -> None:
        """Take another name; guests may share one, accounts may not even look alike.

        :raises ValidationError: if it cannot be a name, or an account has one that looks like it.
        :raises GoneError: if it is deleted, or a guest who has become part of an account.
        """
        before, cleaned = self.name, clean_name(name)
        try:
            with transaction.atomic():
                # A guest may become an account at this moment, whose name has to be like no other.
                _hold([self], self._shown_races)
                if self.deleted_at is not None:
                    raise gone()
                self.name = cleaned
                self.save(update_fields=["name", "name_key"])
        except IntegrityError as error:
            self.name = before
            raise ValidationError(
                _("“%(name)s” is taken, or looks like a name that is. Choose another one."),
                params={"name": cleaned},
            ) from error
        except Player.DoesNotExist as error:
            raise gone() from error

    def hold_guest(self) -> bool:
        """Keep a guest from becoming anybody else until the transaction ends, and read it again.

        False if it has become an account already, or part of one.
        """
        try:
            _hold([self], self._shown_races)
        except Player.DoesNotExist:
            return False
        return self.guest

    def choose_password(self, password: str) -> None:
        """Store another password, and nothing else that was read long before it was hashed.

        :raises GoneError: if the account was deleted meanwhile.
        """
        self.set_password(password)
        self.save(update_fields=["password"])

    def become_account(self) -> None:
        """Stop being a guest, with a username and a password chosen, and keep the history."""
        self.guest = False
        self.name = ""
        self.save()

    @transaction.atomic
    def erase(self, now: datetime) -> None:
        """Forget who this was; what others have raced against stays, under no name."""
        _hold([self], self._shown_races)
        self.deleted_at = now
        self.username = f"deleted-{self.pk}"
        self.name = DELETED
        self.email = ""
        self.private = True
        self.is_active = self.is_staff = self.is_superuser = False
        self.last_login = None
        self.set_unusable_password()
        self.save(update_fields=FORGOTTEN)
        Follow.objects.filter(Q(follower=self) | Q(followed=self)).delete()

    @transaction.atomic
    def absorb(self, guest: Player) -> None:
        """Take over what a guest has played; the guest is deleted if nothing is left to it.

        Where both have a seat in the same race, each keeps its own, and the guest stays.

        :raises ValueError: if the other is no guest, or this is one.
        """
        if self.guest or not guest.guest:
            raise ValueError(f"{self.username} cannot absorb {guest.username}")
        try:
            _hold([self, guest], lambda: set(guest.entries.values_list("race", flat=True)))
        except Player.DoesNotExist:
            return
        if not guest.guest or self.deleted_at is not None:
            # At this moment the guest has signed up, or the account was deleted.
            return
        kept = guest.entries.exclude(race__entries__player=self)
        # One attempt at a daily is one: of two, the guest's stays with the guest.
        kept = kept.exclude(race__attempt__daily__attempts__player=self)
        races = list(kept.values_list("race", flat=True))
        # Whoever has one of them loaded loads it again before changing it.
        Race.objects.filter(pk__in=races).renew()
        boards = Board.objects.hold(guest.lines.values_list("board__name", flat=True))
        guest.hosted.filter(pk__in=races).update(host=self)
        list(held(guest.entries.filter(race__in=races), whole=True).values_list("pk"))
        guest.entries.filter(race__in=races).update(player=self)
        guest.attempts.filter(race__in=races).update(player=self)
        guest.brought.update(brought_by=self)
        guest.openings.update(player=self)
        for board in boards:
            for player in (guest, self):
                board.correct(player.pk, best(player.pk, board.name))
        if not guest.entries.exists():
            guest.delete()


def _hold(players: Collection[Player], races: Callable[[], set[int]]) -> None:
    """Keep others from changing players and their races until the transaction ends.

    The players are read again.

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
            # One of them has sat down meanwhile. The race comes first, so all are let go again.
            transaction.set_rollback(True)
