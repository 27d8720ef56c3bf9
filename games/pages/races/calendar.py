"""A planned race as an entry for calendars (RFC 5545)."""

from __future__ import annotations

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Alarm, Calendar, Event

from games.models import Race
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
    file = calendar_of(race, link, request.get_host())
    answer = HttpResponse(file.to_ical(), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="same-deal-{race.code}.ics"'
    return answer


def calendar_of(race: Race, link: str, host: str) -> Calendar:
    """Return the calendar with a planned race; a later version of it replaces an earlier one."""
    event = Event()
    event.add("uid", f"race-{race.code}@{host}")
    event.add("sequence", race.version)
    event.add("dtstamp", race.created_at)
    event.add("dtstart", race.planned_at)
    event.add("duration", timedelta(seconds=race.limit_s or 0))
    event.add("summary", _("Race: %(game)s") % {"game": title(race.rules)})
    event.add("description", _("Same cards, same start. The race: %(link)s") % {"link": link})
    event.add("url", link)
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -timedelta(milliseconds=NEAR))
    alarm.add("description", _("Your race starts soon."))
    event.add_component(alarm)
    file = Calendar()
    file.add("prodid", PRODUCT)
    file.add("version", "2.0")
    file.add_component(event)
    return file
