"""Bots: accounts that programs play with, each owned by a player or by the site."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from games.models.database.holding import held
from games.models.people.names import clean_name, taken
from games.models.people.player import Player
from games.models.people.refusals import gone

AT_MOST: Final = 5
"""How many bots a player may have."""

TOO_MANY: Final = "too-many"
"""The code of the error that isn't about the name."""

CHANCE_BYTES: Final = 8


def make_bot(
    owner: Player | None, name: str, draw: Callable[[int], bytes] = secrets.token_bytes
) -> Player:
    """Make a bot, owned by a player or, with None, by the site. It has no password.

    `draw(n)` returns n random bytes.

    :raises ValidationError: if the name isn't allowed or looks like that of another account, or the
        owner has as many bots as one may have.
    :raises GoneError: if the owner's account was deleted.
    """
    bot = Player(
        username=f"bot-{draw(CHANCE_BYTES).hex()}", name=clean_name(name), bot=True, owner=owner
    )
    bot.set_unusable_password()
    try:
        with transaction.atomic():
            if owner is not None:
                _refuse_more(owner)
            bot.save()
    except IntegrityError as error:
        raise taken(bot.name) from error
    return bot


def house_bot(name: str) -> tuple[Player, bool]:
    """Return the site's own bot of that name, and whether it had to be made.

    :raises ValidationError: if the name isn't allowed or looks like that of another account.
    """
    own = Player.objects.filter(bot=True, owner=None, deleted_at=None, name=name).first()
    return (make_bot(None, name), True) if own is None else (own, False)


def _refuse_more(owner: Player) -> None:
    # Holds the owner until the bot is stored: an account being deleted takes all its bots along.
    people = Player.objects.filter(pk=owner.pk, deleted_at=None, guest=False, bot=False)
    if held(people).first() is None:
        raise gone()
    if owner.bots.filter(deleted_at=None).count() >= AT_MOST:
        raise ValidationError(
            _("You have %(count)s bots. Delete one that you no longer use first."),
            code=TOO_MANY,
            params={"count": AT_MOST},
        )
