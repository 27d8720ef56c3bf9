"""Erase an account when its owner asks: `python manage.py erase USERNAME`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from difflib import get_close_matches
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.utils import timezone

from games.management.long_command import Exit, LongCommand, counted, misused
from games.models import Player
from games.models.races.erasure import forget
from games.models.races.transition import leave_waiting
from games.pages.site.clock import now


class Command(LongCommand):
    """Do what *Delete your account* does, for someone who can't log in any more."""

    help = (
        "Erase an account for good, with the player's bots, as the player's own page does. The "
        "runs stay without a name, for those who raced them."
    )

    cut_short = "interrupted; nobody was erased"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("username", help="the name that the player logs in with")
        parser.add_argument("--yes", action="store_true", help="don't ask for the name again")

    def handle(self, *args: Any, username: str, yes: bool, **options: Any) -> None:
        there = Player.objects.filter(deleted_at=None)
        player = there.filter(username=username).first()
        if player is None:
            raise misused(f"there is no account {username}{_near(username)}")
        try:
            player.keep_an_administrator()
        except ValidationError as error:
            raise misused(error.messages[0]) from None
        runs, bots = player.entries.count(), player.bots.filter(deleted_at=None).count()
        kept, gone = counted(runs, "run"), counted(bots, "bot")
        if not yes:
            self._ask(player, f"with {gone}; {kept} will stay without a name")
        leave_waiting(player, now)
        try:
            forget(player, timezone.now())
        except Player.DoesNotExist:
            # A guest may log in meanwhile, and is then part of an account.
            raise CommandError(f"{username} is gone meanwhile", returncode=Exit.WRONG) from None
        self.say(f"Erased {username} with {gone}; {kept} had been theirs.")
        self.conclude({"username": username, "player": player.pk, "bots": bots, "runs": runs})

    def _ask(self, player: Player, what: str) -> None:
        """Let the operator write the name again.

        :raises CommandError: if it's another, or nobody is there to write it.
        """
        if not sys.stdin.isatty():
            raise misused(f"say --yes to erase {player.username}: it can't be undone")
        # Programs read the other stream.
        self.stderr.write(
            f"This erases {player.username} for good ({player.name}, {what}).\n"
            "Write the name again: ",
            ending="",
        )
        self.stderr.flush()
        if sys.stdin.readline().strip() != player.username:
            raise misused(f"that isn't {player.username}: nobody was erased")


def _near(username: str) -> str:
    """Return which account may be meant; empty if none is near."""
    # Who asks to be erased may well give the name that others saw.
    if shown := Player.objects.find(username):
        return f"; did you mean {shown.username}, whose name is {shown.name}?"
    accounts = Player.objects.filter(deleted_at=None, guest=False)
    near = get_close_matches(username, accounts.values_list("username", flat=True), n=1)
    return "".join(f"; did you mean {name}?" for name in near)
