"""The form to sign up: a guest's name is filled in, and one line says what a password needs."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.forms import SignupForm
from allauth.core import context
from django.contrib.auth.password_validation import (
    MinimumLengthValidator,
    get_default_password_validators,
)
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.forms import Field
from django.utils.translation import gettext as _

from games.models import Player
from games.models.people.names import NAME_LENGTH
from games.pages.people.account.guests import guest_of

ALLOWED: Final = rf"\s*[\p{{L}}\p{{N}}_@.+\-]{{1,{NAME_LENGTH}}}\s*"
"""Django's rule for usernames, as browsers read it."""


class SignUpForm(SignupForm):  # type: ignore[misc]
    """Asks for a name, an address and a password, which Django's validators judge."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if (password := self.fields.get("password1")) is not None:
            password.help_text = _password_advice()
        if (username := self.fields.get("username")) is not None:
            _let_refuse(username, _("At most 40 letters, digits and @ . + - _, without spaces."))
        guest = guest_of(context.request)
        name = "" if guest is None else "".join(guest.name.split())
        if name and _is_valid(name) and not Player.objects.names_alike(name).exists():
            self.initial.setdefault("username", name)

    def full_clean(self) -> None:
        """Judge what was typed; what a name needs is said once, as advice or as the refusal."""
        super().full_clean()
        if not self.has_error("username"):
            return
        username = self["username"]
        if self.has_error("username", "invalid"):
            self.errors["username"] = self.error_class([username.help_text])
        username.help_text = username.field.help_text = ""


def _let_refuse(username: Field, advice: str) -> None:
    """Have the browser refuse a name, with advice, before a password is lost with the page.

    At a limit of its own it would cut the name without a word.
    """
    username.help_text = advice
    username.validators = [one for one in username.validators if not _is_limit(one)]
    username.widget.attrs |= {"pattern": ALLOWED, "title": advice}
    username.widget.attrs.pop("maxlength", None)


def _is_limit(validator: object) -> bool:
    return isinstance(validator, MaxLengthValidator)


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
