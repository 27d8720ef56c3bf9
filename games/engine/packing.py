"""Packing games: columns packed downwards, foundations built up in suit from a base rank."""

# Long: the rules that five games share.
from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Final

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
    CELL,
    CELLS,
    DEAL,
    FOUNDATION,
    FOUNDATIONS,
    HAND,
    HOMES,
    PILE_NAMES,
    SINGLES,
    STOCK,
    TABLEAU,
    Move,
    Pile,
)
from games.engine.packing_tables import PackingTables, heads_of_spaces, run_length
from games.engine.refusals import (
    ALREADY_THERE,
    FACE_DOWN,
    KING_ON_ACE,
    NO_STOCK,
    no_card_on,
    no_such_pile,
    not_packing,
    too_few_cards,
)
from games.engine.sentences import Sentence, phrase

SUIT_NAMES: Final = (phrase("clubs"), phrase("diamonds"), phrase("hearts"), phrase("spades"))

_FIRST_CARDS: Final = tuple((foundation, 13 * n) for n, foundation in enumerate(FOUNDATIONS))
"""Each foundation, with the number of the ace of its suit."""


class PackingGame(Game):
    """What games that pack columns and build foundations have in common.

    A game says how its columns are packed (`packs`, `joins`) and where a stock deal goes
    (`deal_piles`). Runs, spaces, foundations and returns follow from the options.
    """

    packing: str
    """How the columns are packed, in words for the player: `down in the same colour`."""

    reserve: tuple[Pile, ...] = ()
    """The reserve piles: single cards from their ends may be played."""

    by_power = False
    """Whether only so many cards move at once as could move one by one."""

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
        self._loose = (*self.reserve, *self.cells, *(HAND if self.last_in_hand else ()))
        self._sources = (*self._columns, *self._loose)
        self._home = tuple((source, SINGLES[source][FOUNDATION]) for source in self._sources)
        self.tables = lru_cache(maxsize=13)(self._build_tables)
        """Return the tables for a base rank; built once each."""
        stock = (STOCK,) if self.deal_piles else ()
        self.piles = (*self._columns, *FOUNDATIONS, *self._loose, *stock)
        self._named = frozenset(self.piles)
        self._final = frozenset(() if self.returns else FOUNDATIONS)
        self._targets = frozenset((*self.piles, FOUNDATION)).difference(self.cells)

    @abstractmethod
    def packs(self, card: int, on: int) -> bool:
        """Return whether the suits of two cards let one be packed on the other."""

    def joins(self, card: int, on: int) -> bool:
        """Return whether a card packed on another moves together with it."""
        return True

    def largest_units(self, layout: Layout, spaces: int) -> tuple[int, int]:
        """Return how many cards move at once onto a card, and into one of the empty columns."""
        return 52, 52 if self.fills_by_run else 1

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
        carries = self.tables(base).carries
        for _, first in _FIRST_CARDS:
            # What begins a foundation goes home from anywhere: it needs no column for itself.
            if not carries[first + base]:
                away &= ~(1 << first + base)
        return [move for move in home if not carries[piles[move.source][-1]] & away]

    def built(self, layout: Layout, move: Move) -> tuple[int, int]:
        source, target, size = move
        pile = layout.piles[target]
        if not pile:
            return size, size
        tables = self.tables(layout.base)
        head = layout.piles[source][-size]
        unit = size + (run_length(pile, tables.joins) if tables.joins[head][pile[-1]] else 0)
        return unit, size + run_length(pile, tables.orders)

    def _moves_before_deal(self, layout: Layout) -> list[Move]:
        # Called after every move of every player: a list is faster than a generator.
        piles, base = layout
        packs, _, joins, _, heads = self.tables(base)
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
        most, most_in_space = self.largest_units(layout, len(spaces))
        for source in columns:
            pile = piles[source]
            if not pile:
                continue
            singles = SINGLES[source]
            run = min(run_length(pile, joins), most)
            for count in range(1 if self.part else run, run + 1):
                head = pile[-count]
                if (on := packs[head]) & tops:
                    for top, target in targets:
                        if on & top and target != source:
                            found.append(
                                singles[target] if count == 1 else Move(source, target, count)
                            )
                if spaces and heads >> head & 1 and count <= most_in_space:
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

    def refusal(self, layout: Layout, move: Move) -> Refusal | None:
        piles, base = layout
        source, target, count = move
        if source == STOCK and move == DEAL:
            return self._deal_refusal(layout)
        if source not in self._named:
            return no_such_pile(source)
        if target not in self._targets:
            return self._target_refusal(layout, move)
        if source == target:
            return ALREADY_THERE
        cards = piles[source]
        if not cards:
            return no_card_on(source)
        if target == FOUNDATION:
            if count == 1 and (cards[-1] - base) % 13 == len(piles[HOMES[cards[-1]]]):
                return None
            return self._home_refusal(layout, source, count)
        if target >= self.columns:
            return self._elsewhere_refusal(cards, target)
        if source in self._final:
            return Refusal(Reason.NO_RETURN, "A card on a foundation stays there.")
        tables = self.tables(base)
        # A single card always moves where part of a run may.
        if not (count == 1 and self.part) and (
            refusal := self._unit_refusal(cards, source, count, tables)
        ):
            return refusal
        head = cards[-count]
        if not piles[target]:
            if not (tables.heads >> head & 1 and (count == 1 or self.fills_by_run)):
                return self._space_refusal(base)
        elif not tables.packs[head] >> piles[target][-1] & 1:
            return self._packing_refusal(layout, head, piles[target][-1])
        return None if count == 1 else self._room_refusal(layout, move)

    def _target_refusal(self, layout: Layout, move: Move) -> Refusal | None:
        """Return why a move to another pile than columns and foundations is not legal, or None."""
        return no_such_pile(move.target)

    def _room_refusal(self, layout: Layout, move: Move) -> Refusal | None:
        """Return why there is no room to move so many cards at once, or None."""
        return None

    def _elsewhere_refusal(self, cards: Cards, target: Pile) -> Refusal:
        if target in FOUNDATIONS:
            return Refusal(
                Reason.FOUNDATION,
                Sentence(
                    "The %(card)s belongs on the foundation of its suit.", card=NAMES[cards[-1]]
                ),
            )
        return Refusal(Reason.NOT_A_TARGET, "Cards can only go on columns and foundations.")

    def _deal_refusal(self, layout: Layout) -> Refusal | None:
        if STOCK not in self.piles:
            return NO_STOCK
        if not layout.piles[STOCK]:
            return Refusal(Reason.NO_STOCK, "No cards are left to deal.")
        if self.deal_when_stuck and self._moves_before_deal(layout):
            return Refusal(Reason.MOVES_LEFT, "You can deal only when no other move is left.")
        return None

    def _home_refusal(self, layout: Layout, source: Pile, count: int) -> Refusal:
        piles, base = layout
        card = piles[source][-1]
        wanted = (base + len(piles[HOMES[card]])) % 13
        if count != 1:
            return Refusal(Reason.ONE_CARD, "Cards go to the foundations one at a time.")
        if source in FOUNDATIONS:
            return Refusal(Reason.SAME_PILE, "This card is already on its foundation.")
        return Refusal(
            Reason.FOUNDATION,
            Sentence(
                "The foundation of %(suit)s takes the %(wanted)s next, not the %(card)s.",
                suit=SUIT_NAMES[card // 13],
                wanted=pip(wanted),
                card=pip(card),
            ),
        )

    def _unit_refusal(
        self, cards: Cards, source: Pile, count: int, tables: PackingTables
    ) -> Refusal | None:
        """Return why that many cards from the end of the pile don't move as a unit, or None."""
        if source >= self.columns:
            if count == 1:
                return None
            return Refusal(
                Reason.ONE_CARD,
                Sentence("Take one card at a time from %(pile)s.", pile=PILE_NAMES[source]),
            )
        run = run_length(cards, tables.joins)
        if count > run:
            if count > len(cards):
                return too_few_cards(source)
            if cards[-count] < 0:
                return FACE_DOWN
            if run == 1:
                return Refusal(Reason.NOT_A_RUN, "Only the last card of this column can move.")
            return Refusal(
                Reason.NOT_A_RUN,
                Sentence("Only the last %(count)s of these cards move together.", count=run),
            )
        if count < run and not self.part:
            return Refusal(
                Reason.WHOLE_RUN,
                Sentence("Move the whole run of %(count)s cards or none of it.", count=run),
            )
        return None

    def _space_refusal(self, base: int) -> Refusal:
        what = {
            "any-card": Sentence("Only a single card may fill an empty column."),
            "high-run": Sentence(
                "Only a %(rank)s or a run from a %(rank)s may fill an empty column.",
                rank=pip(base - 1),
            ),
            "high-card": Sentence(
                "Only a single %(rank)s may fill an empty column.", rank=pip(base - 1)
            ),
            "king": Sentence("Only a King may fill an empty column."),
            "none": Sentence("Empty columns are filled only by dealing from the stock."),
        }
        return Refusal(Reason.SPACE, what[self.space])

    def _packing_refusal(self, layout: Layout, head: int, top: int) -> Refusal:
        piles, base = layout
        below = head % 13 == (top - 1) % 13
        if below and top % 13 == 0 and not self.wrap:
            return KING_ON_ACE
        if below and top % 13 == base and not self.on_base:
            return Refusal(
                Reason.ON_BASE,
                Sentence("Nothing goes on a %(rank)s, the base card.", rank=pip(base)),
            )
        carried = self.tables(base).carries[top]
        fitting = [
            card
            for card in range(52)
            if carried >> card & 1
            and (self.returns or (card - base) % 13 >= len(piles[HOMES[card]]))
        ]
        return not_packing(head, top, self.packing, fitting)

    def play(self, layout: Layout, move: Move) -> Undo:
        source, target, count = move
        piles = layout.piles
        if source == STOCK:
            return self._deal(piles)
        cards = piles[source]
        if target == FOUNDATION:
            target = HOMES[cards[-1]]
        elif target == CELL:
            target = piles.index((), CELLS.start)
        goal = piles[target]
        piles[target] = goal + cards[-count:]
        piles[source] = left = cards[:-count]
        reveals = bool(left) and left[-1] < 0 and turn_up(piles, source)
        return ((source, cards), (target, goal)), reveals

    def _deal(self, piles: Piles) -> Undo:
        """Deal one card to each pile in turn, then show the last two cards."""
        stock = piles[STOCK]
        saved = tuple([(pile, piles[pile]) for pile in (*self.deal_piles, *HAND, STOCK)])
        deal_from_stock(piles, self.deal_piles[: len(stock)])
        if len(piles[STOCK]) == len(HAND):
            self.show_last(piles)
        return saved, stock[-1] < 0

    def show_last(self, piles: Piles) -> None:
        """Place the last two cards once no full deal of seven is left."""
        if self.last_in_hand:
            deal_from_stock(piles, HAND)

    def progress(self, layout: Layout) -> int:
        return home_count(layout)

    def is_won(self, layout: Layout) -> bool:
        return home_count(layout) == 52

    def accepts(self, layout: Layout) -> tuple[str, str]:
        base = layout.base
        high = pip(base - 1)
        column = {"any": "*", "high": high, "king": high, "none": ""}
        return column[self.space.partition("-")[0]], RANKS[base]

    def _build_tables(self, base: int) -> PackingTables:
        heads = heads_of_spaces(self.space, base)
        return PackingTables.build(partial(self._packs_on, base=base), self.joins, heads)

    def _packs_on(self, card: int, on: int, base: int) -> bool:
        """Return whether one card packs on another: by rank, suits, corner and base."""
        return (
            card % 13 == (on - 1) % 13
            and self.packs(card, on)
            and (self.wrap or on % 13 != 0)
            and (self.on_base or on % 13 != base)
        )
