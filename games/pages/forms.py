"""What visitors may send, checked before anything is done with it."""

from __future__ import annotations

import unicodedata
from typing import Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games import racing
from games.engine import GAMES
from games.models.player import NAME_LENGTH
from games.pages.labels import variant

LIMITS: Final = (2, 5, 10, 15, 20, 30, 45, 60)
"""Race limits to choose from, in minutes."""

COUNTDOWNS: Final = (3, 5, 10, 20, 30, 60)
"""Countdowns to choose from, in seconds."""


class RaceForm(forms.Form):
    """A race to open: the rules, how long it lasts, how long the countdown is."""

    preset = forms.ChoiceField(label=_("Rules"), initial="standard")
    limit = forms.TypedChoiceField(
        label=_("Time limit in minutes"),
        coerce=int,
        initial=10,
        choices=[(n, n) for n in LIMITS],
    )
    countdown = forms.TypedChoiceField(
        label=_("Countdown in seconds"),
        coerce=int,
        initial=5,
        choices=[(n, n) for n in COUNTDOWNS],
    )

    def __init__(self, game: str, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id=f"{game}-%s")
        self.game = game
        cast(forms.ChoiceField, self.fields["preset"]).choices = [
            (preset, variant(f"{game}/{preset}")) for preset in GAMES[game].presets
        ]

    @property
    def rules(self) -> str:
        """The rules asked for, of a valid form."""
        return f"{self.game}/{self.cleaned_data['preset']}"


class CodeForm(forms.Form):
    """The code of a race, as somebody has written it down."""

    code = forms.CharField(
        label=_("Race code"),
        strip=True,
        max_length=100,
        error_messages={"required": _("Type the six letters of the race's code.")},
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "placeholder": "QFXKMP",
                "size": 8,
            }
        ),
    )

    def clean_code(self) -> str:
        """The code in capitals; spaces and hyphens in it are forgiven."""
        given: str = self.cleaned_data["code"]
        code = "".join(letter for letter in given if letter not in " -").upper()
        if len(code) != racing.CODE_LENGTH or not (code.isascii() and code.isalpha()):
            raise ValidationError(
                _("“%(code)s” is no race code: a code is six letters, such as QFXKMP."),
                params={"code": given},
            )
        return code


class NameForm(forms.Form):
    """The name under which others see a player."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        error_messages={"required": _("Type a name.")},
    )

    def clean_name(self) -> str:
        """The name with single spaces; marks that hide or turn text round are refused."""
        name = " ".join(self.cleaned_data["name"].split())
        if any(unicodedata.category(letter).startswith("C") for letter in name):
            raise ValidationError(_("A name has letters, digits and signs that can be seen."))
        return name
