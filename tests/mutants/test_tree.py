from __future__ import annotations

from pathlib import Path

from tests.mutants.tree import REACH, forget_reach_if_changed, undecorated

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


@in_thread
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
load = in_thread(load)
"""


def test_decorators_are_rewritten_as_assignments() -> None:
    assert undecorated(DECORATED) == SPELT_OUT


def test_functions_without_decorators_are_unchanged() -> None:
    plain = "def one():\n    return 1\n"
    assert undecorated(plain) == plain


def test_the_reach_of_tests_is_kept_until_a_source_or_a_test_changes(tmp_path: Path) -> None:
    reach = tmp_path / "mutants" / REACH
    for folder in ("games", "tests", "mutants"):
        (tmp_path / folder).mkdir()
    source, test = tmp_path / "games" / "race.py", tmp_path / "tests" / "test_race.py"
    for path in (source, test):
        path.write_text("one")
    forget_reach_if_changed(tmp_path)
    for path in (source, test):
        reach.write_text("{}")
        forget_reach_if_changed(tmp_path)
        assert reach.exists()
        path.write_text("two")
        forget_reach_if_changed(tmp_path)
        assert not reach.exists()
