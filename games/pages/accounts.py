"""How guests become accounts: what they have played comes along."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from games.models import Player
from games.pages.guests import known_player


def _guest(request: HttpRequest) -> Player | None:
    player = known_player(request)
    return player if player is not None and player.guest else None


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """allauth's way of signing up and logging in, for visitors who may already be guests."""

    def new_user(self, request: HttpRequest) -> Player:
        """The row that signing up fills: the guest's own, so that its history stays."""
        return _guest(request) or Player()

    def save_user(
        self, request: HttpRequest, user: Player, form: Any, commit: bool = True
    ) -> Player:
        """Store the account."""
        super().save_user(request, user, form, commit=False)
        if user.guest:
            user.become_account()
        elif commit:
            user.save()
        return user

    def login(self, request: HttpRequest, user: Player) -> None:
        """Log in; the account takes over what the session's guest has played."""
        guest = _guest(request)
        super().login(request, user)
        if guest is not None and guest != user and not user.guest:
            user.absorb(guest)
