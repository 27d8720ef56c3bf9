"""What a game counts as progress, in words: the only source for pages and JavaScript modules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine import GAMES, Counted
from games.pages.site.text import Text

# No sentence needs a plural form: the count is always out of 52, and no verb follows it.


@dataclass(frozen=True)
class Counting:
    """The sentences about a run's progress, with placeholders."""

    label: Text
    """Stands above a bare number."""
    result: Text
    """Stands in a list of results."""
    shared: Text
    """Says it to who never saw the site."""
    bar: Text
    """A progress bar's text for screen readers."""
    ghost: Text
    reached: Text
    nothing: Text
    """The headline of a race in which no one made progress."""
    nothing_more: Text
    """The same if the deal began with some."""
    most: Text
    """The headline of a race that no one finished, if cards decided it: the first got furthest."""
    own_most: Text
    sooner: Text
    """The same if the next got as far, but later."""
    own_sooner: Text
    level: Text
    """The same of those who share the first place."""
    all: Text
    """The greeting to a player who has won."""
    kept: Text
    """What still counts when a player ends the run early."""
    caption: Text
    over_time: Text
    """The caption of a race's chart."""

    @property
    def words(self) -> dict[str, str]:
        """Return the sentences in the active language, for a page's JavaScript modules."""
        return {field.name: str(getattr(self, field.name)) for field in fields(self)}


HOME: Final = Counting(
    label=_("Home"),
    result=_("%(progress)s of 52 home"),
    shared=_("%(progress)s of 52 cards home"),
    bar=_("%(name)s: %(progress)s of 52 cards home"),
    ghost=_("Ghost of %(name)s: %(progress)s of 52 cards home"),
    reached=_("%(name)s got %(progress)s of 52 cards home in %(title)s"),
    nothing=_("No one got a card home"),
    nothing_more=_("No one got another card home"),
    most=_("%(name)s wins with %(progress)s of 52 cards home"),
    own_most=_("You win with %(progress)s of 52 cards home"),
    sooner=_("%(name)s wins on time: %(progress)s of 52 cards home each"),
    own_sooner=_("You win on time: %(progress)s of 52 cards home each"),
    level=_("A tie at %(progress)s of 52 cards home: %(name)s"),
    all=_("All home!"),
    kept=_("Your cards at home still count for your place."),
    caption=_("Cards each player had home over time, out of 52"),
    over_time=_("Cards home over time"),
)

ORDER: Final = Counting(
    label=_("In order"),
    result=_("%(progress)s of 52 in order"),
    shared=_("%(progress)s of 52 cards in order"),
    bar=_("%(name)s: %(progress)s of 52 cards in order"),
    ghost=_("Ghost of %(name)s: %(progress)s of 52 cards in order"),
    reached=_("%(name)s put %(progress)s of 52 cards in order in %(title)s"),
    nothing=_("No one put a card in order"),
    nothing_more=_("No one put another card in order"),
    most=_("%(name)s wins with %(progress)s of 52 cards in order"),
    own_most=_("You win with %(progress)s of 52 cards in order"),
    sooner=_("%(name)s wins on time: %(progress)s of 52 cards in order each"),
    own_sooner=_("You win on time: %(progress)s of 52 cards in order each"),
    level=_("A tie at %(progress)s of 52 cards in order: %(name)s"),
    all=_("All in order!"),
    kept=_("Your cards in order still count for your place."),
    caption=_("Cards each player had in order over time, out of 52"),
    over_time=_("Cards in order over time"),
)

COUNTINGS: Final[Mapping[Counted, Counting]] = {Counted.HOME: HOME, Counted.ORDER: ORDER}


def counting(rules: str) -> Counting:
    """Return the sentences about progress for rules such as "applegate/standard", or for a game."""
    return COUNTINGS[GAMES[rules.partition("/")[0]].counts]


def progress_text(progress: int, rules: str) -> str:
    """Return a run's progress as lists show it: "17 of 52 home"."""
    return str(counting(rules).result) % {"progress": progress}
