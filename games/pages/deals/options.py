"""What each value of each option means, in one sentence. No other module holds these words.

The help pages, the form for a new race and the names of rules all read them here.
"""

# Long: the words of every option of every game, in one place.
from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.pages.site.text import Text


class Value(NamedTuple):
    """A value of an option: a short label for a list of choices, and the rule as a sentence."""

    label: Text
    sentence: Text


class OptionText(NamedTuple):
    """An option in words; its label fits into a sentence."""

    label: Text
    values: Mapping[str, Value]


WRAP: Final = OptionText(
    _("King on Ace"),
    {
        "yes": Value(
            _("allowed"),
            _("Building goes round the corner: a King may go on an Ace."),
        ),
        "no": Value(
            _("not allowed"),
            _("Building stops at the Ace: nothing goes on it, not even a King."),
        ),
    },
)

ON_BASE: Final = OptionText(
    _("building on a base card"),
    {
        "no": Value(
            _("not allowed"),
            _("Nothing goes on a card of the base rank: it's the lowest card in the columns."),
        ),
        "yes": Value(
            _("allowed"),
            _("A card of the base rank takes the next lower card, like any other."),
        ),
    },
)

DEAL: Final = OptionText(
    _("dealing from the stock"),
    {
        "any-time": Value(
            _("at any time"), _("Deal whenever you like, as long as the stock has cards.")
        ),
        "when-stuck": Value(
            _("only when stuck"), _("You may deal only when no other move is left.")
        ),
    },
)

RETURN: Final = OptionText(
    _("taking cards back from foundations"),
    {
        "no": Value(_("not allowed"), _("A card on its foundation stays there.")),
        "yes": Value(
            _("allowed"),
            _(
                "The top card of a foundation may go back to a column, wherever a card from "
                "another column could."
            ),
        ),
    },
)

SOREL: Final[Mapping[str, OptionText]] = {
    "columns": OptionText(
        _("longest column"),
        {
            "descending": Value(
                _("on the left"),
                _("The first column gets seven cards, and each column after it one fewer."),
            ),
            "ascending": Value(
                _("on the right"),
                _("The first column gets one card, and each column after it one more."),
            ),
        },
    ),
    "face": OptionText(
        _("cards dealt face up"),
        {
            "up": Value(
                _("all"), _("All cards in the columns lie face up; only the stock is hidden.")
            ),
            "last": Value(
                _("the last of each column"),
                _(
                    "Only the last card of each column is dealt face up. A face-down card turns "
                    "over by itself once nothing lies on it."
                ),
            ),
        },
    ),
    "run": OptionText(
        _("moves together"),
        {
            "colour": Value(
                _("runs of one colour"),
                _(
                    "Cards built on each other at the end of a column move together as a run, "
                    "whatever their suits."
                ),
            ),
            "suit": Value(
                _("runs of one suit"),
                _(
                    "Cards built on each other at the end of a column move together as a run, but "
                    "only if they're all one suit."
                ),
            ),
            "single": Value(_("one card"), _("Only one card moves at a time.")),
        },
    ),
    "part": OptionText(
        _("part of a run"),
        {
            "yes": Value(_("may move"), _("You may also move just the end of a run.")),
            "no": Value(
                _("stays with the rest"),
                _(
                    "Between columns, a run moves whole or not at all. Only its last card may go "
                    "to a foundation alone."
                ),
            ),
        },
    ),
    "space": OptionText(
        _("empty columns"),
        {
            "any-run": Value(_("any card or run"), _("Any card or run may fill an empty column.")),
            "any-card": Value(
                _("any single card"),
                _("Any card may fill an empty column, but only one at a time."),
            ),
            "high-run": Value(
                _("high card or its run"),
                _(
                    "An empty column takes a high card, one rank below the base, alone or with "
                    "the run on it."
                ),
            ),
            "high-card": Value(
                _("single high card"),
                _("An empty column takes a single high card, one rank below the base."),
            ),
            "none": Value(
                _("filled only by dealing"),
                _("No move fills an empty column. It stays empty until you deal."),
            ),
        },
    ),
    "wrap": WRAP,
    "on-base": ON_BASE,
    "deal": DEAL,
    "last": OptionText(
        _("last two cards"),
        {
            "hand": Value(
                _("held in hand"),
                _(
                    "After the third deal, the last two cards are your hand: they lie face up "
                    "beside the stock. Play each to a column or foundation when you like."
                ),
            ),
            "columns": Value(
                _("dealt to columns 1 and 2"),
                _(
                    "After the third deal, you can see the last two cards. A fourth deal puts "
                    "them on the first two columns."
                ),
            ),
        },
    ),
    "return": RETURN,
}

BERNAUER: Final[Mapping[str, OptionText]] = {
    "reserve": OptionText(
        _("reserve at the start"),
        {
            "empty": Value(
                _("empty"),
                _("The seven reserve piles stay empty until your first deal."),
            ),
            "dealt": Value(
                _("a card on each pile"), _("Each of the seven reserve piles starts with one card.")
            ),
        },
    ),
    "part": SOREL["part"],
    "space": OptionText(
        _("empty columns"),
        {
            "high-run": SOREL["space"].values["high-run"],
            "high-card": SOREL["space"].values["high-card"],
            "any-run": SOREL["space"].values["any-run"],
        },
    ),
    "wrap": WRAP,
    "on-base": ON_BASE,
    "deal": DEAL,
    "last": OptionText(
        _("last two cards"),
        {
            "reserve": Value(
                _("dealt to reserves 1 and 2"),
                _("The last deal has only two cards. They go on the first two reserve piles."),
            ),
            "hand": Value(
                _("held in hand"),
                _(
                    "After the last deal of seven, the remaining two cards are your hand: they "
                    "lie face up beside the stock. Play each when you like."
                ),
            ),
        },
    ),
    "return": RETURN,
}

APPLEGATE: Final[Mapping[str, OptionText]] = {
    "layout": OptionText(
        _("face-down cards"),
        {
            "three-down": Value(
                _("three in columns 1 to 4"),
                _("In the first four columns, the first three cards lie face down."),
            ),
            "two-down": Value(
                _("two in columns 2 to 7"),
                _("In columns 2 to 7, the first two cards lie face down."),
            ),
        },
    ),
    "reserve": OptionText(
        _("reserve"),
        {
            "pile": Value(
                _("one pile"),
                _("The last three cards form one reserve pile. You see only its top card."),
            ),
            "open": Value(
                _("three open cards"),
                _("The last three cards are the reserve. They lie face up side by side."),
            ),
        },
    ),
    "remove": OptionText(
        _("complete suits"),
        {
            "anywhere": Value(
                _("leave at once"),
                _(
                    "A suit complete in one column, from King to Ace, leaves the table at once, "
                    "even from under other cards. You win when all four have left."
                ),
            ),
            "exposed": Value(
                _("leave when uncovered"),
                _(
                    "A suit complete in one column, from King to Ace, leaves the table once "
                    "nothing lies on its Ace. You win when all four have left."
                ),
            ),
            "never": Value(
                _("stay on the table"),
                _(
                    "A complete suit stays where it is. You win when each suit lies from King to "
                    "Ace in its own column and the reserve is empty. A King still face down under "
                    "its suit counts."
                ),
            ),
        },
    ),
    "corner": OptionText(
        _("King on Ace"),
        {
            "yes": Value(_("allowed"), _("A King may go on the Ace of its suit.")),
            "no": Value(_("not allowed"), _("Nothing goes on an Ace, not even a King.")),
        },
    ),
}

CASTLE: Final[Mapping[str, OptionText]] = {
    "return": RETURN,
    "aces": OptionText(
        _("Aces"),
        {
            "out": Value(
                _("on the foundations"),
                _(
                    "The four Aces start on the foundations. The other 48 cards form eight "
                    "columns of six."
                ),
            ),
            "dealt": Value(
                _("dealt with the rest"),
                _(
                    "The Aces are dealt with the rest. The first four columns get seven cards, "
                    "the last four six."
                ),
            ),
        },
    ),
}

FREECELL: Final[Mapping[str, OptionText]] = {
    "cells": OptionText(
        _("cells"),
        {
            "4": Value(_("four"), _("Four cells hold a card each.")),
            "0": Value(_("none"), _("There are no cells: you have only the columns.")),
            "1": Value(_("one"), _("One cell holds a card.")),
            "2": Value(_("two"), _("Two cells hold a card each.")),
            "3": Value(_("three"), _("Three cells hold a card each.")),
            "5": Value(_("five"), _("Five cells hold a card each.")),
            "6": Value(_("six"), _("Six cells hold a card each.")),
        },
    ),
    "pack": OptionText(
        _("building"),
        {
            "alternating": Value(
                _("in alternating colours"),
                _(
                    "Columns are built down in alternating colours: red on the next higher black "
                    "card, black on red."
                ),
            ),
            "suit": Value(
                _("in suit"),
                _(
                    "Columns are built down in suit: only the next lower card of the same suit "
                    "goes on the last card of a column."
                ),
            ),
        },
    ),
    "space": OptionText(
        _("empty columns"),
        {
            "any": SOREL["space"].values["any-run"],
            "king": Value(
                _("King or its run"),
                _("Only a King may fill an empty column, along with any cards on it."),
            ),
        },
    ),
    "units": OptionText(
        _("moves together"),
        {
            "power": Value(
                _("what could move card by card"),
                _(
                    "Cards built on each other at the end of a column move together if they could "
                    "move one by one: one card, one more for each empty cell, and twice as many "
                    "for each empty column that isn't the target."
                ),
            ),
            "single": SOREL["run"].values["single"],
        },
    ),
    "return": RETURN,
}

KLONDIKE: Final[Mapping[str, OptionText]] = {
    "draw": OptionText(
        _("cards in a deal"),
        {
            "three": Value(
                _("three"),
                _("A deal turns three cards from the stock onto the waste, or all that are left."),
            ),
            "one": Value(_("one"), _("A deal turns one card from the stock onto the waste.")),
        },
    ),
    "passes": OptionText(
        _("times through the stock"),
        {
            "unlimited": Value(
                _("no limit"),
                _(
                    "Once the stock is empty, a deal turns the waste over as the new stock, as "
                    "often as you like. Nothing is shuffled."
                ),
            ),
            "three": Value(
                _("three"),
                _(
                    "You go through the stock three times: once it's empty, a deal turns the waste "
                    "over as the new stock, twice in all. Nothing is shuffled."
                ),
            ),
            "one": Value(
                _("once"), _("You go through the stock once: the waste is never turned over.")
            ),
        },
    ),
    "space": OptionText(
        _("empty columns"),
        {"king": FREECELL["space"].values["king"], "any": SOREL["space"].values["any-run"]},
    ),
    "part": SOREL["part"],
    "return": RETURN,
}

OPTIONS: Final[Mapping[str, Mapping[str, OptionText]]] = {
    "agnes-sorel": SOREL,
    "agnes-bernauer": BERNAUER,
    "applegate": APPLEGATE,
    "beleaguered-castle": CASTLE,
    "freecell": FREECELL,
    "klondike": KLONDIKE,
}
"""Every option of every game."""
