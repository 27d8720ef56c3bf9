"""Times and durations, for people."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format, get_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)


def time_text(ms: int) -> str:
    """Return a duration, cut to the hundredth of a second: "3:07.42", in German "3:07,42"."""
    minutes, rest = divmod(ms // 10, 6000)
    seconds, hundredths = divmod(rest, 100)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f"{clock}:{seconds:02}{get_format('DECIMAL_SEPARATOR')}{hundredths:02}"


def clock_text(ms: int) -> str:
    """Return a duration, cut to the second: "3:07"."""
    return time_text(ms)[: -len(".42")]


def duration_text(ms: int) -> str:
    """Return a duration with as much precision as matters: "3.2 s", "5 s", "23 s", "1:05 min"."""
    if ms < 10_000 and ms % 1000:
        return _("%(seconds)s s") % {"seconds": number_format(ms / 1000, 1)}
    if ms < 60_000:
        return _("%(seconds)s s") % {"seconds": ms // 1000}
    minutes, seconds = divmod(ms // 1000, 60)
    return _("%(clock)s min") % {"clock": f"{minutes}:{seconds:02}"}


def late_text(ms: int) -> str:
    """Return how late watchers see cards: "30 seconds", "2 minutes"."""
    minutes, rest = divmod(ms, 60_000)
    if rest:
        seconds = round(ms / 1000)
        return ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds}
    return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}


def hour_text(instant: datetime) -> str:
    """Return the date and hour of an instant in UTC: "23 Nov 2026, 14:05 UTC"."""
    return f"{date_format(instant)}, {date_format(instant, 'TIME_FORMAT')}\N{NO-BREAK SPACE}UTC"


def full_minute(instant: datetime | None) -> datetime | None:
    """Return the first full minute from an instant on."""
    if instant is None:
        return None
    return (instant + MINUTE - timedelta.resolution).replace(second=0, microsecond=0)


def ago_text(instant: datetime) -> str:
    """Return how long ago something was: "just now", "5 minutes ago", "3 days ago"."""
    passed = timezone.now() - instant
    if passed < MINUTE:
        return _("just now")
    if passed < HOUR:
        text = ngettext("%(n)s minute ago", "%(n)s minutes ago", passed // MINUTE)
        return text % {"n": passed // MINUTE}
    if passed < DAY:
        return ngettext("%(n)s hour ago", "%(n)s hours ago", passed // HOUR) % {"n": passed // HOUR}
    return ngettext("%(n)s day ago", "%(n)s days ago", passed // DAY) % {"n": passed // DAY}
