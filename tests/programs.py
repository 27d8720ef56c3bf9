"""Tokens for programs at a site that runs in processes of its own."""

from __future__ import annotations

from games.models.people.token import Scope
from tests.processes import Site

ISSUE = """
from django.utils import timezone
from games.models import AccessToken, Player
player, _ = Player.objects.get_or_create(username="{name}", defaults={{"name": "{name}"}})
print(AccessToken.objects.issue(player, "test", "{scopes}".split(), timezone.now(), lasts=None)[1])
"""


def token(site: Site, name: str, *scopes: Scope) -> str:
    """Return a new token of the player of that name; with all scopes unless some are named."""
    code = ISSUE.format(name=name, scopes=" ".join(scopes or Scope))
    return site.manage("shell", "-v0", "-c", code).strip()
