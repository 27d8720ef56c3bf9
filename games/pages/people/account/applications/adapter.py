"""What allauth's identity provider says of this site."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar, Final

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.models.people.application import IDENTITY, OFFERED

SECRET_BYTES: Final = 48


class ProviderAdapter(DefaultOIDCAdapter):  # type: ignore[misc]
    """Names the scopes that applications may ask for, and tells them who a player is."""

    def generate_client_secret(self) -> str:
        """Return a secret that reads the same form-encoded, as RFC 6749 (2.3.1) wants it sent."""
        return secrets.token_urlsafe(SECRET_BYTES)

    def get_claims(self, purpose: str, user: Player, *others: Any, **more: Any) -> dict[str, Any]:
        """Return what a player's page tells everyone: the number and the name."""
        claims: dict[str, Any] = super().get_claims(purpose, user, *others, **more)
        return {**claims, "preferred_username": user.name}

    scope_display: ClassVar[dict[str, str | Promise]] = {
        IDENTITY: _("Recognize you when you come back"),
        **{scope.value: scope.label for scope in OFFERED},
    }
