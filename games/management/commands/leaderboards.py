"""Compare the leaderboards with the entries: `python manage.py leaderboards --check`."""

from __future__ import annotations

from collections.abc import Iterator

from games.management.comparing import CompareCommand
from games.models import Leaderboard
from games.models.standings.booking import rebuild, wrong_leaderboards


class Command(CompareCommand):
    """The entries are the truth: a leaderboard can be rebuilt from them at any time."""

    help = "List the leaderboards that disagree with the stored entries, or rebuild them."
    what = "leaderboards"
    source = "entries"

    def findings(self, *, repair: bool) -> Iterator[str]:
        """Yield the names of wrong leaderboards."""
        for name in wrong_leaderboards():
            if repair:
                rebuild(name)
            yield name

    def count(self) -> int:
        """Return the number of leaderboards."""
        return Leaderboard.objects.count()
