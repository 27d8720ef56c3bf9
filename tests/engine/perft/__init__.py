"""Perft files: rules, a deal, optional moves, and how many lines of each length follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from games.engine import Board, Deal, Rules
from games.engine import perft as engine
from tests.engine.naive import game as naive
from tests.engine.naive.position import Position

FILES = sorted(Path(__file__).parent.glob("*.perft"))


@dataclass(frozen=True)
class Block:
    """A position and its counts: `counts[0]` lines of one move, `counts[1]` of two, and so on.

    `deal` is `key TEXT` (the ASCII text of a key) or 52 cards; `moves` lead to the position.
    `outcome` is `won`, `stuck` or `open`, given where a bug concerned it.
    """

    name: str
    rules: str
    deal: str
    moves: str = ""
    outcome: str = ""
    counts: tuple[int, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Block:
        """Parse a block.

        :raises ValueError: if a line does not belong in a block.
        """
        block = cls("", "", "")
        for line in text.splitlines():
            word, _, rest = line.partition(" ")
            match word:
                case "id":
                    block = replace(block, name=rest)
                case "rules":
                    block = replace(block, rules=rest)
                case "deal":
                    block = replace(block, deal=rest)
                case "moves":
                    block = replace(block, moves=rest)
                case "outcome":
                    block = replace(block, outcome=rest)
                case "perft" if rest.startswith(f"{len(block.counts) + 1} "):
                    block = replace(block, counts=(*block.counts, int(rest.split()[1])))
                case _:
                    raise ValueError(f"not a line of a perft block: {line!r}")
        return block

    def __str__(self) -> str:
        lines = [f"id {self.name}", f"rules {self.rules}", f"deal {self.deal}"]
        if self.moves:
            lines.append(f"moves {self.moves}")
        if self.outcome:
            lines.append(f"outcome {self.outcome}")
        lines += [f"perft {depth} {nodes}" for depth, nodes in enumerate(self.counts, 1)]
        return "\n".join(lines)

    def board(self) -> Board:
        """Return the engine's board."""
        cards = " ".join(naive.deal_cards(self.deal))
        board = Board(Rules.parse(self.rules), Deal.parse(cards))
        for move in self.moves.split():
            board.push(board.find_move(move))
        return board

    def position(self) -> tuple[Position, naive.Rules]:
        """Return the naive position and its rules."""
        rules = naive.parse_rules(self.rules)
        cards = naive.deal_cards(self.deal)
        return naive.replay(rules, cards, self.moves.split()), rules

    def difference(self, depth: int) -> str:
        """Describe where the two divides differ."""
        engines = engine.divide(self.board(), depth)
        position, rules = self.position()
        naives = naive.divide(position, depth, rules)
        lines = [
            f"  {move}: engine {engines.get(move, 'no such move')},"
            f" naive {naives.get(move, 'no such move')}"
            for move in sorted(engines.keys() | naives.keys())
            if engines.get(move) != naives.get(move)
        ]
        return "\n".join([f"{self.name}, depth {depth}:", *(lines or ["  the divides agree"])])


@dataclass(frozen=True)
class PerftFile:
    """A perft file: its comment and its blocks."""

    comment: str
    blocks: tuple[Block, ...]

    @classmethod
    def parse(cls, text: str) -> PerftFile:
        """Parse a comment, then blocks separated by empty lines."""
        comment, *blocks = text.strip().split("\n\n")
        return cls(comment, tuple(Block.parse(block) for block in blocks))

    def __str__(self) -> str:
        return "\n\n".join([self.comment, *map(str, self.blocks)]) + "\n"


def blocks() -> Iterator[Block]:
    """Yield every block of every file."""
    for path in FILES:
        yield from PerftFile.parse(path.read_text(encoding="ascii")).blocks
