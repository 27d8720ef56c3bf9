"""Let a bot race: `python manage.py bot QFXKMP`. The player is that of `games.client`."""

from __future__ import annotations

import asyncio
import os
import random
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.client import Api, ApiError, ClientError
from games.client.greedy import MOST, join_and_race
from games.management.long_command import positive, whole
from games.models import AccessToken
from games.models.people.bot import house_bot
from games.models.people.token import Scope

NAME: Final = "House bot"

LASTS: Final = timedelta(hours=2)
"""How long the token of a bot of the site works, should this command be killed."""


class Command(BaseCommand):
    """Seat a bot in a race that allows bots, and let it play to the end."""

    help = (
        "Let a bot race: the one whose token is in the environment, as SAME_DEAL_TOKEN; without a"
        f" token, or with --name, one of the site's own, {NAME} unless named."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the code of a race that allows bots")
        parser.add_argument(
            "--url",
            default="http://127.0.0.1:8000",
            help="the address of the site, under one of its names (default: %(default)s)",
        )
        parser.add_argument("--name", help="a bot of the site's own, even if a token is there")
        parser.add_argument("--seed", type=whole, help="play the same on the same deal")
        parser.add_argument("--moves", type=positive, default=MOST, help="stop after so many moves")

    def handle(
        self,
        *args: Any,
        code: str,
        url: str,
        name: str | None,
        seed: int | None,
        moves: int,
        **options: Any,
    ) -> None:
        chance = random.Random(seed)  # noqa: S311
        try:
            with _token(name) as text:
                asyncio.run(join_and_race(Api(url, text), code, chance, moves))
        except ApiError as error:
            raise CommandError(f"{url} says {error}{_advice(error, name)}") from error
        except ClientError as error:
            raise CommandError(str(error)) from error
        except ValidationError as error:
            raise CommandError(error.messages[0]) from error


def _advice(error: ApiError, name: str | None) -> str:
    """Return what would help if the site doesn't know the token of one of its own bots."""
    is_own = name is not None or not os.environ.get("SAME_DEAL_TOKEN")
    if error.status != HTTPStatus.UNAUTHORIZED or not is_own:
        return ""
    return (
        " A bot of the site's own races there alone: give this site's address as --url, or the"
        " token of a bot of that site as SAME_DEAL_TOKEN"
    )


@contextmanager
def _token(name: str | None) -> Iterator[str]:
    """Provide the token of a bot of the site, revoked afterwards, or that in the environment."""
    # Other users of the machine see the options of a command, and not its environment.
    given = os.environ.get("SAME_DEAL_TOKEN")
    if given and name is None:
        yield given
        return
    bot, is_new = house_bot(name or NAME)
    issued, text = AccessToken.objects.issue(
        bot, "bot command", Scope.of(bot), timezone.now(), lasts=LASTS
    )
    try:
        yield text
    except BaseException:
        # A wrong code or address leaves no account behind.
        if is_new and not bot.entries.exists():
            bot.delete()
        raise
    finally:
        issued.delete()
