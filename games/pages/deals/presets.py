"""The presets in words: their titles, and where their rules come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.pages.site.text import Text


class PresetText(NamedTuple):
    """A preset in words."""

    title: Text
    origin: Text


STANDARD: Final = _("Standard")

PRESETS: Final[Mapping[str, Mapping[str, PresetText]]] = {
    "agnes-sorel": {
        "standard": PresetText(
            STANDARD,
            _(
                "The rules that most sites use. They go back to a game that Dalton published in "
                "1909 and Parlett named Agnes Sorel in 1979."
            ),
        ),
        "dalton": PresetText(
            _("Dalton"),
            _(
                "From W. Dalton's “My Favourite Patiences” in The Strand Magazine (1909), the "
                "oldest known account. He called the game simply The Agnes."
            ),
        ),
        "parlett": PresetText(
            _("Parlett"),
            _(
                "From David Parlett's The Penguin Book of Patience (1979). He named the game "
                "Agnes Sorel to tell it from Agnes Bernauer."
            ),
        ),
        "keller": PresetText(
            _("Keller"),
            _("Michael Keller's rules. He traced the history of the game at Solitaire Laboratory."),
        ),
        "pysol": PresetText(_("PySol"), _("The rules of Agnes Sorel in the free program PySolFC.")),
        "aisleriot": PresetText(
            _("AisleRiot"),
            _("The rules of AisleRiot, the GNOME desktop's patience collection."),
        ),
    },
    "agnes-bernauer": {
        "standard": PresetText(
            STANDARD,
            _(
                "The rules that most sites use. The game is the American branch of Agnes, first "
                "printed by Morehead and Mott-Smith in 1949."
            ),
        ),
        "morehead": PresetText(
            _("Morehead"),
            _(
                "From The Complete Book of Solitaire and Patience Games by Albert Morehead and "
                "Geoffrey Mott-Smith (1949)."
            ),
        ),
        "parlett": PresetText(
            _("Parlett"),
            _(
                "From David Parlett's The Penguin Book of Patience (1979). He named the game "
                "Agnes Bernauer."
            ),
        ),
        "pysol": PresetText(
            _("PySol"), _("The rules of Agnes Bernauer in the free program PySolFC.")
        ),
    },
    "applegate": {
        "standard": PresetText(
            STANDARD,
            _("The rules that most sites use. Nobody knows who invented the game."),
        ),
        "pysol": PresetText(_("PySol"), _("The rules of Applegate in the free program PySolFC.")),
    },
    "beleaguered-castle": {
        "standard": PresetText(
            STANDARD,
            _("The traditional game, as patience books have had it for generations."),
        ),
        "casual": PresetText(
            _("Casual"),
            _("The traditional game made a little easier, as several programs do."),
        ),
        "streets-and-alleys": PresetText(
            _("Streets and Alleys"),
            _("The traditional sister game, where you have to dig out the Aces first."),
        ),
    },
    "freecell": {
        "standard": PresetText(
            STANDARD,
            _(
                "The game that Paul Alfille programmed in 1978 and that came with Windows from "
                "1995."
            ),
        ),
        "bakers-game": PresetText(
            _("Baker's Game"),
            _(
                "The older game that FreeCell grew out of. Martin Gardner described it in 1968; "
                "he had it from C. L. Baker."
            ),
        ),
        "two-cells": PresetText(
            _("Two cells"),
            _("The standard game with half the cells, for players who win it with four."),
        ),
    },
    "klondike": {
        "standard": PresetText(
            STANDARD,
            _(
                "The game most people mean when they say solitaire or patience, at three cards a "
                "deal."
            ),
        ),
        "draw-one": PresetText(
            _("Draw one"), _("The easier game that many programs offer: one card a deal.")
        ),
        "vegas": PresetText(
            _("Vegas"),
            _("The rules under which casinos are said to have sold the deck, without the money."),
        ),
    },
}
"""Every preset of every game."""
