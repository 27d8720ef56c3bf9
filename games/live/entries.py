"""An entry while its race runs: its board in memory, rebuilt from the journal by any process."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine import Board, Deal, Rules
from games.engine.sentences import Sentence, phrase
from games.live.journal import JournalLine, NotStoredError, TakenError
from games.live.pieces import Done, in_pieces
from games.live.protocol import ResyncCode
from games.live.storage import stored_actions
from games.live.turn import Turn
from games.racing import BELL, RefusedError, Run, RunState, advance, advance_stored, warned_left

ENDINGS: Final = ("end", "forfeit", BELL)
"""The actions that nobody can send as a move."""

PLAYED_ELSEWHERE: Final = phrase("This was played elsewhere in the meantime.")


FULL: Final = phrase(
    "This run has %(most)s actions, and none can follow but its end. End it: what you have reached"
    " counts."
)


class ResyncError(Exception):
    """The client's number does not follow on what is stored; it needs the board again."""

    def __init__(self, code: ResyncCode, sentence: str) -> None:
        super().__init__(sentence)
        self.code: ResyncCode = code
        self.sentence = sentence


class EntryBoard:
    """One entry's board and run, and the texts of its stored actions.

    Between two commits the board may be one submission ahead of the journal, so whoever shows it
    has the `turn`, and keeps it from a submission until the journal has answered. After a write
    that failed, what is stored has to be read before anything else.
    """

    def __init__(
        self,
        entry: int,
        seat: int,
        rules: Rules,
        deal: Deal,
        *,
        most: int,
        free_undo: bool = False,
    ) -> None:
        self.entry = entry
        self.seat = seat
        self.turn = Turn()
        self._stored = 0
        self._rules = rules
        self._deal = deal
        self._free_undo = free_undo
        self._most = most
        """How many actions the run may have, its ending left out."""
        self._reset()

    def _reset(self) -> None:
        self.board = Board(self._rules, self._deal, free_undo=self._free_undo)
        self.run = Run.begin(self.board)
        self._texts: list[str] = []
        self._in_doubt = False

    @property
    def is_stored(self) -> bool:
        """Whether all that the board shows is stored for certain."""
        return not self._in_doubt

    @property
    def left(self) -> int | None:
        """How many more actions it takes, if few are left."""
        return warned_left(self.number, self._most)

    @property
    def number(self) -> int:
        """The number of the last action."""
        return len(self._texts)

    def texts(self, after: int) -> list[str]:
        """The texts of the actions with higher numbers."""
        return self._texts[after:]

    def is_behind(self, number: int) -> bool:
        """Whether what is stored has to be read before an action of that number is looked at."""
        return self._in_doubt or number > self.number + 1

    def is_new(self, number: int, text: str) -> bool:
        """Whether a player's action comes next; False if it is stored already, as number and text.

        :raises ResyncError: if the number does not follow on the last one.
        :raises RefusedError: if nobody can send such an action.
        """
        if number <= self.number:
            if self._texts[number - 1] == text:
                return False
            raise ResyncError("stale", PLAYED_ELSEWHERE)
        if number > self.number + 1:
            raise ResyncError("gap", f"Action {self.number + 1} comes next, not {number}.")
        if text in ENDINGS:
            raise RefusedError("bad-action", "An action is a move, a deal or an undo.")
        return True

    def do(self, text: str, ms: int) -> list[JournalLine]:
        """Do the next action, `end` or `forfeit` too; what is to be stored of it.

        A board that can be finished by foundation moves alone is finished with it, at once. It is
        in doubt until `settle` is told what has become of it.

        :raises RefusedError: if the run does not allow it, and `EngineError` if the rules do not.
        """
        ms = max(ms, self.run.last_at or 0)
        first = self.number + 1
        if first > self._most and text not in ENDINGS:
            # An undo, too: no move could follow it.
            raise RefusedError("run-full", Sentence(FULL, most=self._most))
        self._advance(text, ms)
        self._in_doubt = True
        if self.run.state is RunState.PLAYING:
            for move in self.board.finish():
                self._advance(str(move), ms)
        return [
            JournalLine(self.entry, number, ms, self._texts[number - 1], number > first)
            for number in range(first, self.number + 1)
        ]

    def settle(self, error: TakenError | NotStoredError | None) -> None:
        """Learn what has become of the last submission.

        :raises ResyncError: if it is not stored, so that the client needs the board again.
        """
        if isinstance(error, TakenError):
            raise ResyncError("stale", PLAYED_ELSEWHERE)
        if error is not None:
            raise ResyncError("not-stored", "The move could not be stored. Try again.")
        self._in_doubt = False

    def _advance(self, text: str, ms: int) -> None:
        self.run = advance(self.board, self.run, text, ms)
        self._texts.append(text)

    def expect(self, number: int) -> None:
        """Take note that so many actions are stored, whoever has stored them."""
        self._stored = max(self._stored, number)

    @property
    def is_late(self) -> bool:
        """Whether more is stored than is done here; a submission on its way counts as done."""
        return self.number < self._stored

    async def follow(self) -> None:
        """Catch up, if this board is known to be behind, or to show what is perhaps not stored."""
        if self._in_doubt or self.is_late:
            await self.catch_up()

    async def catch_up(self) -> None:
        """Do what other processes have stored since; all anew if the last write is in doubt.

        :raises UnavailableError: if the database does not answer; the board is as it was.
        """
        stored = await stored_actions(self.entry, 0 if self._in_doubt else self.number)
        if self._in_doubt:
            self._reset()
        # Should it be broken off between two pieces, the rest is known to be missing.
        self.expect(self.number + len(stored))
        await in_pieces(stored, self.replay)

    def replay(self, actions: Iterable[Done]) -> None:
        """Do actions that are stored and follow on the last one."""
        for text, ms in actions:
            self.run = advance_stored(self.board, self.run, text, ms)
            self._texts.append(text)
