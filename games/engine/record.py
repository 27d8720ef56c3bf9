"""Records: a whole game as text, replayable by anybody.

Tags in brackets, an empty line, then one action a line: its number, the time since the start as
minutes:seconds.milliseconds, the action, and a star if the server played it by itself.

    [Record "same-deal/1"]
    [Rules "agnes-sorel/standard"]
    [Deal "TC KH 8C ..."]
    [Result "open 5"]

    1. 0:01.250 t7t2
    2. 0:03.000 undo
    3. 0:07.500 deal
    4. 0:09.125 end

`Key` (hex) may stand beside `Deal`, and then gives it. `Undo "free"` says that moves may be taken
back which revealed a card. `Result` is the outcome (`won`, `stuck` or
`open`) and the progress of the last board. `Player`, `Race` and `Date` are remarks. An action is
a move, `deal`, `undo`, or one of the endings: `end` and `forfeit` by the player, `bell` by the
race. Lines that begin with `#` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from games.engine.board import Board, Outcome
from games.engine.deal import Deal
from games.engine.errors import EngineError, RecordError
from games.engine.rules import Rules

FORMAT: Final = "same-deal/1"
ENDINGS: Final = ("end", "forfeit", "bell")
REMARKS: Final = ("Player", "Race", "Date")
TAGS: Final = ("Record", *REMARKS, "Rules", "Undo", "Deal", "Key", "Result")
FREE: Final = "free"

T = TypeVar("T")

_TAG = re.compile(r'\[(\w+) "([^"]*)"\]', re.ASCII)
# Bounded, since Python refuses to read numbers of thousands of digits; no game is nearly as long.
_ACTION = re.compile(r"(\d{1,9})\. (\d{1,9}):([0-5]\d)\.(\d{3}) (\w+)( \*)?", re.ASCII)


class Action(NamedTuple):
    """What was done, `ms` milliseconds after the start."""

    ms: int
    text: str
    automatic: bool = False


@dataclass(frozen=True)
class Record:
    """A game: rules, deal, timed actions, and remarks on who played it when."""

    rules: Rules
    deal: Deal
    actions: tuple[Action, ...] = ()
    key: bytes | None = None
    remarks: tuple[tuple[str, str], ...] = ()
    free_undo: bool = False

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read and replay a record.

        :raises RecordError: with the line, if it cannot be read, is not played by its rules, or
            does not end as it says.
        """
        tags, actions, lines = _read(text)
        rules = _value(tags, "Rules", Rules.parse)
        deal = _value(tags, "Deal", Deal.parse)
        key = _value(tags, "Key", bytes.fromhex) if "Key" in tags else None
        if key is not None and Deal.from_key(key) != deal:
            raise RecordError(tags["Key"].line, "the key does not give this deal")
        remarks = tuple((name, tags[name].value) for name in REMARKS if name in tags)
        free_undo = "Undo" in tags
        if free_undo and tags["Undo"].value != FREE:
            raise RecordError(tags["Undo"].line, f"Undo is {FREE!r} or left out")
        board = Board(rules, deal, free_undo=free_undo)
        _play(board, zip(lines, actions, strict=True))
        claim, result = _value(tags, "Result", str), _result(board)
        if claim != result:
            raise RecordError(tags["Result"].line, f"the result is {result!r}, not {claim!r}")
        return cls(rules, deal, tuple(actions), key, remarks, free_undo)

    def replay(self) -> Board:
        """The board after the last action.

        :raises RecordError: if it is not played by its rules; `line` is the action's number.
        """
        board = Board(self.rules, self.deal, free_undo=self.free_undo)
        _play(board, enumerate(self.actions, 1))
        return board

    def __str__(self) -> str:
        tags = {"Record": FORMAT, **dict(self.remarks)}
        tags["Rules"] = str(self.rules)
        if self.free_undo:
            tags["Undo"] = FREE
        tags["Deal"] = str(self.deal)
        if self.key is not None:
            tags["Key"] = self.key.hex()
        tags["Result"] = _result(self.replay())
        lines = [f'[{name} "{value}"]' for name, value in tags.items()]
        lines.append("")
        for number, (ms, text, automatic) in enumerate(self.actions, 1):
            star = " *" if automatic else ""
            seconds, rest = divmod(ms, 1000)
            clock = f"{seconds // 60}:{seconds % 60:02}.{rest:03}"
            lines.append(f"{number}. {clock} {text}{star}")
        return "\n".join(lines) + "\n"


class _Tag(NamedTuple):
    line: int
    value: str


def _read(text: str) -> tuple[dict[str, _Tag], list[Action], list[int]]:
    """The tags, the actions and the line of each action."""
    tags: dict[str, _Tag] = {}
    actions: list[Action] = []
    lines: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not actions and (match := _TAG.fullmatch(line)):
            if match[1] in tags or match[1] not in TAGS:
                known = f"each of {', '.join(TAGS)} once"
                raise RecordError(number, f"unexpected tag {match[1]}: a record has {known}")
            tags[match[1]] = _Tag(number, match[2])
        elif match := _ACTION.fullmatch(line):
            if int(match[1]) != len(actions) + 1:
                raise RecordError(number, f"action {len(actions) + 1} comes next, not {match[1]}")
            ms = (int(match[2]) * 60 + int(match[3])) * 1000 + int(match[4])
            actions.append(Action(ms, match[5], match[6] is not None))
            lines.append(number)
        else:
            raise RecordError(number, f"neither a tag nor an action: {line!r}")
    if _value(tags, "Record", str) != FORMAT:
        raise RecordError(tags["Record"].line, f"the format is not {FORMAT}")
    return tags, actions, lines


def _value(tags: Mapping[str, _Tag], name: str, parse: Callable[[str], T]) -> T:
    """The value of a tag."""
    if name not in tags:
        raise RecordError(1, f"the tag {name} is missing")
    try:
        return parse(tags[name].value)
    except ValueError as error:
        raise RecordError(tags[name].line, f"{name}: {error}") from error


def _play(board: Board, actions: Iterable[tuple[int, Action]]) -> None:
    """Do the actions on a board; each comes with the line to name if it is wrong."""
    last, ended, finishing = 0, False, False
    for line, action in actions:
        if ended:
            raise RecordError(line, f"{action.text!r} comes after the end")
        if action.ms < last:
            raise RecordError(line, "this is earlier than the action before it")
        if finishing and not action.automatic:
            raise RecordError(line, f"{action.text!r} comes after the board was finished")
        last, finishing = action.ms, action.automatic
        if action.text in ENDINGS:
            ended = True
        elif action.text == "undo":
            if not board.can_undo:
                raise RecordError(line, "there is no move that can be taken back")
            board.pop()
        else:
            try:
                board.push(board.find_move(action.text))
            except EngineError as error:
                raise RecordError(line, str(error)) from error
    if finishing and board.outcome() is not Outcome.WON:
        raise RecordError(line, "only the moves that finish a board are automatic")


def _result(board: Board) -> str:
    """The outcome and the progress of a board."""
    return f"{board.outcome() or 'open'} {board.progress}"
