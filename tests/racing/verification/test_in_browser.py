"""The page that checks a race, run by Node, agrees with the Python program.

It knows no rules: what takes them it leaves to the program, and all else it finds too.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from games.engine import Record
from games.racing import Kind, frames
from games.racing.verification import RaceDocument
from tests.racing.verification.races import FIXTURES, raced
from tests.racing.verification.test_verification import (
    VECTORS,
    changed,
    field_of,
    judged,
    places,
    without_a_move,
)

pytestmark = pytest.mark.needs_node

PROGRAM = Path(__file__).with_name("in_browser.js")
WINS: list[dict[str, str]] = json.loads((FIXTURES / "wins.json").read_text("ascii"))

NEEDS_RULES = {"progress", "progress_at"}
"""What takes a run's boards; the state takes them where nothing but the cards ended the run."""


def found(folder: Path, races: Iterable[tuple[str, Any]]) -> list[list[str]]:
    """Return the fields that the page finds false in documents with their boards."""
    files = []
    for number, (document, boards) in enumerate(races):
        files.append(folder / f"{number}.json")
        files[-1].write_text(json.dumps({"document": document, "boards": boards}), "utf-8")
    run = subprocess.run(["node", PROGRAM, *files], capture_output=True, check=True)
    answer: list[list[str]] = json.loads(run.stdout)
    return answer


def boards(document: RaceDocument) -> list[list[dict[str, Any]]]:
    """Return the boards of each run as the page has them."""
    free = document.kind is Kind.SOLO
    records = [
        Record(document.rules, document.deal, run.actions, free_undo=free) for run in document.runs
    ]
    return [
        [
            {
                "action": frame.action,
                "ms": frame.ms,
                "piles": frame.board["piles"],
                "progress": frame.board["progress"],
                "outcome": frame.board["outcome"],
            }
            for frame in frames(record)
        ]
        for record in records
    ]


def forgeries(document: dict[str, Any]) -> Iterator[tuple[tuple[str | int, ...], dict[str, Any]]]:
    """Yield copies with one number raised by one, or a win denied, where the program finds that
    false: the first, the middle and the last value of each field.
    """
    fields: dict[str, list[tuple[str | int, ...]]] = {}
    for place in places(document):
        fields.setdefault(field_of(place), []).append(place)
    for alike in fields.values():
        for place in sorted({alike[0], alike[len(alike) // 2], alike[-1]}, key=str):
            value: Any = document
            for part in place:
                value = value[part]
            other = value + 1 if type(value) is int else "ended" if value == "won" else None
            if other is not None and judged(forged := changed(document, place, other))[0]:
                yield place, forged


def needs_rules(place: Sequence[str | int]) -> bool:
    return place[-1] in NEEDS_RULES


def test_what_is_true_is_found_so(tmp_path: Path) -> None:
    documents = [RaceDocument.parse(content) for content in VECTORS.values()]
    told = found(tmp_path, [(str(race), boards(race)) for race in documents])
    assert told == [[]] * len(documents)


def test_places_without_a_move_may_be_those_of_earlier_races(tmp_path: Path) -> None:
    races = [without_a_move(places) for places in ((2, 1, 2), (2, 1, 3), (1, 2, 3))]
    fields = [f"runs[{number}].place" for number in range(3)]
    told = found(tmp_path, [(str(race), boards(race)) for race in races])
    assert told == [[], [], fields]


def test_every_win_follows_from_board_to_board(tmp_path: Path) -> None:
    races = [
        raced(win["rules"], win["key"].encode(), [("Alice", win["moves"].split(), 100)])
        for win in WINS
    ]
    assert found(tmp_path, [(str(race), boards(race)) for race in races]) == [[]] * len(WINS)


@pytest.mark.parametrize("name", VECTORS)
def test_a_false_number_or_state_is_found_without_rules(tmp_path: Path, name: str) -> None:
    document = json.loads(VECTORS[name])
    forged = list(forgeries(document))
    assert forged
    without = found(tmp_path, [(json.dumps(race), None) for _, race in forged])
    missed = {place for (place, _), fields in zip(forged, without, strict=True) if not fields}
    assert {place for place in missed if not needs_rules(place)} == set()
    shown = boards(RaceDocument.parse(VECTORS[name]))
    assert all(found(tmp_path, [(json.dumps(race), shown) for _, race in forged]))


@pytest.mark.parametrize(
    ("old", "new", "fields"),
    [
        ('"place":2', '"place":1', ["runs[1].place"]),
        ('"key":"31"', '"key":"32"', ["drawn.commitment", "cards"]),
        ('"time":37100', '"time":37101', ["runs[0].result.time"]),
        ('"cards":"', '"cards":"KS ', ["unreadable"]),
        ('"closed_at":17', '"closed_at":18', ["closed_at"]),
        ('"place":2', '"place":2.5', ["unreadable"]),
        ('"shuffle":"deal/1"', '"shuffle":"deal/2"', ["unreadable"]),
        ('"countdown":', '"countdowns":', ["unreadable"]),
        ('"format"', "format", ["unreadable"]),
    ],
)
def test_a_forged_document_gets_a_finding_with_its_field(
    tmp_path: Path, old: str, new: str, fields: list[str]
) -> None:
    text = VECTORS["bell-after-the-finish"].decode()
    assert old in text
    assert found(tmp_path, [(text.replace(old, new), None)]) == [fields]


@pytest.mark.parametrize("number", [1, 5])
def test_a_board_that_does_not_follow_is_found(tmp_path: Path, number: int) -> None:
    race = RaceDocument.parse(VECTORS["every-ending"])
    shown = boards(race)
    piles = shown[0][number]["piles"]
    first, second = [name for name in ("t1", "t2", "t3", "t4") if piles[name]][:2]
    piles |= {first: piles[second], second: piles[first]}
    assert found(tmp_path, [(str(race), shown)]) == [[f"runs[0].actions[{number - 1}]"]]


@pytest.mark.parametrize("count", [1, 13, 52])
def test_cards_that_fly_home_unasked_are_found(tmp_path: Path, count: int) -> None:
    race = RaceDocument.parse(VECTORS["every-ending"])
    shown = boards(race)
    board = shown[0][1]
    piles = {name: cards.split() for name, cards in board["piles"].items()}
    known = [card for cards in piles.values() for card in cards if card != "??"]
    for card in known[:count]:
        [pile] = [cards for cards in piles.values() if card in cards]
        pile.remove(card)
        piles[f"f{card[1].lower()}"].append(card)
    board["piles"] = {name: " ".join(cards) for name, cards in piles.items()}
    assert found(tmp_path, [(str(race), shown)]) == [["runs[0].actions[0]"]]


@pytest.mark.parametrize("broken", [None, {}, {"piles": {"t1": 7}}])
def test_what_is_no_board_is_a_finding(tmp_path: Path, broken: Any) -> None:
    race = RaceDocument.parse(VECTORS["every-ending"])
    for number, field in ((0, "cards"), (2, "runs[0].actions[1]")):
        shown: list[list[Any]] = [*boards(race)]
        shown[0][number] = broken if broken is None else shown[0][number] | {"piles": None} | broken
        assert found(tmp_path, [(str(race), shown)]) == [[field]]


def test_boards_of_another_run_are_found(tmp_path: Path) -> None:
    race = RaceDocument.parse(VECTORS["every-ending"])
    shown = boards(race)
    shown[2] = shown[4]
    [[field]] = found(tmp_path, [(str(race), shown)])
    assert field.startswith("runs[2].actions[")
