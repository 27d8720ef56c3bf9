"""The checker finds nothing in a race without faults, and each fault made in one."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest

from games.racing.verification import RaceDocument
from tests.faults.checker import Wrong, violations
from tests.faults.evidence import Evidence, Sighting, StoredAction, StoredRun, Witness
from tests.live.secrecy import Secrets
from tests.racing.verification.races import raced, winning_moves

RULES = "agnes-sorel/standard"
KEY, MOVES = winning_moves(RULES)
WINNER, ENDED, LATE, WATCHER = range(4)
"""The tabs: one wins, one ends the run, one is stopped by the bell, one watches."""

DOCUMENT = raced(
    RULES,
    KEY,
    [("Alice", MOVES, 500), ("Bob", [*MOVES[:20], "end"], 500), ("Cleo", MOVES[:10], 500)],
)


def stored(document: RaceDocument) -> tuple[StoredRun, ...]:
    """Return the rows from which the site makes a document."""
    return tuple(
        StoredRun(
            seat,
            run.place,
            [
                StoredAction(
                    number, action.text, action.automatic or action.text == "bell", action.ms
                )
                for number, action in enumerate(run.actions, 1)
            ],
        )
        for seat, run in enumerate(document.runs)
    )


def secrets(seat: int) -> Secrets:
    texts = [action.text for action in DOCUMENT.runs[seat].actions]
    return Secrets.of(RULES, str(DOCUMENT.deal), texts)


@pytest.fixture
def tabs() -> list[Witness]:
    """Provide what everyone has seen in the race: the own boards, and the winner's at the end."""
    places = tuple(run.place for run in DOCUMENT.runs)
    everyone = frozenset((WINNER, ENDED, LATE))
    tabs = []
    for seat, plan in enumerate((MOVES, MOVES[:20], MOVES[:40])):
        shown = secrets(seat)
        by_hand = min(len(plan), 10) if seat == LATE else len(plan)
        seen = {Sighting(seat, n, shown.shown(n), everyone) for n in range(by_hand + 1)}
        tabs.append(Witness(seat, tuple(plan), by_hand, by_hand, seen, places))
    last = Sighting(WINNER, len(MOVES), frozenset(range(52)), frozenset())
    tabs.append(Witness(None, sightings={last}, places=places))
    return tabs


def found(
    tabs: list[Witness],
    runs: tuple[StoredRun, ...] | None = None,
    document: RaceDocument | bytes = DOCUMENT,
) -> set[Wrong]:
    """Return what the checker finds wrong."""
    text = document if isinstance(document, bytes) else str(document).encode()
    evidence = Evidence("BCDFGH", tuple(tabs), runs or stored(DOCUMENT), text)
    return {violation.wrong for violation in violations(evidence)}


def test_a_race_without_faults_is_right(tabs: list[Witness]) -> None:
    assert found(tabs) == set()


def test_what_was_sent_but_not_acknowledged_may_be_stored_or_not(tabs: list[Witness]) -> None:
    tabs[ENDED].acknowledged -= 1
    tabs[LATE].sent += 1
    assert found(tabs) == set()


Change = Callable[[list[StoredAction]], object]


def swap(actions: list[StoredAction]) -> None:
    """Store two actions each under the other's number."""
    actions[3], actions[4] = (
        actions[4]._replace(number=4, ms=actions[3].ms),
        actions[3]._replace(number=5, ms=actions[4].ms),
    )


def double(actions: list[StoredAction]) -> None:
    """Store an action once more, and number all that follow anew."""
    actions.insert(5, actions[4])
    actions[:] = [action._replace(number=n) for n, action in enumerate(actions, 1)]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        pytest.param(lambda actions: actions.pop(), Wrong.LOST, id="the last is lost"),
        pytest.param(lambda actions: actions.pop(5), Wrong.LOST, id="one between is lost"),
        pytest.param(lambda actions: actions.clear(), Wrong.LOST, id="all are lost"),
        pytest.param(lambda actions: actions.pop(0), Wrong.ORDER, id="the first is lost"),
        pytest.param(swap, Wrong.ORDER, id="two are swapped"),
        pytest.param(double, Wrong.ORDER, id="one is doubled"),
        pytest.param(lambda a: a.insert(5, a[4]), Wrong.DOUBLED, id="a number is doubled"),
        pytest.param(lambda actions: actions.reverse(), Wrong.ORDER, id="the order is lost"),
    ],
)
@pytest.mark.parametrize("published", [False, True])
def test_actions_that_are_not_stored_once_and_in_order_are_found(
    tabs: list[Witness], change: Change, wrong: Wrong, published: bool
) -> None:
    runs = deepcopy(stored(DOCUMENT))
    # The bell isn't the player's, and nobody waits for it.
    actions = runs[LATE].actions
    actions.pop()
    change(actions)
    # The site may publish what is stored, or what was right.
    document = DOCUMENT
    if published:
        kept = tuple(DOCUMENT.runs[LATE].actions[0]._replace(ms=a.ms, text=a.text) for a in actions)
        lines = (*DOCUMENT.runs[:LATE], replace(DOCUMENT.runs[LATE], actions=kept))
        document = replace(DOCUMENT, runs=lines)
    assert {wrong, Wrong.RECORD} <= found(tabs, runs, document)


def test_an_action_that_nobody_sent_is_found(tabs: list[Witness]) -> None:
    tabs[ENDED].sent = tabs[ENDED].acknowledged = 19
    assert found(tabs) == {Wrong.INVENTED}


def test_a_run_that_goes_on_after_its_end_is_found(tabs: list[Witness]) -> None:
    runs = deepcopy(stored(DOCUMENT))
    actions = runs[ENDED].actions
    actions.insert(18, actions.pop()._replace(number=19, ms=actions[17].ms))
    for number in range(19, len(actions)):
        actions[number] = actions[number]._replace(number=number + 1)
    assert Wrong.ORDER in found(tabs, runs)


def test_a_wrong_place_is_found_wherever_it_stands(tabs: list[Witness]) -> None:
    wrong = (replace(DOCUMENT.runs[0], place=2), *DOCUMENT.runs[1:])
    published = replace(DOCUMENT, runs=wrong)
    assert found(tabs, document=published) == {Wrong.PLACE}
    runs = stored(DOCUMENT)
    assert found(tabs, (replace(runs[0], place=2), *runs[1:])) == {Wrong.PLACE}
    tabs[WATCHER].places = (2, 1, 3)
    assert found(tabs) == {Wrong.PLACE}


def test_a_wrong_time_is_found(tabs: list[Witness]) -> None:
    first = DOCUMENT.runs[0]
    wrong = replace(first, result=replace(first.result, time=1))
    assert found(tabs, document=replace(DOCUMENT, runs=(wrong, *DOCUMENT.runs[1:]))) == {
        Wrong.PLACE
    }


@pytest.mark.parametrize("number", [0, 5])
def test_a_hidden_card_on_the_own_board_is_found(tabs: list[Witness], number: int) -> None:
    hidden = secrets(LATE).covered[number]
    shown = secrets(LATE).shown(number) | {min(hidden)}
    tabs[LATE].sightings.add(Sighting(LATE, number, shown, frozenset((LATE,))))
    assert found(tabs) == {Wrong.LEAK}


def test_a_known_card_that_the_own_board_hides_is_found(tabs: list[Witness]) -> None:
    shown = secrets(LATE).shown(5)
    tabs[LATE].sightings.add(Sighting(LATE, 5, shown - {min(shown)}, frozenset((LATE,))))
    assert found(tabs) == {Wrong.LEAK}


def test_a_card_on_anothers_board_is_found_while_one_still_plays(tabs: list[Witness]) -> None:
    secret = frozenset([min(secrets(LATE).last)])
    tabs[WATCHER].sightings.add(Sighting(WINNER, 9, secret, frozenset((LATE,))))
    assert found(tabs) == {Wrong.LEAK}


def test_any_board_of_another_is_found_while_its_reader_plays(tabs: list[Witness]) -> None:
    seen = secrets(WINNER).shown(0)
    end = len(DOCUMENT.runs[LATE].actions)
    tabs[LATE].sightings.add(Sighting(WINNER, 0, seen, frozenset((LATE,)), end - 1))
    assert found(tabs) == {Wrong.LEAK}


def test_boards_may_come_with_the_own_end_before_the_race_tells_it(tabs: list[Witness]) -> None:
    end = len(DOCUMENT.runs[LATE].actions)
    seen = frozenset(range(52))
    tabs[LATE].sightings.add(Sighting(WINNER, len(MOVES), seen, frozenset((LATE,)), end))
    assert found(tabs) == set()


def test_complaints_and_races_without_an_end_are_found(tabs: list[Witness]) -> None:
    assert found(tabs, document=b"") == {Wrong.UNFINISHED}
    tabs[WATCHER].places = None
    assert found(tabs) == {Wrong.UNFINISHED}
    tabs[WINNER].complaints.append("the own board went back")
    assert found(tabs) == {Wrong.UNFINISHED, Wrong.PROTOCOL}
