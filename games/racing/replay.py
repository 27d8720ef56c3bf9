"""The one way from actions to a board and a run, for the live race and for stored ones alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.engine import Board, Deal, Rules
from games.racing.errors import RefusedError
from games.racing.run import Run, RunState

BELL = "bell"
"""The action by which the end of a race ends a run that is still open."""


def advance(board: Board, run: Run, action: str, ms: int) -> Run:
    """Do one action on `board`, in place, and return what the run has come to.

    An action is a move, "deal", "undo", "end", "forfeit" or "bell", `ms` after the start.

    :raises RefusedError: if the run is over or nothing can be taken back.
    :raises EngineError: if the action is no move, or not a legal one. The board is as it was.
    """
    if run.is_done:
        raise RefusedError("run-over", "Your run is over.")
    match action:
        case "end":
            return run.end(ms)
        case "forfeit":
            return run.forfeit(ms)
        case "bell":
            return run.settle()
        case "undo":
            if not board.can_undo:
                raise RefusedError("no-undo", "There is no move that can be taken back.")
            board.pop()
            return run.undo(ms)
        case _:
            board.push(board.find_move(action))
            return run.move(board, ms)


def advance_stored(board: Board, run: Run, action: str, ms: int) -> Run:
    """Do one action that is stored, as `advance` does.

    Unlike a new action, it may follow a win: a rule may have been settled since, under which a
    board counts as won that did not when the run went on.

    :raises RefusedError: and `EngineError`, as `advance` does.
    """
    if run.state is RunState.WON:
        run = replace(run, state=RunState.PLAYING, time=None)
    return advance(board, run, action, ms)


def steps(
    rules: str, deal: str, actions: Iterable[tuple[str, int]], *, free_undo: bool
) -> Iterator[tuple[Board, Run]]:
    """The board and the run as dealt, and after each stored action; the board moves on."""
    board = Board(Rules.parse(rules), Deal.parse(deal), free_undo=free_undo)
    run = Run.begin(board)
    yield board, run
    for action, ms in actions:
        run = advance_stored(board, run, action, ms)
        yield board, run


def replay(
    rules: str, deal: str, actions: Iterable[tuple[str, int]], *, free_undo: bool = False
) -> tuple[Board, Run]:
    """The board and the run that actions, each with its milliseconds, lead to."""
    *_, last = steps(rules, deal, actions, free_undo=free_undo)
    return last
