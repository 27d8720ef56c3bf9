"""What every game has: a name, options with presets, a layout, legal moves, an end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import ClassVar, Final, NamedTuple, TypeAlias

from games.engine.errors import Reason
from games.engine.moves import FOUNDATIONS, STOCK, Move, Pile

Cards: TypeAlias = tuple[int, ...]
"""A pile from its lowest card up; a hidden card is stored as `~card`.

It never changes, so that a board keeps piles of the past without a copy, and numbers in a tuple are
nothing that the garbage collector has to look at again: a server keeps many thousands of them.
"""

Piles: TypeAlias = list[Cards]
"""Every pile, by number."""

Saved: TypeAlias = tuple[tuple[Pile, Cards], ...]
"""Piles as they were before a move."""

Undo: TypeAlias = tuple[Saved, bool]
"""What takes a move back, and whether the move has revealed a card."""


_HOME: Final = slice(FOUNDATIONS.start, FOUNDATIONS.stop)


class Counted(StrEnum):
    """What the progress of a game counts, of 52 cards."""

    HOME = "home"
    """Cards on the foundations."""
    ORDER = "order"
    """Cards in order: those of suits that are complete, and neighbours in suit and order."""


class Option(NamedTuple):
    """A point in which books differ: its name and its values, the standard one first."""

    name: str
    values: tuple[str, ...]


class Refusal(NamedTuple):
    """Why a move is not legal: a code, and a sentence for the player."""

    reason: Reason
    sentence: str


class Layout(NamedTuple):
    """A position: its piles, the rank (0..12) that foundations start with."""

    piles: Piles
    base: int


class Game(ABC):
    """One game under one choice of options.

    It holds no position: every method is given one. What the games have in common stands here;
    a game is its data and the few rules of its own.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Mapping[str, str]]]
    """Each preset's difference from the standard values; `standard` comes first."""

    counts: ClassVar[Counted] = Counted.HOME
    """What `progress` counts."""

    columns: ClassVar[int]
    """How many tableau columns there are."""

    piles: tuple[Pile, ...]
    """The piles that this game uses under these options."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.chosen = chosen

    @classmethod
    @abstractmethod
    def forms(cls, cards: bytes) -> tuple[bytes, ...]:
        """Return what a deal is but for differences that make none: see `likeness`."""

    @abstractmethod
    def lay_out(self, cards: Sequence[int]) -> Layout:
        """The position before the first move."""

    @abstractmethod
    def moves(self, layout: Layout) -> list[Move]:
        """Every legal move, foundation moves first, a deal last."""

    @abstractmethod
    def refusal(self, layout: Layout, move: Move) -> Refusal | None:
        """Why the move is not legal, or None if it is; agrees with `moves`."""

    @abstractmethod
    def play(self, layout: Layout, move: Move) -> Undo:
        """Carry out a legal move."""

    @abstractmethod
    def progress(self, layout: Layout) -> int:
        """How far the position is, 0 to 52, to rank unfinished boards."""

    @abstractmethod
    def is_won(self, layout: Layout) -> bool:
        """Whether all cards are home, or where the game says that they are; progress is then 52."""

    @abstractmethod
    def accepts(self, layout: Layout) -> tuple[str, str]:
        """What an empty column and an empty foundation take: a rank letter, `*` any, or nothing."""

    @abstractmethod
    def built(self, layout: Layout, move: Move) -> tuple[int, int]:
        """What a move onto a column makes there: how many cards at its end then move as a unit,
        and how many are in order.
        """

    def home_moves(self, layout: Layout) -> list[Move]:
        """The legal moves from tableau, reserve and hand to the foundations."""
        return []

    def safe_moves(self, layout: Layout, home: Sequence[Move]) -> list[Move]:
        """Those of the foundation moves that take away no card on which another may still be
        packed.
        """
        return []


def empty_piles() -> Piles:
    """Every pile, without a card."""
    return [()] * (STOCK + 1)


def home_count(layout: Layout) -> int:
    """How many cards lie on the foundations."""
    clubs, diamonds, hearts, spades = layout.piles[_HOME]
    return len(clubs) + len(diamonds) + len(hearts) + len(spades)


def row_by_row(piles: Piles, cards: Iterator[int], rows: Sequence[range]) -> None:
    """Deal a card to each column of each row, in turn."""
    for row in rows:
        for column in row:
            piles[column] += (next(cards),)


def deal_from_stock(piles: Piles, targets: Sequence[Pile]) -> None:
    """Deal a card from the end of the stock, face up, to each of these piles."""
    stock = piles[STOCK]
    for pile, card in zip(targets, reversed(stock), strict=False):
        piles[pile] += (card if card >= 0 else ~card,)
    piles[STOCK] = stock[: len(stock) - len(targets)]


def turn_up(piles: Piles, pile: Pile) -> bool:
    """Turn the exposed card of a pile face up; whether it was hidden."""
    cards = piles[pile]
    if cards and cards[-1] < 0:
        piles[pile] = (*cards[:-1], ~cards[-1])
        return True
    return False
