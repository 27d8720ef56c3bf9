"""What visitors may send, checked before anything is done with it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import racing
from games.engine import GAMES, Rules
from games.engine.game import Option
from games.models.player import NAME_LENGTH
from games.pages.howto.sentences import OPTIONS
from games.pages.labels import variant

LIMITS: Final = (2, 5, 10, 15, 20, 30, 45, 60)
"""Race limits to choose from, in minutes."""

COUNTDOWNS: Final = (3, 5, 10, 20, 30, 60)
"""Countdowns to choose from, in seconds."""


class ChoiceField(forms.ChoiceField):
    """A choice whose refusal names what there is to choose from."""

    def __init__(self, *, choices: Sequence[tuple[str, str]] = (), **settings: Any) -> None:
        super().__init__(choices=choices, **settings)
        known = ", ".join(value for value, _label in choices if value)
        self.error_messages["invalid_choice"] = format_lazy(
            _("“%(value)s” is not known here. Known are: {known}."), known=known
        )


class RaceForm(forms.Form):
    """A race to open: the rules, how long it lasts, how long the countdown is.

    Each option of the game has a field `option-NAME`, which is empty where the preset decides.
    """

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
        self.fields["preset"] = ChoiceField(
            label=_("Rules"),
            initial="standard",
            choices=[(preset, variant(f"{game}/{preset}")) for preset in GAMES[game].presets],
        )
        for option in GAMES[game].options:
            self.fields[f"option-{option.name}"] = _option_field(game, option)

    @property
    def options(self) -> list[forms.BoundField]:
        """The fields of the options."""
        return [self[f"option-{option.name}"] for option in GAMES[self.game].options]

    @property
    def chosen(self) -> bool:
        """Whether an option has been chosen that the preset would have decided."""
        return any(field.value() for field in self.options)

    @property
    def rules(self) -> str:
        """The rules asked for, of a valid form, in canonical form."""
        given = {o.name: self.cleaned_data[f"option-{o.name}"] for o in GAMES[self.game].options}
        changes = {name: value for name, value in given.items() if value}
        return str(Rules.of(self.game, self.cleaned_data["preset"], changes))


def _option_field(game: str, option: Option) -> ChoiceField:
    """A choice of the values; the page's module says in the empty one what the preset has."""
    name, values = option
    words = OPTIONS[game][name]
    presets = {preset: Rules.of(game, preset).options[name] for preset in GAMES[game].presets}
    return ChoiceField(
        label=capfirst(str(words.label)),
        required=False,
        choices=[
            ("", gettext("as the rules chosen above")),
            *((value, capfirst(str(words.values[value].label))) for value in values),
        ],
        widget=forms.Select(attrs={"data-presets": json.dumps(presets)}),
    )


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
