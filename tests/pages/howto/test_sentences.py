"""Every sentence of the help matches the engine; these facts are not taken from the pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from games.engine import GAMES, Board, Deal, IllegalMoveError, Rules, view
from games.pages.deals.options import OPTIONS
from games.pages.howto.examples import EXAMPLES, Example
from games.pages.howto.figures import SUIT
from games.pages.howto.page import sections

DEAL: Final = Deal.from_key(b"1")

CHOICES = [
    (name, option.name, value)
    for name, game in GAMES.items()
    for option in game.options
    for value in option.values
]

# What each value says about the option's examples, one letter each: y allowed, n refused.
ON_THE_PAGE: Final = {
    ("agnes-sorel", "run"): {"colour": "yy", "suit": "ny", "single": "nn"},
    ("agnes-sorel", "part"): {"yes": "y", "no": "n"},
    ("agnes-sorel", "space"): {
        "any-run": "yyyy",
        "any-card": "yynn",
        "high-run": "nyny",
        "high-card": "nynn",
        "none": "nnnn",
    },
    ("agnes-sorel", "wrap"): {"yes": "y", "no": "n"},
    ("agnes-sorel", "on-base"): {"no": "n", "yes": "y"},
    ("agnes-sorel", "return"): {"no": "nn", "yes": "yy"},
    ("agnes-bernauer", "part"): {"yes": "y", "no": "n"},
    ("agnes-bernauer", "space"): {"high-run": "nyny", "high-card": "nynn", "any-run": "yyyy"},
    ("agnes-bernauer", "wrap"): {"yes": "y", "no": "n"},
    ("agnes-bernauer", "on-base"): {"yes": "y", "no": "n"},
    ("agnes-bernauer", "return"): {"no": "nn", "yes": "yy"},
    ("applegate", "corner"): {"yes": "y", "no": "n"},
    ("beleaguered-castle", "return"): {"no": "n", "yes": "y"},
    ("freecell", "pack"): {"alternating": "yn", "suit": "ny"},
    ("freecell", "units"): {"power": "y", "single": "n"},
    ("freecell", "space"): {"any": "yy", "king": "ny"},
    ("freecell", "return"): {"no": "n", "yes": "y"},
    ("klondike", "space"): {"king": "ny", "any": "yy"},
    ("klondike", "part"): {"yes": "y", "no": "n"},
    ("klondike", "return"): {"yes": "y", "no": "n"},
}


def piles(board: Board) -> dict[str, list[str]]:
    return {name: cards.split() for name, cards in view(board)["piles"].items()}


def lengths(board: Board) -> list[int]:
    return [len(cards) for name, cards in piles(board).items() if name.startswith("t")]


def face_down(board: Board) -> list[int]:
    return [cards.count("??") for name, cards in piles(board).items() if name.startswith("t")]


def reserve(board: Board) -> list[list[str]]:
    return [cards for name, cards in piles(board).items() if name.startswith("r")]


def dealt(rules: Rules) -> Board:
    return Board(rules, DEAL)


def after(rules: Rules, *moves: str) -> Board:
    board = dealt(rules)
    for move in moves:
        board.push(board.find_move(move))
    return board


def refused_deal(rules: Rules) -> str | None:
    """Return why a deal is refused while other moves remain."""
    board = Example("t1 9H; t2 TH TS; s *2C *3C", "deal").board(rules)
    assert [str(move) for move in board.legal_moves if str(move) != "deal"]
    try:
        board.find_move("deal")
    except IllegalMoveError as error:
        return error.reason
    return None


def suit_that_gets_its_ace(rules: Rules, *above: str) -> dict[str, list[str]]:
    """Return the piles after the ace, and the cards on it, have joined the rest of a suit in t1."""
    cards = " ".join(["AH", *above])
    board = Example(f"t1 {SUIT}; t2 {cards}; r1 2S", "t2t1").board(rules)
    size = f"x{1 + len(above)}" if above else ""
    board.push(board.find_move(f"t2t1{size}"))
    return piles(board)


def sevens(rules: Rules) -> int:
    """Return how many deals of seven the stock holds."""
    return len(piles(dealt(rules))["s"]) // 7


def cells(rules: Rules) -> int:
    return sum(name.startswith("c") for name in piles(dealt(rules)))


def passes(rules: Rules, most: int = 5) -> int:
    """Return how often one can go through the stock, or `most`."""
    board = dealt(rules)
    for number in range(1, most + 1):
        while piles(board)["s"]:
            board.push(board.find_move("deal"))
        try:
            board.push(board.find_move("deal"))
        except IllegalMoveError:
            return number
    return most


def last_two(rules: Rules) -> Board:
    return after(rules, *["deal"] * sevens(rules))


# What else each value says about the table as dealt and about play.
FACTS: Final[dict[tuple[str, str, str], Callable[[Rules], bool]]] = {
    ("agnes-sorel", "columns", "descending"): (
        lambda rules: lengths(dealt(rules)) == [7, 6, 5, 4, 3, 2, 1]
    ),
    ("agnes-sorel", "columns", "ascending"): (
        lambda rules: lengths(dealt(rules)) == [1, 2, 3, 4, 5, 6, 7]
    ),
    ("agnes-sorel", "face", "up"): lambda rules: face_down(dealt(rules)) == [0] * 7,
    ("agnes-sorel", "face", "last"): (
        lambda rules: face_down(dealt(rules)) == [6, 5, 4, 3, 2, 1, 0]
    ),
    ("agnes-sorel", "deal", "any-time"): lambda rules: refused_deal(rules) is None,
    ("agnes-sorel", "deal", "when-stuck"): lambda rules: refused_deal(rules) == "moves-left",
    ("agnes-sorel", "last", "hand"): (
        lambda rules: [len(piles(last_two(rules))[name]) for name in ("h1", "h2", "s")] == [1, 1, 0]
    ),
    ("agnes-sorel", "last", "columns"): (
        lambda rules: (
            "??" not in piles(last_two(rules))["s"]
            and lengths(after(rules, *["deal"] * 4)) == [11, 10, 8, 7, 6, 5, 4]
        )
    ),
    ("agnes-bernauer", "reserve", "empty"): lambda rules: reserve(dealt(rules)) == [[]] * 7,
    ("agnes-bernauer", "reserve", "dealt"): (
        lambda rules: [len(pile) for pile in reserve(dealt(rules))] == [1] * 7
    ),
    ("agnes-bernauer", "deal", "any-time"): lambda rules: refused_deal(rules) is None,
    ("agnes-bernauer", "deal", "when-stuck"): lambda rules: refused_deal(rules) == "moves-left",
    ("agnes-bernauer", "last", "reserve"): (
        lambda rules: (
            [len(p) for p in reserve(after(rules, *["deal"] * (sevens(rules) + 1)))]
            == [4, 4, 3, 3, 3, 3, 3]
        )
    ),
    ("agnes-bernauer", "last", "hand"): (
        lambda rules: [len(piles(last_two(rules))[name]) for name in ("h1", "h2", "s")] == [1, 1, 0]
    ),
    ("applegate", "layout", "three-down"): (
        lambda rules: face_down(dealt(rules)) == [3, 3, 3, 3, 0, 0, 0]
    ),
    ("applegate", "layout", "two-down"): (
        lambda rules: face_down(dealt(rules)) == [0, 2, 2, 2, 2, 2, 2]
    ),
    ("applegate", "reserve", "pile"): (
        lambda rules: [pile.count("??") for pile in reserve(dealt(rules))] == [2]
    ),
    ("applegate", "reserve", "open"): (
        lambda rules: [len(set(pile) - {"??"}) for pile in reserve(dealt(rules))] == [1, 1, 1]
    ),
    ("applegate", "remove", "anywhere"): (
        lambda rules: suit_that_gets_its_ace(rules, "4C")["t1"] == ["4C"]
    ),
    ("applegate", "remove", "exposed"): (
        lambda rules: (
            len(suit_that_gets_its_ace(rules, "4C")["t1"]) == 14
            and suit_that_gets_its_ace(rules)["t1"] == []
        )
    ),
    ("applegate", "remove", "never"): (
        lambda rules: len(suit_that_gets_its_ace(rules)["t1"]) == 13
    ),
    ("beleaguered-castle", "aces", "out"): (
        lambda rules: (
            lengths(dealt(rules)) == [6] * 8
            and [piles(dealt(rules))[name] for name in ("fc", "fd", "fh", "fs")]
            == [["AC"], ["AD"], ["AH"], ["AS"]]
        )
    ),
    ("beleaguered-castle", "aces", "dealt"): (
        lambda rules: lengths(dealt(rules)) == [7, 7, 7, 7, 6, 6, 6, 6]
    ),
    ("freecell", "cells", "4"): lambda rules: cells(rules) == 4,
    ("freecell", "cells", "0"): lambda rules: cells(rules) == 0,
    ("freecell", "cells", "1"): lambda rules: cells(rules) == 1,
    ("freecell", "cells", "2"): lambda rules: cells(rules) == 2,
    ("freecell", "cells", "3"): lambda rules: cells(rules) == 3,
    ("freecell", "cells", "5"): lambda rules: cells(rules) == 5,
    ("freecell", "cells", "6"): lambda rules: cells(rules) == 6,
    ("klondike", "draw", "three"): lambda rules: len(piles(after(rules, "deal"))["w"]) == 3,
    ("klondike", "draw", "one"): lambda rules: len(piles(after(rules, "deal"))["w"]) == 1,
    ("klondike", "passes", "unlimited"): lambda rules: passes(rules) == 5,
    ("klondike", "passes", "three"): lambda rules: passes(rules) == 3,
    ("klondike", "passes", "one"): lambda rules: passes(rules) == 1,
}


def verdicts(game: str, option: str, value: str) -> str:
    rules = Rules.of(game, changes={option: value})
    return "".join("n" if e.refusal(rules) else "y" for e in EXAMPLES[game][option])


def test_the_sentences_cover_exactly_the_engine_s_options_and_values() -> None:
    assert sorted(CHOICES) == sorted(
        (name, option, value)
        for name, options in OPTIONS.items()
        for option, text in options.items()
        for value in text.values
    )


@pytest.mark.parametrize(("game", "option", "value"), CHOICES)
def test_the_page_has_the_sentence_for_the_value_in_force_and_no_other(
    game: str, option: str, value: str
) -> None:
    rules = Rules.of(game, changes={option: value})
    said = [str(line.text) for part in sections(rules) for line in part.lines]
    spoken = {
        name: str(text.sentence) in said for name, text in OPTIONS[game][option].values.items()
    }
    assert [name for name, is_said in spoken.items() if is_said] == [value]


@pytest.mark.parametrize(("game", "option", "value"), CHOICES)
def test_the_engine_does_what_the_sentence_says(game: str, option: str, value: str) -> None:
    told = ON_THE_PAGE.get((game, option))
    if told is None:
        assert FACTS[game, option, value](Rules.of(game, changes={option: value}))
    else:
        assert verdicts(game, option, value) == told[value]


@pytest.mark.parametrize(("game", "option", "value"), CHOICES)
def test_the_examples_tell_a_value_from_every_other(game: str, option: str, value: str) -> None:
    others = [other for other in OPTIONS[game][option].values if other != value]
    for other in others:
        if (game, option) in ON_THE_PAGE:
            assert verdicts(game, option, value) != verdicts(game, option, other)
        else:
            try:
                alike = FACTS[game, option, value](Rules.of(game, changes={option: other}))
            except (IllegalMoveError, KeyError):
                # The other value has no such pile or move, which also tells them apart.
                continue
            assert not alike


def test_examples_outside_the_options_hold_under_all_rules() -> None:
    castle, applegate = Rules.of("beleaguered-castle"), Rules.of("applegate")
    assert [e.refusal(castle) for e in EXAMPLES["beleaguered-castle"]["packing"]] == [""]
    assert [bool(e.refusal(castle)) for e in EXAMPLES["beleaguered-castle"]["unit"]] == [True]
    assert [bool(e.refusal(applegate)) for e in EXAMPLES["applegate"]["packing"]] == [False, True]
    assert [bool(e.refusal(applegate)) for e in EXAMPLES["applegate"]["space"]] == [False, True]
    klondike, freecell = Rules.of("klondike"), Rules.of("freecell")
    assert [bool(e.refusal(klondike)) for e in EXAMPLES["klondike"]["packing"]] == [False, True]
    assert [e.refusal(klondike) for e in EXAMPLES["klondike"]["waste-play"]] == [""]
    assert [e.refusal(freecell) for e in EXAMPLES["freecell"]["cell-play"]] == [""]
