"""The challenges of a day as one visitor has fared with them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from games.engine import GAMES
from games.models import Attempt, Board, Daily, Entry, Player
from games.models.standings.booking import daily_board
from games.pages.labels import time_text


@dataclass(frozen=True)
class Challenge:
    """A game's challenge of a day, and how far the visitor has come with it."""

    game: str
    day: date
    daily: Daily | None
    """None while no proven deal is ready, or of a day on which nobody came."""
    attempt: Attempt | None = None
    entry: Entry | None = None
    rank: int | None = None
    size: int = 0

    @property
    def title(self) -> str:
        """What the game is called."""
        return GAMES[self.game].title

    @property
    def state(self) -> str:
        """Where the visitor's attempt stands: "new", "running" or "ended"."""
        if self.attempt is None or self.attempt.race.starts_at is None:
            return "new"
        return "running" if self.attempt.race.closed_at is None else "ended"

    @property
    def time(self) -> str:
        """The finishing time of the attempt, empty if it was not won."""
        if self.entry is None or self.entry.time_ms is None:
            return ""
        return time_text(self.entry.time_ms)


def challenges(
    day: date, dailies: dict[str, Daily | None], player: Player | None
) -> list[Challenge]:
    """The challenges of a day with the visitor's attempts and ranks."""
    found = [daily for daily in dailies.values() if daily is not None]
    attempts: dict[int, Attempt] = {}
    entries: dict[int, Entry] = {}
    if player is not None:
        own = Attempt.objects.filter(daily__in=found, player=player).select_related("race")
        attempts = {attempt.daily_id: attempt for attempt in own}
        runs = Entry.objects.filter(race__attempt__in=own, race__closed_at__isnull=False)
        entries = {entry.race_id: entry for entry in runs}
    boards = Board.objects.in_bulk([daily_board(daily.pk) for daily in found], field_name="name")
    made = []
    for game, daily in dailies.items():
        attempt = attempts.get(daily.pk) if daily else None
        on = boards.get(daily_board(daily.pk)) if daily else None
        line = on.lines.filter(player=player).first() if on and player else None
        made.append(
            Challenge(
                game=game,
                day=day,
                daily=daily,
                attempt=attempt,
                entry=entries.get(attempt.race_id) if attempt else None,
                rank=on.place(line) if on and line else None,
                size=on.size() if on else 0,
            )
        )
    return made
