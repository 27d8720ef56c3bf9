"""The one way from actions to a board and a run, for live and stored races alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.engine import Board, Deal, Rules, Sentence
from games.racing.errors import RefusedError
from games.racing.run import Run, RunState


def advance(board: Board, run: Run, action: str, ms: int) -> Run:
    """Apply one action to `board`, in place, and return the run after it.

    An action is a move, "deal", "undo", "end", "forfeit" or "bell", `ms` after the start.

    On an error the board is unchanged.

    :raises RefusedError: if the run is over or there is nothing to take back.
    :raises EngineError: if the action is not a move, or not a legal one.
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
                raise RefusedError("no-undo", _no_undo(board))
            board.pop()
            return run.undo(ms)
        case _:
            board.push(board.find_move(action))
            return run.move(board, ms)


def _no_undo(board: Board) -> str:
    if not board.moves:
        return Sentence("There's no move to undo.")
    return Sentence("The last move showed you a card, so it stands.")


def advance_stored(board: Board, run: Run, action: str, ms: int) -> Run:
    """Apply one stored action, as `advance` does.

    Unlike a new action it may follow a win: a rule settled since may count a board as won that did
    not count when the run went on.

    :raises RefusedError: as `advance` does, and `EngineError` likewise.
    """
    if run.state is RunState.WON:
        run = replace(run, state=RunState.PLAYING, time=None)
    return advance(board, run, action, ms)


def steps(
    rules: str, deal: str, actions: Iterable[tuple[str, int]], *, free_undo: bool
) -> Iterator[tuple[Board, Run]]:
    """Yield the board and the run as dealt and after each stored action; it is one board."""
    board = Board(Rules.parse(rules), Deal.parse(deal), free_undo=free_undo)
    run = Run.begin(board)
    yield board, run
    for action, ms in actions:
        run = advance_stored(board, run, action, ms)
        yield board, run


def replay(
    rules: str, deal: str, actions: Iterable[tuple[str, int]], *, free_undo: bool = False
) -> tuple[Board, Run]:
    """Return the board and the run after these actions, each with its milliseconds."""
    *_, last = steps(rules, deal, actions, free_undo=free_undo)
    return last
