"""The form that opens an any-time race."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.models import Player
from games.models.deals.difficulty import StoredDifficulty
from games.pages.deals.rules_form import RulesForm, difficulty_field
from games.racing import ANYTIME_SEATS, WINDOW_BOUNDS, AnytimeTerms

HOUR: Final = 3_600_000

HOURS: Final = (1, 3, 6, 12)
DAYS: Final = (1, 2, 3, 5, 7, 14)

WINDOWS: Final = (
    *((n, format_lazy(ngettext_lazy("{n} hour", "{n} hours", n), n=n)) for n in HOURS),
    *((24 * n, format_lazy(ngettext_lazy("{n} day", "{n} days", n), n=n)) for n in DAYS),
)
"""Windows to choose from, by their hours."""


class AnytimeForm(RulesForm):
    """What is raced, by how many, and for how long it is open."""

    difficulty = difficulty_field()
    seats = forms.IntegerField(
        label=_("Seats"),
        initial=10,
        min_value=ANYTIME_SEATS[0],
        max_value=ANYTIME_SEATS[1],
        help_text=_(
            "From 2 to 100. When all are done, the race is over; you can close free seats later."
        ),
        error_messages={
            "invalid": _("Type a number from 2 to 100."),
            "min_value": _("A race needs at least two seats."),
            "max_value": _("An any-time race has 100 seats at most."),
        },
    )
    window = forms.IntegerField(
        label=_("Open for"),
        initial=72,
        min_value=WINDOW_BOUNDS[0] // HOUR,
        max_value=WINDOW_BOUNDS[1] // HOUR,
        widget=forms.Select(choices=WINDOWS),
        help_text=_("An attempt that starts in time may finish."),
        error_messages={
            "invalid": _("Choose how long the race is open."),
            "min_value": _("An any-time race is open for at least an hour."),
            "max_value": _("An any-time race is open for 14 days at most."),
        },
    )

    @classmethod
    def first(cls, game: str, player: Player | None) -> AnytimeForm:
        """Return the form before anything is chosen: who is new to the game begins with easy."""
        if player is not None and not player.is_newcomer(game):
            return cls(game)
        form = cls(game, initial={"difficulty": StoredDifficulty.EASY})
        form.fields["difficulty"].help_text = _(
            "Until you have won a game, its races begin with easy deals."
        )
        return form

    @property
    def terms(self) -> AnytimeTerms:
        """The terms of a valid form."""
        sent = self.cleaned_data
        return AnytimeTerms(self.rules, sent["seats"], sent["window"] * HOUR, sent["difficulty"])
