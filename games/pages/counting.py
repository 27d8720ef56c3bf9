"""What a game counts as progress, in words: the one place for pages and modules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine import GAMES, Counted
from games.pages.howto.sentences import Text

# No sentence needs a plural of its own: what is counted is always some of 52.


@dataclass(frozen=True)
class Counting:
    """The sentences about the progress of a run, with places for what they are filled with."""

    label: Text
    """Above a bare number."""
    result: Text
    """In a list of results."""
    told: Text
    bar: Text
    """What a bar says to those who do not see it."""
    ghost: Text
    reached: Text
    boast: Text
    boast_placed: Text
    nothing: Text
    """What is said of a race in which nobody came anywhere."""
    furthest: Text
    all: Text
    """What a player who has won is greeted with."""
    kept: Text
    """What counts of a run that its player ends."""
    caption: Text

    @property
    def words(self) -> dict[str, str]:
        """Return the sentences in the active language, for a page's modules."""
        return {field.name: str(getattr(self, field.name)) for field in fields(self)}


HOME: Final = Counting(
    label=_("Home"),
    result=_("%(progress)s of 52 home"),
    told=_("%(progress)s of 52 cards are home."),
    bar=_("%(name)s: %(progress)s of 52 cards home"),
    ghost=_("%(name)s, a ghost: %(progress)s of 52 cards home"),
    reached=_("%(name)s got %(progress)s of 52 cards home in %(title)s"),
    boast=_("I got %(progress)s of 52 cards home in %(title)s."),
    boast_placed=_(
        "I got %(progress)s of 52 cards home in %(title)s: place %(place)s of %(count)s."
    ),
    nothing=_("No one brought a card home"),
    furthest=_("No one finished. %(name)s got furthest: %(progress)s of 52 cards home."),
    all=_("All home!"),
    kept=_(
        "Your cards at home count as they are; you are placed by them. You cannot go on afterwards."
    ),
    caption=_("Cards home of each player, of 52, at some times"),
)

ORDER: Final = Counting(
    label=_("In order"),
    result=_("%(progress)s of 52 in order"),
    told=_("%(progress)s of 52 cards are in order."),
    bar=_("%(name)s: %(progress)s of 52 cards in order"),
    ghost=_("%(name)s, a ghost: %(progress)s of 52 cards in order"),
    reached=_("%(name)s got %(progress)s of 52 cards in order in %(title)s"),
    boast=_("I got %(progress)s of 52 cards in order in %(title)s."),
    boast_placed=_(
        "I got %(progress)s of 52 cards in order in %(title)s: place %(place)s of %(count)s."
    ),
    nothing=_("No one put a card in order"),
    furthest=_("No one finished. %(name)s got furthest: %(progress)s of 52 cards in order."),
    all=_("All in order!"),
    kept=_(
        "Your cards in order count as they are; you are placed by them. "
        "You cannot go on afterwards."
    ),
    caption=_("Cards in order of each player, of 52, at some times"),
)

COUNTINGS: Final[Mapping[Counted, Counting]] = {Counted.HOME: HOME, Counted.ORDER: ORDER}


def counting(rules: str) -> Counting:
    """Return what is said of progress under some rules, or in a game."""
    return COUNTINGS[GAMES[rules.partition("/")[0]].counts]


def progress_text(progress: int, rules: str) -> str:
    """Return how far a run came, as lists say it: "17 of 52 home"."""
    return str(counting(rules).result) % {"progress": progress}
