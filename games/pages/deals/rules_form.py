"""The form in which a visitor chooses the rules of a game."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import GAMES, Rules
from games.engine.game import Option
from games.pages.deals.labels import DIFFICULTIES, variant
from games.pages.deals.options import OPTIONS
from games.pages.site.fields import ChoiceField, Select


class RulesForm(forms.Form):
    """The rules of a game.

    Each option of the game has a field `option-NAME`, empty where the preset decides. A field that
    isn't sent has its initial value.
    """

    def __init__(
        self,
        game: str,
        data: QueryDict | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, auto_id=f"{game}-%s", initial=initial)
        self.game = game
        self.fields["preset"] = ChoiceField(
            label=_("Rules"),
            initial="standard",
            choices=[(preset, variant(f"{game}/{preset}")) for preset in GAMES[game].presets],
        )
        for option in GAMES[game].options:
            self.fields[f"option-{option.name}"] = _option_field(game, option)
        if data is not None:
            self.data = sent = data.copy()
            for name, field in self.fields.items():
                if field.initial is not None:
                    sent.setdefault(name, str(field.initial))

    @property
    def options(self) -> list[forms.BoundField]:
        """The option fields."""
        return [self[f"option-{option.name}"] for option in GAMES[self.game].options]

    @property
    def chosen(self) -> bool:
        """Tell whether the visitor has set any option instead of leaving it to the preset."""
        return any(field.value() for field in self.options)

    @property
    def rules(self) -> str:
        """The chosen rules as canonical text; the form must be valid."""
        given = {o.name: self.cleaned_data[f"option-{o.name}"] for o in GAMES[self.game].options}
        changes = {name: value for name, value in given.items() if value}
        return str(Rules.of(self.game, self.cleaned_data["preset"], changes))


def difficulty_field() -> ChoiceField:
    """Return the field for how hard the deal should be."""
    names = ((value, capfirst(name)) for value, name in DIFFICULTIES)
    return ChoiceField(label=_("Difficulty"), required=False, choices=[("", _("Any")), *names])


def filled_with(rules: str) -> dict[str, str]:
    """Return the values of the fields that make these canonical rules."""
    preset, *changes = rules.partition("/")[2].split("+")
    options = (change.partition("=") for change in changes)
    return {"preset": preset, **{f"option-{name}": value for name, _, value in options}}


def _option_field(game: str, option: Option) -> ChoiceField:
    """Return a field for an option's value; the page's module labels the empty choice by preset."""
    name, values = option
    words = OPTIONS[game][name]
    presets = {preset: Rules.of(game, preset).options[name] for preset in GAMES[game].presets}
    return ChoiceField(
        label=capfirst(str(words.label)),
        required=False,
        choices=[
            ("", gettext("As in the rules above")),
            *((value, capfirst(str(words.values[value].label))) for value in values),
        ],
        widget=Select(attrs={"data-presets": json.dumps(presets)}),
    )
