"""The form of a race: what opens it, and what its host changes in the room."""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import GAMES
from games.models import Race
from games.models.races.new_race import STANDARD, RaceOptions
from games.pages.deals.rules_form import RulesForm, difficulty_field, filled_with
from games.pages.races.start_field import StartField, planned_start
from games.pages.site.fields import ChoiceField, Select
from games.racing import TARGETS, Goal, Kind

LIMITS: Final = (2, 5, 10, 15, 20, 30, 45, 60)
"""Race limits to choose from, in minutes."""

COUNTDOWNS: Final = (3, 5, 10, 20, 30, 60)
"""Countdowns to choose from, in seconds."""

SERIES: Final = "series"

MATCHES: Final = tuple(
    (str(target), format_lazy(_("First to {n}"), n=target)) for target in TARGETS
)
"""Matches to choose from, by the number of wins."""


class RaceForm(RulesForm):
    """What a race is: rules, difficulty, time limit, countdown, and whether help is allowed."""

    difficulty = difficulty_field()
    limit = forms.TypedChoiceField(
        label=_("Time limit"),
        coerce=float,
        initial=(STANDARD.limit_s or 0) // 60,
        choices=[(n, str(n)) for n in LIMITS],
        widget=Select,
    )
    countdown = forms.TypedChoiceField(
        label=_("Countdown"),
        coerce=int,
        initial=STANDARD.countdown_s,
        choices=[(n, str(n)) for n in COUNTDOWNS],
        widget=Select,
    )
    start = StartField(label=_("Start time (optional)"), required=False)
    zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    match = ChoiceField(
        label=_("Match"),
        required=False,
        choices=[("", _("One race")), *MATCHES, (SERIES, _("Open series"))],
    )
    two_ahead = forms.BooleanField(
        label=_("Between two, win the match by two"),
        required=False,
        help_text=_("Otherwise the first to reach the target wins."),
    )
    helped = forms.BooleanField(
        label=_("Allow help: dead-end alarm and hints"),
        required=False,
        help_text=_("Using help marks the run as assisted; it won't count in rankings."),
    )
    bots_allowed = forms.BooleanField(
        label=_("Allow bots: programs that play, with a badge"),
        required=False,
        help_text=_("They don't move anyone's rating, and have rankings of their own."),
    )
    ranked = forms.BooleanField(
        label=_("Ranked: counts toward the ratings of players with an account"),
        required=False,
        help_text=_("The deal is secret and can be won, and there is no help."),
    )

    watchable = forms.BooleanField(
        label=_("Public: anyone can find it under On now and watch"),
        required=False,
        help_text=_(
            "A planned race is listed before it starts. Tables of a ranked race are shown late: "
            "by a quarter of the time limit, two minutes at most."
        ),
    )

    @classmethod
    def of(cls, race: Race) -> RaceForm:
        """Return the form of a race as it is now."""
        now = {
            **filled_with(race.rules),
            "difficulty": race.wished_difficulty,
            "limit": _minutes(race),
            "countdown": race.countdown_s,
            "start": race.planned_at,
            "helped": race.helped,
            "ranked": race.kind == Kind.RANKED,
            "watchable": race.watchable,
            "bots_allowed": race.bots_allowed,
            **_match_of(race),
        }
        return cls(race.game, initial=now)._in(race)

    @classmethod
    def sent(cls, data: QueryDict, race: Race) -> RaceForm | None:
        """Return the form of a race as its host sent it; None if there is no such game.

        Of another game than the form showed, the standard rules are meant.
        """
        game = data.get("game", "")
        if game not in GAMES:
            return None
        if data.get("shown") != game:
            data = data.copy()
            data["preset"] = "standard"
            for name in [name for name in data if name.startswith("option-")]:
                del data[name]
        return cls(game, data)._in(race)

    def _in(self, race: Race) -> RaceForm:
        """Add the choice of the game, and the race's own times if they are none to choose from."""
        titles = [(name, game.title) for name, game in GAMES.items()]
        self.fields["game"] = ChoiceField(label=_("Game"), choices=titles, initial=self.game)
        for name, own, label, unit in (
            ("limit", _minutes(race), limit_text(race), gettext("%(n)s min")),
            ("countdown", race.countdown_s, str(race.countdown_s), gettext("%(n)s s")),
        ):
            field = cast("forms.ChoiceField", self.fields[name])
            choices = dict(cast("list[tuple[float, str]]", field.choices))
            values = sorted({own: label, **choices}.items())
            field.choices = [(value, unit % {"n": text}) for value, text in values]
        link = race.link
        if link is not None and link.number > 1:
            # Each race of a match waits for its players.
            del self.fields["start"]
            if link.sets_goal:
                choice = cast("forms.ChoiceField", self.fields["match"])
                choice.choices = [(SERIES, _("Open series")), *MATCHES]
            else:
                del self.fields["match"], self.fields["two_ahead"]
        for each in self.fields.values():
            # Some fields lie in a dialog, outside the form.
            each.widget.attrs["form"] = "terms"
        return self

    def clean(self) -> dict[str, Any]:
        """Return the fields, the start as an instant; no race is both ranked and helped."""
        try:
            self.cleaned_data["start"] = planned_start(
                self.cleaned_data.get("start"),
                self.cleaned_data.get("zone", ""),
                self.initial.get("start"),
            )
        except forms.ValidationError as error:
            self.add_error("start", error)
        if self.cleaned_data.get("ranked") and self.cleaned_data.get("helped"):
            self.add_error("helped", _("Ranked races don't allow help. Choose one of the two."))
        return self.cleaned_data

    @property
    def goal(self) -> Goal | None:
        """The goal of the match that a valid form begins; None of a single race."""
        match = self.cleaned_data.get("match", "")
        if match in ("", SERIES):
            return Goal() if match else None
        return Goal(int(match), self.cleaned_data["two_ahead"])

    @property
    def race_options(self) -> RaceOptions:
        """The options of a valid form."""
        sent = self.cleaned_data
        return RaceOptions(
            kind=Kind.RANKED if sent["ranked"] else Kind.CASUAL,
            countdown_s=sent["countdown"],
            limit_s=round(sent["limit"] * 60),
            helped=sent["helped"],
            watchable=sent["watchable"],
            bots_allowed=sent["bots_allowed"],
            wished_difficulty=sent["difficulty"],
            planned_at=sent["start"],
        )


def _match_of(race: Race) -> dict[str, Any]:
    """Return what the form shows of a race's match."""
    link = race.link
    if link is None:
        return {}
    goal = link.match.goal
    return {"match": str(goal.target or SERIES), "two_ahead": goal.two_ahead}


def _minutes(race: Race) -> float:
    """Return a race's limit in minutes: a whole number where it is one."""
    minutes, seconds = divmod(race.limit_s or 0, 60)
    return minutes + seconds / 60 if seconds else minutes


def limit_text(race: Race) -> str:
    """Return a race's limit in minutes, such as 10 or 2:05."""
    minutes, seconds = divmod(race.limit_s or 0, 60)
    return f"{minutes}:{seconds:02}" if seconds else str(minutes)
