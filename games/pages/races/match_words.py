"""The score of a match, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import racing
from games.models import Match, Player, Race
from games.models.visibility import is_profile_hidden_from

MATCHES: Final = 10
"""How many matches a profile lists."""


TWO: Final = 2
"""The scores of so many stand side by side."""


@dataclass(frozen=True)
class Line:
    """A player of a match and the player's score."""

    player: Player
    score: str
    """The races won, which decide a match with a target; the points of an open series."""
    unit: str
    """Which of them it is; empty between two."""
    won: bool


@dataclass(frozen=True)
class Score:
    """A match as it stands."""

    goal: str
    stand: str
    lines: Sequence[Line]
    """The visitor first between two; among more the best first."""


def points_text(halves: int) -> str:
    """Return points as people write them: halves come from ties."""
    whole, half = divmod(halves, racing.WIN)
    return f"{whole or ''}½" if half else str(whole)


def goal_text(goal: racing.Goal, players: int) -> str:
    """Return what a match of so many is played to."""
    if goal.target is None:
        return _("Open series")
    text = _("First to {n} wins").format(n=goal.target)
    ahead = _("by two")
    return f"{text} · {ahead}" if goal.two_ahead and players <= TWO else text


def race_text(goal: racing.Goal, number: int, players: int) -> str:
    """Return what the match of a race is played to, and which race of it this is."""
    return " · ".join((goal_text(goal, players), _("race {n}").format(n=number)))


def unit_text(goal: racing.Goal, halves: int) -> str:
    """Return what the score of a match counts."""
    count = 1 if halves == racing.WIN else 2
    if goal.target is None:
        return ngettext("point", "points", count)
    return ngettext("win", "wins", count)


def score_of(match: Match, score: racing.Match, visitor: Player | None = None) -> Score:
    """Return the score of a match, worded for a visitor. Costs a query, two if stopped."""
    players = Player.objects.in_bulk(score.players)
    points, wins = score.points, score.wins
    deciding = points if match.goal.target is None else wins
    lines = [
        Line(
            players[player],
            points_text(deciding[player]),
            unit_text(match.goal, deciding[player]) if len(players) > TWO else "",
            player == score.winner,
        )
        for player in _in_order(score, deciding, visitor)
    ]
    return Score(goal_text(match.goal, len(players)), _stand(match, score, players, visitor), lines)


def _in_order(
    score: racing.Match, deciding: Mapping[int, int], visitor: Player | None
) -> list[int]:
    """Return the players: the visitor first between two, as on the result; else the best first."""
    if len(score.players) == TWO:
        return sorted(score.players, key=lambda one: visitor is None or one != visitor.pk)
    points = score.points
    return sorted(score.players, key=lambda one: (-deciding[one], -points[one]))


@dataclass(frozen=True)
class RaceInMatch:
    """A race of a match under way, as those who don't play see it."""

    number: int
    score: racing.Match

    def text(self, players: Sequence[int]) -> str:
        """Return what the match is played to, which race this is, and the score of two.

        That score is in the order of the players. It stands from the second race on.
        """
        text = race_text(self.score.goal, self.number, len(players))
        if len(players) != TWO or not self.score.races:
            return text
        return f"{text} · {':'.join(points_text(self._halves(player)) for player in players)}"

    def won_by(self, player: int) -> str:
        """Return what a player had won before this race; empty if nothing."""
        halves = self._halves(player)
        return f"{points_text(halves)} {unit_text(self.score.goal, halves)}" if halves else ""

    def _halves(self, player: int) -> int:
        is_open = self.score.goal.target is None
        deciding = self.score.points if is_open else self.score.wins
        return deciding.get(player, 0)


def race_in_match(race: Race) -> RaceInMatch | None:
    """Return where a race is in its match. Costs a query if it is in one, and one to find it.

    None of a single race, also once a rematch has made it the first of a series.
    """
    link = race.link
    if link is None or (link.number == 1 and not link.match.is_chosen):
        return None
    return RaceInMatch(link.number, link.match.score().until(link.number - 1))


def matches_of(player: Player, visitor: Player | None) -> list[tuple[Match, Score]]:
    """Return the latest matches of a player whose profile a visitor may see; none to others.

    A series that a rematch made, and of which a single race is over, is left out.
    """
    if is_profile_hidden_from(player, visitor):
        return []
    found = [(match, match.score()) for match in Match.objects.of(player)[:MATCHES]]
    return [
        (match, score_of(match, score))
        for match, score in found
        if len(score.races) > 1 or match.is_chosen
    ]


def number_in_match(race: Race) -> int:
    """Return which race of its match this is; 0 outside of one, and in the first rematch."""
    return 0 if race.link is None else race.link.told_number


def _stand(
    match: Match, score: racing.Match, players: dict[int, Player], visitor: Player | None
) -> str:
    if score.stopped:
        return f"{_stopped(match, visitor)} {_ahead(score, players, visitor)}".strip()
    if score.winner is None:
        return ""
    if visitor is not None and visitor.pk == score.winner:
        return _("You win the match!")
    return _("%(name)s wins the match") % {"name": players[score.winner].name}


def _stopped(match: Match, visitor: Player | None) -> str:
    """Return who stopped a match, as one player's decision ends it for all."""
    by = match.stopped_by
    if by is None:
        return _("The match was stopped.")
    if by == visitor:
        return _("You stopped the match.")
    return _("%(name)s stopped the match.") % {"name": by.name}


def _ahead(score: racing.Match, players: dict[int, Player], visitor: Player | None) -> str:
    """Return who was ahead when a match was stopped; empty if nobody had a rival."""
    if len(players) < TWO:
        return ""
    deciding = score.points if score.goal.target is None else score.wins
    first = [one for one in players if deciding[one] == max(deciding.values())]
    if len(first) > 1:
        return _("The score was level.")
    if visitor is not None and visitor.pk in first:
        return _("You were ahead.")
    return " ".join(_("%(name)s was ahead.") % {"name": players[one].name} for one in first)
