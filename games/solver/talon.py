"""Stock and waste of Klondike as one row of cards, the talon, of which some can be played.

The talon has the waste from the bottom up, then the stock from its next card on. Turning cards
moves only the mark between them, and turning the waste over moves it to the beginning. A card of
the talon is played by one move, with all deals before it: `reach` tells how many.

With passes without limit the mark matters little. Where single cards are drawn every card can be
played, wherever it is. Where more are, a mark that is a multiple of them gives the same choice as
the beginning, and so does the end: what it shows besides, the last card, every pass shows.

With limited passes a card is played in the first pass that shows it: a later one leaves the same
cards and the same mark, and fewer passes.
"""

from __future__ import annotations

from games.solver.compiled import compiled


@compiled
def deals_until(index: int, mark: int, length: int, draw: int) -> int:
    """Return how many deals of this pass show a card on top of the waste, or -1 if none does.

    `mark` cards of the talon are in the waste.
    """
    top = index + 1
    if top < mark:
        return -1
    if top == mark:
        return 0
    ahead = top - mark
    if ahead % draw == 0 or top == length:
        return (ahead + draw - 1) // draw
    return -1


@compiled
def reach(index: int, mark: int, length: int, draw: int, again: bool) -> int:
    """Return how many deals show a card first, or -1; `again` if the waste may be turned over."""
    deals = deals_until(index, mark, length, draw)
    if deals < 0 and again:
        deals = deals_until(index, 0, length, draw)
        if deals >= 0:
            deals += 1 + (length - mark + draw - 1) // draw
    return deals


@compiled
def plain_mark(mark: int, length: int, draw: int) -> int:
    """Return the least mark with the same choice, where passes have no limit."""
    if draw == 1 or mark % draw == 0 or mark >= length:
        return 0
    return mark
