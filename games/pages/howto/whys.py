"""The aim of a game, and why a move is made: what a guide says, short enough for a phone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.pages.site.text import Text

RUN: Final = _("Cards built on each other move together.")
RETURN: Final = _("A card may come back from its foundation.")

WHYS: Final[Mapping[str, Mapping[str, Text]]] = {
    "agnes-sorel": {
        "aim": _("Bring all 52 cards home, suit by suit."),
        "home": _("Each foundation goes up in its suit, from the base card."),
        "packing": _("Columns go down in one colour: red on red, black on black."),
        "run": RUN,
        "deal": _("A deal puts one card on every column."),
        "hand": _("Play the last two cards whenever they fit."),
        "return": RETURN,
    },
    "agnes-bernauer": {
        "aim": _("Bring all 52 cards home, suit by suit."),
        "home": _("Each foundation goes up in its suit, from the base card."),
        "packing": _("Columns go down: red on black, black on red."),
        "run": RUN,
        "deal": _("A deal puts one card on every reserve pile."),
        "reserve": _("Reserve piles give their top card and take none back."),
        "hand": _("Play the last two cards whenever they fit."),
        "return": RETURN,
    },
    "applegate": {
        "aim": _("Put each suit in order in a column, from King to Ace."),
        "packing": _("Columns go down in suit: only the next lower card fits."),
        "run": _("The cards on top go along, in any order."),
        "reserve": _("Reserve cards go to columns and never come back."),
    },
    "beleaguered-castle": {
        "aim": _("Bring all 52 cards home, each suit from Ace to King."),
        "home": _("Each foundation goes up in its suit, from the ace."),
        "packing": _("Columns go down, and suits don't matter."),
        "return": RETURN,
    },
}
"""By game and kind of move, as `frontend/src/race/guidance.js` tells them apart."""
