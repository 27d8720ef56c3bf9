"""What the pages of attempts say of their trial, and where it is shown."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import AnytimeRace, Daily, Trial
from games.pages.deals.labels import title


@dataclass(frozen=True)
class TrialPage:
    """The page with a trial's results."""

    address: str
    name: str
    """Such as "Daily challenge of 14 Nov 2023"."""
    share_title: str
    """What a shared result calls it."""
    hidden: str
    """Why a run of it isn't shown."""
    withheld: str
    """Why the analysis of a run isn't shown."""
    others: str
    """The address of other trials."""
    others_name: str

    @classmethod
    def of(cls, trial: Trial | None) -> TrialPage | None:
        """Return the page of a trial; None without one. Costs up to two queries."""
        if trial is None:
            return None
        if (daily := getattr(trial, "daily", None)) is not None:
            return _of_daily(daily)
        return _of_anytime(trial.anytime)


def _of_daily(daily: Daily) -> TrialPage:
    day = date_format(daily.day, "DATE_FORMAT")
    return TrialPage(
        address=reverse("daily-leaderboard", args=[daily.day, daily.game]),
        name=_("Daily challenge of %(day)s") % {"day": day},
        share_title=_("%(game)s daily, %(day)s") % {"game": title(daily.rules), "day": day},
        hidden=_(
            "This run is from a daily challenge you haven't finished. You can watch it after your "
            "own attempt, or when the day is over."
        ),
        withheld=_("Shown when the day is over, as others can still play this deal."),
        others=reverse("daily"),
        others_name=_("Other challenges"),
    )


def _of_anytime(anytime: AnytimeRace) -> TrialPage:
    return TrialPage(
        address=anytime.get_absolute_url(),
        name=_("Any-time race %(code)s") % {"code": anytime.code},
        share_title=_("%(game)s, any-time race") % {"game": title(anytime.trial.rules)},
        hidden=_(
            "This run is from an any-time race you haven't finished. You can watch it after your "
            "own attempt, or when the race is over."
        ),
        withheld=_("Shown when the race is over, as others can still play this deal."),
        others=reverse("anytime"),
        others_name=_("Your any-time races"),
    )
