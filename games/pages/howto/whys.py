"""The aim of a game, and why a move is made: what a guide says, short enough for a phone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine import Rules
from games.pages.howto.topics import FIXED
from games.pages.site.text import Text

RUN: Final = _("Cards built on each other move together.")
RED_ON_BLACK: Final = _("Columns go down: red on black, black on red.")
IN_SUIT: Final = _("Columns go down in suit: only the next lower card fits.")
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
        "packing": RED_ON_BLACK,
        "run": RUN,
        "deal": _("A deal puts one card on every reserve pile."),
        "reserve": _("Reserve piles give their top card and take none back."),
        "hand": _("Play the last two cards whenever they fit."),
        "return": RETURN,
    },
    "applegate": {
        "aim": _("Put each suit in order in a column, from King to Ace."),
        "packing": IN_SUIT,
        "run": _("The cards on top go along, in any order."),
        "reserve": _("Reserve cards go to columns and never come back."),
    },
    "beleaguered-castle": {
        "aim": _("Bring all 52 cards home, each suit from Ace to King."),
        "home": _("Each foundation goes up in its suit, from the ace."),
        "packing": _("Columns go down, and suits don't matter."),
        "return": RETURN,
    },
    "freecell": {
        "aim": _("Bring all 52 cards home, each suit from Ace to King."),
        "home": _("Each foundation goes up in its suit, from the ace."),
        "packing": RED_ON_BLACK,
        "run": _("The more cells are empty, the more cards move together."),
        "cell": _("A cell keeps one card until it fits elsewhere."),
        "return": RETURN,
    },
    "klondike": {
        "aim": _("Bring all 52 cards home, each suit from Ace to King."),
        "home": _("Each foundation goes up in its suit, from the ace."),
        "packing": RED_ON_BLACK,
        "run": RUN,
        "deal": _("A deal turns cards onto the waste. Its top card plays."),
        "waste": _("The waste's top card plays, then the one under it."),
        "return": RETURN,
    },
}
"""By game and kind of move, as `frontend/src/race/guidance.js` tells them apart."""


def whys(rules: Rules) -> dict[str, Text]:
    """Return what the guide says under the rules in force."""
    packing = {"packing": IN_SUIT} if rules.options.get("pack") == "suit" else {}
    return {"aim": FIXED[rules.game]["aim"], **WHYS[rules.game], **packing}
