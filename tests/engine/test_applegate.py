"""When Applegate is won if suits stay on the table, by the engine and by the naive rules."""

from __future__ import annotations

import pytest

from games.engine import GAMES, Board, Rules
from tests.engine.naive import game as naive
from tests.engine.naive.position import Position

CLUBS = "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC"
OTHERS = (
    "t1 KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD; "
    "t2 KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH; "
    "t3 KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
)
STAYING = [
    f"applegate/pysol+layout={layout}+reserve={reserve}+corner={corner}"
    for layout in ("three-down", "two-down")
    for reserve in ("pile", "open")
    for corner in ("yes", "no")
]

each_rules = pytest.mark.parametrize("rules", STAYING)


def judged(rules: str, piles: str) -> tuple[str | None, int]:
    """Return outcome and progress of a position; fail unless engine and naive rules agree."""
    board = Board.from_position(Rules.parse(rules), f"base A; {piles}")
    named = naive.parse_rules(rules)
    cards = {name: pile.split() for name, _, pile in (p.partition(" ") for p in piles.split("; "))}
    empty: dict[str, list[str]] = {f"t{number}": [] for number in range(1, 8)}
    reserve = 1 if "reserve=pile" in rules else 3
    empty |= {f"r{number}": [] for number in range(1, reserve + 1)}
    names = {name: [card.strip("*") for card in pile] for name, pile in (empty | cards).items()}
    hidden = {card.strip("*") for pile in cards.values() for card in pile if card[0] == "*"}
    position = Position.of(dict(names), hidden, "A")
    outcome = board.outcome()
    assert (None if outcome is None else str(outcome)) == naive.outcome(position, named)
    assert board.progress == named.game.progress(position, named.options)
    return outcome, board.progress


@each_rules
def test_four_suits_in_columns_of_their_own_win(rules: str) -> None:
    assert judged(rules, f"{OTHERS}; t5 {CLUBS}") == ("won", 52)


@each_rules
def test_a_king_that_still_lies_face_down_under_its_suit_counts(rules: str) -> None:
    assert judged(rules, f"{OTHERS}; t5 *{CLUBS}") == ("won", 52)


@each_rules
@pytest.mark.parametrize("turned", [(0, 1), (1,), (0, 1, 2), (12,)])
def test_any_other_card_face_down_does_not(rules: str, turned: tuple[int, ...]) -> None:
    names = CLUBS.split()
    for index in turned:
        names[index] = f"*{names[index]}"
    assert judged(rules, f"{OTHERS}; t5 {' '.join(names)}")[0] is None


@each_rules
@pytest.mark.parametrize(
    "clubs",
    [
        "t5 *KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C; t6 AC",
        "t5 QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC; t6 *KC",
        "t5 QC *KC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC",
        "t5 *KC JC QC TC 9C 8C 7C 6C 5C 4C 3C 2C AC",
        "t5 *KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C; r1 AC",
        "t5 KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C; r1 AC",
        "t5 *AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    ],
)
def test_a_suit_out_of_order_or_in_two_columns_does_not(rules: str, clubs: str) -> None:
    assert judged(rules, f"{OTHERS}; {clubs}")[0] is None


@each_rules
def test_another_card_in_the_column_spoils_it(rules: str) -> None:
    spades = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    under, over = f"t5 AS *{CLUBS}", f"t5 *{CLUBS} AS"
    for clubs in (under, over):
        assert judged(rules, f"{OTHERS.rpartition('; ')[0]}; t3 {spades}; {clubs}")[0] is None


@pytest.mark.parametrize("remove", ["anywhere", "exposed"])
def test_where_suits_leave_a_face_down_king_does_not_win(remove: str) -> None:
    piles = "fd KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD"
    piles += (
        "; fh KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH; fs KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
    )
    rules = Rules.of("applegate", "pysol", {"remove": remove})
    board = Board.from_position(rules, f"base A; t5 *{CLUBS}; {piles}")
    assert (board.outcome(), board.progress) == ("stuck", 39 + 11)


def test_these_are_all_the_rules_under_which_suits_stay() -> None:
    values = {option.name: option.values for option in GAMES["applegate"].options}
    assert len({Rules.parse(text) for text in STAYING}) == len(STAYING)
    assert len(STAYING) == len(values["layout"]) * len(values["reserve"]) * len(values["corner"])


SHORT = CLUBS.removesuffix(" AC")
SPADES = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"


@pytest.mark.parametrize("above", ["", " AS", " AS 2S"])
def test_a_suit_leaves_the_bottom_of_a_column_whatever_lies_on_it(above: str) -> None:
    piles = f"t5 {SHORT}; t6 AC{above}"
    others = " ".join(card for card in SPADES.split() if card not in above.split())
    board = Board.from_position(
        Rules.parse("applegate"), f"base A; {OTHERS.rpartition('; ')[0]}; t3 {others}; {piles}"
    )
    board.push(board.find_move(f"t6t5x{1 + len(above.split())}" if above else "t6t5"))
    assert f"fc {CLUBS}" in board.key()
    assert (f"; t5{above};" in board.key()) == bool(above)
    board.pop()
    assert f"t5 {SHORT}; t6 AC{above}" in board.key()


def test_a_covered_suit_leaves_once_it_is_uncovered() -> None:
    spades = SPADES.removesuffix(" AS")
    position = f"base A; {OTHERS.rpartition('; ')[0]}; t3 {spades}; t5 {CLUBS} AS"
    board = Board.from_position(Rules.of("applegate", changes={"remove": "exposed"}), position)
    board.push(board.find_move("t5t3"))
    assert f"fc {CLUBS}" in board.key()
    assert f"fs {SPADES}" in board.key()
    board.pop()
    assert f"t5 {CLUBS} AS" in board.key()


@pytest.mark.parametrize("remove", ["anywhere", "exposed"])
def test_completing_a_suit_reveals_the_card_below_its_source(remove: str) -> None:
    clubs = f"{OTHERS.rpartition('; ')[0]}; t3 {SPADES.removesuffix(' AS')}; t5 {SHORT}"
    rules = Rules.of("applegate", changes={"remove": remove})
    board = Board.from_position(rules, f"base A; {clubs}; t6 *AS AC")
    board.push(board.find_move("t6t5"))
    assert f"fc {CLUBS}" in board.key()
    assert not board.can_undo
    board = Board.from_position(rules, f"base A; {clubs}; t6 AS AC")
    board.push(board.find_move("t6t5"))
    assert board.can_undo
