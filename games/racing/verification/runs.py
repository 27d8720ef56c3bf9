"""Checking a run: its actions by the rules, and its result by its actions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.engine import Action, Board, EngineError
from games.engine.record import BELL, ENDINGS
from games.racing.errors import RefusedError
from games.racing.replay import advance
from games.racing.run import Run, RunState
from games.racing.verification.document import PlayedRun, RaceDocument
from games.racing.verification.finding import Finding, false, true


@dataclass
class ReplayedRun:
    """A run replayed on a board of its own, up to the bell or its first fault."""

    place: str
    """Where the run is in the document: `runs[0]`."""
    board: Board
    most: int
    """How many actions its player may take."""
    run: Run = field(init=False)
    bell: Action | None = None
    """The action by which the race ended the run."""
    last: int = 0
    _acted: int = 0
    _finishing: deque[str] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self.run = Run.begin(self.board)

    @classmethod
    def of(cls, document: RaceDocument, number: int) -> ReplayedRun:
        """Return a run of the document, before its first action."""
        kind = document.kind
        board = Board(document.rules, document.deal, free_undo=kind.free_undo)
        return cls(f"runs[{number}]", board, kind.most_actions)

    def replay(self, actions: tuple[Action, ...]) -> Finding:
        """Play the actions; return whether all are as the rules say, or the first fault."""
        for number, action in enumerate(actions):
            if fault := self._fault(action):
                return false(f"{self.place}.actions[{number}]", fault)
        where = f"{self.place}.actions"
        if self._finishing:
            left = " ".join(self._finishing)
            return false(where, f"the server didn't play the moves that finish the game: {left}")
        return true(where, f"{len(actions)} actions, all legal and in order")

    def _fault(self, action: Action) -> str | None:
        """Apply an action; return what is wrong with it, if anything."""
        ms, text, automatic = action
        if ms < self.last:
            return f"{ms} ms is earlier than the action before it"
        if self.bell or self.run.is_done:
            return f"'{text}' comes after the end of the run"
        expected = self._finishing.popleft() if self._finishing else None
        if expected and (text, ms, automatic) != (expected, self.last, True):
            return f"'{expected}' comes next, by the server and at once: it finishes the game"
        if automatic and not expected:
            return f"'{text}' isn't one of the moves by which the server finishes a game"
        self.last = ms
        if text == BELL:
            self.bell = action
            return None
        if not automatic and text not in ENDINGS:
            self._acted += 1
            if self._acted > self.most:
                return f"a player may take {self.most} actions at most"
        return self._play(text, ms, automatic)

    def _play(self, text: str, ms: int, automatic: bool) -> str | None:
        try:
            self.run = advance(self.board, self.run, text, ms)
        except EngineError as error:
            return str(error)
        except RefusedError as error:
            return error.sentence
        if self.run.state is RunState.PLAYING and not automatic:
            self._finishing.extend(map(str, self.board.finish()))
        return None


def differences(place: str, played: PlayedRun, run: Run) -> Iterator[Finding]:
    """Yield what the document says of a run's result that its actions don't give."""
    said = played.result
    for name, told, derived in (
        ("state", said.state.value, run.state.value),
        ("progress", said.progress, run.progress),
        ("progress_at", said.progress_at, run.progress_at),
        ("moves", said.moves, run.moves),
        ("undos", said.undos, run.undos),
        ("time", said.time, run.time),
    ):
        if told != derived:
            yield false(
                f"{place}.result.{name}", f"{_text(told)}, but the actions give {_text(derived)}"
            )


def _text(value: object) -> str:
    return "null" if value is None else str(value)
