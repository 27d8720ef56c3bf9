"""How guests become accounts: what they have played comes along."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from games.addresses import counted_as
from games.models import Player
from games.models.people.names import NAME_LENGTH, clean_name
from games.models.races.identity import hold_guest
from games.models.standings.absorbing import absorb
from games.pages.accounts.guests import guest_of
from games.pages.destinations import is_safe


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """allauth's way of signing up and logging in, for visitors who may already be guests."""

    def is_safe_url(self, url: str) -> bool:
        """Whether a visitor may be sent on to an address."""
        return is_safe(self.request, url)

    def get_client_ip(self, request: HttpRequest) -> str:
        """What the address of a visitor is counted as; headers have no say in it."""
        return counted_as(request.META.get("REMOTE_ADDR", ""))

    def new_user(self, request: HttpRequest) -> Player:
        """The row that signing up fills: the guest's own, so that its history stays."""
        return guest_of(request) or Player()

    def save_user(
        self, request: HttpRequest, user: Player, form: Any, commit: bool = True
    ) -> Player:
        """Store the account: in the guest's row, or in one of its own if that is a guest's no more.

        :raises ImmediateHttpResponse: if somebody has taken the name at this moment.
        """
        try:
            with transaction.atomic():
                if user.guest and not hold_guest(user):
                    user = Player()
                super().save_user(request, user, form, commit=False)
                if user.guest:
                    user.become_account()
                elif commit:
                    user.save()
        except IntegrityError as error:
            messages.error(request, _taken(form.cleaned_data["username"]))
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        return user

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A username is the name that others see, so it must be a good one.

        :raises ValidationError: if it is too long, taken, or no name for a player.
        """
        given: str = super().clean_username(username, shallow)
        if shallow:
            return given
        if len(given) > NAME_LENGTH:
            raise ValidationError(
                _("A name has at most %(most)d characters; this one has %(length)d."),
                params={"most": NAME_LENGTH, "length": len(given)},
            )
        name = clean_name(given)
        if Player.objects.names_alike(name).exists():
            raise ValidationError(_taken(name))
        return name

    def set_password(self, user: Player, password: str) -> None:
        """Store the password that somebody has chosen, and that alone."""
        user.choose_password(password)

    def login(self, request: HttpRequest, user: Player) -> None:
        """Log in; the account takes over what the session's guest has played."""
        guest = guest_of(request)
        super().login(request, user)
        if guest is not None and guest != user and guest.guest and not user.guest:
            absorb(user, guest)


def _taken(name: str) -> str:
    told = _("“%(name)s” is taken, or looks like a name that is. Choose another one.")
    return told % {"name": name}


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """allauth's way of logging in by an account elsewhere."""

    def new_user(self, request: HttpRequest, sociallogin: Any) -> Player:
        """A new row: allauth takes the row of a guest for an account that is known already."""
        return Player()
