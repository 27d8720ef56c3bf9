"""Every parser of the engine reads back what it prints, and refuses other texts by its own errors.

The parsers are discovered: methods of exported classes that have a parameter `text`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import engine
from games.engine import (
    Action,
    Board,
    Card,
    Deal,
    EngineError,
    IllegalMoveError,
    InvalidNotationError,
    Move,
    Record,
    RecordError,
    Rules,
    UnknownRulesError,
)
from games.engine.cards import CARDS
from games.engine.record import REMARKS
from tests.engine.strategies import any_rules, boards, deals


@dataclass(frozen=True)
class Sample:
    """A parser with a text it accepts; `write` turns its result back into text."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    text: str


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a record of some legal moves."""
    rules, deal = draw(any_rules()), draw(deals)
    board = Board(rules, deal)
    actions = []
    for ms in range(0, 1000 * draw(st.integers(0, 12)), 1000):
        if moves := list(board.legal_moves):
            board.push(draw(st.sampled_from(moves)))
            actions.append(Action(ms, str(board.moves[-1])))
    lines = st.text().map(lambda text: "".join(text.splitlines()))
    remarks = [(name, draw(lines)) for name in REMARKS if draw(st.booleans())]
    return Record(rules, deal, tuple(actions), remarks=tuple(remarks))


def of_values(kind: Any, values: st.SearchStrategy[Any]) -> st.SearchStrategy[Sample]:
    """Return samples of a class that parses its own `str`."""
    return values.map(lambda value: Sample(kind.parse, str, str(value)))


@st.composite
def positions(draw: st.DrawFn) -> Sample:
    """Draw a position of any game, read under its rules."""
    board = draw(boards())
    return Sample(lambda text: Board.from_position(board.rules, text), Board.key, board.key())


@st.composite
def legal_moves(draw: st.DrawFn) -> Sample:
    """Draw a legal move, found on its board."""
    board = draw(boards().filter(lambda board: bool(board.legal_moves)))
    move = draw(st.sampled_from(list(board.legal_moves)))
    return Sample(board.find_move, str, str(move))


moves = boards().filter(lambda b: bool(b.moves)).flatmap(lambda b: st.sampled_from(b.moves))

SAMPLES: dict[str, st.SearchStrategy[Sample]] = {
    "Board.find_move": legal_moves(),
    "Board.from_position": positions(),
    "Card.parse": of_values(Card, st.sampled_from(CARDS)),
    "Deal.given": deals.map(lambda deal: Sample(Deal.given, str, str(deal))),
    "Deal.parse": of_values(Deal, deals),
    "Move.parse": of_values(Move, moves),
    "Record.parse": of_values(Record, records()),
    "Rules.parse": of_values(Rules, any_rules()),
}

PIECES = (
    "; ",
    "; ;",
    " ",
    "  ",
    "\n",
    "\t",
    "\x1c",
    "*",
    "+",
    "=",
    "/",
    "base ",
    '"',
    "x1",
    "٣",
    "²",
)
"""Texts that trip parsers: everyone's separators, and digits that are not ASCII."""


def parsers() -> Iterator[str]:
    """Yield the names of the exported parsers."""
    for name in engine.__all__:
        kind = getattr(engine, name)
        if inspect.isclass(kind) and not issubclass(kind, Exception):
            for method, member in inspect.getmembers(kind, inspect.isroutine):
                try:
                    parameters = inspect.signature(member).parameters
                except (TypeError, ValueError):  # A built-in without a signature, or a property.
                    continue
                if not method.startswith("_") and "text" in parameters:
                    yield f"{name}.{method}"


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """Draw a text with pieces removed, inserted, or copied from elsewhere in it."""
    for _ in range(draw(st.integers(0, 3))):
        first = draw(st.integers(0, len(text)))
        last = draw(st.integers(first, min(len(text), first + 6)))
        other = draw(st.integers(0, len(text)))
        piece = draw(
            st.one_of(
                st.sampled_from(PIECES),
                st.text(max_size=3),
                st.just(text[other : other + 6]),
                st.just("9" * 5_000),
            )
        )
        text = text[:first] + piece + text[last:]
    return text


def check(sample: Sample, text: str) -> None:
    """Fail unless the text is parsed and prints back, or is refused with an engine error."""
    try:
        value = sample.read(text)
    except EngineError as refusal:  # Anything else, a bare ValueError too, fails the test.
        check_refusal(refusal, text)
        return
    assert sample.read(sample.write(value)) == value
    if sample.read in (Card.parse, Move.parse):
        assert str(value) == text


def check_refusal(error: EngineError, text: str) -> None:
    """Fail unless an error names the input or a part of it, and the place."""
    assert type(error) is not EngineError
    if isinstance(error, InvalidNotationError):
        assert error.text in text
        assert error.at is None or 0 <= error.at <= len(error.text)
    elif isinstance(error, RecordError):
        assert 1 <= error.line <= len(text.splitlines()) + 1
    elif isinstance(error, UnknownRulesError):
        assert error.name in text
    else:
        assert isinstance(error, IllegalMoveError)
        assert error.move == text


def test_every_parser_has_samples_here() -> None:
    assert sorted(parsers()) == sorted(SAMPLES)


@pytest.mark.parametrize("parser", SAMPLES)
@given(data=st.data())
def test_a_printed_value_parses_back(parser: str, data: st.DataObject) -> None:
    sample = data.draw(SAMPLES[parser])
    assert sample.write(sample.read(sample.text)) == sample.text


@pytest.mark.parametrize("parser", SAMPLES)
@given(data=st.data())
def test_any_text_parses_and_prints_back_or_is_refused(parser: str, data: st.DataObject) -> None:
    sample = data.draw(SAMPLES[parser])
    check(sample, data.draw(damaged(sample.text)))
    check(sample, data.draw(st.text(max_size=20)))


DEAL = str(Deal.from_key(b"1"))
POSITION = Board(Rules.parse("beleaguered-castle/streets-and-alleys"), Deal.parse(DEAL)).key()
RECORD = str(Record(Rules.parse("beleaguered-castle"), Deal.parse(DEAL)))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (POSITION.replace("base A", "234567"), 0),
        (POSITION.replace("base A", "base 7 "), 0),
        (POSITION.replace("base A", ""), 0),
        (POSITION + "; ", len(POSITION) + 2),
        (POSITION + "; t1", len(POSITION) + 2),
        (POSITION.replace("; t2", "; ; t2"), POSITION.index("; t2") + 2),
        (POSITION.replace("t2", "t1"), POSITION.index("t2")),
        (POSITION.replace("t2", "t9"), POSITION.index("t2")),
        (POSITION.replace("t2", "s"), POSITION.index("t2")),
        (POSITION.replace(" t2 ", " t2  "), POSITION.index(" t2 ") + len(" t2 ")),
        (POSITION.replace("t2 ", "t2\t"), POSITION.index("t2")),
        (POSITION.rpartition(" ")[0], len(POSITION.rpartition(" ")[0])),
        (f"{POSITION} {POSITION.split()[-1]}", len(POSITION) + 1),
        (f"base A; t1; {POSITION[8:]}", len("base A; t1")),
    ],
)
def test_a_position_is_refused_with_the_place_of_its_fault(text: str, at: int) -> None:
    with pytest.raises(InvalidNotationError) as refusal:
        Board.from_position(Rules.parse("beleaguered-castle/streets-and-alleys"), text)
    assert (refusal.value.text, refusal.value.at) == (text, at)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (Move.parse, "t1t2x1٣"),
        (Record.parse, f"{RECORD}{'1' * 5_000}. 0:01.000 t1t2\n"),
        (Record.parse, f"{RECORD}1. {'1' * 5_000}:01.000 t1t2\n"),
        (Record.parse, f"{RECORD}1. 0:01.00٣ t1t2\n"),
        (Record.parse, f"{RECORD}٣. 0:01.000 t1t2\n"),
    ],
)
def test_only_ascii_digits_and_not_too_many_are_accepted(
    read: Callable[[str], object], text: str
) -> None:
    with pytest.raises(EngineError):
        read(text)


def test_a_deal_is_refused_with_the_place_of_its_fault() -> None:
    names = DEAL.split()
    for number in (0, 7, 51):
        text = " ".join([*names[:number], "1C", *names[number + 1 :]])
        with pytest.raises(InvalidNotationError) as refusal:
            Deal.parse(text)
        assert refusal.value.at == 3 * number
