"""Let a bot race: `python manage.py bot QFXKMP`. The player is that of `games.client`."""

from __future__ import annotations

import asyncio
import os
import random
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.client import Api, ClientError
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
        "Let a bot race: one of the site's own, or without --name the one whose token is in the"
        " environment, as SAME_DEAL_TOKEN."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the code of a race that allows bots")
        parser.add_argument(
            "--url",
            default="http://127.0.0.1:8000",
            help="the address of the site, under one of its names (default: %(default)s)",
        )
        parser.add_argument("--name", help=f"the site's own bot to play, {NAME} unless named")
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
        except ClientError as error:
            raise CommandError(str(error)) from error
        except ValidationError as error:
            raise CommandError(error.messages[0]) from error


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
