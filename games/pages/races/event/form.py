"""The form that plans an event, or changes one: its terms, and a part for each round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.engine import GAMES, EngineError, Rules
from games.models import Event
from games.models.database.instants import to_datetime, to_ms
from games.pages.deals.labels import full_title
from games.pages.deals.lengths import proposed_limit, usual_minutes
from games.pages.deals.rules_form import difficulty_field
from games.pages.races.race_form import LIMITS
from games.pages.races.start_field import StartField, planned_start
from games.pages.site.fields import ChoiceField, WholeField
from games.racing import ROUNDS_BOUNDS, EventTerms, RoundTerms
from games.racing.event_terms import NAME_LENGTH

MINUTE: Final = 60_000

BREAKS: Final = (1, 2, 3, 5, 10, 15, 20, 30)
"""Breaks to choose from, in minutes."""

FIRST_ROUNDS: Final = 3

HOUR: Final = 60 * MINUTE

SHORT: Final = _(
    "Short: most who finish this game need about %(n)s minutes. Places will go by cards home."
)

WEEK: Final = 7 * 24 * HOUR

TIME_TO_INVITE: Final = 30 * MINUTE

TIME_TO_SEND: Final = 15 * MINUTE


def proposed_start(now: int) -> datetime:
    """Return the next quarter of an hour that leaves time to send the link."""
    return to_datetime(-(-(now + TIME_TO_SEND) // TIME_TO_SEND) * TIME_TO_SEND)


def first_rounds(usual: str) -> Sequence[dict[str, str]]:
    """Return the rounds to begin with: each another game, the usual one first."""
    games = list(GAMES)
    first = games.index(usual)
    return [{"rules": f"{game}/standard"} for game in (games * 2)[first : first + FIRST_ROUNDS]]


def _refuse_invisible(name: str) -> None:
    """Refuse a name as the event's terms would, but beside whatever else is wrong."""
    if not name.isprintable():
        raise forms.ValidationError(_("Use only letters, digits and visible symbols."))


class RoundForm(forms.Form):
    """What one round is raced on."""

    def __init__(
        self, prefix: str, data: QueryDict | None = None, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, prefix=prefix, initial=initial)
        own = (initial or {}).get("rules")
        self.fields["rules"] = ChoiceField(label=_("Game"), choices=_rules_by_game(own or ""))
        self.fields["difficulty"] = difficulty_field()
        self.fields["limit"] = forms.TypedChoiceField(
            label=_("Minutes"),
            coerce=int,
            initial=proposed_limit(own or "", LIMITS),
            choices=[(n, str(n)) for n in LIMITS],
        )

    @property
    def too_short(self) -> str:
        """Why the limit is short for the game, as sent or proposed; empty if it isn't."""
        rules, limit = str(self["rules"].value() or ""), str(self["limit"].value() or "")
        is_short = limit.isdecimal() and int(limit) < usual_minutes(rules)
        return SHORT % {"n": usual_minutes(rules)} if is_short else ""

    @property
    def number(self) -> str:
        """The number of the round, from 1."""
        return str(self.prefix).rpartition("-")[2]


class EventForm(forms.Form):
    """What an event is. Its rounds are forms of their own, in `rounds`."""

    name = WholeField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        # A script says so as well.
        widget=forms.TextInput({"data-most": NAME_LENGTH}),
        validators=[_refuse_invisible],
        error_messages={"required": _("Give the event a name.")},
    )
    start = StartField(
        label=_("Start of the first round"),
        error_messages={"required": _("Choose when the first round starts.")},
    )
    zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    pause = forms.TypedChoiceField(
        label=_("Break, in minutes"),
        coerce=int,
        initial=2,
        choices=[(n, str(n)) for n in BREAKS],
    )
    public = forms.BooleanField(
        label=_("Public: anyone can find it under Events and On now"),
        required=False,
        initial=True,
        help_text=_("Otherwise it takes the link to find it."),
    )
    joins = forms.BooleanField(label=_("I take part too"), required=False, initial=True)

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
        form = cls(data, *_terms_of(event))
        # On the event's page, the organiser joins and leaves like anyone else.
        del form.fields["joins"]
        return form

    @classmethod
    def again(cls, event: Event, now: int) -> EventForm:
        """Return the form of an event like another, at the same hour of the week."""
        known, rounds = _terms_of(event)
        weeks = -(-max(1, now + TIME_TO_INVITE - to_ms(event.starts_at)) // WEEK)
        return cls(
            initial={**known, "start": event.starts_at + weeks * timedelta(days=7)}, rounds=rounds
        )

    def with_another_round(self) -> EventForm:
        """Return the form as it was sent, with another round like the last and nothing checked."""
        numbers = [one.number for one in self.rounds]
        return self._with_rounds([*numbers, numbers[-1]][: ROUNDS_BOUNDS[1]])

    def without_round(self, number: str) -> EventForm:
        """Return the form as it was sent, without a round and with nothing checked."""
        numbers = [one.number for one in self.rounds]
        kept = [one for one in numbers if one != number]
        return self._with_rounds(kept if len(kept) >= ROUNDS_BOUNDS[0] else numbers)

    def _with_rounds(self, numbers: Iterable[str]) -> EventForm:
        sent = cast("QueryDict", self.data)
        rounds = [
            {name: sent.get(f"round-{number}-{name}") for name in ("rules", "difficulty", "limit")}
            for number in numbers
        ]
        form = type(self)(None, {name: sent.get(name) for name in self.fields}, rounds)
        form.fields["zone"].initial = sent.get("zone")
        for name in form.fields.keys() - self.fields.keys():
            del form.fields[name]
        return form

    def is_valid(self) -> bool:
        """Return whether the form and all of its rounds are valid."""
        # Not a generator: each is to have its errors.
        return all([super().is_valid(), *[one.is_valid() for one in self.rounds]])

    def clean(self) -> dict[str, Any]:
        """Return the fields, the start as an instant."""
        try:
            self.cleaned_data["start"] = planned_start(
                self.cleaned_data.get("start"),
                self.cleaned_data.get("zone", ""),
                self.initial.get("start"),
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
            public=sent["public"],
        )


def _terms_of(event: Event) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the fields of an event, and those of its rounds."""
    rounds = [
        {"rules": one.rules, "difficulty": one.wished_difficulty, "limit": one.limit_s // 60}
        for one in event.rounds.order_by("number")
    ]
    terms = {
        "name": event.name,
        "start": event.starts_at,
        "pause": event.break_s // 60,
        "public": event.public,
    }
    return terms, rounds


def _rules_by_game(own: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the presets of each game; `own` rules are of a program that planned the event."""
    presets = {game: [f"{game}/{preset}" for preset in GAMES[game].presets] for game in GAMES}
    game = own.partition("/")[0]
    if own not in presets.get(game, ()) and _is_rules(own):
        presets[game].append(own)
    return [
        (GAMES[game].title, [(one, full_title(one)) for one in presets[game]]) for game in presets
    ]


def _is_rules(text: str) -> bool:
    try:
        return bool(Rules.parse(text))
    except EngineError:
        return False


def _count(data: QueryDict) -> int:
    """Return how many rounds to show: as many as were sent, within bounds, or the fewest."""
    sent = data.get("count", "")
    least, most = ROUNDS_BOUNDS
    is_number = sent.isascii() and sent.isdigit() and len(sent) < len("100")
    return max(least, min(most, int(sent))) if is_number else least
