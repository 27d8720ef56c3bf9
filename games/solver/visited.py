"""The set of positions that a search has seen, by their keys; `keys` gives the odds of an error."""

from __future__ import annotations

from typing import Final

from games.solver.compiled import Numbers, compiled
from games.solver.position import KEY

ENTRY: Final = 2
"""An entry is the two numbers of a key, the first plus one: zero marks an empty slot."""


@compiled
def see(table: Numbers, position: Numbers) -> bool:
    """Put a position into the table; return whether it was new."""
    return insert(table, position[KEY], position[KEY + 1])


@compiled
def insert(table: Numbers, first: int, second: int) -> bool:
    """Put a key into the table, a power of two long; return whether it was new."""
    last = len(table) - ENTRY
    slot = first * ENTRY & last
    while table[slot]:
        if table[slot] == first + 1 and table[slot + 1] == second:
            return False
        slot = slot + ENTRY & last
    table[slot] = first + 1
    table[slot + 1] = second
    return True


@compiled
def insert_half(table: Numbers, first: int) -> bool:
    """Put the first number of a key into a table of those, like `insert`.

    It is for searches that prove no loss: two positions share it with probability 2^-62.
    """
    last = len(table) - 1
    slot = first & last
    while table[slot]:
        if table[slot] == first + 1:
            return False
        slot = slot + 1 & last
    table[slot] = first + 1
    return True


@compiled
def copy_halves(table: Numbers, larger: Numbers) -> None:
    """Put all numbers of one table into another."""
    for slot in range(len(table)):
        if table[slot]:
            insert_half(larger, table[slot] - 1)


@compiled
def copy_entries(table: Numbers, larger: Numbers) -> None:
    """Put all keys of one table into another."""
    for slot in range(0, len(table), ENTRY):
        if table[slot]:
            insert(larger, table[slot] - 1, table[slot + 1])
