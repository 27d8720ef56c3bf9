"""The form to sign up: one line says what a password needs."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SignupForm
from django.contrib.auth.password_validation import (
    MinimumLengthValidator,
    get_default_password_validators,
)
from django.utils.translation import gettext as _


class SignUpForm(SignupForm):  # type: ignore[misc]
    """Asks for a name, an address and a password, which Django's validators judge."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if (password := self.fields.get("password1")) is not None:
            password.help_text = _password_advice()


def _password_advice() -> str:
    shortest = next(
        validator.min_length
        for validator in get_default_password_validators()
        if isinstance(validator, MinimumLengthValidator)
    )
    said = _("At least %(shortest)d characters. Not just digits, your name or a common password.")
    return said % {"shortest": shortest}
