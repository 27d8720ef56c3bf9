"""A naive game: try every conceivable move and ask the rules whether they allow it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from tests.engine.naive import (
    agnes_bernauer,
    agnes_sorel,
    applegate,
    beleaguered_castle,
    freecell,
    klondike,
    options,
)
from tests.engine.naive.cards import shuffled, suit
from tests.engine.naive.options import Options
from tests.engine.naive.position import Cards, Position


class Game(Protocol):
    """The interface of a game's module."""

    def lay_out(self, deal: Cards, options: Options) -> Position: ...
    def allows(
        self, position: Position, source: str, target: str, count: int, options: Options
    ) -> bool: ...
    def settle(self, position: Position, options: Options) -> Position: ...
    def deal(self, position: Position, options: Options) -> Position: ...
    def accepts(self, position: Position, options: Options) -> dict[str, str]: ...
    def progress(self, position: Position, options: Options) -> int: ...
    def is_won(self, position: Position, options: Options) -> bool: ...


GAMES: dict[str, Game] = {
    "agnes-sorel": agnes_sorel,
    "agnes-bernauer": agnes_bernauer,
    "applegate": applegate,
    "beleaguered-castle": beleaguered_castle,
    "freecell": freecell,
    "klondike": klondike,
}


class Rules(NamedTuple):
    """A game with its options in force."""

    game: Game
    options: Options


def parse_rules(text: str) -> Rules:
    """Return the rules of a text such as `agnes-sorel/dalton+wrap=no`."""
    name, in_force = options.parse(text)
    return Rules(GAMES[name], in_force)


def deal_cards(text: str) -> Cards:
    """Return the cards of a deal: `key 1` (an ASCII key, shuffled) or the 52 cards themselves."""
    if text.startswith("key "):
        return shuffled(text.removeprefix("key ").encode())
    return tuple(text.split())


def start(rules: Rules, deal: Cards) -> Position:
    """Return the position before the first move."""
    position = rules.game.lay_out(deal, rules.options)
    return rules.game.settle(position, rules.options)


def thinkable(position: Position) -> Iterator[tuple[str, str, int]]:
    """Yield every source, target and number of cards that can be named, except the stock."""
    for source in position.names:
        if source != "s":
            for target in (*position.named("t"), "f", *position.named("c")[:1]):
                for count in range(1, len(position[source]) + 1):
                    yield source, target.replace("c1", "c"), count


def legal(position: Position, rules: Rules) -> set[str]:
    """Return every legal move, by trying every conceivable one; a won game has none."""
    game, in_force = rules
    if game.is_won(position, in_force):
        return set()
    moves = {
        move_text(source, target, count)
        for source, target, count in thinkable(position)
        if game.allows(position, source, target, count, in_force)
    }
    if "w" in position.names:
        if klondike.may_deal(position, in_force):
            moves.add("deal")
    elif "s" in position.names and position["s"]:
        if not moves or in_force["deal"] == "any-time":
            moves.add("deal")
    return moves


def move_text(source: str, target: str, count: int) -> str:
    """Return a move in notation."""
    return source + target + (f"x{count}" if count > 1 else "")


def play(position: Position, move: str, rules: Rules) -> Position:
    """Return the position after a legal move."""
    if move == "deal":
        moved = rules.game.deal(position, rules.options)
    else:
        source, target, count = _parts(move)
        if target == "f":
            target += suit(position[source][-1]).lower()
        if target == "c":
            target = next(name for name in position.named("c") if not position[name])
        moved = position.moving(source, target, count)
    return rules.game.settle(moved, rules.options)


def replay(rules: Rules, deal: Cards, moves: list[str]) -> Position:
    """Return the position after a line of moves, all of which must be legal."""
    position = start(rules, deal)
    for number, move in enumerate(moves, 1):
        if move not in legal(position, rules):
            raise ValueError(f"move {number}, {move}, is not legal in {position.faces()}")
        position = play(position, move, rules)
    return position


def send_home(position: Position, rules: Rules) -> Position:
    """Return the position after all possible moves to the foundations."""
    for move in sorted(legal(position, rules)):
        if move.endswith("f"):
            return send_home(play(position, move, rules), rules)
    return position


def outcome(position: Position, rules: Rules) -> str | None:
    """Return `won`, `stuck`, or None if the game goes on."""
    if rules.game.is_won(position, rules.options):
        return "won"
    return None if legal(position, rules) else "stuck"


def reveals(before: Position, after: Position) -> bool:
    """Return whether a move revealed a card."""
    return bool(before.hidden - after.hidden)


def perft(position: Position, depth: int, rules: Rules) -> int:
    """Count the lines of exactly `depth` moves; equal positions are counted once and cached."""
    return _perft(position, depth, rules, {})


def divide(position: Position, depth: int, rules: Rules) -> dict[str, int]:
    """Return the perft below each first move."""
    counted: dict[tuple[Position, int], int] = {}
    return {
        move: _perft(play(position, move, rules), depth - 1, rules, counted)
        for move in sorted(legal(position, rules))
    }


def _perft(
    position: Position, depth: int, rules: Rules, counted: dict[tuple[Position, int], int]
) -> int:
    if depth == 0:
        return 1
    moves = legal(position, rules)
    if depth == 1:
        return len(moves)
    if (position, depth) not in counted:
        counted[position, depth] = sum(
            _perft(play(position, move, rules), depth - 1, rules, counted) for move in moves
        )
    return counted[position, depth]


def _parts(move: str) -> tuple[str, str, int]:
    match = re.fullmatch(r"(f[cdhs]|[trhc]\d|w)(t\d|f|c)(?:x(\d+))?", move)
    if not match:
        raise ValueError(f"{move} is not a move")
    source, target, count = match.groups()
    return source, target, int(count or 1)
