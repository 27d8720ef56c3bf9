"""The field of a planned start: a local time, and the time zone that it is meant in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _

from games.models.database.instants import to_ms
from games.pages.site.clock import now
from games.racing import RefusedError, refuse_plan
from games.spoken import spoken

FORMAT: Final = "%Y-%m-%dT%H:%M"
"""What browsers send of a `datetime-local` field."""


class StartField(forms.CharField):
    """A date and time of day without a zone; the page's script shows it in the reader's."""

    widget = forms.DateTimeInput(
        format=FORMAT, attrs={"type": "datetime-local", "step": "60", "autocomplete": "off"}
    )

    def prepare_value(self, value: Any) -> Any:
        """Return an instant in UTC, for readers without scripts; other values as they are."""
        return value.astimezone(UTC).strftime(FORMAT) if isinstance(value, datetime) else value

    def clean(self, value: Any) -> Any:
        """Return the time of day as a datetime without a zone, or None if there is none.

        :raises ValidationError: if it can't be read.
        """
        if not (text := super().clean(value)):
            return None
        try:
            return datetime.strptime(text[:16], FORMAT)  # noqa: DTZ007
        except ValueError:
            raise _unreadable() from None


def instant_of(local: datetime | None, zone: str) -> datetime | None:
    """Return the instant of a local time in a zone, named as in the IANA database; UTC if empty.

    Where clocks are set back, a time comes twice: the first is meant.

    :raises ValidationError: if there is no such zone, its clocks skip that time, or no year can be
        named for it in UTC.
    """
    if local is None:
        return None
    try:
        meant = local.replace(tzinfo=ZoneInfo(zone or "UTC"))
    except (KeyError, ValueError, OSError):
        # No such zone, a name that can be none, and the name of a folder of zones.
        raise forms.ValidationError(
            _("We don't know the time zone “%(zone)s”. Name one such as Europe/Berlin.")
            % {"zone": zone}
        ) from None
    try:
        instant = meant.astimezone(UTC)
    except OverflowError:
        # The first or the last hours that a datetime holds.
        raise _unreadable() from None
    if instant.astimezone(meant.tzinfo).replace(tzinfo=None) != local:
        raise forms.ValidationError(
            _("Clocks in %(zone)s skip that time. Choose another.") % {"zone": zone}
        )
    return instant


def planned_start(local: datetime | None, zone: str, own: datetime | None) -> datetime | None:
    """Return the instant that a start is planned for: its own, or another that can be planned.

    :raises ValidationError: as `instant_of` does, or if it is too soon or too far ahead.
    """
    instant = instant_of(local, zone)
    if instant is not None and instant != own:
        try:
            refuse_plan(to_ms(instant), now())
        except RefusedError as error:
            raise forms.ValidationError(spoken(error.sentence)) from None
    return instant


def _unreadable() -> forms.ValidationError:
    return forms.ValidationError(_("Enter a date and a time, such as 2026-12-24T20:00."))
