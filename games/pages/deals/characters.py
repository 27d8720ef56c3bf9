"""The character of each game, in one line for the start page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.pages.site.text import Text

CHARACTERS: Final[Mapping[str, Text]] = {
    "agnes-sorel": _("Red on red, black on black. Each deal lands on every column, ready or not."),
    "agnes-bernauer": _("Red on black, with seven reserve piles to draw on."),
    "applegate": _("Build by suit and move cards in groups. A few start face down."),
    "beleaguered-castle": _("Every card face up, moved one at a time. Pure thinking."),
    "freecell": _("Every card face up, and cells to park some in. Nearly every deal is winnable."),
    "klondike": _("The classic: seven columns, and a stock to turn three cards at a time."),
}
