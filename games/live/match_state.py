"""The match that a race is in, as everyone sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from msgspec import Struct

from games.racing import WIN, Match, Race

MatchStage: TypeAlias = Literal["on", "won", "stopped"]
"""Where a match stands."""


class MatchPlayer(Struct, frozen=True):
    """A player of a match, also one who misses this race."""

    seat: int | None
    """The number of the player's seat in this race; `null` without one."""
    name: str
    """The player's name."""
    points: float
    """The score: one for each player placed behind in each race, half for each equal;
    none for a tie of players who moved no card.
    """
    wins: float
    """Races won, which a target counts; a shared win is half a win."""
    won: bool
    """Whether the player has won the match with this race."""
    chooses: bool
    """Whether the player was last in the latest race that is over, and may choose the next."""


class MatchState(Struct, frozen=True):
    """A match: a chain of races of the same people. Races that are over count, up to this one."""

    code: str
    """The match's code: `/match/CODE/` shows it."""
    number: int
    """The number of this race in the match, from 1."""
    target: int | None
    """How many wins end the match; `null` in an open series."""
    two_ahead: bool
    """Whether the winner of two players must be two wins ahead."""
    chosen: bool
    """Whether anyone chose to play a match; `false` of an open series that a rematch made."""
    state: MatchStage
    """Whether more races may follow, whatever this one decided."""
    stopped_by: str | None
    """The name of the player who stopped it; `null` if no one did, or the account is gone."""
    players: list[MatchPlayer]
    """Its players, in the order in which they came."""


@dataclass(frozen=True)
class StoredMatch:
    """A match as it is stored."""

    code: str
    number: int
    score: Match
    names: Mapping[int, str]
    """The names of its players."""
    chosen: bool
    stopped_by: int | None
    """The player who stopped it."""


def stage(score: Match) -> MatchStage:
    """Return where a match stands."""
    if score.stopped:
        return "stopped"
    return "on" if score.winner is None else "won"


def match_state(match: StoredMatch, race: Race) -> MatchState:
    """Return a match as everyone at this race sees it."""
    score, seats = match.score.until(match.number), {seat.player: seat for seat in race.seats}
    points, wins = score.points, score.wins
    choosers = score.choosers if score == match.score else ()
    names = {**match.names, **{player: seat.name for player, seat in seats.items()}}
    return MatchState(
        code=match.code,
        number=match.number,
        target=score.goal.target,
        two_ahead=score.goal.two_ahead,
        chosen=match.chosen,
        state=stage(match.score),
        stopped_by=None if match.stopped_by is None else names.get(match.stopped_by),
        players=[
            MatchPlayer(
                seat=seats[player].number if player in seats else None,
                name=names[player],
                points=points.get(player, 0) / WIN,
                wins=wins.get(player, 0) / WIN,
                won=player == score.winner,
                chooses=player in choosers and not (player in seats and seats[player].bot),
            )
            for player in dict.fromkeys((*score.players, *seats))
        ],
    )
