"""The kinds of notices, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.models import NoticeKind
from games.pages.site.text import Text


@dataclass(frozen=True)
class Kind:
    """A kind of notices, as the settings name it."""

    label: Text
    hint: Text = ""


KINDS: Final[dict[str, Kind]] = {
    NoticeKind.CHALLENGED.value: Kind(_("Someone challenges you")),
    NoticeKind.REMATCH.value: Kind(
        _("Someone wants a rematch"), _("Or is in for the next race of your match.")
    ),
    NoticeKind.OVERTAKEN.value: Kind(
        _("Someone overtakes you"), _("In an any-time race; in a daily, only people you follow.")
    ),
    NoticeKind.PLAYED.value: Kind(
        _("Someone else plays your any-time race"), _("Once you've played it yourself.")
    ),
    NoticeKind.OVER.value: Kind(_("Your any-time race or event is over")),
    NoticeKind.BEGINS.value: Kind(
        _("Your planned race begins"),
        _("15 minutes before, or at once if it begins sooner. Also if its start is changed."),
    ),
    NoticeKind.EVENT.value: Kind(
        _("Your event begins"), _("15 minutes before, or 2 if you joined later.")
    ),
    NoticeKind.STREAK.value: Kind(
        _("Your daily streak is about to end"),
        _("4 hours before the next deals, from 2 days in a row on. Needs an account."),
    ),
}
