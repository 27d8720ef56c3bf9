"""Records: a whole game as text that anyone can replay.

A record has tags in brackets, an empty line, then an action per line: its number, the time since
the start as minutes:seconds.milliseconds, the action, and a star if the server played it.

    [Record "same-deal/1"]
    [Rules "agnes-sorel/standard"]
    [Deal "TC KH 8C ..."]
    [Result "open 5"]

    1. 0:01.250 t7t2
    2. 0:03.000 undo
    3. 0:07.500 deal
    4. 0:09.125 end

`Key` (hex) may stand beside `Deal` and must give that deal. With `Undo "free"`, moves that revealed
a card may be taken back. `Result` is the outcome (`won`, `stuck` or `open`) and the progress of the
last board. `Player`, `Race` and `Date` are remarks: a line of any text, quotes included. An action
is a move, `deal`, `undo` or an ending: `end` and `forfeit` by the player, `bell` by the race. Lines
that start with `#` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from games.engine.board import Board, Outcome
from games.engine.deal import Deal
from games.engine.errors import EngineError, InvalidNotationError, RecordError
from games.engine.rules import Rules

FORMAT: Final = "same-deal/1"
BELL: Final = "bell"
"""The action that ends an open run when its race ends."""
ENDINGS: Final = ("end", "forfeit", BELL)
"""The actions that end a run. None is a move, and the last is no player's."""
REMARKS: Final = ("Player", "Race", "Date")
TAGS: Final = ("Record", *REMARKS, "Rules", "Undo", "Deal", "Key", "Result")
FREE: Final = "free"

T = TypeVar("T")

_TAG = re.compile(r'\[(\w+) "(.*)"\]', re.ASCII)
# Bounded, since Python refuses to parse numbers of thousands of digits.
_ACTION = re.compile(r"(\d{1,9})\. (\d{1,9}):([0-5]\d)\.(\d{3}) (\w+)( \*)?", re.ASCII)


class Action(NamedTuple):
    """An action of a player or of the server, `ms` milliseconds after the start."""

    ms: int
    text: str
    automatic: bool = False

    def __str__(self) -> str:
        seconds, rest = divmod(self.ms, 1000)
        star = " *" if self.automatic else ""
        return f"{seconds // 60}:{seconds % 60:02}.{rest:03} {self.text}{star}"


@dataclass(frozen=True)
class Record:
    """A game: rules, deal, timed actions, and remarks on who played it when.

    `remarks` are names and values in the order of `REMARKS`, so that `parse` reads back what `str`
    writes.

    :raises InvalidNotationError: if a remark is unknown, out of order, or longer than a line.
    """

    rules: Rules
    deal: Deal
    actions: tuple[Action, ...] = ()
    key: bytes | None = None
    remarks: tuple[tuple[str, str], ...] = ()
    free_undo: bool = False

    def __post_init__(self) -> None:
        names = [name for name, _value in self.remarks]
        if names != [name for name in REMARKS if name in names]:
            known = f"any of {', '.join(REMARKS)} once, in this order"
            raise InvalidNotationError("list of remarks", ", ".join(names), known)
        for name, value in self.remarks:
            if "".join(value.splitlines()) != value:
                raise InvalidNotationError(f"remark {name}", value, "one line")

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read and replay a record.

        :raises RecordError: if it cannot be read, breaks its rules, or does not end as it says;
            the error names the line.
        """
        tags, actions, lines = _read(text)
        rules = _value(tags, "Rules", Rules.parse)
        deal = _value(tags, "Deal", Deal.given)
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
        """Return the board after the last action.

        :raises RecordError: if an action breaks the rules; `line` is the action's number.
        """
        board = Board(self.rules, self.deal, free_undo=self.free_undo)
        _play(board, enumerate(self.actions, 1))
        return board

    def board_after(self, number: int) -> Board:
        """Return the board after this many actions of a record that replays; 0 is the deal.

        :raises IndexError: if there are fewer actions, or the number is negative.
        """
        if not 0 <= number <= len(self.actions):
            raise IndexError(f"the record has {len(self.actions)} actions, not {number}")
        board = Board(self.rules, self.deal, free_undo=self.free_undo)
        for action in self.actions[:number]:
            if action.text == "undo":
                board.pop()
            elif action.text not in ENDINGS:
                board.push(board.find_move(action.text))
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
        lines += (f"{number}. {action}" for number, action in enumerate(self.actions, 1))
        return "\n".join(lines) + "\n"


class _Tag(NamedTuple):
    line: int
    value: str


def _read(text: str) -> tuple[dict[str, _Tag], list[Action], list[int]]:
    """Return the tags, the actions and the line of each action."""
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
    """Parse the value of a tag.

    :raises RecordError: if the tag is missing or its value does not parse.
    """
    if name not in tags:
        raise RecordError(1, f"the tag {name} is missing")
    try:
        return parse(tags[name].value)
    except ValueError as error:
        raise RecordError(tags[name].line, f"{name}: {error}") from error


def _play(board: Board, actions: Iterable[tuple[int, Action]]) -> None:
    """Apply actions to a board; each comes with the line to report if it is wrong."""
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
                raise RecordError(line, "there is no move to take back")
            board.pop()
        else:
            try:
                board.push(board.find_move(action.text))
            except EngineError as error:
                raise RecordError(line, str(error)) from error
    if finishing and board.outcome() is not Outcome.WON:
        raise RecordError(line, "only the moves that finish a board are automatic")


def _result(board: Board) -> str:
    """Return the outcome and the progress of a board, as `Result` states them."""
    return f"{board.outcome() or 'open'} {board.progress}"
