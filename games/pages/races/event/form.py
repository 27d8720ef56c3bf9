"""The form that plans an event, or changes one: its terms, and a part for each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.engine import GAMES
from games.models import Event
from games.models.database.instants import to_ms
from games.pages.deals.labels import title, variant
from games.pages.deals.rules_form import difficulty_field
from games.pages.races.race_form import LIMITS
from games.pages.races.start_field import StartField, instant_of
from games.pages.site.fields import ChoiceField
from games.racing import ROUNDS_BOUNDS, EventTerms, RoundTerms
from games.racing.event_terms import NAME_LENGTH

MINUTE: Final = 60_000

BREAKS: Final = (1, 2, 3, 5, 10, 15, 20, 30)
"""Breaks to choose from, in minutes."""

FIRST_ROUNDS: Final = 3


class RoundForm(forms.Form):
    """What one round is raced on."""

    def __init__(
        self, prefix: str, data: QueryDict | None = None, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, prefix=prefix, initial=initial)
        known = [f"{game}/{preset}" for game in GAMES for preset in GAMES[game].presets]
        own = (initial or {}).get("rules")
        # A program may have planned it by rules of its own.
        choices = [*known, *([own] if own and own not in known else [])]
        self.fields["rules"] = ChoiceField(
            label=_("Game"), choices=[(one, f"{title(one)}: {variant(one)}") for one in choices]
        )
        self.fields["difficulty"] = difficulty_field()
        self.fields["limit"] = forms.TypedChoiceField(
            label=_("Minutes"), coerce=int, initial=10, choices=[(n, str(n)) for n in LIMITS]
        )

    @property
    def number(self) -> str:
        """The number of the round, from 1."""
        return str(self.prefix).rpartition("-")[2]


class EventForm(forms.Form):
    """What an event is. Its rounds are forms of their own, in `rounds`."""

    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Give the event a name.")},
    )
    start = StartField(
        label=_("Start of the first round"),
        error_messages={"required": _("Choose when the first round starts.")},
    )
    zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    pause = forms.TypedChoiceField(
        label=_("Break between rounds, in minutes"),
        coerce=int,
        initial=2,
        choices=[(n, str(n)) for n in BREAKS],
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        initial: dict[str, Any] | None = None,
        rounds: Sequence[dict[str, Any]] = ({},) * FIRST_ROUNDS,
    ) -> None:
        super().__init__(data, initial=initial)
        count = len(rounds) if data is None else _count(data)
        known = [*rounds, *[{} for _ in range(count)]][:count]
        self.rounds = [
            RoundForm(f"round-{number}", data, given) for number, given in enumerate(known, 1)
        ]

    @classmethod
    def of(cls, event: Event, data: QueryDict | None = None) -> EventForm:
        """Return the form of an event as it is now."""
        rounds = [
            {
                "rules": one.rules,
                "difficulty": one.wished_difficulty,
                "limit": one.limit_s // 60,
            }
            for one in event.rounds.order_by("number")
        ]
        now = {"name": event.name, "start": event.starts_at, "pause": event.break_s // 60}
        return cls(data, now, rounds)

    def with_rounds(self, change: int) -> EventForm:
        """Return the form as it was sent, with a round more or less and nothing checked."""
        sent = cast("QueryDict", self.data)
        least, most = ROUNDS_BOUNDS
        count = max(least, min(most, _count(sent) + change))
        rounds = [
            {
                name: sent.get(f"round-{number}-{name}", sent.get(f"round-{number - 1}-{name}"))
                for name in ("rules", "difficulty", "limit")
            }
            for number in range(1, count + 1)
        ]
        form = type(self)(None, {name: sent.get(name) for name in self.fields}, rounds)
        form.fields["zone"].initial = sent.get("zone")
        return form

    def is_valid(self) -> bool:
        """Return whether the form and all of its rounds are valid."""
        # Not a generator: each is to have its errors.
        return all([super().is_valid(), *[one.is_valid() for one in self.rounds]])

    def clean(self) -> dict[str, Any]:
        """Return the fields, the start as an instant."""
        try:
            self.cleaned_data["start"] = instant_of(
                self.cleaned_data.get("start"), self.cleaned_data.get("zone", "")
            )
        except forms.ValidationError as error:
            self.add_error("start", error)
        if self.data.get("count") != str(len(self.rounds)):
            least, most = ROUNDS_BOUNDS
            known = _("An event has between %(least)s and %(most)s rounds.")
            self.add_error(None, known % {"least": least, "most": most})
        return self.cleaned_data

    @property
    def terms(self) -> EventTerms:
        """The terms of a valid form.

        :raises RefusedError: if they can't be those of an event.
        """
        sent = self.cleaned_data
        rounds = (one.cleaned_data for one in self.rounds)
        return EventTerms(
            sent["name"],
            to_ms(sent["start"]),
            sent["pause"] * MINUTE,
            tuple(
                RoundTerms(one["rules"], one["difficulty"], one["limit"] * MINUTE) for one in rounds
            ),
        )


def _count(data: QueryDict) -> int:
    """Return how many rounds to show: as many as were sent, within bounds, or the fewest."""
    sent = data.get("count", "")
    least, most = ROUNDS_BOUNDS
    is_number = sent.isascii() and sent.isdigit() and len(sent) < len("100")
    return max(least, min(most, int(sent))) if is_number else least
