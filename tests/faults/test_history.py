"""The history of faults is random, and its seed draws it again."""

from __future__ import annotations

from itertools import islice

from tests.faults.history import FARTHEST, LONGEST, PROCESSES, Kind, history


def test_a_seed_draws_the_same_faults_again() -> None:
    one, again, other = (list(islice(history(seed), 50)) for seed in (7, 7, 8))
    assert one == again
    assert one != other


def test_each_kind_comes_once_before_any_comes_again() -> None:
    first = list(islice(history(3), len(Kind)))
    assert {fault.kind for fault in first} == set(Kind)
    assert [fault.number for fault in first] == list(range(1, len(Kind) + 1))


def test_a_kind_that_cannot_be_made_is_never_drawn() -> None:
    kinds = tuple(kind for kind in Kind if kind is not Kind.FULL_DISK)
    assert {fault.kind for fault in islice(history(1, kinds), 200)} == set(kinds)


def test_all_processes_are_hit_and_clocks_jump_both_ways() -> None:
    faults = list(islice(history(1), 200))
    assert {fault.process for fault in faults} == set(range(PROCESSES))
    assert {fault.jump > 0 for fault in faults} == {True, False}
    assert max(fault.lasts for fault in islice(history(1, longest=1.0), 200)) <= 1.0
    assert all(0 < fault.lasts <= LONGEST and abs(fault.jump) <= FARTHEST for fault in faults)
