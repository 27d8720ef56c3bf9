"""A planned race, or an event, as an entry for calendars (RFC 5545)."""

from __future__ import annotations

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Alarm, Calendar
from icalendar import Event as CalendarEntry

from games.models import Event, Race
from games.pages.deals.labels import title
from games.pages.people.visitor import known_player
from games.pages.races.race import visible_race
from games.racing import NEAR

PRODUCT = "-//Same Deal//Races//EN"


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
    entry.add("duration", timedelta(seconds=race.limit_s or 0))
    entry.add("summary", _("Race: %(game)s") % {"game": title(race.rules)})
    entry.add("description", _("Same cards, same start. The race: %(link)s") % {"link": link})
    entry.add("url", link)
    return _with(entry, _("Your race starts soon."))


def calendar_of_event(event: Event, link: str, host: str) -> Calendar:
    """Return the calendar with an event; once it is called off, calendars strike it out."""
    entry = CalendarEntry()
    entry.add("uid", f"event-{event.code}@{host}")
    entry.add("sequence", event.version)
    entry.add("dtstamp", event.created_at)
    entry.add("dtstart", event.starts_at)
    entry.add("dtend", event.ends_at)
    entry.add("summary", event.name)
    entry.add("description", _("Same cards, same start. The event: %(link)s") % {"link": link})
    entry.add("url", link)
    if event.called_off_at is not None:
        entry.add("status", "CANCELLED")
    return _with(entry, _("Your event starts soon."))


def _with(entry: CalendarEntry, reminder: str) -> Calendar:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -timedelta(milliseconds=NEAR))
    alarm.add("description", reminder)
    entry.add_component(alarm)
    file = Calendar()
    file.add("prodid", PRODUCT)
    file.add("version", "2.0")
    file.add_component(entry)
    return file
