"""What visitors may send, checked before anything is done with it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import TextChoices
from django.http import QueryDict
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import racing
from games.engine import GAMES, Rules
from games.engine.game import Option
from games.models.people.names import NAME_LENGTH, clean_name
from games.pages.brought import read_deal
from games.pages.howto.sentences import OPTIONS
from games.pages.labels import DIFFICULTIES, variant

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


LIMITS: Final = (2, 5, 10, 15, 20, 30, 45, 60)
"""Race limits to choose from, in minutes."""

COUNTDOWNS: Final = (3, 5, 10, 20, 30, 60)
"""Countdowns to choose from, in seconds."""


class ChoiceField(forms.ChoiceField):
    """A choice whose refusal names what there is to choose from."""

    def __init__(
        self, *, choices: Sequence[tuple[str, StrOrPromise]] = (), **settings: Any
    ) -> None:
        super().__init__(choices=choices, **settings)
        known = ", ".join(value for value, _label in choices if value)
        self.error_messages["invalid_choice"] = format_lazy(
            _("“%(value)s” is not known here. Known are: {known}."), known=known
        )


class RulesForm(forms.Form):
    """The rules of a game.

    Each option of the game has a field `option-NAME`, which is empty where the preset decides.
    """

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


class RaceForm(RulesForm):
    """A race to open: rules, difficulty, how long it and its countdown last, whether help is on."""

    difficulty = ChoiceField(
        label=_("Difficulty"), required=False, choices=[("", _("any")), *DIFFICULTIES]
    )
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
    helped = forms.BooleanField(
        label=_("Help allowed: dead-end alarm and hints"),
        required=False,
        help_text=_("Whoever uses it is marked as helped, and the run counts in no ranking."),
    )
    ranked = forms.BooleanField(
        label=_("Ranked: counts in the ratings of those with an account"),
        required=False,
        help_text=_("On a deal that is secret and proven to be winnable, without help."),
    )

    watchable = forms.BooleanField(
        label=_("Others may watch a ranked race, two minutes late"),
        required=False,
        help_text=_(
            "Without this, its tables can be watched when it is over. Other races are shown live."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """What was sent; a race is ranked or helped, not both."""
        if self.cleaned_data.get("ranked") and self.cleaned_data.get("helped"):
            self.add_error("helped", _("In a ranked race nobody has help. Choose one of the two."))
        return self.cleaned_data


class Draw(TextChoices):
    """Where the deal of a practice comes from."""

    PROVEN = "proven", _("A random deal that can be won")
    ANY = "any", _("Any random deal")
    BROUGHT = "brought", _("The deal below")


class PracticeForm(RulesForm):
    """A practice to begin: the rules and the deal, which is one that can be won unless said."""

    draw = forms.ChoiceField(
        label=_("Which deal"), required=False, initial=Draw.PROVEN.value, choices=Draw.choices
    )
    deal = forms.CharField(
        label=_("Its key, or its cards"),
        required=False,
        max_length=1000,
        help_text=_(
            "The 64 digits of a key, as the page of a race shows them when it is over, "
            "or 52 cards such as QH. Help with cards from elsewhere starts on the next day."
        ),
        widget=forms.Textarea(
            attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}
        ),
    )

    def clean_deal(self) -> str:
        """The deal as it is stored, if one is written down."""
        given: str = self.cleaned_data["deal"]
        return read_deal(given) if given else ""

    def clean(self) -> dict[str, Any]:
        """What was sent; a deal that is written down is meant."""
        cleaned = self.cleaned_data
        if cleaned.get("deal"):
            cleaned["draw"] = Draw.BROUGHT
        elif cleaned.get("draw") == Draw.BROUGHT and "deal" not in self.errors:
            self.add_error("deal", _("Write the key or the cards of the deal here."))
        return cleaned


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
        """The name with single spaces; see `games.models.people.names`."""
        return clean_name(self.cleaned_data["name"])
