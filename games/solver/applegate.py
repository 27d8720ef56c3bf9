"""Legal moves of Applegate."""

from __future__ import annotations

from games.solver.compiled import Numbers, compiled
from games.solver.position import DOWN, FIRST_RESERVE, HEIGHT
from games.solver.rulebook import COLUMNS, CORNER, SYMMETRY


@compiled
def applegate_moves(rules: Numbers, position: Numbers, moves: Numbers, start: int) -> int:
    """Write the moves worth trying from `start` on; return where they end.

    Columns are all alike, so only the first empty one is filled, and no whole column moves there.
    If the rulebook switches that off, these are all legal moves.
    """
    end = start
    columns = rules[COLUMNS]
    tops = 0
    wanted = 0
    spaces = 0
    for column in range(columns):
        height = position[HEIGHT + column]
        if height:
            top = position[column << 6 | (height - 1)]
            if top % 13:
                wanted |= 1 << (top - 1)
            elif rules[CORNER]:
                wanted |= 1 << (top + 12)
            tops += 1
        elif spaces == 0 or not rules[SYMMETRY]:
            spaces |= 1 << column
    for pile in range(FIRST_RESERVE + 3):
        height = position[HEIGHT + pile]
        if columns <= pile < FIRST_RESERVE or height == 0:
            continue
        first = position[DOWN + pile] if pile < FIRST_RESERVE else height - 1
        for index in range(first, height):
            card = position[pile << 6 | index]
            size = height - index
            if wanted >> card & 1:
                target = _column_that_wants(position, columns, card)
                if target != pile:
                    moves[end] = pile | target << 5 | size << 10
                    end += 1
            if (
                spaces
                and card % 13 == 12
                and not (index == 0 and pile < FIRST_RESERVE and rules[SYMMETRY])
            ):
                for target in range(columns):
                    if spaces >> target & 1:
                        moves[end] = pile | target << 5 | size << 10
                        end += 1
    return end


@compiled
def _column_that_wants(position: Numbers, columns: int, card: int) -> int:
    """Return the column on whose exposed card the card packs, or -1."""
    on = card - 12 if card % 13 == 12 else card + 1
    for column in range(columns):
        height = position[HEIGHT + column]
        if height and position[column << 6 | (height - 1)] == on:
            return column
    return -1
