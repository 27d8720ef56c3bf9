"""Packing games: columns packed downwards, foundations built up in suit from a base rank."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple, TypeAlias

from games.engine.cards import NAMES, RANKS, pip
from games.engine.errors import Reason
from games.engine.game import (
    Cards,
    Game,
    Layout,
    Piles,
    Refusal,
    Undo,
    deal_from_stock,
    home_count,
    turn_up,
)
from games.engine.moves import (
    DEAL,
    FOUNDATION,
    FOUNDATIONS,
    HAND,
    PILE_NAMES,
    SINGLES,
    STOCK,
    TABLEAU,
    Move,
    Pile,
)
from games.engine.sentences import Sentence, phrase

SUIT_NAMES: Final = (phrase("clubs"), phrase("diamonds"), phrase("hearts"), phrase("spades"))
ANY_CARD: Final = (1 << 52) - 1

_FIRST_CARDS: Final = tuple((foundation, 13 * n) for n, foundation in enumerate(FOUNDATIONS))
"""Each foundation, with the number of the ace of its suit."""

Flags: TypeAlias = bytes
"""A one for each card of a set; `~card`, as hidden ones are stored, finds a zero at the end."""


class Tables(NamedTuple):
    """What may lie on what, for one base rank: for each card a set of cards, as bits or flags."""

    packs: tuple[int, ...]
    """The cards that it may be packed on."""
    orders: tuple[Flags, ...]
    """The same, as flags."""
    joins: tuple[Flags, ...]
    """The cards that it moves together with when it lies on them."""
    carries: tuple[int, ...]
    """The cards that may be packed on it."""
    heads: int
    """The cards that may head what fills an empty column."""


class PackingGame(Game):
    """The common part of Agnes Sorel, Agnes Bernauer and Beleaguered Castle.

    A game says how its columns are packed (`packs`, `joins`) and where a stock deal goes
    (`deal_piles`); runs, spaces, foundations and returns follow from the options here.
    """

    packing: ClassVar[str]
    """How the columns are packed, for the player: `down in the same colour`."""

    deal_piles: tuple[Pile, ...] = ()
    """Where a deal from the stock puts its cards, in order."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        super().__init__(chosen)
        self.part = chosen.get("part") == "yes"
        self.wrap = chosen.get("wrap") == "yes"
        self.on_base = chosen.get("on-base") == "yes"
        self.returns = chosen["return"] == "yes"
        self.deal_when_stuck = chosen.get("deal") == "when-stuck"
        self.last_in_hand = chosen.get("last") == "hand"
        self.space = chosen.get("space", "any-card")
        self.fills_by_run = self.space.endswith("run")
        self._columns = tuple(TABLEAU[: self.columns])
        self._loose = (*self.reserve, *(HAND if self.last_in_hand else ()))
        self._sources = (*self._columns, *self._loose)
        self._home = tuple((source, SINGLES[source][FOUNDATION]) for source in self._sources)
        self._tables = lru_cache(maxsize=13)(self._build_tables)
        stock = (STOCK,) if self.deal_piles else ()
        self.piles = (*self._columns, *FOUNDATIONS, *self._loose, *stock)

    reserve: tuple[Pile, ...] = ()
    """The reserve piles: single cards from their ends may be played."""

    @abstractmethod
    def packs(self, card: int, on: int) -> bool:
        """Whether the two cards' suits let one be packed on the other."""

    def joins(self, card: int, on: int) -> bool:
        """Whether a card that is packed on another moves together with it."""
        return True

    def moves(self, layout: Layout) -> list[Move]:
        found = self._moves_before_deal(layout)
        if layout.piles[STOCK] and not (found and self.deal_when_stuck):
            found.append(DEAL)
        return found

    def home_moves(self, layout: Layout) -> list[Move]:
        piles, base = layout
        wanted = {
            first + (base + up) % 13
            for foundation, first in _FIRST_CARDS
            if (up := len(piles[foundation])) < 13
        }
        return [
            move for source, move in self._home if piles[source] and piles[source][-1] in wanted
        ]

    def safe_moves(self, layout: Layout, home: Sequence[Move]) -> list[Move]:
        piles, base = layout
        away = 0
        for source in (*self._sources, STOCK) if home else ():
            for card in piles[source]:
                away |= 1 << (card if card >= 0 else ~card)
        carries = self._tables(base).carries
        return [move for move in home if not carries[piles[move.source][-1]] & away]

    def built(self, layout: Layout, move: Move) -> tuple[int, int]:
        source, target, size = move
        pile = layout.piles[target]
        if not pile:
            return size, size
        tables = self._tables(layout.base)
        head = layout.piles[source][-size]
        unit = size + (self._run(pile, tables.joins) if tables.joins[head][pile[-1]] else 0)
        return unit, size + self._run(pile, tables.orders)

    def _moves_before_deal(self, layout: Layout) -> list[Move]:
        # Asked for after every move of every player, and so a list and no generator.
        piles, base = layout
        packs, _, joins, _, heads = self._tables(base)
        found = self.home_moves(layout)
        columns = self._columns
        tops = 0
        targets: list[tuple[int, Pile]] = []
        spaces: list[Pile] = []
        for target in columns:
            if pile := piles[target]:
                top = 1 << pile[-1]
                tops |= top
                targets.append((top, target))
            else:
                spaces.append(target)
        for source in columns:
            pile = piles[source]
            if not pile:
                continue
            singles = SINGLES[source]
            run = self._run(pile, joins)
            for count in range(1 if self.part else run, run + 1):
                head = pile[-count]
                if (on := packs[head]) & tops:
                    for top, target in targets:
                        if on & top and target != source:
                            found.append(
                                singles[target] if count == 1 else Move(source, target, count)
                            )
                if spaces and heads >> head & 1 and (count == 1 or self.fills_by_run):
                    for space in spaces:
                        found.append(singles[space] if count == 1 else Move(source, space, count))
        for source in (*self._loose, *(FOUNDATIONS if self.returns else ())):
            if pile := piles[source]:
                card = pile[-1]
                if (on := packs[card]) & tops:
                    for top, target in targets:
                        if on & top:
                            found.append(SINGLES[source][target])
                if spaces and heads >> card & 1:
                    for space in spaces:
                        found.append(SINGLES[source][space])
        return found

    @staticmethod
    def _run(pile: Cards, joins: tuple[Flags, ...]) -> int:
        """The length of the longest run at the end of a column, by what joins what."""
        index = len(pile) - 1
        while index and joins[pile[index]][pile[index - 1]]:
            index -= 1
        return len(pile) - index

    def refusal(self, layout: Layout, move: Move) -> Refusal | None:
        piles, base = layout
        source, target, count = move
        if move == DEAL:
            return self._deal_refusal(layout)
        for pile in (source, target):
            if pile not in self.piles and pile != FOUNDATION:
                return Refusal(
                    Reason.NO_SUCH_PILE,
                    Sentence("This game has no %(pile)s.", pile=PILE_NAMES[pile]),
                )
        if source == target:
            return Refusal(Reason.SAME_PILE, "The cards are there already.")
        cards = piles[source]
        if not cards:
            return Refusal(
                Reason.EMPTY_PILE,
                Sentence("There is no card on %(pile)s.", pile=PILE_NAMES[source]),
            )
        if target == FOUNDATION:
            return self._home_refusal(layout, source, count)
        if target in FOUNDATIONS:
            return Refusal(
                Reason.FOUNDATION,
                Sentence(
                    "The %(card)s belongs on the foundation of its suit.", card=NAMES[cards[-1]]
                ),
            )
        if target >= self.columns:
            return Refusal(Reason.NOT_A_TARGET, "Cards are put only on columns and foundations.")
        if source in FOUNDATIONS and not self.returns:
            return Refusal(Reason.NO_RETURN, "A card on a foundation stays there.")
        tables = self._tables(base)
        if refusal := self._unit_refusal(cards, source, count, tables):
            return refusal
        head = cards[-count]
        if not piles[target]:
            return self._space_refusal(head, count, base, tables)
        if tables.packs[head] >> piles[target][-1] & 1:
            return None
        return self._packing_refusal(head, piles[target][-1], base)

    def _deal_refusal(self, layout: Layout) -> Refusal | None:
        if not layout.piles[STOCK]:
            return Refusal(Reason.NO_STOCK, "There is no card left to deal.")
        if self.deal_when_stuck and self._moves_before_deal(layout):
            return Refusal(Reason.MOVES_LEFT, "Deal only when no other move is left.")
        return None

    def _home_refusal(self, layout: Layout, source: Pile, count: int) -> Refusal | None:
        piles, base = layout
        if count != 1:
            return Refusal(Reason.ONE_CARD, "Cards go to the foundations one at a time.")
        if source in FOUNDATIONS:
            return Refusal(Reason.SAME_PILE, "The card is on its foundation already.")
        card = piles[source][-1]
        up = len(piles[FOUNDATIONS[card // 13]])
        wanted = (base + up) % 13
        if card % 13 == wanted:
            return None
        suit = SUIT_NAMES[card // 13]
        return Refusal(
            Reason.FOUNDATION,
            Sentence(
                "The foundation of %(suit)s takes the %(wanted)s next, not the %(card)s.",
                suit=suit,
                wanted=pip(wanted),
                card=pip(card),
            ),
        )

    def _unit_refusal(
        self, cards: Cards, source: Pile, count: int, tables: Tables
    ) -> Refusal | None:
        """Why that many cards from the end of the pile do not move as a unit."""
        if source >= self.columns:
            if count == 1:
                return None
            return Refusal(
                Reason.ONE_CARD,
                Sentence("Only one card at a time leaves %(pile)s.", pile=PILE_NAMES[source]),
            )
        run = self._run(cards, tables.joins)
        if count > run:
            if count > len(cards):
                return Refusal(
                    Reason.EMPTY_PILE,
                    Sentence("There are not so many cards on %(pile)s.", pile=PILE_NAMES[source]),
                )
            if cards[-count] < 0:
                return Refusal(Reason.FACE_DOWN, "A face-down card cannot be moved.")
            return (
                Refusal(
                    Reason.NOT_A_RUN,
                    Sentence("Only the last %(count)s of these cards move as a unit.", count=run),
                )
                if run > 1
                else Refusal(Reason.NOT_A_RUN, "Only the last card moves here.")
            )
        if count < run and not self.part:
            return Refusal(
                Reason.WHOLE_RUN,
                Sentence("The whole run of %(count)s cards moves, or none of it.", count=run),
            )
        return None

    def _space_refusal(self, head: int, count: int, base: int, tables: Tables) -> Refusal | None:
        if tables.heads >> head & 1 and (count == 1 or self.fills_by_run):
            return None
        what = {
            "any-card": Sentence("Only a single card may fill an empty column."),
            "high-run": Sentence(
                "Only a %(rank)s or a run from a %(rank)s may fill an empty column.",
                rank=pip(base - 1),
            ),
            "high-card": Sentence(
                "Only a single %(rank)s may fill an empty column.", rank=pip(base - 1)
            ),
            "none": Sentence("Only a deal from the stock fills an empty column."),
        }
        return Refusal(Reason.SPACE, what[self.space])

    def _packing_refusal(self, head: int, top: int, base: int) -> Refusal:
        below = head % 13 == (top - 1) % 13
        if below and top % 13 == 0 and not self.wrap:
            return Refusal(Reason.CORNER, "A King is not packed on an Ace.")
        if below and top % 13 == base and not self.on_base:
            return Refusal(
                Reason.ON_BASE,
                Sentence("Nothing is packed on a %(rank)s, the base card.", rank=pip(base)),
            )
        return Refusal(
            Reason.NOT_PACKING,
            Sentence(
                "The %(card)s does not go on the %(top)s: columns go %(packing)s.",
                card=NAMES[head],
                top=NAMES[top],
                packing=self.packing,
            ),
        )

    def play(self, layout: Layout, move: Move) -> Undo:
        source, target, count = move
        piles = layout.piles
        if source == STOCK:
            return self._deal(piles)
        cards = piles[source]
        if target == FOUNDATION:
            target = FOUNDATIONS[cards[-1] // 13]
        goal = piles[target]
        piles[target] = goal + cards[-count:]
        piles[source] = cards[:-count]
        return ((source, cards), (target, goal)), turn_up(piles, source)

    def _deal(self, piles: Piles) -> Undo:
        """One card on each pile in turn, then the last two into the hand where they belong."""
        stock = piles[STOCK]
        saved = tuple([(pile, piles[pile]) for pile in (*self.deal_piles, *HAND, STOCK)])
        deal_from_stock(piles, self.deal_piles[: len(stock)])
        if len(piles[STOCK]) == len(HAND):
            self.show_last(piles)
        return saved, stock[-1] < 0

    def show_last(self, piles: Piles) -> None:
        """What becomes of the last two cards once the deals of seven are over."""
        if self.last_in_hand:
            deal_from_stock(piles, HAND)

    def progress(self, layout: Layout) -> int:
        return home_count(layout)

    def is_won(self, layout: Layout) -> bool:
        return home_count(layout) == 52

    def accepts(self, layout: Layout) -> tuple[str, str]:
        base = layout.base
        column = {"any": "*", "high": pip(base - 1), "none": ""}[self.space.partition("-")[0]]
        return column, RANKS[base]

    def _build_tables(self, base: int) -> Tables:
        packs = tuple(
            sum(1 << on for on in range(52) if self._packs_on(card, on, base)) for card in range(52)
        )
        nothing = bytes(52)
        orders = tuple(
            bytes(packs[card] >> on & 1 for on in range(52)) + nothing for card in range(52)
        )
        joins = tuple(
            bytes(orders[card][on] and self.joins(card, on) for on in range(52)) + nothing
            for card in range(52)
        )
        carries = tuple(
            sum(1 << card for card in range(52) if packs[card] >> on & 1) for on in range(52)
        )
        high = (base - 1) % 13
        heads = {
            "any": ANY_CARD,
            "high": sum(1 << suit * 13 + high for suit in range(4)),
            "none": 0,
        }
        return Tables(packs, orders, joins, carries, heads[self.space.partition("-")[0]])

    def _packs_on(self, card: int, on: int, base: int) -> bool:
        """Whether one card may be packed on another: next lower, by suits, corner and base."""
        return (
            card % 13 == (on - 1) % 13
            and self.packs(card, on)
            and (self.wrap or on % 13 != 0)
            and (self.on_base or on % 13 != base)
        )
