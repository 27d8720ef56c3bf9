"""The refusals that games share: a reason for programs, a sentence for players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.cards import CARDS, NAMES, pip
from games.engine.errors import Reason
from games.engine.game import Refusal
from games.engine.moves import CELL, CELLS, PILE_NAMES, STOCK, WASTE, Pile
from games.engine.sentences import Sentence, phrase

ALREADY_THERE: Final = Refusal(Reason.SAME_PILE, "These cards are already there.")
FACE_DOWN: Final = Refusal(Reason.FACE_DOWN, "Face-down cards can't be moved.")
NO_STOCK: Final = Refusal(Reason.NO_STOCK, "This game has no stock to deal from.")
KING_ON_ACE: Final = Refusal(Reason.CORNER, "A King can't go on an Ace.")

WITHOUT: Final = {
    CELL: phrase("This game has no cells."),
    STOCK: phrase("This game has no stock."),
    WASTE: phrase("This game has no waste."),
}
"""Of piles without a number, what is said where a game does without them."""


def no_such_pile(pile: Pile) -> Refusal:
    """Refuse a pile that the game does not use."""
    sentence = WITHOUT.get(pile) or Sentence("This game has no %(pile)s.", pile=PILE_NAMES[pile])
    return Refusal(Reason.NO_SUCH_PILE, sentence)


def no_card_on(pile: Pile) -> Refusal:
    """Refuse to move from an empty pile."""
    name = PILE_NAMES[pile]
    if pile in CELLS:
        return Refusal(Reason.EMPTY_PILE, Sentence("There is no card in %(pile)s.", pile=name))
    return Refusal(Reason.EMPTY_PILE, Sentence("There is no card on %(pile)s.", pile=name))


def too_few_cards(pile: Pile) -> Refusal:
    """Refuse to move more cards than the pile holds."""
    return Refusal(
        Reason.EMPTY_PILE,
        Sentence("There aren't that many cards on %(pile)s.", pile=PILE_NAMES[pile]),
    )


def not_packing(card: int, top: int, packing: str, fitting: Sequence[int]) -> Refusal:
    """Refuse a card that does not pack on another; `packing` says how the columns go.

    If its rank is wrong, the sentence names what does go there: the `fitting` cards, which are not
    home, if any.
    """
    if fitting and card % 13 != (top - 1) % 13:
        return Refusal(Reason.NOT_PACKING, _naming(fitting, NAMES[top], packing))
    return Refusal(
        Reason.NOT_PACKING,
        Sentence(
            "The %(card)s doesn't go on the %(top)s: columns are built %(packing)s.",
            card=NAMES[card],
            top=NAMES[top],
            packing=packing,
        ),
    )


def _naming(fitting: Sequence[int], top: str, packing: str) -> Sentence:
    # With the refused card too, a phone wouldn't show all of it.
    words = {"top": top, "packing": packing}
    if len(fitting) == 1:
        return Sentence(
            "Only the %(wanted)s goes on the %(top)s: columns are built %(packing)s.",
            wanted=NAMES[fitting[0]],
            **words,
        )
    words["rank"] = pip(fitting[0])
    colours = {CARDS[card].is_red for card in fitting}
    if colours == {True}:
        return Sentence(
            "Only a red %(rank)s goes on the %(top)s: columns are built %(packing)s.", **words
        )
    if colours == {False}:
        return Sentence(
            "Only a black %(rank)s goes on the %(top)s: columns are built %(packing)s.", **words
        )
    return Sentence("Only a %(rank)s goes on the %(top)s: columns are built %(packing)s.", **words)
