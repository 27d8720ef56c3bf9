"""What a help page says in which order: sentences that always hold, and those of the options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.engine import Reason
from games.pages.howto.sentences import Text


class Topic(NamedTuple):
    """A part of a page: its title, and the names of its sentences or options in order."""

    title: Text
    names: tuple[str, ...]


AIM: Final = _("Aim")
LAYOUT: Final = _("The deal")
PACKING: Final = _("Packing the columns")
UNIT: Final = _("What moves as a unit")
SPACES: Final = _("Empty columns")
FOUNDATIONS: Final = _("Foundations")
STOCK: Final = _("The stock")
RESERVE: Final = _("The reserve")
UNDO: Final = _("Taking back")
END: Final = _("How it ends")

TOPICS: Final[Mapping[str, tuple[Topic, ...]]] = {
    "agnes-sorel": (
        Topic(AIM, ("aim",)),
        Topic(LAYOUT, ("layout", "columns", "face", "piles")),
        Topic(PACKING, ("packing", "wrap", "on-base")),
        Topic(UNIT, ("run", "part", "moving", "targets")),
        Topic(SPACES, ("space",)),
        Topic(FOUNDATIONS, ("foundations", "one-card", "return")),
        Topic(STOCK, ("stock", "deal", "last")),
        Topic(UNDO, ("undo",)),
        Topic(END, ("end", "finish")),
    ),
    "agnes-bernauer": (
        Topic(AIM, ("aim",)),
        Topic(LAYOUT, ("layout", "reserve", "piles")),
        Topic(PACKING, ("packing", "wrap", "on-base")),
        Topic(UNIT, ("unit", "part", "moving", "targets")),
        Topic(SPACES, ("space",)),
        Topic(FOUNDATIONS, ("foundations", "one-card", "return")),
        Topic(RESERVE, ("stock", "reserve-play", "deal", "last")),
        Topic(UNDO, ("undo",)),
        Topic(END, ("end", "finish")),
    ),
    "applegate": (
        Topic(AIM, ("aim",)),
        Topic(LAYOUT, ("grid", "layout", "reserve", "piles")),
        Topic(PACKING, ("packing", "corner")),
        Topic(UNIT, ("unit", "moving", "targets", "face-down")),
        Topic(SPACES, ("space",)),
        Topic(RESERVE, ("reserve-play", "stock")),
        Topic(_("Complete suits"), ("remove", "foundations")),
        Topic(UNDO, ("undo",)),
        Topic(END, ("end",)),
    ),
    "beleaguered-castle": (
        Topic(AIM, ("aim",)),
        Topic(LAYOUT, ("aces", "layout", "stock", "piles")),
        Topic(PACKING, ("packing", "wrap")),
        Topic(UNIT, ("unit", "moving", "targets")),
        Topic(SPACES, ("space",)),
        Topic(FOUNDATIONS, ("foundations", "one-card", "return")),
        Topic(UNDO, ("undo",)),
        Topic(END, ("end", "finish")),
    ),
}
"""The topics of every game. An option's name stands for the sentence of its value in force."""

MOVING: Final = _("A move takes cards from the end of one pile and puts them somewhere else.")
ONE_CARD: Final = _("Foundations, and any pile that is not a column, give and take single cards.")
TARGETS: Final = _("Cards are put on columns and foundations, nowhere else.")
UNDO_RULE: Final = _(
    "You may take back as many moves as you like, one after the other, but never a move that "
    "showed you a card you had not seen. Undos cost nothing but time, and are counted."
)
END_HOME: Final = _(
    "You have won when all 52 cards are on the foundations. You are stuck when no move at all is "
    "left. A run that is not won counts by its most cards at home."
)
FINISH: Final = _(
    "As soon as foundation moves alone would finish the game, they are made for you, all at that "
    "instant: nobody loses time to clicking."
)
FROM_BASE: Final = _(
    "Each foundation is one suit, built up from the base rank, a card at a time. After the King "
    "comes the Ace, and the pile is full with thirteen cards."
)

FIXED: Final[Mapping[str, Mapping[str, Text]]] = {
    "agnes-sorel": {
        "aim": _("Bring all 52 cards home to four foundations, one for each suit."),
        "layout": _(
            "28 cards are dealt in a triangle of seven columns. The 29th is the base card: it goes "
            "to its foundation, and its rank is where all four foundations begin. The other 23 are "
            "the stock."
        ),
        "piles": _(
            "There are seven columns, four foundations and the stock; nothing else takes part."
        ),
        "packing": _(
            "Columns are packed downwards in one colour: on a black card goes the next lower black "
            "card, of either suit, and the same in red."
        ),
        "moving": MOVING,
        "targets": TARGETS,
        "foundations": FROM_BASE,
        "one-card": ONE_CARD,
        "stock": _(
            "The stock lies face down. A deal puts one of its cards on every column, from the "
            "left, empty ones too: three times seven cards, and two are left. When the stock is "
            "used up there is no second round."
        ),
        "undo": UNDO_RULE,
        "end": END_HOME,
        "finish": FINISH,
    },
    "agnes-bernauer": {
        "aim": _("Bring all 52 cards home to four foundations, one for each suit."),
        "layout": _(
            "28 cards are dealt face up in seven columns, one in the first and one more in each "
            "further. The 29th is the base card: it goes to its foundation, and its rank is where "
            "all four foundations begin."
        ),
        "piles": _(
            "There are seven columns, seven reserve piles, four foundations and the stock; nothing "
            "else takes part."
        ),
        "packing": _(
            "Columns are packed downwards in alternating colours: a red card goes on the next "
            "higher black one, a black on a red."
        ),
        "unit": _(
            "Cards at the end of a column that are packed on each other, red and black in turn, "
            "move as a unit."
        ),
        "moving": MOVING,
        "targets": TARGETS,
        "foundations": FROM_BASE,
        "one-card": ONE_CARD,
        "stock": _(
            "The stock lies face down. A deal puts one of its cards on every reserve pile, from "
            "the left, on top of what lies there. When the stock is used up there is no second "
            "round."
        ),
        "reserve-play": _(
            "The top card of each reserve pile may go to a column or a foundation. Nothing is ever "
            "packed on a reserve pile; the cards underneath stay visible."
        ),
        "undo": UNDO_RULE,
        "end": END_HOME,
        "finish": FINISH,
    },
    "applegate": {
        "aim": _("Bring each suit together in a column, in order from King down to Ace."),
        "grid": _("49 cards are dealt in seven columns of seven; the last three are the reserve."),
        "piles": _("There are seven columns and the reserve; nothing else takes part."),
        "packing": _(
            "Columns are packed downwards in suit: only the next lower card of the same suit goes "
            "on the last card of a column."
        ),
        "unit": _(
            "Any face-up card may move if it fits its new place, and all the cards that lie on it "
            "go along, whatever they are and in whatever order."
        ),
        "moving": MOVING,
        "targets": _("Cards are put on columns, nowhere else: not on the reserve."),
        "face-down": _(
            "A face-down card cannot be moved; it turns up by itself as soon as nothing lies on it."
        ),
        "space": _(
            "Only a King fills an empty column, together with all the cards that lie on it, if any."
        ),
        "reserve-play": _(
            "A reserve card may go to a column whenever it fits, one at a time, and never comes "
            "back."
        ),
        "stock": _("There is no stock: nothing is dealt later."),
        "foundations": _("No card is played to a foundation by hand."),
        "undo": UNDO_RULE,
        "end": _(
            "You are stuck when no move at all is left. A run that is not won counts thirteen for "
            "each suit that has left, and one for every two neighbours in suit and order."
        ),
    },
    "beleaguered-castle": {
        "aim": _("Bring all 52 cards home to four foundations, each one suit from Ace to King."),
        "layout": _(
            "The eight columns lie in two wings beside the foundations, all cards face up: nothing "
            "is hidden."
        ),
        "stock": _("There is no stock: nothing is dealt later."),
        "piles": _("There are eight columns and four foundations; nothing else takes part."),
        "packing": _("Columns are packed downwards, whatever the suit: any nine goes on any ten."),
        "wrap": _("Nothing is packed on an Ace, not even a King."),
        "unit": _("One card moves at a time: the last of a column."),
        "moving": MOVING,
        "targets": TARGETS,
        "space": _("Any card may fill an empty column, but only one alone."),
        "foundations": _(
            "Each foundation is one suit, built up from Ace to King, a card at a time."
        ),
        "one-card": _("Foundations take single cards only."),
        "undo": UNDO_RULE,
        "end": END_HOME,
        "finish": FINISH,
    },
}
"""The sentences that hold under every option, by the name that `TOPICS` uses."""

REASONS: Final[Mapping[Reason, tuple[str, ...]]] = {
    Reason.NO_SUCH_PILE: ("piles",),
    Reason.SAME_PILE: ("moving",),
    Reason.EMPTY_PILE: ("moving",),
    Reason.FACE_DOWN: ("face-down", "face", "moving"),
    Reason.NOT_A_RUN: ("run", "unit"),
    Reason.WHOLE_RUN: ("part",),
    Reason.ONE_CARD: ("one-card", "reserve-play"),
    Reason.NOT_PACKING: ("packing",),
    Reason.ON_BASE: ("on-base",),
    Reason.CORNER: ("wrap", "corner"),
    Reason.SPACE: ("space",),
    Reason.FOUNDATION: ("foundations",),
    Reason.NO_FOUNDATION: ("foundations",),
    Reason.NO_RETURN: ("return", "remove"),
    Reason.NOT_A_TARGET: ("targets",),
    Reason.NO_STOCK: ("stock",),
    Reason.MOVES_LEFT: ("deal", "stock"),
}
"""The sentence that a refusal is about; a page links to the first of these that it has."""


def anchors(game: str) -> dict[str, str]:
    """The sentence on a game's page that each refusal is about, by its code."""
    said = {name for topic in TOPICS[game] for name in topic.names}
    return {
        reason: next(name for name in names if name in said)
        for reason, names in REASONS.items()
        if not said.isdisjoint(names)
    }
