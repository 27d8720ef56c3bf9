"""The form to sign up: a guest's name is filled in, and one line says what a password needs."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SignupForm
from allauth.core import context
from django.contrib.auth.password_validation import (
    MinimumLengthValidator,
    get_default_password_validators,
)
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.models import Player
from games.pages.people.account.guests import guest_of


class SignUpForm(SignupForm):  # type: ignore[misc]
    """Asks for a name, an address and a password, which Django's validators judge."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if (password := self.fields.get("password1")) is not None:
            password.help_text = _password_advice()
        if (username := self.fields.get("username")) is not None:
            username.help_text = _("Letters, digits and @ . + - _, without spaces.")
        guest = guest_of(context.request)
        name = "" if guest is None else "".join(guest.name.split())
        if name and _is_valid(name) and not Player.objects.names_alike(name).exists():
            self.initial.setdefault("username", name)


def _is_valid(name: str) -> bool:
    try:
        Player.username_validator(name)
    except ValidationError:
        return False
    return True


def _password_advice() -> str:
    shortest = next(
        validator.min_length
        for validator in get_default_password_validators()
        if isinstance(validator, MinimumLengthValidator)
    )
    said = _("At least %(shortest)d characters. Not just digits, your name or a common password.")
    return said % {"shortest": shortest}
