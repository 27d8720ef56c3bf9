"""What was done in a run, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.pages.replays.moments import Moment
from games.pages.replays.story import PAGE, Story


@dataclass(frozen=True)
class Telling:
    """A page of what was done in a run, with the queries that lead to each moment."""

    story: Story
    rows: list[tuple[Moment, str]]
    pages: list[tuple[str, str, int, str]]
    """Other pages: a sign, a name, the first action on it and the query that leads there."""
    page: int
    address: str
    """Where the module gets another page."""

    @property
    def first(self) -> int:
        """The first action on it."""
        return max(1, self.page * PAGE)

    @property
    def last(self) -> int:
        """The last action on it."""
        return self.rows[-1][0].frame.number

    @classmethod
    def of(cls, story: Story, stories: Sequence[Story], page: int) -> Telling:
        """A page of one of the runs that are shown."""
        leads = story is stories[0]
        beside = {"with": str(stories[1].entry.pk)} if len(stories) > 1 else {}

        def query(number: int) -> str:
            place = {"n": f"{number}"} if leads else {"t": f"{story.ms_of(number) / 1000:g}"}
            return f"?{urlencode(beside | place)}"

        turns = (
            ("⇤", _("First actions"), 0, page > 1),
            ("←", _("Earlier actions"), page - 1, page > 0),
            ("→", _("Later actions"), page + 1, page < story.pages - 1),
            ("⇥", _("Last actions"), story.pages - 1, page < story.pages - 2),
        )
        run = beside if leads else beside | {"beside": "1"}
        return cls(
            story,
            [(told, query(told.frame.number)) for told in story.page(page)],
            [(sign, name, to * PAGE, query(to * PAGE)) for sign, name, to, there in turns if there],
            page,
            f"{reverse('replay-moves', args=[stories[0].entry.pk])}?{urlencode(run)}",
        )
