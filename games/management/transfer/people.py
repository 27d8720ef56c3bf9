"""Players who come from another site."""

from __future__ import annotations

from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher, identify_hasher
from django.core.exceptions import ValidationError

from games.engine import GAMES
from games.management.transfer.lines import FollowLine, PlayerLine, TransferError
from games.models import EarlierRating, Follow, Player, Rating, Wishes
from games.models.people.names import clean_name
from games.models.races.identity import DELETED
from games.models.standings.rating import Strength

MADE_BY_THE_SITE: Final = ("guest-", "bot-", "deleted-")
"""What the usernames begin with that nobody has chosen."""


MOST_TIMES: Final = 4
"""How many times as long as one of this release a hash may take; each release of Django asks for
more rounds than the one before."""


class ConflictError(Exception):
    """Something in the file stands against what is here. Nothing here is overwritten."""


def known_player(line: PlayerLine) -> Player | None:
    """Return the player of a line if they are here: by the username and the instant they joined.

    One who was deleted here stays deleted, and has lost the username.
    """
    same = Player.objects.filter(date_joined=line.joined)
    here = same.filter(username=line.username, deleted_at=None) if line.deleted is None else None
    return (here and here.first()) or same.filter(deleted_at__isnull=False).first()


def make_player(number: int, line: PlayerLine, owner: Player | None) -> Player:
    """Store the player of a line.

    :raises ConflictError: if the name or a mail address belongs to another account here.
    :raises TransferError: if no site has such a player.
    """
    is_account = not line.guest and line.deleted is None
    if is_account:
        _refuse_taken(line)
    player = Player(
        username=line.username,
        name=line.name if line.deleted is None else DELETED,
        date_joined=line.joined,
        guest=line.guest,
        bot=line.bot,
        owner=owner,
        deleted_at=line.deleted,
        is_active=line.active and line.deleted is None,
        private=line.private,
        show_online=line.show_online,
        email=line.email if is_account else "",
        password=_password(number, line),
    )
    try:
        player.clean_fields(exclude=("password",))
    except ValidationError as error:
        raise TransferError(number, _said(error)) from error
    player.save()
    if line.deleted is not None:
        # The number in it is that of the other site, and may be taken here.
        Player.objects.filter(pk=player.pk).update(username=f"deleted-{player.pk}")
    elif is_account:
        _settle_in(number, line, player)
    return player


def follow(number: int, line: FollowLine, follower: Player, followed: Player) -> None:
    """Store that one account follows another.

    :raises TransferError: if no site lets it.
    """
    for player in (follower, followed):
        if player.guest or player.bot or player.deleted_at is not None or follower == followed:
            raise TransferError(number, f"{line.follower!r} can't follow {line.followed!r}")
    Follow.objects.get_or_create(
        follower=follower, followed=followed, defaults={"created_at": line.since}
    )


def _refuse_taken(line: PlayerLine) -> None:
    """Refuse an account whose names or addresses another one has.

    :raises ConflictError: saying which.
    """
    if Player.objects.filter(username__iexact=line.username).exists():
        raise ConflictError(f"another account here has the username {line.username!r}")
    try:
        if clean_name(line.name) != line.name:
            raise ConflictError(f"the name {line.name!r} has spaces that no name here has")
    except ValidationError as error:
        raise ConflictError(f"the name {line.name!r} isn't allowed here: {_said(error)}") from error
    if Player.objects.names_alike(line.name).exists():
        raise ConflictError(f"an account here has the name {line.name!r} or one that looks alike")
    for email in line.emails:
        if EmailAddress.objects.filter(email__iexact=email.address).exists():
            raise ConflictError(f"another account here has the mail address of {line.username!r}")


def _password(number: int, line: PlayerLine) -> str:
    """Return a hash that this site can compare with a password, or one that nothing equals.

    :raises TransferError: if it is no hash, or one that this site doesn't know.
    """
    if line.guest or line.bot or line.deleted is not None or not line.password:
        unusable = Player()
        unusable.set_unusable_password()
        return unusable.password
    try:
        hasher = identify_hasher(line.password)
        decoded = hasher.decode(line.password)
    except (ValueError, KeyError, AssertionError, NotImplementedError) as error:
        raise TransferError(number, "the password's hash is none that this site knows") from error
    # A forged one of another algorithm, or with more rounds, can take hours or all memory.
    if not isinstance(hasher, PBKDF2PasswordHasher):
        raise TransferError(number, "the password's hash is none that a site makes")
    if decoded["iterations"] > MOST_TIMES * hasher.iterations:
        raise TransferError(number, "the password's hash would take too long to compare")
    return line.password


def _settle_in(number: int, line: PlayerLine, player: Player) -> None:
    """Store what belongs to an account."""
    addresses = [
        EmailAddress(
            user=player, email=one.address.lower(), verified=one.verified, primary=one.primary
        )
        for one in line.emails
    ]
    for address in addresses:
        try:
            address.clean_fields(exclude=("user",))
        except ValidationError as error:
            raise TransferError(number, _said(error)) from error
    if len({address.email for address in addresses}) < len(addresses):
        raise TransferError(number, "a mail address stands there twice")
    if sum(address.primary for address in addresses) > 1:
        raise TransferError(number, "more than one mail address is the primary one")
    EmailAddress.objects.bulk_create(addresses)
    if line.quiet or line.language is not None:
        language = line.language or ""
        if language not in dict(settings.LANGUAGES):
            language = settings.LANGUAGE_CODE
        quiet = [kind.value for kind in line.quiet]
        Wishes.objects.create(player=player, quiet=quiet, language=language)
    for rating in line.ratings:
        if rating.game not in GAMES:
            raise TransferError(number, f"this release has no game {rating.game[:40]!r}")
        low = Strength(rating.mu, rating.sigma).low
        earned = {"mu": rating.mu, "sigma": rating.sigma, "races": rating.races}
        EarlierRating.objects.create(player=player, game=rating.game, **earned)
        Rating.objects.create(player=player, game=rating.game, low=low, **earned)


def _said(error: ValidationError) -> str:
    return " ".join(error.messages)
