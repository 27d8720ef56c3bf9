"""A notice in the reader's language."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import GAMES
from games.models import Notice, NoticeKind
from games.pages.site.times import MINUTE


def said(notice: Notice) -> str:
    """Return a sentence on a notice, loaded with what it tells of."""
    sentence = _sentence(notice) % {
        "name": "" if notice.by is None else notice.by.name,
        "game": _game(notice),
        "event": "" if notice.event is None else notice.event.name,
        "minutes": minutes_left(notice),
    }
    return f"{sentence} {place}." if (place := _place(notice)) else sentence


def _sentence(notice: Notice) -> str:
    match NoticeKind(notice.kind):
        case NoticeKind.CHALLENGED:
            return _("%(name)s challenges you to race %(game)s.")
        case NoticeKind.REMATCH:
            return _("%(name)s wants a rematch: %(game)s.")
        case NoticeKind.OVERTAKEN if hasattr(notice.trial, "daily"):
            return _("%(name)s overtook you in a daily challenge: %(game)s.")
        case NoticeKind.OVERTAKEN:
            return _("%(name)s overtook you in an any-time race: %(game)s.")
        case NoticeKind.OVER if notice.by_id == notice.player_id:
            return _("You won your any-time race: %(game)s.")
        case NoticeKind.OVER if notice.by is not None:
            return _("%(name)s won your any-time race: %(game)s.")
        case NoticeKind.OVER:
            return _("Your any-time race is over: %(game)s.")
        case NoticeKind.BEGINS:
            minutes = minutes_left(notice)
            if minutes < 1:
                return _("Your race has begun: %(game)s.")
            return ngettext(
                "Your race begins in %(minutes)s minute: %(game)s.",
                "Your race begins in %(minutes)s minutes: %(game)s.",
                minutes,
            )
        case NoticeKind.EVENT if notice.event and notice.until != notice.event.starts_at:
            minutes = minutes_left(notice)
            if minutes < 1:
                return _("The next round has begun: %(event)s.")
            return ngettext(
                "The next round begins in %(minutes)s minute: %(event)s.",
                "The next round begins in %(minutes)s minutes: %(event)s.",
                minutes,
            )
        case NoticeKind.EVENT:
            minutes = minutes_left(notice)
            if minutes < 1:
                return _("Your event has begun: %(event)s.")
            return ngettext(
                "Your event begins in %(minutes)s minute: %(event)s.",
                "Your event begins in %(minutes)s minutes: %(event)s.",
                minutes,
            )


def _place(notice: Notice) -> str:
    """Return the place of a reader who didn't win the race of which a notice tells the end."""
    if notice.kind != NoticeKind.OVER or notice.trial is None or notice.by_id == notice.player_id:
        return ""
    results = notice.trial.results()
    own = next((place for place, run in results if run.player_id == notice.player_id), None)
    if own is None or len(results) < 2:
        return ""
    values = {"rank": own, "size": len(results)}
    if [place for place, _run in results].count(own) > 1:
        return _("Shared place %(rank)s of %(size)s") % values
    return _("Place %(rank)s of %(size)s") % values


def minutes_left(notice: Notice) -> int:
    """Return the minutes until what a notice tells of, rounded up; 0 once it is there."""
    if notice.until is None:
        return 0
    return max(0, -((timezone.now() - notice.until) // MINUTE))


def _game(notice: Notice) -> str:
    raced = notice.race or notice.trial
    game = None if raced is None else GAMES.get(raced.rules.partition("/")[0])
    return "" if game is None else game.title
