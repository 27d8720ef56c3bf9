"""The score of a match, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games import racing
from games.models import Match, Player, Race
from games.models.races.match import MatchRace
from games.models.visibility import is_profile_hidden_from

MATCHES: Final = 10
"""How many matches a profile lists."""


TWO: Final = 2
"""Between so many, points and wins are the same."""


@dataclass(frozen=True)
class Line:
    """A player of a match and the player's score."""

    player: Player
    score: str
    """The races won, if they decide the match; otherwise the points."""
    beside: str
    """The points, if the races won decide the match; otherwise empty."""
    won: bool


@dataclass(frozen=True)
class Score:
    """A match as it stands."""

    goal: str
    stand: str
    lines: Sequence[Line]
    """Best first."""


def points_text(halves: int) -> str:
    """Return points as people write them: halves come from ties."""
    whole, half = divmod(halves, racing.WIN)
    return f"{whole or ''}½" if half else str(whole)


def goal_text(goal: racing.Goal, players: int) -> str:
    """Return what a match of so many is played to: between two, a win is a point."""
    if goal.target is None:
        return _("Open series")
    if players > TWO:
        return _("First to {n} wins").format(n=goal.target)
    text = _("First to {n} points").format(n=goal.target)
    ahead = _("by two")
    return f"{text} · {ahead}" if goal.two_ahead else text


def score_of(match: Match, score: racing.Match) -> Score:
    """Return the score of a match. Costs a query."""
    players = Player.objects.in_bulk(score.players)
    points, wins = score.points, score.wins
    wins_decide = match.goal.target is not None and len(players) > TWO
    deciding = wins if wins_decide else points
    lines = [
        Line(
            players[player],
            points_text(deciding[player]),
            _("points: %(n)s") % {"n": points_text(points[player])} if wins_decide else "",
            player == score.winner,
        )
        for player in sorted(score.players, key=lambda one: (-deciding[one], -points[one]))
    ]
    return Score(goal_text(match.goal, len(players)), _stand(score, players), lines)


def matches_of(player: Player, visitor: Player | None) -> list[tuple[Match, Score]]:
    """Return the latest matches of a player whose profile a visitor may see; none to others.

    A series of which a single race is over is left out.
    """
    if is_profile_hidden_from(player, visitor):
        return []
    found = [(match, match.score()) for match in Match.objects.of(player)[:MATCHES]]
    return [
        (match, score_of(match, score))
        for match, score in found
        if len(score.races) > 1 or score.goal.target is not None
    ]


def number_in_match(race: Race) -> int:
    """Return which race of its match this is; 0 outside of one, and in the first rematch.

    A rematch makes a single race the first of a series: that one is asked for as a rematch.
    """
    found = MatchRace.objects.filter(race=race).select_related("match").first()
    if found is None or (found.match.goal.target is None and found.number <= TWO):
        return 0
    return found.number


def _stand(score: racing.Match, players: dict[int, Player]) -> str:
    if score.stopped:
        return _("The match was stopped.")
    if score.winner is None:
        return ""
    return _("%(name)s wins the match") % {"name": players[score.winner].name}
