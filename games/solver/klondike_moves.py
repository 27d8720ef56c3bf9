"""The moves of Klondike that a search needs, and what they lead to.

A move is a number: source, target, size, the place in the talon, the deals before it, and whether
the card that it exposes goes home right after. What is left out wins no more than what is in:

- A whole column to an empty one changes nothing.
- Part of a run moves from b to b', of the same rank and colour, only if b goes home right after.
  Otherwise leave it on b, and exchange the parts that b and b' carry until one of them goes home:
  what the line packs on b now goes on b', and the other way round. Just before one of them goes
  home, while the line has it exposed, move what it carries to the other.
- After a card that comes back from its foundation comes another, or a card that is packed on the
  last of them. A move that is neither could as well be made before that last one; see `FRESH`.
- A card that is safe at home (`safety`) goes there first and stays there. From the waste only where
  every card of the talon can be played at any time: elsewhere it would change which cards can.
"""

# Long: what moves a search needs is one argument, told above, and its code.
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine import Move
from games.engine.moves import DEAL, FOUNDATION, WASTE
from games.solver.compiled import Numbers, compiled
from games.solver.klondike import (
    CARRIES,
    COLUMNS,
    DOWN,
    DRAW,
    FILLS,
    FLOOR,
    FRESH,
    HEIGHT,
    HOME,
    IN_TALON,
    LENGTH,
    MARK,
    NEEDS,
    PART,
    PASSES,
    PRUNED,
    RETURNS,
    ROOM,
    SIZE,
    TALON,
    UNLIMITED,
    add_pair,
)
from games.solver.talon import deals_until, reach

FROM_TALON: Final = 7
FROM_HOME: Final = 8
"""The first of four foundations as a source."""
TO_HOME: Final = 12
PLACE: Final = 13
DEALS: Final = 18
AND_HOME: Final = 1 << 24
MOST_MOVES: Final = 400


def decode(codes: Sequence[int]) -> tuple[Move, ...]:
    """Return the engine's moves for those of a search."""
    moves: list[Move] = []
    for number in map(int, codes):
        source, target = number & 15, number >> 4 & 15
        moves += [DEAL] * (number >> DEALS & 63)
        moves.append(
            Move(
                WASTE if source == FROM_TALON else source,
                FOUNDATION if target == TO_HOME else target,
                number >> 8 & 31,
            )
        )
        if number & AND_HOME:
            moves.append(Move(source, FOUNDATION))
    return tuple(moves)


@compiled
def _last(position: Numbers, at: int, column: int) -> int:
    return position[at + column * ROOM + position[at + HEIGHT + column] - 1]


@compiled
def _carries(rules: Numbers, position: Numbers, at: int, column: int) -> int:
    """Return the cards that pack on the last card of a column, as bits; none if it is empty."""
    if position[at + HEIGHT + column] > position[at + DOWN + column]:
        return rules[CARRIES + _last(position, at, column)]
    return 0


@compiled
def _goes_home(position: Numbers, at: int, card: int) -> bool:
    return position[at + HOME + card // 13] == card % 13


@compiled
def _is_safe(rules: Numbers, position: Numbers, at: int, card: int) -> bool:
    """Tell whether a card that is home or comes next is not missed by any column."""
    cell = NEEDS + 4 * card
    for suit in range(4):
        if position[at + HOME + suit] < rules[cell + suit]:
            return False
    return True


@compiled
def run_length(rules: Numbers, position: Numbers, at: int, column: int) -> int:
    """Return how many cards at the end of a column move as a unit."""
    start = at + column * ROOM
    height = position[at + HEIGHT + column]
    down = position[at + DOWN + column]
    if height == down:
        return 0
    index = height - 1
    while (
        index > down and rules[CARRIES + position[start + index - 1]] >> position[start + index] & 1
    ):
        index -= 1
    return height - index


@compiled
def generate(rules: Numbers, position: Numbers, at: int, moves: Numbers, end: int) -> int:
    """Write the moves from `end` on, the likeliest first; return where they end."""
    if position[at + FRESH]:
        return _cover(rules, position, at, moves, end)
    first = end
    end = _home(rules, position, at, moves, end)
    if end < 0:
        return first + 1
    space = -1
    for column in range(COLUMNS):
        if position[at + HEIGHT + column] == 0:
            space = column
            break
    for source in range(COLUMNS):
        if position[at + DOWN + source]:
            end = _whole(rules, position, at, source, space, moves, end)
    end = _from_talon(rules, position, at, space, moves, end)
    if rules[PART]:
        for source in range(COLUMNS):
            if position[at + HEIGHT + source] > position[at + DOWN + source] + 1:
                end = _part(rules, position, at, source, space, moves, end)
    for source in range(COLUMNS):
        if position[at + DOWN + source] == 0:
            end = _whole(rules, position, at, source, space, moves, end)
    if rules[RETURNS]:
        end = _all_back(rules, position, at, moves, end)
    return end


@compiled
def _home(rules: Numbers, position: Numbers, at: int, moves: Numbers, end: int) -> int:
    """Write the moves to the foundations; return -1 if the first is the only one needed."""
    first = end
    wanted = 0
    for suit in range(4):
        if position[at + HOME + suit] < 13:
            wanted |= 1 << 13 * suit + position[at + HOME + suit]
    for column in range(COLUMNS):
        height = position[at + HEIGHT + column]
        if height > position[at + DOWN + column]:
            card = position[at + column * ROOM + height - 1]
            if wanted >> card & 1:
                moves[end] = column | TO_HOME << 4 | 1 << 8
                if _is_safe(rules, position, at, card):
                    moves[first] = moves[end]
                    return -1
                end += 1
    free = rules[UNLIMITED] and rules[DRAW] == 1
    for index in range(position[at + LENGTH]):
        card = position[at + TALON + index]
        if wanted >> card & 1:
            deals = _deals(rules, position, at, index)
            if deals >= 0:
                moves[end] = FROM_TALON | TO_HOME << 4 | 1 << 8 | index << PLACE | deals << DEALS
                if free and _is_safe(rules, position, at, card):
                    moves[first] = moves[end]
                    return -1
                end += 1
    return end


@compiled
def _deals(rules: Numbers, position: Numbers, at: int, index: int) -> int:
    again = rules[UNLIMITED] != 0 or position[at + PASSES] > 0
    return reach(index, position[at + MARK], position[at + LENGTH], rules[DRAW], again)


@compiled
def _whole(
    rules: Numbers, position: Numbers, at: int, source: int, space: int, moves: Numbers, end: int
) -> int:
    """Write the moves of a whole run, not to an empty column if it leaves another."""
    size = run_length(rules, position, at, source)
    if size == 0:
        return end
    left = position[at + HEIGHT + source] - size
    card = position[at + source * ROOM + left]
    for target in range(COLUMNS):
        if target != source and _carries(rules, position, at, target) >> card & 1:
            moves[end] = source | target << 4 | size << 8
            end += 1
    if space >= 0 and rules[FILLS] >> card & 1 and (left or not rules[PRUNED]):
        moves[end] = source | space << 4 | size << 8
        end += 1
    return end


@compiled
def _part(
    rules: Numbers, position: Numbers, at: int, source: int, space: int, moves: Numbers, end: int
) -> int:
    """Write the moves of part of a run."""
    height = position[at + HEIGHT + source]
    start = at + source * ROOM
    for size in range(1, run_length(rules, position, at, source)):
        card = position[start + height - size]
        move = source | size << 8
        if space >= 0 and rules[FILLS] >> card & 1:
            moves[end] = move | space << 4
            end += 1
        if rules[PRUNED]:
            if not _goes_home(position, at, position[start + height - size - 1]):
                continue
            move |= AND_HOME
        for target in range(COLUMNS):
            if target != source and _carries(rules, position, at, target) >> card & 1:
                moves[end] = move | target << 4
                end += 1
    return end


@compiled
def _from_talon(
    rules: Numbers, position: Numbers, at: int, space: int, moves: Numbers, end: int
) -> int:
    """Write the moves of cards of the talon to the columns."""
    wanted = rules[FILLS] if space >= 0 else 0
    for column in range(COLUMNS):
        wanted |= _carries(rules, position, at, column)
    for index in range(position[at + LENGTH]):
        card = position[at + TALON + index]
        if not wanted >> card & 1:
            continue
        deals = _deals(rules, position, at, index)
        if deals >= 0:
            move = FROM_TALON | 1 << 8 | index << PLACE | deals << DEALS
            for target in range(COLUMNS):
                if _carries(rules, position, at, target) >> card & 1:
                    moves[end] = move | target << 4
                    end += 1
            if space >= 0 and rules[FILLS] >> card & 1:
                moves[end] = move | space << 4
                end += 1
    return end


@compiled
def _all_back(rules: Numbers, position: Numbers, at: int, moves: Numbers, end: int) -> int:
    """Write the moves from the foundations to the columns, but of cards that are safe at home."""
    for suit in range(4):
        home = position[at + HOME + suit]
        card = 13 * suit + home - 1
        if home == 0 or _is_safe(rules, position, at, card):
            continue
        space = rules[FILLS] >> card & 1
        for target in range(COLUMNS):
            fits = _carries(rules, position, at, target) >> card & 1
            if position[at + HEIGHT + target] == 0:
                fits = space
                space = 0
            if fits:
                moves[end] = FROM_HOME + suit | target << 4 | 1 << 8
                end += 1
    return end


@compiled
def _cover(rules: Numbers, position: Numbers, at: int, moves: Numbers, end: int) -> int:
    """Write the moves that a card back from its foundation may have come for."""
    fresh = position[at + FRESH] - 1
    carried = rules[CARRIES + fresh]
    target = 0
    while position[at + HEIGHT + target] == 0 or _last(position, at, target) != fresh:
        target += 1
    for source in range(COLUMNS):
        if source == target:
            continue
        height = position[at + HEIGHT + source]
        run = run_length(rules, position, at, source)
        for size in range(1 if rules[PART] else run, run + 1):
            start = at + source * ROOM + height - size
            if size == 0 or not carried >> position[start] & 1:
                continue
            if size == run:
                moves[end] = source | target << 4 | size << 8
                end += 1
            elif _goes_home(position, at, position[start - 1]):
                moves[end] = source | target << 4 | size << 8 | AND_HOME
                end += 1
    for index in range(position[at + LENGTH]):
        if carried >> position[at + TALON + index] & 1:
            deals = _deals(rules, position, at, index)
            if deals >= 0:
                moves[end] = FROM_TALON | target << 4 | 1 << 8 | index << PLACE | deals << DEALS
                end += 1
    return _all_back(rules, position, at, moves, end)


@compiled
def make(
    rules: Numbers, keys: Numbers, position: Numbers, sums: Numbers, old: int, new: int, move: int
) -> None:
    """Write where a move leads to: position number `new` from position number `old`."""
    at, to = old * SIZE, new * SIZE
    for index in range(SIZE):
        position[to + index] = position[at + index]
    sums[2 * new] = sums[2 * old]
    sums[2 * new + 1] = sums[2 * old + 1]
    position[to + FRESH] = 0
    source = move & 15
    target = move >> 4 & 15
    if source == FROM_TALON:
        card = _take(rules, position, to, move >> PLACE & 31)
        add_pair(keys, sums, new, card, IN_TALON, -1)
        _put(keys, position, sums, new, card, target)
    elif source >= FROM_HOME:
        suit = source - FROM_HOME
        position[to + HOME + suit] -= 1
        card = 13 * suit + position[to + HOME + suit]
        _put(keys, position, sums, new, card, target)
        if rules[PRUNED]:
            position[to + FRESH] = card + 1
    else:
        _move(keys, position, sums, new, move)


@compiled
def _move(keys: Numbers, position: Numbers, sums: Numbers, new: int, move: int) -> None:
    """Move cards of a column."""
    to = new * SIZE
    source = move & 15
    target = move >> 4 & 15
    size = move >> 8 & 31
    left = position[to + HEIGHT + source] - size
    start = to + source * ROOM + left
    add_pair(keys, sums, new, position[start], _below(position, to, source, left), -1)
    _put(keys, position, sums, new, position[start], target)
    for index in range(1, size):
        goal = to + target * ROOM + position[to + HEIGHT + target]
        position[goal] = position[start + index]
        position[to + HEIGHT + target] += 1
    if move & AND_HOME:
        left -= 1
        card = position[start - 1]
        add_pair(keys, sums, new, card, _below(position, to, source, left), -1)
        position[to + HOME + card // 13] += 1
    position[to + HEIGHT + source] = left
    if left and position[to + DOWN + source] == left:
        position[to + DOWN + source] = left - 1
        card = position[to + source * ROOM + left - 1]
        add_pair(keys, sums, new, card, _below(position, to, source, left - 1), 1)


@compiled
def _below(position: Numbers, at: int, column: int, index: int) -> int:
    """Return what a card at this height of a column lies on."""
    if index:
        return position[at + column * ROOM + index - 1]
    return FLOOR


@compiled
def _put(keys: Numbers, position: Numbers, sums: Numbers, new: int, card: int, target: int) -> None:
    """Put a card on a column or its foundation."""
    to = new * SIZE
    if target == TO_HOME:
        position[to + HOME + card // 13] += 1
        return
    height = position[to + HEIGHT + target]
    add_pair(keys, sums, new, card, _below(position, to, target, height), 1)
    position[to + target * ROOM + height] = card
    position[to + HEIGHT + target] = height + 1


@compiled
def _take(rules: Numbers, position: Numbers, at: int, place: int) -> int:
    """Take a card out of the talon; return it."""
    length = position[at + LENGTH]
    card = position[at + TALON + place]
    if deals_until(place, position[at + MARK], length, rules[DRAW]) < 0 and not rules[UNLIMITED]:
        position[at + PASSES] -= 1
    for index in range(place, length - 1):
        position[at + TALON + index] = position[at + TALON + index + 1]
    position[at + LENGTH] = length - 1
    position[at + MARK] = place
    return card
