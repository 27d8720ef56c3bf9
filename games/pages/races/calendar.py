"""A planned race, or an event, as an entry for calendars (RFC 5545)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Alarm, Calendar
from icalendar import Event as CalendarEntry

from games.models import Event, Match, Race
from games.pages.deals.labels import full_title, title, variant
from games.pages.people.visitor import known_player
from games.pages.races.match_words import goal_text
from games.pages.races.visible_race import visible_race
from games.racing import NEAR

PRODUCT = "-//Same Deal//Races//EN"

NAMED: Final = 4
"""How many players an entry names."""

REMINDERS: Final = (timedelta(milliseconds=NEAR), timedelta(minutes=2))
"""How long before a start its file reminds of it: the first that lies ahead."""

LONGEST: Final = timedelta(hours=3)
"""No match keeps more time free: hardly any takes all its races, and each its whole limit."""


@require_safe
def calendar(request: HttpRequest, code: str) -> HttpResponse:
    """Send a planned race as a file that calendars read, with a reminder.

    :raises Http404: if there is no such race, or it has no planned start.
    """
    try:
        race = visible_race(code, known_player(request))
    except Race.DoesNotExist as error:
        raise Http404(f"no race {code}") from error
    if race.planned_at is None:
        raise Http404("no planned start")
    link = request.build_absolute_uri(race.get_absolute_url())
    return _sent(calendar_of(race, link, request.get_host()), race.code)


@require_safe
def event_calendar(request: HttpRequest, code: str) -> HttpResponse:
    """Send an event as a file that calendars read, with a reminder.

    :raises Http404: if there is no such event.
    """
    event = get_object_or_404(Event, code=code.upper())
    link = request.build_absolute_uri(event.get_absolute_url())
    return _sent(calendar_of_event(event, link, request.get_host()), event.code)


def _sent(file: Calendar, code: str) -> HttpResponse:
    answer = HttpResponse(file.to_ical(), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="same-deal-{code}.ics"'
    return answer


def calendar_of(race: Race, link: str, host: str) -> Calendar:
    """Return the calendar with a planned race; a later version of it replaces an earlier one."""
    entry = CalendarEntry()
    entry.add("uid", f"race-{race.code}@{host}")
    entry.add("sequence", race.version)
    entry.add("dtstamp", race.created_at)
    entry.add("dtstart", race.planned_at)
    match = Match.objects.filter(races__race=race).first()
    entry.add("duration", _lasts(race, match))
    names = race.entries.order_by("seat").values_list("player__name", flat=True)
    entry.add("summary", _summary(title(race.rules), list(names), is_match=match is not None))
    facts = [_("Same cards, same start. The race: %(link)s") % {"link": link}, variant(race.rules)]
    if match is not None:
        facts.append(goal_text(match.goal, len(names)))
    facts.append(_("Time limit for each race: %(n)s min") % {"n": (race.limit_s or 0) // 60})
    entry.add("description", "\n".join(facts))
    entry.add("url", link)
    return _with(entry, _("Your race starts soon."))


def _summary(game: str, names: Sequence[str], *, is_match: bool) -> str:
    text = _("Match: %(game)s") if is_match else _("Race: %(game)s")
    who = f" ({', '.join(names[:NAMED])}{'…' if len(names) > NAMED else ''})" if names else ""
    return text % {"game": game} + who


def _lasts(race: Race, match: Match | None) -> timedelta:
    """Return how long to keep free: for a match, as many races as two players may need."""
    limit = timedelta(seconds=race.limit_s or 0)
    races = 1 if match is None or match.target is None else 2 * match.target - 1
    return min(limit * races, max(LONGEST, limit))


def calendar_of_event(event: Event, link: str, host: str) -> Calendar:
    """Return the calendar with an event; once it is called off, calendars strike it out."""
    entry = CalendarEntry()
    entry.add("uid", f"event-{event.code}@{host}")
    entry.add("sequence", event.version)
    entry.add("dtstamp", event.created_at)
    entry.add("dtstart", event.starts_at)
    entry.add("dtend", event.ends_at)
    entry.add("summary", event.name)
    rounds = [
        _("Round %(n)s: %(game)s, %(minutes)s min")
        % {"n": one.number, "game": full_title(one.rules), "minutes": one.limit_s // 60}
        for one in event.rounds.order_by("number")
    ]
    about = _("Same cards, same start. The event: %(link)s") % {"link": link}
    entry.add("description", "\n".join([about, *rounds]))
    entry.add("url", link)
    if event.called_off_at is not None:
        entry.add("status", "CANCELLED")
    return _with(entry, _("Your event starts soon."))


def _with(entry: CalendarEntry, reminder: str) -> Calendar:
    left = entry.decoded("dtstart") - timezone.now()
    # A reminder whose time has passed would go off at once, or never.
    if ahead := next((one for one in REMINDERS if one < left), None):
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("trigger", -ahead)
        alarm.add("description", reminder)
        entry.add_component(alarm)
    file = Calendar()
    file.add("prodid", PRODUCT)
    file.add("version", "2.0")
    file.add_component(entry)
    return file
