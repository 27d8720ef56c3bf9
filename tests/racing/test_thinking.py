from __future__ import annotations

from games.engine import Action
from games.racing import BELL, Thinking


def after(*times: int) -> Thinking:
    """Return the thinking of a run with these milliseconds before each move."""
    return Thinking.of(Action(sum(times[:n]), "deal") for n in range(1, len(times) + 1))


def test_a_thought_is_the_time_since_the_action_before() -> None:
    actions = [Action(1_250, "t7t2"), Action(3_000, "undo"), Action(9_000, "end")]
    assert Thinking.of(actions).times == (1_250, 1_750, 6_000)


def test_the_server_does_not_think() -> None:
    actions = [Action(4_000, "t1f"), Action(4_000, "t2f", automatic=True), Action(9_000, BELL)]
    assert Thinking.of(actions).times == (4_000, None, None)


def test_the_longest_thought_is_the_number_of_its_action() -> None:
    assert after(1_000, 7_000, 2_000).longest == 2
    assert after(1_000, 7_000).longest == 2
    assert after(7_000, 7_000).longest == 1
    assert after().longest is None


def test_a_long_thought_takes_five_seconds_and_three_times_the_usual() -> None:
    assert after(1_000, 1_000, 1_000, 4_999, 5_000).long == {5}
    assert after(4_000, 4_000, 4_000, 11_000, 12_000).long == {5}
    assert after().long == frozenset()


def test_the_usual_thought_is_the_median_or_0_without_actions() -> None:
    assert after(1_000, 7_000, 2_000).usual == 2_000
    assert after(1_000, 2_001).usual == 1_500
    assert after().usual == 0
