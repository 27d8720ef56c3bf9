"""Compare the ratings with the ranked races: `python manage.py ratings --check`."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import GAMES
from games.management.comparing import CompareCommand
from games.management.progress import Progress
from games.models import Rating
from games.models.standings.rating import recompute_ratings, steps_of_check, wrong_ratings


class Command(CompareCommand):
    """The races are the truth: ratings can be recomputed from them at any time."""

    help = "List the ratings that disagree with the stored races, or recompute them."
    what = "ratings"
    source = "races"

    def steps(self) -> int:
        """Count ranked races."""
        return sum(map(steps_of_check, GAMES))

    def findings(self, progress: Progress, *, repair: bool) -> Iterator[str]:
        """Yield what is wrong, game by game: one wrong rating makes later ones wrong too."""
        for game in GAMES:
            wrong = wrong_ratings(game, progress.step)
            # Nothing can be repaired while the snapshot is read.
            sentences = list(wrong) if repair else wrong
            if sentences and repair:
                recompute_ratings(game)
            for sentence in sentences:
                yield f"{game}: {sentence}"

    def count(self) -> int:
        """Return the number of ratings."""
        return Rating.objects.count()
