"""A notice in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine import GAMES
from games.models import Notice, NoticeKind


def said(notice: Notice) -> str:
    """Return a sentence on a notice, loaded with what it tells of."""
    return _sentence(notice) % {
        "name": "" if notice.by is None else notice.by.name,
        "game": _game(notice),
        "event": "" if notice.event is None else notice.event.name,
    }


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
        case NoticeKind.OVER:
            return _("Your any-time race is over: %(game)s.")
        case NoticeKind.BEGINS:
            return _("Your race begins soon: %(game)s.")
        case NoticeKind.EVENT:
            return _("Your event begins soon: %(event)s.")


def _game(notice: Notice) -> str:
    raced = notice.race or notice.trial
    game = None if raced is None else GAMES.get(raced.rules.partition("/")[0])
    return "" if game is None else game.title
