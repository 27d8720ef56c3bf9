"""A sample leaves out slow tests, a large one only cases of them, and a seed draws others."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple, cast

import pytest

from tests import sampling
from tests.repository.files import REPOSITORY


class Item(NamedTuple):
    """What the sample looks at of a test."""

    nodeid: str
    fixturenames: tuple[str, ...]
    marker: str = ""
    """One, or several with spaces between them."""

    def get_closest_marker(self, name: str) -> str | None:
        """Return what the test says of itself."""
        return name if name in self.marker.split() else None


# Two cases of the same test need not stand side by side.
SITES = [
    Item(f"test_{name}.py::test_it[{case}]", ("launch",)) for case in "123" for name in "abcdef"
]
PAGES = [Item(f"test_page.py::test_it[{case}]", ("sites", "browsers")) for case in "12"]
SINGLE = [Item(f"test_{name}.py::test_it", ("browsers",)) for name in "ghij"]
COMMANDS = [Item(f"test_{name}.py::test_it", (), marker="processes") for name in "mnop"]
QUICK = [Item(f"test_k.py::test_it[{case}]", ("db",)) for case in "1234"]
SLOW = [Item(f"test_t.py::test_it[{case}]", ("db",), marker="slow") for case in range(60)]
DRAWN = [Item(f"test_l.py::test_it[{case}]", ("launch",), marker="drawn") for case in "1234"]
PROMISED = [
    *(Item(f"test_q.py::test_it[{case}]", ("launch",), marker="promised") for case in "12"),
    Item("test_r.py::test_it", ("stack",), marker="promised"),
    Item("test_s.py::test_it", (), marker="processes promised"),
]
ITEMS = cast("list[pytest.Item]", [*SITES, *PAGES, *SINGLE, *COMMANDS, *QUICK, *DRAWN])
SPARABLE = set(ITEMS[: -len([*QUICK, *DRAWN])])
CASES = list(range(8))

PROMISES = {
    "tests/deploy/test_stack.py::test_a_race_goes_through_the_proxy",
    "tests/faults/test_trial.py::test_no_race_suffers_from_any_kind_of_fault",
    "tests/live/faults/test_backups.py::test_a_restored_race_goes_on_from_the_moment_of_its_backup",
    "tests/live/faults/test_recovery.py"
    "::test_everything_up_to_a_moment_comes_back_and_nothing_after_it",
}
"""What continuous integration runs whatever the seed: see CONTRIBUTING.md."""

MARK = re.compile(r"^@pytest\.mark\.promised\n(?:@.*\n)*(?:async )?def (\w+)", re.MULTILINE)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "EVERY_CASE", False)
    monkeypatch.setattr(sampling, "LARGE_SAMPLE", False)


def test_about_one_case_in_thirty_is_run_in_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = 0
    for seed in range(100):
        monkeypatch.setattr(sampling, "SAMPLE_SEED", str(seed))
        left_out = set(sampling.spared(ITEMS))
        assert left_out <= SPARABLE
        ran += len(SPARABLE - left_out)
    assert 1 / 38 < ran / 100 / len(SPARABLE) < 1 / 24


def test_a_large_sample_keeps_a_sixth_of_the_tests_and_about_half_of_their_cases(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampling, "LARGE_SAMPLE", True)
    kept = 0
    for seed in range(40):
        monkeypatch.setattr(sampling, "SAMPLE_SEED", str(seed))
        left_out = sampling.spared(ITEMS)
        assert set(left_out) <= SPARABLE
        counts = Counter(item.nodeid.partition("[")[0] for item in SPARABLE - set(left_out))
        assert set(counts.values()) <= {1, 2}
        kept += len(counts)
    tests = {item.nodeid.partition("[")[0] for item in SPARABLE}
    assert 0.12 < kept / 40 / len(tests) < 0.21


def test_each_test_comes_up_in_a_few_large_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "LARGE_SAMPLE", True)
    left_out = SPARABLE
    for seed in range(100):
        monkeypatch.setattr(sampling, "SAMPLE_SEED", str(seed))
        left_out = left_out & set(sampling.spared(ITEMS))
    assert not left_out


def test_a_large_sample_always_has_a_case_of_what_is_promised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampling, "LARGE_SAMPLE", True)
    ran: set[Item] = set()
    for seed in range(40):
        monkeypatch.setattr(sampling, "SAMPLE_SEED", str(seed))
        spared = sampling.spared(cast("list[pytest.Item]", [*SITES, *PROMISED]))
        left_out = {item.nodeid for item in spared}
        kept = [item for item in PROMISED if item.nodeid not in left_out]
        assert [item.nodeid[:9] for item in kept] == ["test_q.py", "test_r.py", "test_s.py"]
        ran.update(kept)
    assert ran == set(PROMISED)


def test_a_small_sample_may_leave_out_what_is_promised() -> None:
    promised = cast("list[pytest.Item]", PROMISED)
    assert sampling.spared(promised)


def test_the_trial_the_proxy_a_backup_and_a_recovery_are_promised() -> None:
    marked = {
        f"{path.relative_to(REPOSITORY)}::{name}"
        for path in (REPOSITORY / "tests").rglob("test_*.py")
        for name in MARK.findall(path.read_text())
    }
    assert marked == PROMISES


def test_a_small_sample_keeps_about_a_sixth_of_what_is_slow_and_a_large_one_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = cast("list[pytest.Item]", SLOW)
    ran: set[pytest.Item] = set()
    for seed in range(40):
        monkeypatch.setattr(sampling, "SAMPLE_SEED", str(seed))
        kept = set(slow) - set(sampling.spared(slow))
        assert 1 <= len(kept) <= 24
        ran |= kept
    assert ran == set(slow)
    monkeypatch.setattr(sampling, "LARGE_SAMPLE", True)
    assert sampling.spared(slow) == []


def test_a_large_sample_runs_what_a_small_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    left_out = []
    for is_large in (False, True):
        monkeypatch.setattr(sampling, "LARGE_SAMPLE", is_large)
        left_out.append(0)
        for seed in range(20):
            monkeypatch.setattr(sampling, "SAMPLE_SEED", str(seed))
            left_out[-1] += len(sampling.spared(ITEMS))
    assert left_out[1] < left_out[0]


def test_nothing_is_left_out_when_every_case_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "EVERY_CASE", True)
    assert sampling.spared(ITEMS) == []
    assert sampling.sample(CASES, 4) == CASES


def test_parts_of_a_sample_make_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in ("1763988703", ""):
        monkeypatch.setattr(sampling, "SAMPLE_SEED", seed)
        parts = [sampling.sample(CASES, 4, first) for first in range(4)]
        assert sorted(case for part in parts for case in part) == CASES


def test_every_case_comes_up_in_one_sample_or_another(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: set[int] = set()
    left_out: set[pytest.Item] = set()
    for seed in range(40):
        monkeypatch.setattr(sampling, "SAMPLE_SEED", str(seed))
        ran.update(sampling.sample(CASES, 4))
        left_out.update(sampling.spared(ITEMS))
    assert ran == set(CASES)
    assert left_out == SPARABLE


def test_a_large_sample_is_twice_as_large(monkeypatch: pytest.MonkeyPatch) -> None:
    small = sampling.sample(CASES, 4)
    assert len(small) == 2
    assert sampling.amount(1, 2, 3) == 1
    monkeypatch.setattr(sampling, "LARGE_SAMPLE", True)
    assert len(sampling.sample(CASES, 4)) == 4
    assert len(sampling.sample(CASES, 4, large=4)) == 2
    assert sampling.amount(1, 2, 3) == 2
