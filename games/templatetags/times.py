"""Instants, for people."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html

from games.pages.site.times import DAY, ago_text

register = template.Library()

register.filter("ago", ago_text)


@register.filter
def moment(instant: datetime) -> str:
    """Return when something was: how long ago within a day, after that its date and hour in UTC.

    `frontend/src/lib/hours.js` tells the hour in the reader's time zone.
    """
    stamp = instant.isoformat()
    if timezone.now() - instant < DAY:
        return format_html('<time datetime="{}">{}</time>', stamp, ago_text(instant))
    date, hour = date_format(instant), date_format(instant, "TIME_FORMAT")
    return format_html('<time datetime="{}" data-hour>{}, {} UTC</time>', stamp, date, hour)
