"""A sample leaves out cases of slow tests, never a whole test."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple, cast

import pytest

from tests import sampling


class Item(NamedTuple):
    """What the sample looks at of a test."""

    nodeid: str
    fixturenames: tuple[str, ...]


# Two cases of the same test need not stand side by side.
SLOW = [
    Item(f"test_{name}.py::test_it[{case}]", ("launch",)) for case in "123" for name in "abcdef"
]
SINGLE = [Item(f"test_{name}.py::test_it", ("browser",)) for name in "ghij"]
QUICK = [Item(f"test_k.py::test_it[{case}]", ("db",)) for case in "1234"]
ITEMS = cast("list[pytest.Item]", [*SLOW, *SINGLE, *QUICK])


def test_a_test_in_processes_keeps_about_half_of_its_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "EVERY_CASE", False)
    left_out = sampling.spared(ITEMS)
    assert set(left_out) < set(SLOW)
    counts = Counter(item.nodeid.partition("[")[0] for item in left_out)
    assert len(counts) == 6
    assert set(counts.values()) == {1, 2}
    assert {item.nodeid[-2] for item in left_out} == set("123")


def test_nothing_is_left_out_when_every_case_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "EVERY_CASE", True)
    assert sampling.spared(ITEMS) == []
