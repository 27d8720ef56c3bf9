from __future__ import annotations

from tests.mutants.tree import undecorated

DECORATED = """
class Race:
    @property
    def over(self):
        return self.closed_at is not None

    @cached_property
    @counted("often", 3)
    def last(self):
        # of those
        return max(
            self.seats
        )

    @classmethod
    def new(cls):
        return cls()

    @over.setter
    def over(self, over):
        pass


@door
async def load(code):
    return code
"""

SPELT_OUT = """
class Race:
    def over(self):
        return self.closed_at is not None
    over = property(over)

    def last(self):
        # of those
        return max(
            self.seats
        )
    last = cached_property(counted('often', 3)(last))

    @classmethod
    def new(cls):
        return cls()

    @over.setter
    def over(self, over):
        pass


async def load(code):
    return code
load = door(load)
"""


def test_decorators_are_spelt_as_what_they_stand_for() -> None:
    assert undecorated(DECORATED) == SPELT_OUT


def test_functions_without_decorators_stay_as_they_are() -> None:
    plain = "def one():\n    return 1\n"
    assert undecorated(plain) == plain
