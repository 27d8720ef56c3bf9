"""The errors of parsers for texts they refuse, word for word."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.engine import (
    GAMES,
    Board,
    Card,
    Deal,
    InvalidNotationError,
    Move,
    Rules,
    UnknownRulesError,
)
from games.engine.cards import CARDS

DEAL = str(Deal.from_key(b"1"))
OPEN = Rules.parse("beleaguered-castle/streets-and-alleys")
POSITION = Board(OPEN, Deal.parse(DEAL)).key()
PILES = "a pile of t1, t2, t3, t4, t5, t6, t7, t8, fc, fd, fh, fs"
ONCE = "each option once, as +option=value"


def position(text: str) -> Board:
    return Board.from_position(OPEN, text)


FAULTS: list[tuple[Callable[[str], object], str, str, str, int | None]] = [
    (Card.parse, "1H", "card", "a rank of A23456789TJQK and a suit of CDHS, as in QH", None),
    (
        *(Move.parse, "t1-t2", "move"),
        *("source, target and xN for N > 1 cards, as in t3t5x2 or r2f, or deal", None),
    ),
    (Deal.parse, "QS 3H", "deal", "52 cards, not 2", None),
    (Deal.parse, DEAL.replace("KH", "QX"), "deal", "cards such as QH, not 'QX'", 3),
    (Deal.parse, DEAL.replace("AH", "H"), "deal", "cards such as QH, not 'H'", 3 * 38),
    (Deal.parse, DEAL.replace("3H", "AC"), "deal", "each card once, not AC twice", 3 * 50),
    (Rules.parse, "agnes-sorel+run=suit", "set of rules", "a preset before the first option", 11),
    (Rules.parse, "agnes-sorel/standard+run", "set of rules", ONCE, 20),
    (Rules.parse, "agnes-sorel/standard+run=suit+run=colour", "set of rules", ONCE, 29),
    (Rules.parse, "agnes-sorel/standard+run=suit+part=no+wrap", "set of rules", ONCE, 37),
    (position, POSITION.removeprefix("base "), "position", "`base` and a rank first", 0),
    (position, POSITION.replace("t2", "t9"), "position", f"{PILES}, not 't9'", 33),
    (position, POSITION.replace("t2", "t1"), "position", "each pile once, not t1 twice", 33),
    (position, f"base A; t1; {POSITION[8:]}", "position", "cards on t1, or no t1", 10),
    (
        *(position, POSITION.replace("2S", "*XS"), "position"),
        *("cards such as QH or *QH, not '*XS'", 14),
    ),
    (position, f"{POSITION} *TC", "position", "each card once, not TC twice", len(POSITION) + 1),
    (position, POSITION.removesuffix(" TD"), "position", "52 cards, not 51", len(POSITION) - 3),
]


@pytest.mark.parametrize(("read", "text", "what", "expected", "at"), FAULTS)
def test_a_refused_text_says_what_was_expected_and_where(
    read: Callable[[str], object], text: str, what: str, expected: str, at: int | None
) -> None:
    with pytest.raises(InvalidNotationError) as refused:
        read(text)
    error = refused.value
    assert (error.what, error.text, error.expected, error.at) == (what, text, expected, at)
    place = "" if at is None else f" (at character {at})"
    assert str(error) == f"{text!r} is not a {what}: expected {expected}{place}"


def test_cards_that_are_not_a_deal_are_refused_like_texts() -> None:
    with pytest.raises(InvalidNotationError) as refused:
        Deal(CARDS[:2])
    assert str(refused.value) == "'AC 2C' is not a deal: expected each of the 52 cards once"


@pytest.mark.parametrize(
    ("text", "what", "name", "known"),
    [
        ("spider", "game", "spider", tuple(GAMES)),
        ("applegate/dalton", "preset of applegate", "dalton", ("standard", "pysol")),
        ("applegate/dalton/x", "preset of applegate", "dalton/x", ("standard", "pysol")),
        (
            *("applegate/standard+corner=no=yes", "value of corner in applegate", "no=yes"),
            ("yes", "no"),
        ),
        (
            *("applegate/standard+space=none", "option of applegate", "space"),
            ("layout", "reserve", "remove", "corner"),
        ),
        (
            *("applegate/standard+corner=maybe", "value of corner in applegate", "maybe"),
            ("yes", "no"),
        ),
    ],
)
def test_unknown_rules_are_refused_with_the_known_ones(
    text: str, what: str, name: str, known: tuple[str, ...]
) -> None:
    with pytest.raises(UnknownRulesError) as refused:
        Rules.parse(text)
    error = refused.value
    assert (error.what, error.name, error.known) == (what, name, known)
    assert str(error).startswith(f"unknown {what} {name!r}: ")
    assert str(error).lower().endswith(f"known are {', '.join(known)}")
