"""What an any-time race came to, in the words that a live race has.

`frontend/src/race/headline.js` and `honours.js` say the same of a live race: those know its frames.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import racing
from games.pages.deals.counting import counting
from games.pages.races.results import GONE, Row
from games.pages.site.name_list import names_text
from games.pages.site.times import time_text
from games.racing import Decision, RunState

CLOSE: Final = 10_000
"""A margin below this many milliseconds is shown to the hundredth."""


def headline(rows: Sequence[Row], rules: str, own: int | None) -> str:
    """Return who won and what decided it, to the player `own`; empty if nobody had a rival."""
    rows = [row for row in rows if not row.entry.void_reason]
    first = [row for row in rows if row.rank == 1]
    last = len(rows) if first else None
    decided = racing.decision([_standing(row, last) for row in rows])
    if decided is Decision.NOBODY:
        return _nobody(rows)
    if decided is None or not first:
        return ""
    mine = any(row.player.pk == own for row in first)
    run, words = first[0].entry, counting(rules)
    values = {
        "name": names_text(_addressed(first, own)),
        "progress": run.progress,
        "time": "" if run.time_ms is None else time_text(run.time_ms),
    }
    match decided:
        case Decision.TIME:
            said = _("You win in %(time)s!") if mine else _("%(name)s wins in %(time)s")
        case Decision.MOVES:
            said = (
                _("You win: same time, fewer moves")
                if mine
                else _("%(name)s wins: same time, fewer moves")
            )
        case Decision.CARDS:
            said = str(words.own_most if mine else words.most)
        case Decision.SOONER:
            said = str(words.own_sooner if mine else words.sooner)
        case Decision.LEFT:
            reason = _left([row for row in rows if row.rank != 1], own)
            said = _("You win: %(reason)s") if mine else _("%(name)s wins: %(reason)s")
            values["reason"] = reason
        case Decision.SHARED if run.time_ms is None:
            said = str(words.level)
        case Decision.SHARED:
            said = _("A tie in %(time)s: %(name)s")
        case _:
            said = str(words.nothing_more if run.progress else words.nothing)
    return said % values


def margin(rows: Sequence[Row], own: int, *, over: bool) -> str:
    """Return how far ahead of the next a player is, or behind the first; empty where it is told.

    Until the race is over, nobody is ahead for good.
    """
    ranked = [row for row in rows if row.rank is not None]
    mine = next((row for row in ranked if row.player.pk == own), None)
    others = [row for row in ranked if row is not mine and row.entry.state not in GONE]
    if mine is None or mine.rank is None or not others or mine.entry.state in GONE:
        return ""
    first = others[0]
    if mine.rank == first.rank:
        return ""
    ahead = mine.rank < (first.rank or 0)
    if ahead and not over:
        return ""
    if mine.entry.time_ms is not None and first.entry.time_ms is not None:
        gap = abs(first.entry.time_ms - mine.entry.time_ms)
        values = {"time": time_text(gap) if gap < CLOSE else _clock(gap), "name": first.name}
        return (_("won by %(time)s") if ahead else _("%(time)s behind %(name)s")) % values
    count = abs(mine.entry.progress - first.entry.progress)
    if not count:
        # The headline tells who was sooner.
        return "" if ahead else _("As many as %(name)s, but later") % {"name": first.name}
    said = (
        ngettext("won by %(count)s card", "won by %(count)s cards", count)
        if ahead
        else ngettext("%(count)s card behind %(name)s", "%(count)s cards behind %(name)s", count)
    )
    return said % {"count": count, "name": first.name}


def _standing(row: Row, last: int | None) -> racing.Standing:
    """Return a row that isn't voided as a value; one without a move is behind all others."""
    return racing.Standing(row.rank or last, row.entry.as_seat(row.entry.settled_run))


def _addressed(rows: Sequence[Row], own: int | None) -> list[str]:
    """Return the names of these players, the reader's own as "You" before the others."""
    others = [row.name for row in rows if row.player.pk != own]
    return [_("You"), *others] if len(others) < len(rows) else others


def _left(others: Sequence[Row], own: int | None) -> str:
    """Return why only one was left, without a capital at its beginning."""
    idle = [_is_idle(row) for row in others]
    if len(others) > 1:
        if all(idle):
            return _("no one else made a move")
        return _("the others left or made no move") if any(idle) else _("the others left the race")
    values = {"name": others[0].name}
    if others[0].player.pk == own:
        return _("you didn't make a move") if idle[0] else _("you left the race")
    said = _("%(name)s didn't make a move") if idle[0] else _("%(name)s left the race")
    return said % values


def _nobody(rows: Sequence[Row]) -> str:
    idle = [_is_idle(row) for row in rows]
    if all(idle):
        return _("No one made a move")
    return _("Everyone left or made no move") if any(idle) else _("Everyone left the race")


def _is_idle(row: Row) -> bool:
    """Tell whether a player moved no card, and didn't leave the race either."""
    return row.entry.state != RunState.FORFEIT and not row.entry.is_try


def _clock(ms: int) -> str:
    """Return a margin in whole seconds: "3:07", "1:02:45"."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
