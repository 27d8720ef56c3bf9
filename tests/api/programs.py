"""A program that calls the API with a token."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from games.models import AccessToken, Player
from games.models.people.token import Scope


def token_of(player: Player, *scopes: Scope, lasts: timedelta | None = None) -> str:
    """Return the text of a new token; with all scopes the player may have unless some are named."""
    chosen: Collection[Scope] = scopes or Scope.of(player)
    return AccessToken.objects.issue(player, "bench", chosen, timezone.now(), lasts=lasts)[1]


class Program:
    """A program, with a token or without."""

    def __init__(self, token: str = "") -> None:
        self._client = Client()
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, address: str) -> Any:
        """Ask for something."""
        return self._client.get(f"/api/v1/{address}", headers=self._headers)

    def delete(self, address: str) -> Any:
        """Delete something."""
        return self._client.delete(f"/api/v1/{address}", headers=self._headers)

    def post(self, address: str, sent: object = None, *, key: str = "") -> Any:
        """Send something, with an idempotency key if there is one."""
        headers = self._headers | ({"Idempotency-Key": key} if key else {})
        address = f"/api/v1/{address}"
        if sent is None:
            return self._client.post(address, headers=headers)
        return self._client.post(address, sent, content_type="application/json", headers=headers)
