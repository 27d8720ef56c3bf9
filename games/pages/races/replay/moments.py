"""The actions of a run, in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine import Card, Move, View
from games.engine.moves import CELL, DEAL, FOUNDATION, FOUNDATIONS, PILE_NAMES
from games.pages.deals.cards import card_sign
from games.pages.site.times import duration_text, time_text
from games.racing import BELL, Frame
from games.spoken import card_title


@dataclass(frozen=True)
class Moment:
    """A frame, its action in symbols and in words, and its marks."""

    frame: Frame
    text: str
    spoken: str
    marks: tuple[str, ...]
    move: int | None
    """Which move it is, from 1; undos and the end of the run are none."""

    @property
    def time(self) -> str:
        """The time of the action."""
        return time_text(self.frame.ms)

    @property
    def thought(self) -> str:
        """How long the player thought before it; empty for the server's actions."""
        return "" if self.frame.thought is None else duration_text(self.frame.thought)


def moment(frame: Frame, before: View | None, marks: tuple[str, ...], move: int | None) -> Moment:
    """Return the moment of a frame, given the board before it; the deal has none."""
    if before is None:
        return Moment(frame, _("As dealt"), _("As dealt"), marks, move)
    text, spoken = words(frame.action, before)
    return Moment(frame, text, spoken, marks, move)


def words(action: str, before: View) -> tuple[str, str]:
    """Return an action in symbols and in words, given the board before it."""
    match action:
        case "undo":
            text = _("Undo")
        case "end":
            text = _("Stopped")
        case "forfeit":
            text = _("Left the race")
        case _ if action == BELL:
            text = _("The race is over")
        case _ if (move := Move.parse(action)) == DEAL:
            text = _("Deal") if before["piles"]["s"] else _("Waste turned over")
        case _:
            return _move(move, before)
    return text, text


def _move(move: Move, before: View) -> tuple[str, str]:
    piles = before["piles"]
    cards = [Card.parse(card) for card in piles[PILE_NAMES[move.source]].split()[-move.size :]]
    if move.target == FOUNDATION or move.target in FOUNDATIONS:
        where = _("to the foundation")
    elif move.target == CELL:
        where = _("to a cell")
    else:
        column = PILE_NAMES[move.target]
        where = _("onto column %(number)s") if piles[column] else _("into empty column %(number)s")
        where %= {"number": column[1:]}
    signs, names = map(card_sign, cards), [card_title(str(card)) for card in cards]
    words = names[0]
    if len(names) > 1:
        words = _("%(first)s down to %(last)s") % {"first": names[0], "last": names[-1]}
    return f"{' '.join(signs)} {where}", f"{words} {where}"
