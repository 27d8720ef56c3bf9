"""How reactions look: the words of each and the picture on its button."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.pages.site.text import Text
from games.racing import Reaction

WORDS: Final[Mapping[Reaction, Text]] = {
    Reaction.GOOD_LUCK: _("Good luck"),
    Reaction.NICE: _("Nice"),
    Reaction.WOW: _("Wow"),
    Reaction.OUCH: _("Ouch"),
    Reaction.WELL_PLAYED: _("Well played"),
    Reaction.AGAIN: _("Again?"),
}

CLOVER: Final = (
    "M12 12C7 12 5 10 5 8a3.2 3.2 0 0 1 3.5-3C11 5.2 12 8 12 12c0-4 1-6.8 3.5-7"
    "A3.2 3.2 0 0 1 19 8c0 2-2 4-7 4 4 .5 6 2 6 4.2a2.6 2.6 0 0 1-2.8 2.6"
    "C13 18.5 12 16 12 12c0 4-1 6.5-3.2 6.8A2.6 2.6 0 0 1 6 16.2C6 14 8 12.5 12 12"
    "c0 4 .8 7 3 9.5"
)
THUMB: Final = (
    "M7.5 11v9H4v-9zM7.5 11l4-7.5a2 2 0 0 1 2.3 2.4L13 9.5h5.6a1.7 1.7 0 0 1 1.7 2"
    "l-1.3 7a1.9 1.9 0 0 1-1.9 1.5H7.5"
)
STAR: Final = "m12 3 2.7 5.7 6.2.8-4.5 4.3 1.1 6.2L12 17l-5.5 3 1.1-6.2-4.5-4.3 6.2-.8z"
HURT_FACE: Final = (
    "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM8 8.5l2.2 2.2M10.2 8.5 8 10.7"
    "M13.8 8.5l2.2 2.2M16 8.5l-2.2 2.2M8.3 16.8q3.7-3.6 7.4 0"
)
CUP: Final = (
    "M7.5 4h9v5a4.5 4.5 0 0 1-9 0zM7.5 5.5H4c0 3 1.3 5 4 5.5M16.5 5.5H20"
    "c0 3-1.3 5-4 5.5M12 13.5V17M8.5 20.5h7c0-2.2-1.2-3.5-3.5-3.5s-3.5 1.3-3.5 3.5z"
)
ROUND_ARROW: Final = "M18.7 9.5A7.2 7.2 0 1 0 19.2 13M19.5 4.5v5h-5"

PICTURES: Final[Mapping[Reaction, str]] = {
    Reaction.GOOD_LUCK: CLOVER,
    Reaction.NICE: THUMB,
    Reaction.WOW: STAR,
    Reaction.OUCH: HURT_FACE,
    Reaction.WELL_PLAYED: CUP,
    Reaction.AGAIN: ROUND_ARROW,
}
"""Paths in a square of 24, drawn as lines."""

BUTTONS: Final = tuple((each.value, WORDS[each], PICTURES[each]) for each in Reaction)
"""The value, the words and the picture of each."""


def trays(*, is_event: bool) -> dict[str, Sequence[tuple[str, Text, str]]]:
    """Return the buttons before a race and after it: then luck is wished for the next at most.

    No one can ask for a round of an event again.
    """
    first, *others = (one for one in BUTTONS if not is_event or one[0] != Reaction.AGAIN)
    return {"reactions": (first, *others), "reactions_after": (*others, first)}
