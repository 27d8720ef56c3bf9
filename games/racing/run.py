"""What one player's attempt has come to, folded from its actions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games.engine import Board
from games.racing.errors import RefusedError


class RunState(StrEnum):
    """Where a run stands; every state but the first two is final."""

    WAITING = "waiting"
    PLAYING = "playing"
    WON = "won"
    STUCK = "stuck"
    ENDED = "ended"
    FORFEIT = "forfeit"
    NO_SHOW = "no-show"


@dataclass(frozen=True, slots=True)
class Run:
    """An attempt so far. Times are milliseconds since the start of the race."""

    state: RunState = RunState.WAITING
    progress: int = 0
    """The highest progress that the board has reached, 0 to 52."""
    progress_at: int | None = None
    """When that progress was first reached."""
    moves: int = 0
    """Moves made, automatic ones and those taken back later included."""
    undos: int = 0
    last_at: int | None = None
    """When the last action came; None before the first."""
    time: int | None = None
    """The finishing time of a run that is won."""

    @classmethod
    def begin(cls, board: Board) -> Run:
        """The run at the start of the race, on the board as dealt."""
        return cls(_state(board), board.progress, 0)

    @property
    def is_done(self) -> bool:
        """Whether nothing can be added to the run any more."""
        return self.state not in (RunState.WAITING, RunState.PLAYING)

    @property
    def actions(self) -> int:
        """How many actions have led here."""
        ended = (RunState.ENDED, RunState.FORFEIT, RunState.NO_SHOW)
        return self.moves + self.undos + (self.state in ended)

    def move(self, board: Board, ms: int) -> Run:
        """The run after a move, automatic or not, that led to this board."""
        self._refuse_done()
        progress, progress_at = self.progress, self.progress_at
        if (reached := board.progress) > progress:
            progress, progress_at = reached, ms
        state = _state(board)
        time = ms if state is RunState.WON else None
        # Not by `replace`, which takes several times as long, and this is every move.
        return Run(state, progress, progress_at, self.moves + 1, self.undos, ms, time)

    def undo(self, ms: int) -> Run:
        """The run after its last move was taken back; the progress reached stays reached."""
        return replace(self._acting(ms), undos=self.undos + 1)

    def end(self, ms: int) -> Run:
        """The run ended by its player, who keeps the place that the progress earns."""
        return replace(self._acting(ms), state=RunState.ENDED)

    def forfeit(self, ms: int) -> Run:
        """The run given up by a player who left."""
        return replace(self._acting(ms), state=RunState.FORFEIT)

    def settle(self) -> Run:
        """What the run counts as once the race is over."""
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
    """Where a run stands whose board has just come to this."""
    if board.is_won:
        return RunState.WON
    # Stuck with a move to take back is not the end: the player may still find a way. It is asked
    # first, since a replay has no other use for the legal moves, which cost the most.
    if board.can_undo or board.outcome() is None:
        return RunState.PLAYING
    return RunState.STUCK
