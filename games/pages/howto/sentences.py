"""What each value of each option means, in one sentence: the only home of these words.

The help pages, the form of a new race and the names of rules all read them here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text: TypeAlias = Promise | str
"""Words in the reader's language."""


class Value(NamedTuple):
    """A value of an option: a few words for a list of choices, and what it says to a player."""

    label: Text
    sentence: Text


class OptionText(NamedTuple):
    """An option in words; the label fits into a sentence."""

    label: Text
    values: Mapping[str, Value]


WRAP: Final = OptionText(
    _("King on Ace"),
    {
        "yes": Value(
            _("allowed"),
            _("Packing goes round the corner: a King is the next card below an Ace."),
        ),
        "no": Value(
            _("not allowed"),
            _("Packing stops at the Ace: no King is packed on it, nor anything else."),
        ),
    },
)

ON_BASE: Final = OptionText(
    _("packing on a base card"),
    {
        "no": Value(
            _("not allowed"),
            _(
                "Nothing is packed on a card of the base rank: in the columns it is the lowest "
                "there is."
            ),
        ),
        "yes": Value(
            _("allowed"),
            _("A card of the base rank is packed on like any other, by the rank below it."),
        ),
    },
)

DEAL: Final = OptionText(
    _("dealing from the stock"),
    {
        "any-time": Value(
            _("at any time"), _("You may deal whenever you like, as long as the stock has cards.")
        ),
        "when-stuck": Value(
            _("only when stuck"), _("You may deal only when no other move at all is left.")
        ),
    },
)

RETURN: Final = OptionText(
    _("taking cards back from foundations"),
    {
        "no": Value(_("not allowed"), _("A card that is on its foundation stays there.")),
        "yes": Value(
            _("allowed"),
            _(
                "The top card of a foundation may come back to a column, wherever a card from "
                "another column could go."
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
                _("The first column gets seven cards, each further one a card less."),
            ),
            "ascending": Value(
                _("on the right"),
                _("The first column gets one card, each further one a card more."),
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
                    "Only the last card of each column is dealt face up; a face-down card turns "
                    "up by itself as soon as nothing lies on it."
                ),
            ),
        },
    ),
    "run": OptionText(
        _("moves as a unit"),
        {
            "colour": Value(
                _("runs of one colour"),
                _(
                    "Cards at the end of a column that are packed on each other move as a unit, "
                    "red on red or black on black, whatever their suits."
                ),
            ),
            "suit": Value(
                _("runs of one suit"),
                _(
                    "Cards at the end of a column that are packed on each other move as a unit "
                    "only if they are of one suit."
                ),
            ),
            "single": Value(_("one card"), _("One card moves at a time, always.")),
        },
    ),
    "part": OptionText(
        _("part of a run"),
        {
            "yes": Value(
                _("may move"), _("You need not move a whole run: its lower part may go by itself.")
            ),
            "no": Value(
                _("stays with the rest"),
                _(
                    "Between columns a run moves whole or not at all; only to a foundation may "
                    "its last card go alone."
                ),
            ),
        },
    ),
    "space": OptionText(
        _("empty columns"),
        {
            "any-run": Value(_("any card or run"), _("Any card or run may fill an empty column.")),
            "any-card": Value(
                _("any single card"), _("Any card may fill an empty column, but only one alone.")
            ),
            "high-run": Value(
                _("high card or run from it"),
                _(
                    "An empty column takes a high card, that is one of the rank just below the "
                    "base, alone or with the run that it heads."
                ),
            ),
            "high-card": Value(
                _("high card alone"),
                _(
                    "An empty column takes a high card, that is one of the rank just below the "
                    "base, and only that one card."
                ),
            ),
            "none": Value(
                _("filled by a deal only"),
                _("No move fills an empty column: it stays empty until a deal covers it."),
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
                    "Right after the third deal the last two cards are turned up beside the "
                    "stock; each may be played to a column or a foundation when you like."
                ),
            ),
            "columns": Value(
                _("dealt to columns 1 and 2"),
                _(
                    "After the third deal you see the last two cards; a fourth deal puts them on "
                    "the first two columns."
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
                _("The seven reserve piles are empty until you deal for the first time."),
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
                _("The last deal has only two cards: they go on the first two reserve piles."),
            ),
            "hand": Value(
                _("held in hand"),
                _(
                    "Right after the last deal of seven the two cards that remain are turned up "
                    "beside the stock, and each may be played from there."
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
                _("In the first four columns the first three cards lie face down."),
            ),
            "two-down": Value(
                _("two in columns 2 to 7"),
                _("In columns 2 to 7 the first two cards lie face down."),
            ),
        },
    ),
    "reserve": OptionText(
        _("reserve"),
        {
            "pile": Value(
                _("one pile"),
                _("The last three cards are one reserve pile: you see its top card only."),
            ),
            "open": Value(
                _("three open cards"),
                _("The last three cards are the reserve: three places, each with a card face up."),
            ),
        },
    ),
    "remove": OptionText(
        _("complete suits"),
        {
            "anywhere": Value(
                _("leave from anywhere"),
                _(
                    "A suit complete in one column from King to Ace leaves the table at once, "
                    "even from under other cards, which drop down. When all four have left, you "
                    "have won."
                ),
            ),
            "exposed": Value(
                _("leave when uncovered"),
                _(
                    "A suit complete in one column from King to Ace leaves the table as soon as "
                    "nothing lies on its Ace. When all four have left, you have won."
                ),
            ),
            "never": Value(
                _("stay on the table"),
                _(
                    "A complete suit stays where it is: you have won when each suit lies from "
                    "King to Ace in a column of its own and the reserve is used up. A King that "
                    "still lies face down at the bottom of its suit counts."
                ),
            ),
        },
    ),
    "corner": OptionText(
        _("King on Ace"),
        {
            "yes": Value(
                _("allowed"), _("A King may be packed on the Ace of its suit, as if below it.")
            ),
            "no": Value(_("not allowed"), _("Nothing is packed on an Ace, not even a King.")),
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
                    "The four Aces start on the foundations; the other 48 cards make eight "
                    "columns of six."
                ),
            ),
            "dealt": Value(
                _("dealt with the rest"),
                _(
                    "The Aces are dealt like all other cards: the first four columns get seven, "
                    "the last four six."
                ),
            ),
        },
    ),
}

OPTIONS: Final[Mapping[str, Mapping[str, OptionText]]] = {
    "agnes-sorel": SOREL,
    "agnes-bernauer": BERNAUER,
    "applegate": APPLEGATE,
    "beleaguered-castle": CASTLE,
}
"""Every option of every game."""
