"""Forms for the ways in by mail: a new password, and a code."""

from __future__ import annotations

from typing import Any, Final

from allauth.account import forms
from allauth.account.internal.flows.email_verification import verify_email_indirectly
from allauth.account.models import EmailAddress
from allauth.core import context
from django.db import transaction
from django.http import HttpRequest

from games.models import Player
from games.models.races.erasure import shut_out
from games.pages.people.account.holders import confirmed_holder_of, holder_of


class LinkKeys(forms.EmailAwarePasswordResetTokenGenerator):  # type: ignore[misc]
    """Makes the keys of links for a new password.

    The key of a link to an unconfirmed address ends once the account confirms one or changes it:
    setting a password by that link proves this one address and no other.
    """

    def _make_hash_value(self, user: Player, timestamp: int) -> str:
        made: str = super()._make_hash_value(user, timestamp)
        return made if _has_confirmed_one(user) else f"{made} unconfirmed {user.email}"


LINK_KEYS: Final = LinkKeys()


class ResetForm(forms.ResetPasswordForm):  # type: ignore[misc]
    """The form that asks for a link: one mail at most, whatever number of accounts gave it."""

    def clean_email(self) -> str:
        address: str = super().clean_email().lower()
        holder = holder_of(address)
        self.users = [] if holder is None else [holder]
        return address

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Send the mail."""
        address: str = super().save(request, token_generator=LINK_KEYS)
        return address


class LinkForm(forms.UserTokenForm):  # type: ignore[misc]
    """The form that checks a link."""

    token_generator = LINK_KEYS


class NewPasswordForm(forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """The form for the new password.

    Someone else may have signed up with an address that was never confirmed, and know all keys of
    the account but this password: they end, and the address is confirmed.
    """

    @transaction.atomic
    def save(self) -> None:
        """Store the password."""
        super().save()
        if not _has_confirmed_one(self.user):
            shut_out(self.user)
            verify_email_indirectly(context.request, self.user, self.user.email)


class CodeForm(forms.RequestLoginCodeForm):  # type: ignore[misc]
    """The form that asks for a code, which goes to a confirmed address alone.

    In an account that somebody else made with it, a code would leave their password working.
    """

    def clean_email(self) -> str:
        address: str = super().clean_email()
        self._user = confirmed_holder_of(address)
        return address


def _has_confirmed_one(player: Player) -> bool:
    return bool(EmailAddress.objects.filter(user=player, verified=True).exists())
