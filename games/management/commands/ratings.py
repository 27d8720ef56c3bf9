"""Compare the ratings with the ranked races: `python manage.py ratings --check`."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import GAMES
from games.management.comparing import CompareCommand
from games.models import Rating
from games.models.standings.rating import recompute_ratings, wrong_ratings


class Command(CompareCommand):
    """The races are the truth: ratings can be recomputed from them at any time."""

    help = "List the ratings that disagree with the stored races, or recompute them."
    what = "ratings"
    source = "races"

    def findings(self, *, repair: bool) -> Iterator[str]:
        """Yield what is wrong, game by game: one wrong rating makes later ones wrong too."""
        for game in GAMES:
            wrong = wrong_ratings(game)
            if wrong and repair:
                recompute_ratings(game)
            for sentence in wrong:
                yield f"{game}: {sentence}"

    def count(self) -> int:
        """Return the number of ratings."""
        return Rating.objects.count()
