"""Applegate: packed in suit, any group moves, complete suits leave the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.engine.cards import pip
from games.engine.errors import Reason
from games.engine.game import (
    Cards,
    Counted,
    Game,
    Layout,
    Option,
    Piles,
    Refusal,
    Saved,
    Undo,
    empty_piles,
    home_count,
    row_by_row,
    turn_up,
)
from games.engine.likeness import ANY_SUITS, in_any_order, least
from games.engine.moves import (
    DEAL,
    FOUNDATION,
    FOUNDATIONS,
    RESERVE,
    TABLEAU,
    Move,
    Pile,
)
from games.engine.refusals import (
    ALREADY_THERE,
    FACE_DOWN,
    KING_ON_ACE,
    NO_STOCK,
    no_such_pile,
    not_packing,
    too_few_cards,
)
from games.engine.sentences import phrase

KING = 12
SUIT_LENGTH = 13
NO_CARD = 52
FOLLOWERS = tuple(card - 1 if card % 13 else NO_CARD for card in range(52)) + (NO_CARD,) * 52
"""The next lower card of the suit. A hidden `~card` indexes from the end and finds `NO_CARD`."""


class Applegate(Game):
    """Seven columns of seven, packed down in suit; a face-up card moves with every card on it."""

    name = "applegate"
    title = "Applegate"
    counts = Counted.ORDER
    options = (
        Option("layout", ("three-down", "two-down")),
        Option("reserve", ("pile", "open")),
        Option("remove", ("anywhere", "exposed", "never")),
        Option("corner", ("yes", "no")),
    )
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "standard": {},
        "pysol": {"layout": "two-down", "reserve": "open", "remove": "never"},
    }
    columns = 7

    def __init__(self, chosen: Mapping[str, str]) -> None:
        super().__init__(chosen)
        self.corner = chosen["corner"] == "yes"
        self.remove = chosen["remove"]
        self._columns = tuple(TABLEAU[: self.columns])
        self._reserve = tuple(RESERVE[:1] if chosen["reserve"] == "pile" else RESERVE[:3])
        foundations = () if self.remove == "never" else tuple(FOUNDATIONS)
        self.piles = (*self._columns, *foundations, *self._reserve)

    @classmethod
    def forms(cls, cards: bytes) -> tuple[bytes, ...]:
        # Columns of a layout with equally many face-down cards are interchangeable; taken over both
        # layouts, all columns are. The three piles of an open reserve are interchangeable too.
        return (
            least(
                cards,
                ANY_SUITS,
                lambda dealt: (
                    in_any_order(dealt[column:49:7] for column in range(7))
                    + in_any_order(dealt[card : card + 1] for card in range(49, 52))
                ),
            ),
        )

    def lay_out(self, cards: Sequence[int]) -> Layout:
        piles = empty_piles()
        deck = iter(cards)
        row_by_row(piles, deck, [range(7)] * 7)
        if self.chosen["layout"] == "three-down":
            covered, depth = self._columns[:4], 3
        else:
            covered, depth = self._columns[1:], 2
        for column in covered:
            whole = piles[column]
            piles[column] = (*(~card for card in whole[:depth]), *whole[depth:])
        if len(self._reserve) == 1:
            piles[self._reserve[0]] = tuple(~card for card in deck)
            turn_up(piles, self._reserve[0])
        else:
            row_by_row(piles, deck, [RESERVE[:3]])
        return Layout(piles, base=0)

    def moves(self, layout: Layout) -> list[Move]:
        piles = layout.piles
        found: list[Move] = []
        wanted: dict[int, Pile] = {}
        spaces: list[Pile] = []
        for target in self._columns:
            if not piles[target]:
                spaces.append(target)
            elif (card := self._wanted(piles[target][-1])) is not None:
                wanted[card] = target
        for source in self._columns:
            pile = piles[source]
            for index, card in enumerate(pile):
                if card in wanted and wanted[card] != source:
                    found.append(Move(source, wanted[card], len(pile) - index))
                if spaces and card >= 0 and card % 13 == KING:
                    for space in spaces:
                        found.append(Move(source, space, len(pile) - index))
        for source in self._reserve:
            if pile := piles[source]:
                card = pile[-1]
                if card in wanted:
                    found.append(Move(source, wanted[card]))
                if card % 13 == KING:
                    for space in spaces:
                        found.append(Move(source, space))
        return found

    def _wanted(self, top: int) -> int | None:
        """Return the one card that packs on the given one."""
        if top % 13:
            return top - 1
        return top + KING if self.corner else None

    def built(self, layout: Layout, move: Move) -> tuple[int, int]:
        cards = layout.piles[move.target] + layout.piles[move.source][-move.size :]
        index = len(cards) - 1
        while index and cards[index] == self._wanted(cards[index - 1]):
            index -= 1
        length = len(cards) - index
        return length, length

    def refusal(self, layout: Layout, move: Move) -> Refusal | None:
        piles = layout.piles
        source, target, count = move
        if move == DEAL:
            return NO_STOCK
        if target == FOUNDATION or target in FOUNDATIONS:
            return Refusal(Reason.NO_FOUNDATION, "Complete suits leave the table automatically.")
        for pile in (source, target):
            if pile not in self.piles:
                return no_such_pile(pile)
        if source in FOUNDATIONS:
            return Refusal(Reason.NO_RETURN, "A suit that has left the table doesn't come back.")
        if target in self._reserve:
            return Refusal(Reason.NOT_A_TARGET, "Cards can only go on columns.")
        if source == target:
            return ALREADY_THERE
        cards = piles[source]
        if count > len(cards):
            return too_few_cards(source)
        if source in self._reserve and count > 1:
            return Refusal(Reason.ONE_CARD, "Only the top card of the reserve can move.")
        head = cards[-count]
        if head < 0:
            return FACE_DOWN
        if not piles[target]:
            if head % 13 == KING:
                return None
            return Refusal(
                Reason.SPACE,
                "Only a King, alone or with the cards on it, may fill an empty column.",
            )
        return self._packing_refusal(head, piles[target][-1])

    def _packing_refusal(self, head: int, top: int) -> Refusal | None:
        wanted = self._wanted(top)
        if head == wanted:
            return None
        if head == top + KING and top % 13 == 0:
            return KING_ON_ACE
        packing = phrase("down in suit")
        return not_packing(head, top, packing, [] if wanted is None else [wanted])

    def play(self, layout: Layout, move: Move) -> Undo:
        source, target, count = move
        piles = layout.piles
        cards, goal = piles[source], piles[target]
        saved: Saved = ((source, cards), (target, goal))
        piles[target] = goal + cards[-count:]
        piles[source] = cards[:-count]
        reveals = turn_up(piles, source)
        if self.remove != "never":
            for column in (target, source):
                while run := self._remove_run(piles, column):
                    saved += ((run, ()),)
                    reveals |= turn_up(piles, column)
        return saved, reveals

    def _remove_run(self, piles: Piles, column: Pile) -> Pile | None:
        """Move one complete suit out of a column and return its foundation, or None."""
        cards = piles[column]
        first = len(cards) - SUIT_LENGTH
        for index in range(first, -1, -1) if self.remove == "anywhere" else (first,):
            if index >= 0 and (king := cards[index]) >= 0 and king % 13 == KING:
                run = cards[index : index + SUIT_LENGTH]
                if run == tuple(range(king, king - SUIT_LENGTH, -1)):
                    piles[column] = cards[:index] + cards[index + SUIT_LENGTH :]
                    foundation = FOUNDATIONS[king // 13]
                    piles[foundation] = run
                    return foundation
        return None

    def progress(self, layout: Layout) -> int:
        if self.remove == "never" and self.is_won(layout):
            # The Kings count as well: no suit leaves the table that could count them.
            return 52
        count = home_count(layout)
        for column in self._columns:
            wanted = NO_CARD
            for card in layout.piles[column]:
                if card == wanted:
                    count += 1
                wanted = FOLLOWERS[card]
        return count

    def is_won(self, layout: Layout) -> bool:
        if self.remove != "never":
            return home_count(layout) == 52
        piles = layout.piles
        return not any(piles[pile] for pile in self._reserve) and all(
            _is_suit(piles[column]) for column in self._columns if piles[column]
        )

    def accepts(self, layout: Layout) -> tuple[str, str]:
        return pip(KING), ""


def _is_suit(cards: Cards) -> bool:
    """Return whether a column holds one complete suit and nothing else.

    Its King may be face down: the Queen on it fits nowhere else, so no move could turn it up.
    """
    if len(cards) != SUIT_LENGTH:
        return False
    king = max(cards[0], ~cards[0])
    return king % 13 == KING and cards[1:] == tuple(range(king - 1, king - SUIT_LENGTH, -1))
