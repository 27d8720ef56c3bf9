"""Positions that are lost because immovable cards lie on cards that must go first.

A card that packs on no other and may not head what fills an empty column leaves its column only
for its foundation; until then every card below it stays where it is. So the cards below come after
it, as each card comes after the lower ones of its suit. If these demands form a cycle, the position
is lost: not all cards would get home even if every other card could leave at any time. No move
changes that; only a deal lays such cards on others.
"""

from __future__ import annotations

from games.solver.compiled import Numbers, compiled
from games.solver.position import FIRST_FOUNDATION, HEIGHT
from games.solver.rulebook import BASE, COLUMNS, IMMOVABLE


@compiled
def is_dead(rules: Numbers, position: Numbers) -> bool:
    """Tell whether immovable cards keep some cards from getting home."""
    if rules[IMMOVABLE] == 0:
        return False
    home = 0
    heights = 0
    for suit in range(4):
        heights |= position[HEIGHT + FIRST_FOUNDATION + suit] << 8 * suit
        for rel in range(position[HEIGHT + FIRST_FOUNDATION + suit]):
            home |= 1 << suit * 13 + (rules[BASE] + rel) % 13
    suit = 0
    waiting = 0
    while waiting < 4:
        height = heights >> 8 * suit & 255
        card = suit * 13 + (rules[BASE] + height) % 13
        if height < 13 and not _is_under(rules, position, card, home):
            home |= 1 << card
            heights += 1 << 8 * suit
            waiting = 0
        else:
            suit = (suit + 1) % 4
            waiting += 1
    return heights != 13 | 13 << 8 | 13 << 16 | 13 << 24


@compiled
def _is_under(rules: Numbers, position: Numbers, card: int, home: int) -> bool:
    """Tell whether the card lies under an immovable one that is not home."""
    for column in range(rules[COLUMNS]):
        covered = False
        for index in range(position[HEIGHT + column] - 1, -1, -1):
            other = position[column << 6 | index]
            if other == card:
                return covered
            if rules[IMMOVABLE] >> other & 1 and not home >> other & 1:
                covered = True
    return False
