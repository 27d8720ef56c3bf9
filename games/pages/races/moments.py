"""A run's best moment: the lead, the comeback or the streak that the result of a race tells of."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import racing
from games.pages.site.axis import clock_text

GOAL: Final = 52

COMEBACK: Final = 5
"""How many cards must be made up to be called a comeback."""

CLOSE: Final = 3
SETTLED: Final = 10
"""With fewer cards home, being close to the others, or just ahead of them, says little."""

EARLY_MS: Final = 15_000
"""A lead since then is one from the start, if no one else was ahead before."""

STREAK_MS: Final = 30_000
STREAK: Final = 3

Points = Sequence[racing.Point]


def best_moment(own: Points, others: Sequence[Points], *, first: bool) -> str:
    """Return a sentence on the best moment of a run, or "" if it had none worth telling.

    `first` means that the run took the first place; its lead is then no news.
    """
    if others and all(run[-1].progress < SETTLED for run in (own, *others) if run):
        return "" if first else _furthest(own)
    gaps = list(_gaps(own, others))
    deepest = min((gap for _ms, gap in gaps), default=0)
    if first:
        return _won_after(-deepest) or _led(gaps) or _streak(own)
    leads = [(gap, -ms) for ms, gap in gaps if gap >= CLOSE or progress_at(own, ms) >= SETTLED]
    lead, at = max(leads, default=(0, 0))
    if lead > 0:
        text = ngettext(
            "At %(time)s you led by %(count)s card.",
            "At %(time)s you led by %(count)s cards.",
            lead,
        )
        return text % {"time": clock_text(-at), "count": lead}
    return _comeback(gaps) or _closest(own, gaps) or _streak(own) or _furthest(own)


def progress_at(points: Points, ms: int) -> int:
    """Return the progress of a run at a time."""
    at = bisect_right(points, ms, key=lambda point: point.ms)
    return points[at - 1].progress if at else 0


def _gaps(own: Points, others: Sequence[Points]) -> Iterator[tuple[int, int]]:
    """Yield how far a run was ahead of all others whenever anyone's progress rose.

    It ends when one of them has finished: who finishes next draws level without catching up.
    """
    for ms in sorted({point.ms for points in (own, *others) for point in points}):
        best = max((progress_at(points, ms) for points in others), default=GOAL)
        if best == GOAL:
            return
        yield ms, progress_at(own, ms) - best


def _won_after(behind: int) -> str:
    if behind < COMEBACK:
        return ""
    return _("You were %(count)s cards behind, and won.") % {"count": behind}


def _led(gaps: Sequence[tuple[int, int]]) -> str:
    """Tell since when the winner was ahead of all others."""
    behind = [number for number, (_ms, gap) in enumerate(gaps) if gap <= 0]
    since = behind[-1] + 1 if behind else 0
    if since >= len(gaps):
        return ""
    if gaps[since][0] <= EARLY_MS and all(gap >= 0 for _ms, gap in gaps[:since]):
        return _("You led from the start.")
    return _("You took the lead at %(time)s and kept it.") % {"time": clock_text(gaps[since][0])}


def _comeback(gaps: Sequence[tuple[int, int]]) -> str:
    """Tell of the most cards made up on the leader, if they are many."""
    deepest, best = 0, (0, 0, 0)
    for _ms, gap in gaps:
        deepest = min(deepest, gap)
        best = max(best, (gap - deepest, -deepest, -gap))
    made_up, most, least = best
    if made_up < COMEBACK:
        return ""
    if least == 0:
        return _("You drew level after being %(most)s cards behind.") % {"most": most}
    text = _("You came back from %(most)s cards behind to %(least)s.")
    return text % {"most": most, "least": least}


def _closest(own: Points, gaps: Sequence[tuple[int, int]]) -> str:
    """Tell how close the run came to the leader once it had got going."""
    going = [(gap, ms) for ms, gap in gaps if progress_at(own, ms) >= SETTLED]
    gap, at = max(going, default=(-CLOSE - 1, 0))
    if gap < -CLOSE:
        return ""
    if gap == 0:
        return _("At %(time)s you were level with the leader.") % {"time": clock_text(at)}
    text = ngettext(
        "At %(time)s you were %(count)s card behind the leader.",
        "At %(time)s you were %(count)s cards behind the leader.",
        -gap,
    )
    return text % {"time": clock_text(at), "count": -gap}


def _streak(own: Points) -> str:
    """Tell of the half minute that brought most."""
    most = max(
        (progress_at(own, point.ms + STREAK_MS) - point.progress for point in own), default=0
    )
    if most < STREAK:
        return ""
    return _("Your best half minute brought %(count)s cards.") % {"count": most}


def _furthest(own: Points) -> str:
    """Tell when the run got as far as it ever did."""
    most = max(own, key=lambda point: (point.progress, -point.ms))
    if most.progress <= own[0].progress:
        return ""
    text = ngettext(
        "Your best: %(count)s card, reached at %(time)s.",
        "Your best: %(count)s cards, reached at %(time)s.",
        most.progress,
    )
    return text % {"time": clock_text(most.ms), "count": most.progress}
