"""Codes of a second factor, which staff may get wrong less often than players."""

from __future__ import annotations

from collections.abc import Callable

from allauth.core import context, ratelimit
from allauth.mfa.base import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from games.models import Player


class AuthenticateForm(forms.AuthenticateForm):  # type: ignore[misc]
    """The form for the code that ends a log-in."""

    def clean_code(self) -> str:
        return _limited(self.user, super().clean_code)


class ReauthenticateForm(forms.ReauthenticateForm):  # type: ignore[misc]
    """The form for the code that confirms an identity."""

    def clean_code(self) -> str:
        return _limited(self.user, super().clean_code)


def _limited(player: Player, check: Callable[[], str]) -> str:
    """Check a code, and count it if it is wrong and the account is one of staff.

    Allauth's own limit, which holds for everyone, begins anew every five minutes.

    :raises ValidationError: if it is wrong, or too many were.
    """
    if not player.is_staff:
        return check()
    request, key = context.request, str(player.pk)
    if not ratelimit.consume(request, action="admin_code", key=key):
        raise ValidationError(gettext("Too many wrong codes. Try again in an hour."))
    code = check()
    ratelimit.clear(request, action="admin_code", key=key)
    return code
