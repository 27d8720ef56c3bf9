"""A notice in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine import GAMES
from games.models import Notice, NoticeKind


def said(notice: Notice) -> str:
    """Return a sentence on a notice, loaded with what it tells of."""
    if notice.event is not None:
        return _("Your event begins soon: %(event)s.") % {"event": notice.event.name}
    values = {"name": "" if notice.by is None else notice.by.name, "game": _game(notice)}
    return _sentence(notice) % values


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
            return _("Your event begins soon.")


def _game(notice: Notice) -> str:
    rules = (notice.race or notice.trial or NOTHING).rules
    game = GAMES.get(rules.partition("/")[0])
    return "" if game is None else game.title


class _Nothing:
    rules = ""


NOTHING = _Nothing()
