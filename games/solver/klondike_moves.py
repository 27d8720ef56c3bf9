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

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine import Move
from games.engine.moves import DEAL, FOUNDATION, WASTE
from games.solver.compiled import Numbers, compiled
from games.solver.klondike import (
    ANY,
    COLUMNS,
    DOWN,
    DRAW,
    FRESH,
    HEIGHT,
    HOME,
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
def packs(card: int, on: int) -> bool:
    """Tell whether a card packs on another."""
    return card % 13 + 1 == on % 13 and (card // 13 in (1, 2)) != (on // 13 in (1, 2))


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
def run_length(position: Numbers, at: int, column: int) -> int:
    """Return how many cards at the end of a column move as a unit."""
    start = at + column * ROOM
    height = position[at + HEIGHT + column]
    down = position[at + DOWN + column]
    if height == down:
        return 0
    index = height - 1
    while index > down and packs(position[start + index], position[start + index - 1]):
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
    for turning in (True, False):
        for source in range(COLUMNS):
            if (position[at + DOWN + source] > 0) == turning:
                for target in range(COLUMNS):
                    if target != source and position[at + HEIGHT + target]:
                        end = _whole(position, at, source, target, moves, end)
                if space >= 0:
                    end = _whole_to_space(rules, position, at, source, space, moves, end)
        if turning:
            end = _from_talon(rules, position, at, space, moves, end)
            if rules[PART]:
                for source in range(COLUMNS):
                    for target in range(COLUMNS):
                        if target != source and position[at + HEIGHT + target]:
                            end = _part(rules, position, at, source, target, moves, end)
                    if rules[ANY] and space >= 0:
                        for size in range(1, run_length(position, at, source)):
                            moves[end] = source | space << 4 | size << 8
                            end += 1
    if rules[RETURNS]:
        end = _all_back(rules, position, at, moves, end)
    return end


@compiled
def _home(rules: Numbers, position: Numbers, at: int, moves: Numbers, end: int) -> int:
    """Write the moves to the foundations; return -1 if the first is the only one needed."""
    first = end
    for column in range(COLUMNS):
        height = position[at + HEIGHT + column]
        if height > position[at + DOWN + column]:
            card = position[at + column * ROOM + height - 1]
            if _goes_home(position, at, card):
                moves[end] = column | TO_HOME << 4 | 1 << 8
                if _is_safe(rules, position, at, card):
                    moves[first] = moves[end]
                    return -1
                end += 1
    free = rules[UNLIMITED] and rules[DRAW] == 1
    for index in range(position[at + LENGTH]):
        card = position[at + TALON + index]
        if _goes_home(position, at, card):
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
def _last(position: Numbers, at: int, column: int) -> int:
    return position[at + column * ROOM + position[at + HEIGHT + column] - 1]


@compiled
def _whole(position: Numbers, at: int, source: int, target: int, moves: Numbers, end: int) -> int:
    """Write the move of a whole run onto a card."""
    size = run_length(position, at, source)
    if size and position[at + HEIGHT + target] > position[at + DOWN + target]:
        head = position[at + source * ROOM + position[at + HEIGHT + source] - size]
        if packs(head, _last(position, at, target)):
            moves[end] = source | target << 4 | size << 8
            end += 1
    return end


@compiled
def _whole_to_space(
    rules: Numbers, position: Numbers, at: int, source: int, space: int, moves: Numbers, end: int
) -> int:
    """Write the move of a whole run to an empty column, unless it leaves another."""
    size = run_length(position, at, source)
    left = position[at + HEIGHT + source] - size
    if size and (left or not rules[PRUNED]):
        if rules[ANY] or position[at + source * ROOM + left] % 13 == 12:
            moves[end] = source | space << 4 | size << 8
            end += 1
    return end


@compiled
def _part(
    rules: Numbers, position: Numbers, at: int, source: int, target: int, moves: Numbers, end: int
) -> int:
    """Write the move of part of a run onto a card."""
    if position[at + HEIGHT + target] == position[at + DOWN + target]:
        return end
    last = _last(position, at, target)
    height = position[at + HEIGHT + source]
    start = at + source * ROOM
    for size in range(1, run_length(position, at, source)):
        if packs(position[start + height - size], last):
            move = source | target << 4 | size << 8
            if not rules[PRUNED]:
                moves[end] = move
                end += 1
            elif _goes_home(position, at, position[start + height - size - 1]):
                moves[end] = move | AND_HOME
                end += 1
            break
    return end


@compiled
def _from_talon(
    rules: Numbers, position: Numbers, at: int, space: int, moves: Numbers, end: int
) -> int:
    """Write the moves of cards of the talon to the columns."""
    for index in range(position[at + LENGTH]):
        deals = _deals(rules, position, at, index)
        if deals >= 0:
            card = position[at + TALON + index]
            move = FROM_TALON | 1 << 8 | index << PLACE | deals << DEALS
            for target in range(COLUMNS):
                if position[at + HEIGHT + target] > position[at + DOWN + target]:
                    if packs(card, _last(position, at, target)):
                        moves[end] = move | target << 4
                        end += 1
            if space >= 0 and (rules[ANY] or card % 13 == 12):
                moves[end] = move | space << 4
                end += 1
    return end


@compiled
def _all_back(rules: Numbers, position: Numbers, at: int, moves: Numbers, end: int) -> int:
    """Write the moves from the foundations to the columns."""
    space = False
    for target in range(COLUMNS):
        if position[at + HEIGHT + target] == 0:
            if space:
                continue
            space = True
        for suit in range(4):
            end = _back(rules, position, at, suit, target, moves, end)
    return end


@compiled
def _back(
    rules: Numbers, position: Numbers, at: int, suit: int, target: int, moves: Numbers, end: int
) -> int:
    """Write the move of a foundation's last card to a column, unless it is safe at home."""
    home = position[at + HOME + suit]
    if home == 0:
        return end
    card = 13 * suit + home - 1
    if position[at + HEIGHT + target] == 0:
        fits = rules[ANY] != 0 or home == 13
    else:
        fits = position[at + HEIGHT + target] > position[at + DOWN + target] and packs(
            card, _last(position, at, target)
        )
    if fits and not _is_safe(rules, position, at, card):
        moves[end] = (FROM_HOME + suit) | target << 4 | 1 << 8
        end += 1
    return end


@compiled
def _cover(rules: Numbers, position: Numbers, at: int, moves: Numbers, end: int) -> int:
    """Write the moves that a card back from its foundation came for."""
    fresh = position[at + FRESH] - 1
    target = 0
    while position[at + HEIGHT + target] == 0 or _last(position, at, target) != fresh:
        target += 1
    for source in range(COLUMNS):
        if source != target:
            end = _whole(position, at, source, target, moves, end)
            if rules[PART]:
                end = _part(rules, position, at, source, target, moves, end)
    for index in range(position[at + LENGTH]):
        if packs(position[at + TALON + index], fresh):
            deals = _deals(rules, position, at, index)
            if deals >= 0:
                moves[end] = FROM_TALON | target << 4 | 1 << 8 | index << PLACE | deals << DEALS
                end += 1
    return _all_back(rules, position, at, moves, end)


@compiled
def make(rules: Numbers, position: Numbers, at: int, to: int, move: int) -> None:
    """Write where a move leads to, from `to` on."""
    for index in range(SIZE):
        position[to + index] = position[at + index]
    position[to + FRESH] = 0
    source = move & 15
    target = move >> 4 & 15
    size = move >> 8 & 31
    if source == FROM_TALON:
        place = move >> PLACE & 31
        card = position[to + TALON + place]
        _take(rules, position, to, place)
        if target == TO_HOME:
            position[to + HOME + card // 13] += 1
        else:
            position[to + target * ROOM + position[to + HEIGHT + target]] = card
            position[to + HEIGHT + target] += 1
        return
    if source >= FROM_HOME:
        suit = source - FROM_HOME
        position[to + HOME + suit] -= 1
        card = 13 * suit + position[to + HOME + suit]
        position[to + target * ROOM + position[to + HEIGHT + target]] = card
        position[to + HEIGHT + target] += 1
        if rules[PRUNED]:
            position[to + FRESH] = card + 1
        return
    left = position[to + HEIGHT + source] - size
    start = to + source * ROOM + left
    if target == TO_HOME:
        position[to + HOME + position[start] // 13] += 1
    else:
        goal = to + target * ROOM + position[to + HEIGHT + target]
        for index in range(size):
            position[goal + index] = position[start + index]
        position[to + HEIGHT + target] += size
    if move & AND_HOME:
        left -= 1
        position[to + HOME + position[start - 1] // 13] += 1
    position[to + HEIGHT + source] = left
    if left and position[to + DOWN + source] == left:
        position[to + DOWN + source] = left - 1


@compiled
def _take(rules: Numbers, position: Numbers, at: int, place: int) -> None:
    """Take a card out of the talon."""
    length = position[at + LENGTH]
    if deals_until(place, position[at + MARK], length, rules[DRAW]) < 0 and not rules[UNLIMITED]:
        position[at + PASSES] -= 1
    for index in range(place, length - 1):
        position[at + TALON + index] = position[at + TALON + index + 1]
    position[at + LENGTH] = length - 1
    position[at + MARK] = place
