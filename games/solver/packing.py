"""Legal moves of the packing games: Agnes Sorel, Beleaguered Castle, FreeCell and others."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.solver.compiled import Numbers, compiled
from games.solver.position import (
    DOWN,
    FIRST_FOUNDATION,
    FIRST_RESERVE,
    FLOOR,
    HEIGHT,
    HOME,
    STOCK,
)
from games.solver.rulebook import (
    BASE,
    BY_POWER,
    CELLS,
    COLUMNS,
    DEALS,
    FILLS_BY_RUN,
    HEADS,
    JOINS,
    NEEDS,
    ON_COLUMNS,
    PACKS,
    PART,
    RELS,
    RETURNS,
    SPARES_CELLS,
    SYMMETRY,
    WHEN_STUCK,
)

DEAL: Final = STOCK | STOCK << 5 | 1 << 10


class Targets(NamedTuple):
    """Where the columns take cards, as bits, and how many at once."""

    tops: int
    """The exposed cards."""
    spaces: int
    """The empty columns worth filling."""
    most: int
    """How many cards move at once onto a card."""
    most_in_space: int
    """How many cards move at once into an empty column."""


@compiled
def packing_moves(rules: Numbers, position: Numbers, moves: Numbers, start: int) -> int:
    """Write the moves worth trying from `start` on; return where they end.

    A forced foundation move is the only move, and of empty columns with the same floor only the
    first is filled. A rulebook may switch off either; without both these are all legal moves.
    """
    columns = rules[COLUMNS]
    end = start
    for pile in range(STOCK):
        if columns <= pile < FIRST_RESERVE or position[HEIGHT + pile] == 0:
            continue
        card = position[pile << 6 | (position[HEIGHT + pile] - 1)]
        if rules[RELS + card] == position[HEIGHT + FIRST_FOUNDATION + card // 13]:
            moves[end] = pile | HOME << 5 | 1 << 10
            end += 1
            if _is_forced(rules, position, card):
                moves[start] = moves[end - 1]
                return start + 1
    targets = _targets(rules, position)
    for source in range(columns):
        end = _column_moves(rules, position, moves, end, source, targets)
    for source in range(FIRST_RESERVE, STOCK):
        height = position[HEIGHT + source]
        if height:
            card = position[source << 6 | (height - 1)]
            end = _card_moves(rules, position, moves, end, source, card, targets)
    if rules[CELLS]:
        end = _moves_to_cell(rules, position, moves, end, targets)
    if rules[RETURNS]:
        end = _return_moves(rules, position, moves, end, targets)
    if position[HEIGHT + STOCK] and not (
        rules[WHEN_STUCK] and (end > start or _could_move(rules, position))
    ):
        moves[end] = DEAL
        end += 1
    return end


@compiled
def _is_forced(rules: Numbers, position: Numbers, card: int) -> bool:
    """Tell whether a playable card can go home without harm: see `safety`."""
    if rules[DEALS] == ON_COLUMNS and not rules[PART] and position[HEIGHT + STOCK]:
        return False
    for suit in range(4):
        if position[HEIGHT + FIRST_FOUNDATION + suit] < rules[NEEDS + card * 4 + suit]:
            return False
    return True


@compiled
def _targets(rules: Numbers, position: Numbers) -> Targets:
    """Return where the columns take cards; of like spaces only the first, if those count as one."""
    tops = 0
    spaces = 0
    empty = 0
    for column in range(rules[COLUMNS]):
        height = position[HEIGHT + column]
        if height:
            tops |= 1 << position[column << 6 | (height - 1)]
            continue
        empty += 1
        if not rules[SYMMETRY] or not _has_like_space(position, column):
            spaces |= 1 << column
    if rules[BY_POWER]:
        most = 1
        for cell in range(FIRST_RESERVE, FIRST_RESERVE + rules[CELLS]):
            most += not position[HEIGHT + cell]
        most <<= empty
        return Targets(tops, spaces, most, most >> 1)
    return Targets(tops, spaces, 52, 52 if rules[FILLS_BY_RUN] else 1)


@compiled
def _has_like_space(position: Numbers, column: int) -> bool:
    """Tell whether a column further left is empty too, with the same floor."""
    for other in range(column):
        if position[HEIGHT + other] == 0 and position[FLOOR + other] == position[FLOOR + column]:
            return True
    return False


@compiled
def _column_moves(
    rules: Numbers, position: Numbers, moves: Numbers, end: int, source: int, targets: Targets
) -> int:
    """Write the moves of the run at the end of a column, or of its parts."""
    height = position[HEIGHT + source]
    if height == 0:
        return end
    first = height - 1
    while (
        first > position[DOWN + source]
        and rules[JOINS + position[source << 6 | first]] >> position[source << 6 | (first - 1)] & 1
    ):
        first -= 1
    index = height - 1 if rules[PART] else first
    while index >= first:
        head = position[source << 6 | index]
        size = height - index
        if size > targets.most:
            return end
        if rules[PACKS + head] & targets.tops:
            for target in range(rules[COLUMNS]):
                on = position[HEIGHT + target]
                if (
                    on
                    and target != source
                    and rules[PACKS + head] >> position[target << 6 | (on - 1)] & 1
                ):
                    moves[end] = source | target << 5 | size << 10
                    end += 1
        if targets.spaces and rules[HEADS] >> head & 1 and size <= targets.most_in_space:
            for target in range(rules[COLUMNS]):
                if targets.spaces >> target & 1 and not (
                    index == 0
                    and rules[SYMMETRY]
                    and position[FLOOR + source] == position[FLOOR + target]
                ):
                    moves[end] = source | target << 5 | size << 10
                    end += 1
        index -= 1
    return end


@compiled
def _card_moves(
    rules: Numbers,
    position: Numbers,
    moves: Numbers,
    end: int,
    source: int,
    card: int,
    targets: Targets,
) -> int:
    """Write the moves of one card from reserve, hand or foundation to the columns."""
    packs = rules[PACKS + card] & targets.tops
    fills = targets.spaces if rules[HEADS] >> card & 1 else 0
    if packs == 0 and fills == 0:
        return end
    for target in range(rules[COLUMNS]):
        height = position[HEIGHT + target]
        if height:
            if packs >> position[target << 6 | (height - 1)] & 1:
                moves[end] = source | target << 5 | 1 << 10
                end += 1
        elif fills >> target & 1:
            moves[end] = source | target << 5 | 1 << 10
            end += 1
    return end


@compiled
def _moves_to_cell(
    rules: Numbers, position: Numbers, moves: Numbers, end: int, targets: Targets
) -> int:
    """Write the moves from the columns to the first empty cell; return where they end."""
    for cell in range(FIRST_RESERVE, FIRST_RESERVE + rules[CELLS]):
        if position[HEIGHT + cell] == 0:
            for source in range(rules[COLUMNS]):
                height = position[HEIGHT + source]
                if height and not (
                    rules[SPARES_CELLS] and _has_place(rules, position, source, targets)
                ):
                    moves[end] = source | cell << 5 | 1 << 10
                    end += 1
            break
    return end


@compiled
def _has_place(rules: Numbers, position: Numbers, column: int, targets: Targets) -> bool:
    """Tell whether the exposed card of a column lies on one that it packs on, or could."""
    last = column << 6 | (position[HEIGHT + column] - 1)
    fitting = rules[PACKS + position[last]]
    if fitting & targets.tops:
        return True
    return position[HEIGHT + column] > 1 and fitting >> position[last - 1] & 1 == 1


@compiled
def _return_moves(
    rules: Numbers, position: Numbers, moves: Numbers, end: int, targets: Targets
) -> int:
    """Write the moves from the foundations back to the columns; return where they end."""
    for suit in range(4):
        up = position[HEIGHT + FIRST_FOUNDATION + suit]
        if up:
            source = FIRST_FOUNDATION + suit
            card = suit * 13 + (rules[BASE] + up - 1) % 13
            end = _card_moves(rules, position, moves, end, source, card, targets)
    return end


@compiled
def _could_move(rules: Numbers, position: Numbers) -> bool:
    """Tell whether the search left out a legal move: a whole column to a like space."""
    space = -1
    for column in range(rules[COLUMNS]):
        if position[HEIGHT + column] == 0:
            space = column
    if space < 0:
        return False
    for column in range(rules[COLUMNS]):
        height = position[HEIGHT + column]
        if height == 0 or position[DOWN + column]:
            continue
        index = height - 1
        while (
            index
            and rules[JOINS + position[column << 6 | index]] >> position[column << 6 | (index - 1)]
            & 1
        ):
            index -= 1
        size = height - index
        if (
            index == 0
            and rules[HEADS] >> position[column << 6] & 1
            and (size == 1 or rules[FILLS_BY_RUN])
        ):
            return True
    return False
