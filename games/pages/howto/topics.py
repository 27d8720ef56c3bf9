"""The order of a help page: sentences that always hold, and those that depend on options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.engine import Reason
from games.pages.site.text import Text


class Topic(NamedTuple):
    """A section of a page: its title, and the names of its sentences or options, in order."""

    title: Text
    names: tuple[str, ...]


AIM: Final = _("Aim")
LAYOUT: Final = _("The deal")
PACKING: Final = _("Building on columns")
UNIT: Final = _("What moves together")
SPACES: Final = _("Empty columns")
FOUNDATIONS: Final = _("Foundations")
STOCK: Final = _("The stock")
RESERVE: Final = _("The reserve")
UNDO: Final = _("Undoing moves")
END: Final = _("How it ends")

TOPICS: Final[Mapping[str, tuple[Topic, ...]]] = {
    "agnes-sorel": (
        Topic(AIM, ("aim",)),
        Topic(LAYOUT, ("layout", "columns", "face", "piles")),
        Topic(PACKING, ("packing", "wrap", "on-base")),
        Topic(UNIT, ("run", "part", "moving", "targets")),
        Topic(SPACES, ("space",)),
        Topic(FOUNDATIONS, ("foundations", "one-card", "return", "collect")),
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
        Topic(FOUNDATIONS, ("foundations", "one-card", "return", "collect")),
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
        Topic(FOUNDATIONS, ("foundations", "one-card", "return", "collect")),
        Topic(UNDO, ("undo",)),
        Topic(END, ("end", "finish")),
    ),
    "freecell": (
        Topic(AIM, ("aim",)),
        Topic(LAYOUT, ("layout", "stock", "piles")),
        Topic(PACKING, ("pack", "wrap")),
        Topic(_("The cells"), ("cells", "cell-play")),
        Topic(UNIT, ("units", "moving", "targets")),
        Topic(SPACES, ("space",)),
        Topic(FOUNDATIONS, ("foundations", "one-card", "return", "collect")),
        Topic(UNDO, ("undo",)),
        Topic(END, ("end", "finish")),
    ),
    "klondike": (
        Topic(AIM, ("aim",)),
        Topic(LAYOUT, ("layout", "piles")),
        Topic(PACKING, ("packing", "wrap")),
        Topic(UNIT, ("unit", "part", "moving", "targets", "face-down")),
        Topic(SPACES, ("space",)),
        Topic(_("Stock and waste"), ("draw", "waste-play", "passes")),
        Topic(FOUNDATIONS, ("foundations", "one-card", "return", "collect")),
        Topic(UNDO, ("undo", "undo-deal")),
        Topic(END, ("end", "finish")),
    ),
}
"""The topics of every game. An option's name stands for the sentence on its current value."""

MOVING: Final = _("A move takes cards from the end of one pile and puts them on another.")
ONE_CARD: Final = _("Outside the columns, cards always move one at a time.")
TARGETS: Final = _("Cards go only on columns and foundations.")
UNDO_RULE: Final = _(
    "Undo as many moves as you like, but in a race never one that showed you a new card. Undos "
    "are counted, but cost only time."
)
END_HOME: Final = _(
    "You win when all 52 cards are on the foundations. You're stuck when no move is left. If you "
    "don't win, the most cards you had home count."
)
COLLECT: Final = _(
    "Collect (C) sends home every card that the columns can no longer need. To send home another, "
    "double-click it."
)
FINISH: Final = _(
    "Once moves to the foundations alone can finish the game, they're made for you at that "
    "instant. No one loses time clicking."
)
FROM_BASE: Final = _(
    "Each foundation is one suit, built up from the base rank one card at a time. After the King "
    "comes the Ace. Thirteen cards fill it."
)

FIXED: Final[Mapping[str, Mapping[str, Text]]] = {
    "agnes-sorel": {
        "aim": _("Bring all 52 cards home to four foundations, one for each suit."),
        "layout": _(
            "28 cards are dealt in a triangle of seven columns. The 29th is the base card: it "
            "goes to its foundation, and all four foundations start from its rank. The other 23 "
            "cards are the stock."
        ),
        "piles": _("The table has seven columns, four foundations and the stock."),
        "packing": _(
            "Columns are built down in the same colour: the next lower red card goes on a red "
            "one, and black on black, whatever the suit."
        ),
        "moving": MOVING,
        "targets": TARGETS,
        "foundations": FROM_BASE,
        "one-card": ONE_CARD,
        "stock": _(
            "The stock lies face down. A deal puts one card on every column from the left, even "
            "on empty ones. After three deals, two cards are left. There's no second round."
        ),
        "collect": COLLECT,
        "undo": UNDO_RULE,
        "end": END_HOME,
        "finish": FINISH,
    },
    "agnes-bernauer": {
        "aim": _("Bring all 52 cards home to four foundations, one for each suit."),
        "layout": _(
            "28 cards are dealt face up in seven columns, one in the first and one more in each "
            "column after it. The 29th is the base card: it goes to its foundation, and all four "
            "foundations start from its rank."
        ),
        "piles": _(
            "The table has seven columns, seven reserve piles, four foundations and the stock."
        ),
        "packing": _(
            "Columns are built down in alternating colours: red on the next higher black card, "
            "black on red."
        ),
        "unit": _(
            "Cards built on each other at the end of a column, red and black in turn, move "
            "together as a run."
        ),
        "moving": MOVING,
        "targets": TARGETS,
        "foundations": FROM_BASE,
        "one-card": ONE_CARD,
        "stock": _(
            "The stock lies face down. A deal puts one card on top of every reserve pile, from "
            "the left. There's no second round."
        ),
        "reserve-play": _(
            "The top card of each reserve pile may go to a column or a foundation. No move puts a "
            "card on a reserve pile. You can see the cards underneath."
        ),
        "collect": COLLECT,
        "undo": UNDO_RULE,
        "end": END_HOME,
        "finish": FINISH,
    },
    "applegate": {
        "aim": _("Put each suit in order in a column, from King down to Ace."),
        "grid": _("49 cards are dealt in seven columns of seven. The last three are the reserve."),
        "piles": _("The table has seven columns and the reserve."),
        "packing": _(
            "Columns are built down in suit: only the next lower card of the same suit goes on "
            "the last card of a column."
        ),
        "unit": _(
            "Any face-up card may move if it fits its new place. All the cards on it go along, in "
            "whatever order."
        ),
        "moving": MOVING,
        "targets": _("Cards go only on columns, never on the reserve."),
        "face-down": _(
            "A face-down card can't be moved. It turns over by itself once nothing lies on it."
        ),
        "space": _("Only a King may fill an empty column, along with any cards on it."),
        "reserve-play": _(
            "Reserve cards go to columns one at a time, whenever they fit. They never go back."
        ),
        "stock": _("There's no stock: nothing is dealt later."),
        "foundations": _("You don't play cards to foundations yourself."),
        "undo": UNDO_RULE,
        "end": _(
            "You're stuck when no move is left. If you don't win, you score 13 for each suit that "
            "has left, and 1 for each card lying on the next higher card of its suit."
        ),
    },
    "beleaguered-castle": {
        "aim": _("Bring all 52 cards home to four foundations, each one suit from Ace to King."),
        "layout": _(
            "The eight columns lie in two wings beside the foundations. All cards are face up."
        ),
        "stock": _("There's no stock: nothing is dealt later."),
        "piles": _("The table has eight columns and four foundations."),
        "packing": _("Columns are built down in any suit: any 9 goes on any 10."),
        "wrap": _("Nothing goes on an Ace, not even a King."),
        "unit": _("Only one card moves at a time: the last of a column."),
        "moving": MOVING,
        "targets": TARGETS,
        "space": _("Any card may fill an empty column, but only one at a time."),
        "foundations": _(
            "Each foundation is one suit, built up from Ace to King one card at a time."
        ),
        "one-card": _("Foundations take one card at a time."),
        "collect": COLLECT,
        "undo": UNDO_RULE,
        "end": END_HOME,
        "finish": FINISH,
    },
    "freecell": {
        "aim": _("Bring all 52 cards home to four foundations, each one suit from Ace to King."),
        "layout": _(
            "All 52 cards are dealt face up in eight columns: seven in each of the first four, "
            "six in each of the others."
        ),
        "stock": _("There's no stock: nothing is dealt later."),
        "piles": _("The table has eight columns, four foundations and the cells."),
        "wrap": _("Nothing goes on an Ace, not even a King."),
        "cell-play": _(
            "The last card of a column may go to an empty cell. From there it goes on to a column "
            "or a foundation, but not to another cell. Cells are alike: a card goes to the first "
            "empty one."
        ),
        "moving": MOVING,
        "targets": _("Cards go only on columns, on foundations and into empty cells."),
        "foundations": _(
            "Each foundation is one suit, built up from Ace to King one card at a time."
        ),
        "one-card": ONE_CARD,
        "collect": COLLECT,
        "undo": UNDO_RULE,
        "end": END_HOME,
        "finish": FINISH,
    },
    "klondike": {
        "aim": _("Bring all 52 cards home to four foundations, each one suit from Ace to King."),
        "layout": _(
            "28 cards are dealt in seven columns, one in the first and one more in each column "
            "after it. Only the last card of each column lies face up. The other 24 are the stock."
        ),
        "piles": _("The table has seven columns, four foundations, the stock and the waste."),
        "packing": _(
            "Columns are built down in alternating colours: red on the next higher black card, "
            "black on red."
        ),
        "wrap": _("Nothing goes on an Ace, not even a King."),
        "unit": _(
            "Cards built on each other at the end of a column, red and black in turn, move "
            "together as a run."
        ),
        "moving": MOVING,
        "targets": TARGETS,
        "face-down": _(
            "A face-down card can't be moved. It turns over by itself once nothing lies on it."
        ),
        "waste-play": _(
            "The top card of the waste may go to a column or a foundation. Then the card under it "
            "is the top one."
        ),
        "foundations": _(
            "Each foundation is one suit, built up from Ace to King one card at a time."
        ),
        "one-card": ONE_CARD,
        "collect": _(
            "Collect (C) sends home every card that the columns can no longer need. When a deal "
            "turns three cards, it leaves the waste to you. To send home another card, "
            "double-click it."
        ),
        "undo": UNDO_RULE,
        "undo-deal": _(
            "A deal that turns only cards you've seen before shows nothing new: you can undo it."
        ),
        "end": END_HOME,
        "finish": FINISH,
    },
}
"""The sentences that hold under every option, by their names in `TOPICS`."""

REASONS: Final[Mapping[Reason, tuple[str, ...]]] = {
    Reason.NO_SUCH_PILE: ("piles",),
    Reason.SAME_PILE: ("moving",),
    Reason.EMPTY_PILE: ("moving",),
    Reason.FACE_DOWN: ("face-down", "face", "moving"),
    Reason.NOT_A_RUN: ("run", "unit", "units"),
    Reason.WHOLE_RUN: ("part",),
    Reason.ONE_CARD: ("one-card", "reserve-play"),
    Reason.NOT_PACKING: ("packing", "pack"),
    Reason.ON_BASE: ("on-base",),
    Reason.CORNER: ("wrap", "corner"),
    Reason.SPACE: ("space",),
    Reason.FOUNDATION: ("foundations",),
    Reason.NO_FOUNDATION: ("foundations",),
    Reason.NO_RETURN: ("return", "remove"),
    Reason.NOT_A_TARGET: ("targets",),
    Reason.NO_ROOM: ("units", "cells"),
    Reason.NO_STOCK: ("stock", "passes"),
    Reason.MOVES_LEFT: ("deal", "stock"),
}
"""The sentences that explain a refusal; a page links to the first one it has."""


def anchors(game: str) -> dict[str, str]:
    """Return, by refusal code, the anchor of the sentence on a game's page that explains it."""
    said = {name for topic in TOPICS[game] for name in topic.names}
    return {
        reason: next(name for name in names if name in said)
        for reason, names in REASONS.items()
        if not said.isdisjoint(names)
    }
