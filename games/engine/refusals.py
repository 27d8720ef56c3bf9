"""The refusals that games share: a reason for programs, a sentence for players."""

from __future__ import annotations

from typing import Final

from games.engine.cards import NAMES, pip
from games.engine.errors import Reason
from games.engine.game import Refusal
from games.engine.moves import PILE_NAMES, Pile
from games.engine.sentences import Sentence

ALREADY_THERE: Final = Refusal(Reason.SAME_PILE, "These cards are already there.")
FACE_DOWN: Final = Refusal(Reason.FACE_DOWN, "Face-down cards can't be moved.")
KING_ON_ACE: Final = Refusal(Reason.CORNER, "A King can't go on an Ace.")


def no_such_pile(pile: Pile) -> Refusal:
    """Refuse a pile that the game does not use."""
    return Refusal(
        Reason.NO_SUCH_PILE, Sentence("This game has no %(pile)s.", pile=PILE_NAMES[pile])
    )


def no_card_on(pile: Pile) -> Refusal:
    """Refuse to move from an empty pile."""
    return Refusal(
        Reason.EMPTY_PILE, Sentence("There is no card on %(pile)s.", pile=PILE_NAMES[pile])
    )


def too_few_cards(pile: Pile) -> Refusal:
    """Refuse to move more cards than the pile holds."""
    return Refusal(
        Reason.EMPTY_PILE,
        Sentence("There aren't that many cards on %(pile)s.", pile=PILE_NAMES[pile]),
    )


def not_packing(card: int, top: int, packing: str, *, is_last: bool) -> Refusal:
    """Refuse a card that does not pack on another; `packing` says how the columns go.

    The rank that goes there is named if the card has another, unless the other card `is_last`:
    nothing goes on that.
    """
    if not is_last and card % 13 != (top - 1) % 13:
        return Refusal(
            Reason.NOT_PACKING,
            Sentence(
                "The %(card)s doesn't go on the %(top)s: columns are built %(packing)s,"
                " so a %(rank)s goes there.",
                card=NAMES[card],
                top=NAMES[top],
                packing=packing,
                rank=pip(top - 1),
            ),
        )
    return Refusal(
        Reason.NOT_PACKING,
        Sentence(
            "The %(card)s doesn't go on the %(top)s: columns are built %(packing)s.",
            card=NAMES[card],
            top=NAMES[top],
            packing=packing,
        ),
    )
