"""A finished race as a document: what is true is found so, and what is changed is noticed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.racing.verification import DocumentError, RaceDocument, Verdict, verify
from tests.racing.verification.races import FIXTURES, raced, vectors, winning_moves

VECTORS = {path.stem: path.read_bytes() for path in sorted((FIXTURES / "races").glob("*.json"))}

NOTICED = {
    *("format", "cards", "drawn", "drawn.key", "drawn.shuffle", "drawn.commitment"),
    *("drawn.method", "starts_at", "closed_at", "runs", "runs[].actions", "runs[].actions[]"),
    *("runs[].actions[].star", "runs[].result", "runs[].place", "runs[].result.state"),
    *("runs[].result.progress", "runs[].result.progress_at", "runs[].result.moves"),
    *("runs[].result.undos", "runs[].result.time"),
}
"""The fields whose every change is noticed. All others are told to be beyond checking."""

Path = tuple[str | int, ...]


def faults(document: RaceDocument) -> list[str]:
    """Return the fields that are false."""
    return [", ".join(each.fields) for each in verify(document) if each.verdict is Verdict.FALSE]


def judged(document: dict[str, Any]) -> tuple[bool, set[str]]:
    """Return whether a document is found false or unreadable, and the fields beyond checking."""
    try:
        findings = verify(RaceDocument.parse(json.dumps(document).encode()))
    except DocumentError:
        return True, set()
    beyond = {
        field for each in findings if each.verdict is Verdict.UNKNOWN for field in each.fields
    }
    return any(each.verdict is Verdict.FALSE for each in findings), beyond


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the place of every value in a document."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for name in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[name], (*path, name))


def field_of(path: Path) -> str:
    """Return the field that a place belongs to: `runs[].result.time`."""
    if len(path) == 5 and path[2] == "actions":
        return f"runs[].actions[].{('ms', 'move', 'star')[int(path[4])]}"
    named = "".join("[]" if isinstance(part, int) else f".{part}" for part in path)[1:]
    return "runs" if named == "runs[]" else named


def changed(document: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """Return a copy with one value replaced."""
    copy = deepcopy(document)
    inner = copy
    for part in path[:-1]:
        inner = inner[part]  # type: ignore[index]
    inner[path[-1]] = value  # type: ignore[index]
    return copy


def other_values(value: Any) -> st.SearchStrategy[Any]:
    """Return values to put in place of one: near ones and ones of other types."""
    anything = st.one_of(
        st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.floats(), st.just([])
    )
    match value:
        case bool():
            near: st.SearchStrategy[Any] = st.just(not value)
        case int():
            near = st.integers(-20, 20).map(lambda by: value + by)
        case str():
            near = st.sampled_from([value[:-1], value + "0", value.upper(), value.swapcase()])
        case list() if value:
            near = st.integers(0, len(value) - 1).map(lambda n: value[:n] + value[n + 1 :])
        case _:
            near = anything
    return near | anything


@pytest.mark.parametrize("name", VECTORS)
def test_the_vectors_are_valid(name: str) -> None:
    document = RaceDocument.parse(VECTORS[name])
    assert faults(document) == []
    assert str(document).encode() == VECTORS[name]


def test_the_vectors_are_those_that_the_command_writes() -> None:
    assert {name: str(race).encode() for name, race in vectors().items()} == VECTORS


@given(st.data())
def test_a_change_of_one_field_is_noticed_or_told_to_be_beyond_checking(
    data: st.DataObject,
) -> None:
    document = json.loads(VECTORS[data.draw(st.sampled_from(sorted(VECTORS)))])
    # A field first, so that the many actions don't crowd out the rest.
    fields: dict[str, list[Path]] = {}
    for path in places(document):
        fields.setdefault(field_of(path), []).append(path)
    field = data.draw(st.sampled_from(sorted(fields)))
    path = data.draw(st.sampled_from(fields[field]))
    value = document
    for part in path:
        value = value[part]
    other = data.draw(other_values(value).filter(lambda other: other != value))
    noticed, beyond = judged(changed(document, path, other))
    assert noticed or field in beyond, (field, value, other)


def test_every_field_is_either_noticed_or_told_to_be_beyond_checking() -> None:
    for content in VECTORS.values():
        document = json.loads(content)
        _, beyond = judged(document)
        fields = {field_of(path) for path in places(document)}
        assert fields - NOTICED <= beyond


def without(document: RaceDocument, run: int, number: int) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(str(document))
    del copy["runs"][run]["actions"][number]
    return copy


def first_false(document: dict[str, Any]) -> tuple[str, str]:
    """Return the first finding of something false: its fields and its sentence."""
    for finding in verify(RaceDocument.parse(json.dumps(document).encode())):
        if finding.verdict is Verdict.FALSE:
            return ", ".join(finding.fields), finding.sentence
    raise AssertionError("nothing is false")


@pytest.fixture
def race() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(VECTORS["every-ending"])
    return document


def test_another_key_is_noticed_twice(race: dict[str, Any]) -> None:
    race["drawn"]["key"] = "00"
    assert faults(RaceDocument.parse(json.dumps(race).encode())) == ["drawn.commitment", "cards"]


def test_another_deal_by_a_fitting_key_breaks_the_moves(race: dict[str, Any]) -> None:
    other = json.loads(VECTORS["practice-of-listed-cards"])["cards"]
    race |= {"drawn": None, "cards": other}
    field, sentence = first_false(race)
    assert re.fullmatch(r"runs\[0\]\.actions\[\d+\]", field)
    assert sentence.startswith("illegal move")


@pytest.mark.parametrize(
    ("path", "value", "field", "sentence"),
    [
        (("runs", 0, "place"), 2, "runs[0].place", "2, but the rules give 1"),
        (("runs", 6, "place"), 1, "runs[6].place", "1, but the rules give null: the run is voided"),
        (("runs", 6, "void"), "", "runs[0].place", "1, but the rules give 2"),
        (("runs", 0, "result", "time"), 9, "runs[0].result.time", "9, but the actions give 78000"),
        (("closed_at",), 1_700_000_000_000, "closed_at", "1700000000000, but the race was over at"),
        (("countdown",), 1, "countdown", "A countdown lasts from 3 to 60 seconds."),
        (("limit",), None, "limit", "A race lasts from 2 to 60 minutes."),
        (("kind",), "daily", "runs", "a daily race has 1 seats at most"),
        (("runs", 5, "actions", 0, 0), 7, "runs[5].actions", "the bell came 7 ms after the start"),
        (("runs", 5, "actions"), [], "runs[5].actions", "the run is open, but the bell"),
        (("runs", 0, "actions", 1, 0), 0, "runs[0].actions[1]", "0 ms is earlier than"),
        (("runs", 0, "actions", 1, 1), "t9f", "runs[0].actions[1]", "'t9f' is not a move"),
        (("runs", 0, "actions", 0), [1000, "t4t3", "*"], "runs[0].actions[0]", "'t4t3' isn't one"),
        (("runs", 4, "actions", 0, 1), "forfeit", "runs[4].actions[1]", "'t7t2' comes after"),
        (("runs", 4, "actions", 0, 1), "bell", "runs[4].actions[1]", "'t7t2' comes after"),
        (("runs", 4, "actions", 0, 1), "undo", "runs[4].actions[0]", "There's no move to undo."),
    ],
)
def test_a_false_field_is_named_and_explained(
    race: dict[str, Any], path: Path, value: Any, field: str, sentence: str
) -> None:
    found, said = first_false(changed(race, path, value))
    assert (found, said[: len(sentence)]) == (field, sentence)


def test_a_race_that_outlasts_its_limit_is_noticed() -> None:
    key, moves = winning_moves("agnes-sorel/standard")
    slow = raced("agnes-sorel/standard", key, [("Slow", moves, 10_000)])
    assert faults(slow) == ["runs[0].actions"]


@pytest.mark.parametrize(("late", "verdict"), [(2_000, Verdict.NOTE), (2_001, Verdict.FALSE)])
def test_an_action_shortly_after_the_bell_is_noted_since_processes_hear_of_it_late(
    late: int, verdict: Verdict
) -> None:
    rules = "agnes-sorel/standard"
    key, moves = winning_moves(rules)
    # The first is home after 78 seconds, so the bell rings a minute later.
    race = raced(rules, key, [("Fast", moves, 1_000), ("Late", moves[:1], 138_000 + late)])
    found = {finding.fields[0]: finding.verdict for finding in verify(race)[-7:]}
    assert found["runs[1].actions"] is verdict


@pytest.mark.parametrize(("ms", "verdict"), [(599_999, None), (600_000, Verdict.FALSE)])
def test_the_race_is_over_at_the_millisecond_of_the_bell(ms: int, verdict: Verdict | None) -> None:
    key, moves = winning_moves("agnes-sorel/standard")
    race = raced("agnes-sorel/standard", key, [("Late", moves[:1], ms)])
    findings = [f for f in verify(race) if f.fields[0] == "runs[0].actions"][1:]
    assert [finding.verdict for finding in findings] == ([verdict] if verdict else [])


def finishing(race: RaceDocument) -> Sequence[int]:
    """Return the numbers of the server's moves in the first run."""
    return [n for n, action in enumerate(race.runs[0].actions) if action.automatic]


@pytest.mark.parametrize("which", [0, -1])
def test_the_server_has_to_finish_a_game_at_once(which: int) -> None:
    race = RaceDocument.parse(VECTORS["every-ending"])
    number = finishing(race)[which]
    field, sentence = first_false(without(race, 0, number))
    assert field.startswith("runs[0].actions")
    assert "finish" in sentence
    late = changed(json.loads(str(race)), ("runs", 0, "actions", number, 0), 78_001)
    assert first_false(late)[0] in (f"runs[0].actions[{n}]" for n in (number, number + 1))


def test_no_run_has_more_actions_than_a_race_allows() -> None:
    rules = "beleaguered-castle/standard"
    key, moves = winning_moves(rules)
    long = raced(rules, key, [("Busy", [moves[0], "undo"] * 1_501, 1), ("Bob", ["end"], 1)])
    assert faults(long) == ["runs[0].actions[3000]"]


def test_only_casual_races_and_practices_allow_help() -> None:
    ranked = json.loads(VECTORS["bell-after-the-finish"])
    assert judged(changed(ranked, ("runs", 0, "assisted"), True))[0]
    casual = json.loads(VECTORS["every-ending"])
    assert not judged(changed(casual, ("runs", 0, "assisted"), True))[0]


@pytest.mark.parametrize(
    ("places", "fields"),
    [
        ((2, 1, 2), []),
        # As they were given up to 0.2.
        ((2, 1, 3), []),
        ((1, 2, 3), ["runs[0].place", "runs[1].place", "runs[2].place"]),
    ],
)
def test_places_without_a_move_may_be_those_of_earlier_races(
    places: tuple[int, ...], fields: list[str]
) -> None:
    assert faults(without_a_move(places)) == fields


def without_a_move(places: tuple[int, ...]) -> RaceDocument:
    """Return a race in which one left at once, one ended at once and one did nothing."""
    rules = "agnes-sorel/standard"
    runs = (("Left", ["forfeit"], 900), ("At once", ["end"], 900), ("Nobody", list[str](), 1))
    race = raced(rules, winning_moves(rules)[0], runs)
    told = (replace(run, place=place) for run, place in zip(race.runs, places, strict=True))
    return replace(race, runs=tuple(told))
