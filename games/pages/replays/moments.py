"""What happened in each action of a run, in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine import Card, Move, View
from games.engine.moves import DEAL, FOUNDATION, FOUNDATIONS, PILE_NAMES
from games.pages.cards import card_name, card_sign
from games.pages.labels import duration_text, time_text
from games.racing import BELL, Frame


@dataclass(frozen=True)
class Moment:
    """A frame, what was done in signs and in words, and what it may be looked for as."""

    frame: Frame
    text: str
    spoken: str
    marks: tuple[str, ...]

    @property
    def time(self) -> str:
        """When it was."""
        return time_text(self.frame.ms)

    @property
    def thought(self) -> str:
        """How long it was thought about; empty for what the server did."""
        return "" if self.frame.thought is None else duration_text(self.frame.thought)


def moment(frame: Frame, before: View | None, marks: tuple[str, ...]) -> Moment:
    """What was done in a frame, on the board before it; that of the deal has none."""
    if before is None:
        return Moment(frame, _("As dealt"), _("As dealt"), marks)
    text, spoken = words(frame.action, before)
    return Moment(frame, text, spoken, marks)


def words(action: str, before: View) -> tuple[str, str]:
    """An action in signs and in words, on the board before it."""
    match action:
        case "undo":
            told = _("Undo")
        case "end":
            told = _("Run ended")
        case "forfeit":
            told = _("Left the race")
        case _ if action == BELL:
            told = _("The race is over")
        case _ if (move := Move.parse(action)) == DEAL:
            told = _("Deal")
        case _:
            return _move(move, before)
    return told, told


def _move(move: Move, before: View) -> tuple[str, str]:
    piles = before["piles"]
    cards = [Card.parse(card) for card in piles[PILE_NAMES[move.source]].split()[-move.size :]]
    if move.target == FOUNDATION or move.target in FOUNDATIONS:
        where = _("to the foundation")
    else:
        column = PILE_NAMES[move.target]
        where = _("to column %(number)s") if piles[column] else _("to the empty column %(number)s")
        where %= {"number": column[1:]}
    signs, names = map(card_sign, cards), list(map(card_name, cards))
    words = names[0]
    if len(names) > 1:
        words = _("%(first)s down to %(last)s") % {"first": names[0], "last": names[-1]}
    return f"{' '.join(signs)} {where}", f"{words} {where}"
