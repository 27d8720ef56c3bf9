"""An entry while its race runs: a board in memory that any process can rebuild from the journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine import Board, Deal, Move, Rules
from games.engine.record import ENDINGS
from games.engine.sentences import Sentence, phrase
from games.live.journal import JournalLine, NotStoredError, TakenError
from games.live.limits import BotPace
from games.live.pieces import Done, in_pieces
from games.live.protocol import ResyncCode
from games.live.storage import stored_actions
from games.live.turn import Turn
from games.racing import (
    RefusedError,
    Run,
    RunState,
    advance,
    advance_stored,
    intended,
    may_have_become,
    warned_left,
)

PLAYED_ELSEWHERE: Final = phrase("You've played on in another tab. This is the table now.")


FULL: Final = phrase(
    "This run has reached the limit of %(most)s moves and undos. Stop here: what you have counts."
)


class ResyncError(Exception):
    """The client's number does not follow what is stored; the client needs the board again."""

    def __init__(self, code: ResyncCode, sentence: str) -> None:
        super().__init__(sentence)
        self.code: ResyncCode = code
        self.sentence = sentence


class EntryBoard:
    """One entry's board and run, and the texts of its stored actions.

    The board may be one submission ahead of the journal. So hold the `turn` to show it; a
    submission holds it until the journal has answered. After a failed write the board is in doubt,
    until the stored actions are read again.
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
        bot: bool = False,
    ) -> None:
        self.entry = entry
        self.seat = seat
        self.turn = Turn()
        self._stored = 0
        self._rules = rules
        self._deal = deal
        self._free_undo = free_undo
        self._most = most
        """How many actions the run may have, not counting its end."""
        self._bot = bot
        self._reset()

    def _reset(self) -> None:
        self.board = Board(self._rules, self._deal, free_undo=self._free_undo)
        self.run = Run.begin(self.board)
        self._texts: list[str] = []
        self._in_doubt = False
        self._pace = BotPace() if self._bot else None

    @property
    def is_stored(self) -> bool:
        """Whether everything the board shows is known to be stored."""
        return not self._in_doubt

    @property
    def left(self) -> int | None:
        """How many more actions fit, if few do."""
        return warned_left(self.number, self._most)

    @property
    def number(self) -> int:
        """The number of the last action."""
        return len(self._texts)

    def texts(self, after: int) -> list[str]:
        """Return the texts of the actions with higher numbers."""
        return self._texts[after:]

    def is_behind(self, number: int) -> bool:
        """Return whether to read the stored actions before judging this one."""
        return self._in_doubt or number > self.number + 1

    def is_new(self, number: int, text: str) -> bool:
        """Return True if an action comes next, False if the very same is stored.

        An intention is stored as the moves that it became.

        :raises ResyncError: if the number does not follow the last one.
        :raises RefusedError: if no player can send such an action.
        """
        if number <= self.number:
            if may_have_become(text, self._texts[number - 1]):
                return False
            raise ResyncError("stale", PLAYED_ELSEWHERE)
        if number > self.number + 1:
            raise ResyncError("gap", f"Action {self.number + 1} comes next, not {number}.")
        if text in ENDINGS:
            raise RefusedError("bad-action", "An action is a move, a deal or an undo.")
        return True

    def do(self, text: str, ms: int) -> list[JournalLine]:
        """Apply an action (`end` and `forfeit` too) and return the lines to store.

        An intention may become several moves. If foundation moves alone can finish the board, they
        are applied as well. The board is in doubt until `settle` hears from the journal.

        :raises RefusedError: if the run does not allow it, or a bot is too fast; `EngineError` if
            the rules do not.
        """
        ms = max(ms, self.run.last_at or 0)
        first = self.number + 1
        if first > self._most and text not in ENDINGS:
            # An undo too: no move could follow it.
            raise RefusedError("run-full", Sentence(FULL, most=self._most))
        if self._pace is not None and text not in ENDINGS:
            self._pace.check(ms)
        finishing: Iterable[Move] = ()
        for action in intended(self.board, text):
            self._advance(action, ms)
            self._in_doubt = True
            if self.run.state is not RunState.PLAYING:
                break
            if (finishing := self.board.finish()) or self.number >= self._most:
                break
        chosen = self.number
        for move in finishing:
            self._advance(str(move), ms)
        return [
            JournalLine(self.entry, number, ms, self._texts[number - 1], number > chosen)
            for number in range(first, self.number + 1)
        ]

    def settle(self, error: TakenError | NotStoredError | None) -> None:
        """Note what became of the last submission.

        :raises ResyncError: if it is not stored; the client needs the board again.
        """
        if isinstance(error, TakenError):
            raise ResyncError("stale", PLAYED_ELSEWHERE)
        if error is not None:
            raise ResyncError("not-stored", "Your move wasn't saved. Try again.")
        self._in_doubt = False

    def _advance(self, text: str, ms: int) -> None:
        self.run = advance(self.board, self.run, text, ms)
        self._note(text, ms)

    def expect(self, number: int) -> None:
        """Note that this many actions are stored, here or by another process."""
        self._stored = max(self._stored, number)

    @property
    def is_late(self) -> bool:
        """Whether more is stored than applied here; a submission on its way counts as applied."""
        return self.number < self._stored

    async def follow(self) -> None:
        """Catch up if the board is behind, or in doubt."""
        if self._in_doubt or self.is_late:
            await self.catch_up()

    async def catch_up(self) -> None:
        """Apply what other processes have stored since; start afresh if the board is in doubt.

        :raises UnavailableError: if the database does not answer; the board is as it was.
        """
        stored = await stored_actions(self.entry, 0 if self._in_doubt else self.number)
        if self._in_doubt:
            self._reset()
        # If this is cancelled between two pieces, the rest is known to be missing.
        self.expect(self.number + len(stored))
        await in_pieces(stored, self.replay)

    def replay(self, actions: Iterable[Done]) -> None:
        """Apply stored actions that follow the last one."""
        for text, ms in actions:
            self.run = advance_stored(self.board, self.run, text, ms)
            self._note(text, ms)

    def _note(self, text: str, ms: int) -> None:
        self._texts.append(text)
        if self._pace is not None:
            self._pace.note(ms)
