"""Instants, for people."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html

from games.pages.site.times import DAY, ago_text, hour_text

register = template.Library()

register.filter("ago", ago_text)
register.filter("hour_text", hour_text)


@register.filter
def moment(instant: datetime) -> str:
    """Return when something was: how long ago within a day, after that its date and hour in UTC.

    `frontend/src/lib/hours.js` tells the hour in the reader's time zone.
    """
    if timezone.now() - instant < DAY:
        return format_html('<time datetime="{}">{}</time>', instant.isoformat(), ago_text(instant))
    return hour(instant)


@register.filter
def time_of_day(instant: datetime) -> str:
    """Return the time of day of an instant in UTC, for the script to tell in local time."""
    text = f"{date_format(instant, 'TIME_FORMAT')}\N{NO-BREAK SPACE}UTC"
    return format_html('<time datetime="{}" data-hour="time">{}</time>', instant.isoformat(), text)


@register.filter
def start(instant: datetime) -> str:
    """Return the date and hour of a start in UTC; its local form is the same before and after."""
    stamp = instant.isoformat()
    text = hour_text(instant)
    return format_html('<time datetime="{}" data-hour="start">{}</time>', stamp, text)


@register.filter
def hour(instant: datetime) -> str:
    """Return the date and hour of an instant in UTC, for the script to tell in local time."""
    stamp = instant.isoformat()
    return format_html('<time datetime="{}" data-hour>{}</time>', stamp, hour_text(instant))
