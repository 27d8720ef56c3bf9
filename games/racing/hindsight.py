"""What of a run counted in the end: the moves that stood, and those that led nowhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine import Action
from games.racing.replay import steps


@dataclass(frozen=True)
class Hindsight:
    """The actions of a run, by their numbers from 1, sorted by what became of them.

    A move stands if it was not taken back. The moves that stand lead from the deal to the board as
    it was at the end without any undo: once that way leads through a lost position, all that
    follow are lost, too.
    """

    standing: tuple[int, ...]
    """The moves that stand, in order."""
    positions: tuple[str, ...]
    """The board's keys, as dealt and after each of these moves."""
    taken_back: tuple[int, ...]
    """The moves that were taken back, and the undos that did it."""
    circling: tuple[int, ...]
    """The moves that stand, and brought the board back to where it had been."""
    wasted_ms: int
    """The time before and between the actions of both kinds."""

    @classmethod
    def of(
        cls, rules: str, deal: str, actions: Iterable[Action], *, free_undo: bool = False
    ) -> Hindsight:
        """What became of the actions of a record.

        :raises RefusedError: if the record goes on after its end.
        :raises EngineError: if it is not played by its rules.
        """
        done = list(actions)
        played = steps(rules, deal, [(one.text, one.ms) for one in done], free_undo=free_undo)
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
        times = [one.ms for one in done]
        before = [0, *times[:-1]]
        return cls(
            tuple(standing),
            tuple(keys),
            tuple(sorted(taken_back)),
            circling,
            sum(times[n - 1] - before[n - 1] for n in wasted),
        )

    @property
    def direct(self) -> int:
        """How many moves were left had none of them been wasted."""
        return len(self.standing) - len(self.circling)


def _circling(standing: list[int], keys: list[str]) -> tuple[int, ...]:
    """The moves between a position and its last return; position i is before move i."""
    last = {key: place for place, key in enumerate(keys)}
    circling: list[int] = []
    place = 0
    while place < len(standing):
        back = last[keys[place]]
        circling += standing[place:back]
        place = back + 1
    return tuple(circling)
