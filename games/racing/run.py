"""The state of one player's attempt, folded from its actions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games.engine import Board
from games.racing.errors import RefusedError


class RunState(StrEnum):
    """The state of a run; every one but the first two is final."""

    WAITING = "waiting"
    """The race has not started."""
    PLAYING = "playing"
    """The player may act."""
    WON = "won"
    """All cards are home, or in order."""
    STUCK = "stuck"
    """No move is left, nor anything to undo."""
    ENDED = "ended"
    """The player or the bell ended it; its progress counts."""
    FORFEIT = "forfeit"
    """The player left during the race."""
    NO_SHOW = "no-show"
    """The race ended before the player acted."""


@dataclass(frozen=True, slots=True)
class Run:
    """An attempt so far. Times are milliseconds since the start of the race."""

    state: RunState = RunState.WAITING
    progress: int = 0
    """The highest progress that the board has reached, 0 to 52."""
    progress_at: int | None = None
    """When that progress was first reached."""
    moves: int = 0
    """Moves made, including automatic ones and those taken back."""
    undos: int = 0
    last_at: int | None = None
    """When the last action came; None before the first."""
    time: int | None = None
    """The finishing time, if the run is won."""

    @classmethod
    def begin(cls, board: Board) -> Run:
        """Return the run at the start of the race, on the board as dealt."""
        return cls(_state(board), board.progress, 0)

    @property
    def is_done(self) -> bool:
        """Whether the run takes no more actions."""
        return self.state not in (RunState.WAITING, RunState.PLAYING)

    @property
    def has_moved(self) -> bool:
        """Whether a card was moved: without that, a run wins nothing, ended or not."""
        return self.moves > 0 or self.state is RunState.WON

    @property
    def is_idle(self) -> bool:
        """Whether it doesn't hold up a round: it is done, or its player hasn't acted."""
        return self.is_done or self.last_at is None

    @property
    def actions(self) -> int:
        """How many actions the run has."""
        ended = (RunState.ENDED, RunState.FORFEIT, RunState.NO_SHOW)
        return self.moves + self.undos + (self.state in ended)

    def move(self, board: Board, ms: int) -> Run:
        """Return the run after a move, automatic or not, that led to this board."""
        self._refuse_done()
        progress, progress_at = self.progress, self.progress_at
        if (reached := board.progress) > progress:
            progress, progress_at = reached, ms
        state = _state(board)
        time = ms if state is RunState.WON else None
        # `replace` takes several times as long, and this runs on every move.
        return Run(state, progress, progress_at, self.moves + 1, self.undos, ms, time)

    def undo(self, ms: int) -> Run:
        """Return the run after its last move is taken back; it keeps the progress reached."""
        return replace(self._acting(ms), undos=self.undos + 1)

    def end(self, ms: int) -> Run:
        """Return the run ended by its player, who keeps the place that the progress earns."""
        return replace(self._acting(ms), state=RunState.ENDED)

    def forfeit(self, ms: int) -> Run:
        """Return the run given up by a player who left."""
        return replace(self._acting(ms), state=RunState.FORFEIT)

    def settle(self) -> Run:
        """Return what the run counts as once the race is over."""
        if self.is_done:
            return self
        return replace(self, state=RunState.NO_SHOW if self.last_at is None else RunState.ENDED)

    def _acting(self, ms: int) -> Run:
        self._refuse_done()
        return replace(self, last_at=ms)

    def _refuse_done(self) -> None:
        if self.is_done:
            raise RefusedError("run-over", "Your run is over.")


def _state(board: Board) -> RunState:
    """Return the state of a run that has just reached this board."""
    if board.is_won:
        return RunState.WON
    # A stuck board with a move to take back is not the end: the player may find another way.
    # `can_undo` comes first, since generating moves is the costliest part of a replay.
    if board.can_undo or board.outcome() is None:
        return RunState.PLAYING
    return RunState.STUCK
