"""The list of a run's actions, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.pages.races.replay.moments import Moment
from games.pages.races.replay.replayed_run import PAGE, ReplayedRun


@dataclass(frozen=True)
class MoveList:
    """A page of a run's actions, with the query that leads to each moment."""

    run: ReplayedRun
    rows: list[tuple[Moment, str]]
    pages: list[tuple[str, str, int, str]]
    """Other pages: a symbol, a name, the first action on it and the query that leads there."""
    page: int
    address: str
    """The address from which the module fetches another page."""

    @property
    def first(self) -> int:
        """The first action on the page."""
        return max(1, self.page * PAGE)

    @property
    def last(self) -> int:
        """The last action on the page."""
        return self.rows[-1][0].frame.number

    @classmethod
    def of(cls, run: ReplayedRun, runs: Sequence[ReplayedRun], page: int) -> MoveList:
        """Return a page of one of the runs shown side by side."""
        leads = run is runs[0]
        beside = {"with": str(runs[1].entry.pk)} if len(runs) > 1 else {}

        def query(number: int) -> str:
            place = {"n": f"{number}"} if leads else {"t": f"{run.ms_of(number) / 1000:g}"}
            return f"?{urlencode(beside | place)}"

        turns = (
            ("⇤", _("First steps"), 0, page > 1),
            ("←", _("Earlier steps"), page - 1, page > 0),
            ("→", _("Later steps"), page + 1, page < run.pages - 1),
            ("⇥", _("Last steps"), run.pages - 1, page < run.pages - 2),
        )
        which = beside if leads else beside | {"beside": "1"}
        return cls(
            run,
            [(moment, query(moment.frame.number)) for moment in run.page(page)],
            [(sign, name, to * PAGE, query(to * PAGE)) for sign, name, to, there in turns if there],
            page,
            f"{reverse('replay-moves', args=[runs[0].entry.pk])}?{urlencode(which)}",
        )
