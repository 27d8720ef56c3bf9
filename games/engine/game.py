"""The interface of a game: its name, options and presets, layout, legal moves and end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import ClassVar, Final, NamedTuple, TypeAlias

from games.engine.errors import Reason
from games.engine.moves import FOUNDATION, FOUNDATIONS, STOCK, Move, Pile

Cards: TypeAlias = tuple[int, ...]
"""A pile from its lowest card up; a hidden card is stored as `~card`.

It is immutable, so a board keeps past piles without copying them. The garbage collector stops
tracking tuples of numbers, which matters to a server that keeps many thousands of piles.
"""

Piles: TypeAlias = list[Cards]
"""Every pile, by number."""

Saved: TypeAlias = tuple[tuple[Pile, Cards], ...]
"""Piles as they were before a move."""

Undo: TypeAlias = tuple[Saved, bool]
"""The piles to restore when a move is taken back, and whether the move revealed a card."""


_HOME: Final = slice(FOUNDATIONS.start, FOUNDATIONS.stop)


class Counted(StrEnum):
    """What a game's progress counts, out of 52 cards."""

    HOME = "home"
    """Cards on the foundations."""
    ORDER = "order"
    """Cards in order: those of complete suits, and those on the next higher card of their suit."""


class Option(NamedTuple):
    """A point on which rule books differ: its name and its values, the standard one first."""

    name: str
    values: tuple[str, ...]


class Refusal(NamedTuple):
    """Why a move is not legal: a code, and a sentence for the player."""

    reason: Reason
    sentence: str


class Layout(NamedTuple):
    """A position: its piles, and the rank (0..12) that foundations start from."""

    piles: Piles
    base: int


class Game(ABC):
    """One game under one choice of options.

    It holds no position: each method takes one. A subclass is data and the game's own few rules.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Mapping[str, str]]]
    """The options in which each preset differs from the standard; `standard` comes first."""

    counts: ClassVar[Counted] = Counted.HOME
    """What `progress` counts."""

    columns: ClassVar[int]
    """How many tableau columns there are."""

    piles: tuple[Pile, ...]
    """The piles that this game uses under these options."""

    covered: frozenset[Pile] = frozenset()
    """The piles that lie face down, also where their cards were seen before."""

    redeals: int | None = None
    """How often the waste may be turned over as the new stock, None without waste or limit."""

    cells: tuple[Pile, ...] = ()
    """The cells: places for a card each, which may be played."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.chosen = chosen

    @classmethod
    @abstractmethod
    def forms(cls, cards: bytes) -> tuple[bytes, ...]:
        """Return a deal's forms, without differences that don't affect play: see `likeness`."""

    @abstractmethod
    def lay_out(self, cards: Sequence[int]) -> Layout:
        """Return the position before the first move."""

    @abstractmethod
    def moves(self, layout: Layout) -> list[Move]:
        """Return every legal move, foundation moves first, a deal last."""

    @abstractmethod
    def refusal(self, layout: Layout, move: Move) -> Refusal | None:
        """Return why the move is not legal, or None if it is; agrees with `moves`."""

    @abstractmethod
    def play(self, layout: Layout, move: Move) -> Undo:
        """Make a legal move on the layout and return how to take it back."""

    @abstractmethod
    def progress(self, layout: Layout) -> int:
        """Return how far the position is, 0 to 52, by which unfinished games are ranked."""

    @abstractmethod
    def is_won(self, layout: Layout) -> bool:
        """Return whether every card is where it counts as home; progress is then 52."""

    @abstractmethod
    def accepts(self, layout: Layout) -> tuple[str, str]:
        """Return what an empty column and foundation accept: a rank letter, `*` for any, or ""."""

    @abstractmethod
    def built(self, layout: Layout, move: Move) -> tuple[int, int]:
        """Return how many cards at the end of a move's target column will move as a unit.

        The second number is how many of the cards there will be in order.
        """

    def home_moves(self, layout: Layout) -> list[Move]:
        """Return the legal moves to the foundations."""
        return []

    def safe_moves(self, layout: Layout, home: Sequence[Move]) -> list[Move]:
        """Return the foundation moves that remove no card another could still be packed on."""
        return []


def empty_piles() -> Piles:
    """Return every pile, empty."""
    return [()] * FOUNDATION


def home_count(layout: Layout) -> int:
    """Return how many cards are on the foundations."""
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
    """Turn the exposed card of a pile face up; return whether it was hidden."""
    cards = piles[pile]
    if cards and cards[-1] < 0:
        piles[pile] = (*cards[:-1], ~cards[-1])
        return True
    return False
