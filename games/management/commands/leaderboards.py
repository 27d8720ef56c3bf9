"""Compare the leaderboards with the entries: `python manage.py leaderboards --check`."""

from __future__ import annotations

from collections.abc import Iterator

from games.management.comparing import CompareCommand
from games.management.progress import Progress
from games.models import Leaderboard
from games.models.standings.booking import rebuild, steps_of_check, wrong_leaderboards


class Command(CompareCommand):
    """The entries are the truth: a leaderboard can be rebuilt from them at any time."""

    help = "List the leaderboards that disagree with the stored entries, or rebuild them."
    what = "leaderboards"
    source = "entries"

    def steps(self) -> int:
        """Count entries and leaderboards."""
        return steps_of_check()

    def findings(self, progress: Progress, *, repair: bool) -> Iterator[str]:
        """Yield the names of wrong leaderboards."""
        wrong = wrong_leaderboards(progress.step)
        # Nothing can be repaired while the snapshot is read.
        for name in list(wrong) if repair else wrong:
            if repair:
                rebuild(name)
            yield name

    def count(self) -> int:
        """Return the number of leaderboards."""
        return Leaderboard.objects.count()
