"""A run as frames: what its player saw after each action."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.engine import Action, Record, View
from games.engine.view import watched
from games.racing.replay import steps
from games.racing.run import Run
from games.racing.thinking import Thinking


@dataclass(frozen=True, slots=True)
class Frame:
    """The board after action `number`, masked as its player saw it; 0 is the deal."""

    number: int
    ms: int
    action: str
    automatic: bool
    thought: int | None
    """How long the player thought before it, in milliseconds; None for actions of the server."""
    board: View
    run: Run


def frames(record: Record, wanted: Collection[int] | None = None) -> list[Frame]:
    """Return the frames of a record, or those with the wanted numbers.

    The replay stops at the last wanted number.

    :raises RefusedError: if the record goes on after its end.
    :raises EngineError: if an action breaks the rules.
    """
    done = record.actions if wanted is None else record.actions[: max(wanted, default=0)]
    actions: Sequence[Action] = (Action(0, "", automatic=True), *done)
    thoughts = (None, *Thinking.of(done).times)
    played = steps(
        str(record.rules),
        str(record.deal),
        [(action.text, action.ms) for action in done],
        free_undo=record.free_undo,
    )
    return [
        Frame(
            number,
            action.ms,
            action.text,
            action.automatic,
            thought,
            watched(board, frozenset()),
            run,
        )
        for number, (action, thought, (board, run)) in enumerate(
            zip(actions, thoughts, played, strict=True)
        )
        if wanted is None or number in wanted
    ]
