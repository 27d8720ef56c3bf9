"""The presets in words: what they are called, and where their rules come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.pages.howto.sentences import Text


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
                "These are the rules as most players on the web meet them. They descend from a "
                "game that Dalton published in 1909 and that Parlett named Agnes Sorel in 1979."
            ),
        ),
        "dalton": PresetText(
            _("Dalton"),
            _(
                "W. Dalton gave these rules in “My Favourite Patiences” in The Strand Magazine in "
                "1909, the oldest account known; he called the game simply The Agnes."
            ),
        ),
        "parlett": PresetText(
            _("Parlett"),
            _(
                "David Parlett gives these rules in The Penguin Book of Patience (1979), where "
                "the game got its second name, to tell it from Agnes Bernauer."
            ),
        ),
        "keller": PresetText(
            _("Keller"),
            _(
                "Michael Keller, who has traced the history of the game at Solitaire Laboratory, "
                "plays it by these rules."
            ),
        ),
        "pysol": PresetText(
            _("PySol"), _("The free program PySolFC plays Agnes Sorel by these rules.")
        ),
        "aisleriot": PresetText(
            _("AisleRiot"),
            _("GNOME AisleRiot, the patience collection of the GNOME desktop, plays it so."),
        ),
    },
    "agnes-bernauer": {
        "standard": PresetText(
            STANDARD,
            _(
                "These are the rules as most players on the web meet them. The game is the "
                "American branch of Agnes, first printed by Morehead and Mott-Smith in 1949."
            ),
        ),
        "morehead": PresetText(
            _("Morehead"),
            _(
                "Albert Morehead and Geoffrey Mott-Smith give these rules in The Complete Book of "
                "Solitaire and Patience Games (1949)."
            ),
        ),
        "parlett": PresetText(
            _("Parlett"),
            _(
                "David Parlett gives these rules in The Penguin Book of Patience (1979); the name "
                "Agnes Bernauer is his."
            ),
        ),
        "pysol": PresetText(
            _("PySol"), _("The free program PySolFC plays Agnes Bernauer by these rules.")
        ),
    },
    "applegate": {
        "standard": PresetText(
            STANDARD,
            _("These are the rules as most players on the web meet them; the author is not known."),
        ),
        "pysol": PresetText(
            _("PySol"), _("The free program PySolFC plays Applegate by these rules.")
        ),
    },
    "beleaguered-castle": {
        "standard": PresetText(
            STANDARD,
            _("This is the traditional game, as books of patience have had it for generations."),
        ),
        "casual": PresetText(
            _("Casual"),
            _("The traditional game with one kindness that several programs offer."),
        ),
        "streets-and-alleys": PresetText(
            _("Streets and Alleys"),
            _("The traditional sister game, in which the Aces have to be dug out first."),
        ),
    },
}
"""Every preset of every game."""
