"""Courses: races with the moves and the players of the bench."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Final

from msgspec import Struct
from msgspec import json as msgspec_json

from games.engine import GAMES, Board, Deal, Rules
from tests.live.wins import Win, wins

SEATS: Final = 5


class Course(Struct, frozen=True):
    """A race, the moves that each player makes, and the players' cookies, the host's first."""

    code: str
    moves: list[str]
    cookies: list[str]


def known_wins() -> Iterator[Win]:
    """Return an endless iterator of stored wins under standard rules, the games in turn."""
    return cycle(
        win
        for group in zip(*(wins(f"{game}/standard") for game in GAMES), strict=False)
        for win in group
    )


def short_of_winning(win: Win) -> list[str]:
    """Return the moves before the last: after that one the site finishes the run automatically."""
    board = Board(Rules.parse(win.rules), Deal.parse(win.deal))
    for number, text in enumerate(win.moves):
        board.push(board.find_move(text))
        if board.outcome() or board.finish():
            return win.moves[:number]
    raise AssertionError(f"{win.rules} is not won")


def to_json(courses: Sequence[Course]) -> str:
    """Write courses as JSON, for another process."""
    return json.dumps([[c.code, c.moves, c.cookies] for c in courses])


def from_json(text: str) -> list[Course]:
    """Read courses from JSON."""
    return [Course(*fields) for fields in msgspec_json.decode(text)]
