"""Tokens for programs at a site that runs in processes of its own."""

from __future__ import annotations

from games.models.people.token import Scope
from tests.processes import Site

PERSONAL = (Scope.READ, Scope.RACE, Scope.ACCOUNT)

ISSUE = """
from django.utils import timezone
from games.models import AccessToken, Player
player, _ = Player.objects.get_or_create(username="{name}", defaults={{"name": "{name}"}})
print(AccessToken.objects.issue(player, "test", "{scopes}".split(), timezone.now(), lasts=None)[1])
"""


def token(site: Site, name: str, *scopes: Scope) -> str:
    """Return a new token of the player of that name; with all of a person unless some are named."""
    code = ISSUE.format(name=name, scopes=" ".join(scopes or PERSONAL))
    return site.manage("shell", "-v0", "-c", code).strip()


ISSUE_BOT = """
from django.utils import timezone
from games.models import AccessToken
from games.models.people.bot import house_bot
from games.models.people.token import Scope
bot, _ = house_bot("{name}")
print(AccessToken.objects.issue(bot, "test", Scope.of(bot), timezone.now(), lasts=None)[1])
"""


def bot_token(site: Site, name: str) -> str:
    """Return a new token of the site's bot of that name."""
    return site.manage("shell", "-v0", "-c", ISSUE_BOT.format(name=name)).strip()
