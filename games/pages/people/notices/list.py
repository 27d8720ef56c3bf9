"""The list of a player's notices: a page, and a panel on every other page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.models import Notice, NoticeKind, Player
from games.pages.people.notices.said import is_ahead, moment, said, streak_days
from games.pages.people.visitor import player_required, required_player

LISTED: Final = 50

IN_PANEL: Final = 6


@dataclass(frozen=True)
class Line:
    """A notice as a line of the list."""

    notice: Notice
    new: bool

    @property
    def said(self) -> str:
        """What it says."""
        return said(self.notice)

    @property
    def streak_end(self) -> datetime | None:
        """When the streak ends that it says is at stake."""
        return self.notice.until if self.notice.kind == NoticeKind.STREAK else None

    @property
    def streak_days(self) -> int:
        """How many days in a row are at stake."""
        return streak_days(self.notice)

    @property
    def at(self) -> datetime:
        """The time that it shows: of what it says."""
        return moment(self.notice)

    @property
    def is_ahead(self) -> bool:
        """Whether it announces what has not begun."""
        announces = self.notice.kind in (NoticeKind.BEGINS, NoticeKind.EVENT)
        return announces and is_ahead(self.notice)


@require_safe
@never_cache
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """List the visitor's notices."""
    return render(request, "people/notices/page.html", _context(request, LISTED))


@require_safe
@never_cache
@player_required
def panel(request: HttpRequest) -> HttpResponse:
    """Show the visitor's latest notices, as the panel under the bell."""
    return render(request, "people/notices/panel.html", _context(request, IN_PANEL))


@require_POST
@player_required
def seen(request: HttpRequest) -> HttpResponse:
    """Note that the visitor has seen what was listed, up to the notice `upto`."""
    upto = request.POST.get("upto", "")
    if upto.isascii() and upto.isdecimal() and len(upto) < 19:
        Notice.objects.see(required_player(request), int(upto), timezone.now())
    return redirect("notices")


def _context(request: HttpRequest, most: int) -> dict[str, object]:
    lines = _lines(required_player(request), most)
    return {
        "lines": lines,
        "any_new": any(line.new for line in lines),
        "latest": max((line.notice.pk for line in lines), default=0),
    }


def _lines(player: Player, most: int) -> list[Line]:
    now = timezone.now()
    found = list(Notice.objects.listed(player, now)[:most])
    new = Notice.objects.new_among(player, found, now)
    lines = [Line(notice, notice.pk in new) for notice in found]
    return sorted(lines, key=lambda line: line.at, reverse=True)
