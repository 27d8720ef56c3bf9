"""A notice in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine import GAMES
from games.models import Event, Notice, NoticeKind, Trial
from games.models.races.daily import days_tried
from games.models.races.match import MatchRace
from games.models.standings.event_tallies import event_tallies, round_marks
from games.models.standings.streak import streak


def said(notice: Notice) -> str:
    """Return a sentence on a notice, loaded with what it tells of."""
    sentence = _sentence(notice) % {
        "name": "" if notice.by is None else notice.by.name,
        "game": _game(notice),
        "event": "" if notice.event is None else notice.event.name,
        "number": _number(notice),
        "days": streak_days(notice),
        "end": _("midnight UTC"),
    }
    return f"{sentence} {place}." if (place := _place(notice)) else sentence


def headline(notice: Notice) -> str:
    """Return what a notice says in a few words; empty where its sentence is short enough."""
    if notice.kind == NoticeKind.STREAK:
        return _("Keep your streak: %(days)s days") % {"days": streak_days(notice)}
    return ""


def _sentence(notice: Notice) -> str:
    match NoticeKind(notice.kind):
        case NoticeKind.CHALLENGED:
            return _("%(name)s challenges you to race %(game)s.")
        case NoticeKind.REMATCH if _number(notice):
            return _("%(name)s is in for race %(number)s of your match: %(game)s.")
        case NoticeKind.REMATCH:
            return _("%(name)s wants a rematch: %(game)s.")
        case NoticeKind.OVERTAKEN if hasattr(notice.trial, "daily"):
            return _("%(name)s overtook you in a daily challenge: %(game)s.")
        case NoticeKind.OVERTAKEN:
            return _("%(name)s overtook you in an any-time race: %(game)s.")
        case NoticeKind.PLAYED:
            return _("%(name)s has played your any-time race: %(game)s.")
        case NoticeKind.OVER if notice.event is not None:
            return _event_over(notice)
        case NoticeKind.OVER if notice.by_id == notice.player_id:
            return _("You won your any-time race: %(game)s.")
        case NoticeKind.OVER if notice.by is not None:
            return _("%(name)s won your any-time race: %(game)s.")
        case NoticeKind.OVER:
            return _("Your any-time race is over: %(game)s.")
        case NoticeKind.BEGINS:
            return _begins(notice)
        case NoticeKind.EVENT if notice.event and notice.until != notice.event.starts_at:
            if is_ahead(notice):
                return _("The next round begins soon: %(event)s.")
            return _("The next round has begun: %(event)s.")
        case NoticeKind.EVENT:
            if is_ahead(notice):
                return _("Your event begins soon: %(event)s.")
            return _("Your event has begun: %(event)s.")
        case NoticeKind.STREAK:
            return _(
                "Your streak of %(days)s days ends at %(end)s. Play one deal today to keep it."
            )


def _begins(notice: Notice) -> str:
    if notice.is_replanned:
        if notice.until is None:
            return _("%(name)s has taken away the start time of your race: %(game)s.")
        return _("%(name)s has changed the start time of your race: %(game)s.")
    if _end(notice):
        return _("Your race is over: %(game)s.")
    if is_ahead(notice):
        return _("Your race begins soon: %(game)s.")
    return _("Your race has begun: %(game)s.")


def _event_over(notice: Notice) -> str:
    if notice.by_id == notice.player_id:
        return _("You won the event: %(event)s.")
    if notice.by is not None:
        return _("%(name)s won the event: %(event)s.")
    return _("The event is over: %(event)s.")


def _place(notice: Notice) -> str:
    """Return the place of its reader in what a notice tells the end of; empty where it is said.

    Who has won an any-time race is first; who has won an event is told among how many.
    """
    places: Mapping[int, int | None]
    if notice.kind == NoticeKind.PLAYED and notice.trial is not None:
        return _place_so_far(notice.player_id, notice.trial)
    if notice.race and _end(notice):
        raced = notice.race.entries.filter(place__isnull=False)
        places = dict(raced.values_list("player", "place"))
    elif notice.kind != NoticeKind.OVER:
        return ""
    elif notice.event is not None:
        places = _places_in(notice.event)
    elif notice.trial is not None and notice.by_id != notice.player_id:
        places = {run.player_id: place for place, run in notice.trial.results()}
    else:
        return ""
    own = places.get(notice.player_id)
    if own is None or len(places) < 2:
        return ""
    values = {"rank": own, "size": len(places)}
    if list(places.values()).count(own) > 1:
        return _("Shared place %(rank)s of %(size)s") % values
    return _("Place %(rank)s of %(size)s") % values


def _place_so_far(player: int, trial: Trial) -> str:
    """Return the place of a player whose attempt has ended, among those that have."""
    places = {run.player_id: place for place, run in trial.results()}
    if (own := places.get(player)) is None:
        return ""
    return _("Your place now: %(rank)s of %(size)s") % {"rank": own, "size": len(places)}


def _places_in(event: Event) -> dict[int, int | None]:
    """Return the places of those who raced in an event. Costs a query once it is known."""
    tally = event_tallies.settled(event, round_marks(event)).tally
    return {one.player: one.place for one in tally.standings if one.place is not None}


def streak_days(notice: Notice) -> int:
    """Return the days in a row of which a notice warns that they end. Costs queries."""
    if notice.kind != NoticeKind.STREAK:
        return 0
    today = notice.at.date()
    return streak((day for day in days_tried(notice.player) if day < today), today).current


def moment(notice: Notice) -> datetime:
    """Return when that happened, or will happen, of which a notice speaks."""
    if notice.kind in (NoticeKind.BEGINS, NoticeKind.EVENT):
        return _end(notice) or notice.until or notice.at
    return notice.at


def _end(notice: Notice) -> datetime | None:
    """Return when the planned race was over that a notice told of."""
    is_start = notice.kind == NoticeKind.BEGINS and not notice.is_replanned
    return notice.race.closed_at if notice.race and is_start else None


def is_ahead(notice: Notice) -> bool:
    """Tell whether what a notice announces is still to come."""
    return notice.until is not None and timezone.now() < notice.until


def _number(notice: Notice) -> int:
    """Return which race of a match it tells of; 0 of any other."""
    link: MatchRace | None = getattr(notice.race, "in_match", None)
    return 0 if link is None else link.told_number


def _game(notice: Notice) -> str:
    raced = notice.race or notice.trial
    game = None if raced is None else GAMES.get(raced.rules.partition("/")[0])
    return "" if game is None else game.title
