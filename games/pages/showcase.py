"""The four games as the start page shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import GAMES, Board, Deal, Rules, View, view
from games.pages.forms import RaceForm
from games.pages.howto.links import help_url

DEAL_KEY: Final = b"same deal"
"""The key of the deal on the pictures."""

CHARACTERS: Final[dict[str, Promise]] = {
    "agnes-sorel": _("Pack by colour. The stock rains on every column, ready or not."),
    "agnes-bernauer": _("Red on black, with seven reserves that fill while you think."),
    "applegate": _("Built by suit, moved in groups, with a few cards that keep their secret."),
    "beleaguered-castle": _("Everything open, one card at a time. Pure thinking."),
}


@dataclass(frozen=True)
class Exhibit:
    """One game: what it is called, what it is like, a table of it, and how to open a race."""

    name: str
    title: str
    character: Promise | str
    form: RaceForm
    waiting: int
    """How many wait for a quick race."""

    @property
    def help(self) -> str:
        """The address of the game's rules."""
        return help_url(f"{self.name}/standard")

    @property
    def table(self) -> View:
        """The table as dealt, for a picture."""
        return _table(self.name)


def exhibits(waiting: Mapping[str, int], sent: RaceForm | None = None) -> list[Exhibit]:
    """Every game, with those who wait for it, and a form that was sent and refused in its place."""
    return [
        Exhibit(
            name=name,
            title=game.title,
            character=CHARACTERS.get(name, ""),
            waiting=waiting.get(name, 0),
            form=sent if sent is not None and sent.game == name else RaceForm(name),
        )
        for name, game in GAMES.items()
    ]


@cache
def _table(game: str) -> View:
    return view(Board(Rules.parse(game), Deal.from_key(DEAL_KEY)))
