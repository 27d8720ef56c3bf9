"""A run in hindsight: the moves that stood, and those that led nowhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine import Action
from games.racing.replay import steps


@dataclass(frozen=True)
class Hindsight:
    """The actions of a run, numbered from 1, by what became of them.

    A move stands if it was not taken back. The standing moves lead from the deal to the last board
    without any undo, so every position after a lost one is lost too.
    """

    standing: tuple[int, ...]
    """The moves that stand, in order."""
    positions: tuple[str, ...]
    """The keys of the board as dealt and after each standing move."""
    taken_back: tuple[int, ...]
    """The moves that were taken back, and their undos."""
    circling: tuple[int, ...]
    """The standing moves that only led back to an earlier position."""
    wasted_ms: int
    """The time spent on the actions of these two kinds."""

    @classmethod
    def of(
        cls, rules: str, deal: str, actions: Iterable[Action], *, free_undo: bool = False
    ) -> Hindsight:
        """Sort the actions of a record by what became of them.

        :raises RefusedError: if the record goes on after its end.
        :raises EngineError: if an action breaks the rules.
        """
        done = list(actions)
        played = steps(
            rules, deal, [(action.text, action.ms) for action in done], free_undo=free_undo
        )
        board, _ = next(played)
        keys = [board.key()]
        standing: list[int] = []
        taken_back: list[int] = []
        for number, (action, (board, _)) in enumerate(zip(done, played, strict=True), 1):
            if action.text == "undo":
                taken_back += (standing.pop(), number)
                keys.pop()
            elif len(board.moves) > len(standing):
                standing.append(number)
                keys.append(board.key())
        circling = _circling(standing, keys)
        wasted = {*taken_back, *circling}
        times = [action.ms for action in done]
        # The first look at the deal is not wasted, whatever the first move comes to.
        before = [*times[:1], *times[:-1]]
        return cls(
            tuple(standing),
            tuple(keys),
            tuple(sorted(taken_back)),
            circling,
            sum(times[n - 1] - before[n - 1] for n in wasted),
        )

    @property
    def direct(self) -> int:
        """How many moves the run would have had without the wasted ones."""
        return len(self.standing) - len(self.circling)


def _circling(standing: list[int], keys: list[str]) -> tuple[int, ...]:
    """Return the moves between a position and its last recurrence; position i precedes move i."""
    last = {key: place for place, key in enumerate(keys)}
    circling: list[int] = []
    place = 0
    while place < len(standing):
        back = last[keys[place]]
        circling += standing[place:back]
        place = back + 1
    return tuple(circling)
