"""Why a move is refused, in the words players read."""

from __future__ import annotations

import pytest

from games.engine import IllegalMoveError
from tests.engine.positions import at

SOREL = "agnes-sorel"
CASTLE = "beleaguered-castle"
OPEN = "applegate/pysol"
CELLS = "freecell"
FULL = "base A; t1 9S 8D 7S; t2 TD; t3 2C; t4 2D; t5 2H; t6 2S; t8 3C"
"""A unit of three, and no empty column."""
KLONDIKE = "klondike"

ELSEWHERE = ("not-a-target", "Cards can only go on columns and foundations.")

REFUSALS = [
    (SOREL, "base 2; t1 7D", "r1t1", "no-such-pile", "This game has no r1."),
    (SOREL, "base 2; t1 7D", "t1r1", "no-such-pile", "This game has no r1."),
    (SOREL, "base 2; t1 7D", "t1t1", "same-pile", "These cards are already there."),
    (SOREL, "base 2; t1 7D", "t3t1", "empty-pile", "There is no card on t3."),
    (
        *(SOREL, "base 2; t1 7D", "t1fc", "foundation"),
        "The 7D belongs on the foundation of its suit.",
    ),
    (
        *(SOREL, "base 2; t1 7D", "t1f", "foundation"),
        "The foundation of diamonds takes the 2 next, not the 7.",
    ),
    (
        *(SOREL, "base 2; t1 7D; fd 2D 3D", "t1f", "foundation"),
        "The foundation of diamonds takes the 4 next, not the 7.",
    ),
    (
        *(SOREL, "base K; t1 7S; fs KS", "t1f", "foundation"),
        "The foundation of spades takes the A next, not the 7.",
    ),
    (
        *(SOREL, "base 2; t1 7D", "t1h1", "not-a-target"),
        "Cards can only go on columns and foundations.",
    ),
    (SOREL, "base 2; t1 3C; fc 2C", "fct1", "no-return", "A card on a foundation stays there."),
    (SOREL, "base 2; t1 7D", "deal", "no-stock", "No cards are left to deal."),
    (
        *(f"{SOREL}/standard+deal=when-stuck", "base 2; t1 7D; t2 8D; s *9C", "deal"),
        *("moves-left", "You can deal only when no other move is left."),
    ),
    (
        *(SOREL, "base 2; t1 3D 2D", "t1fx2", "one-card"),
        "Cards go to the foundations one at a time.",
    ),
    (
        *(SOREL, "base 2; fc 2C", "fcf", "same-pile"),
        "This card is already on its foundation.",
    ),
    (
        *(SOREL, "base 2; t1 9D; h1 8D", "h1t1x2", "one-card"),
        "Take one card at a time from h1.",
    ),
    (
        *(SOREL, "base 2; t1 9D; t2 TH", "t1t2x2", "empty-pile"),
        "There aren't that many cards on t1.",
    ),
    (
        *(SOREL, "base 2; t1 *7D 9D; t2 TH", "t1t2x2", "face-down"),
        "Face-down cards can't be moved.",
    ),
    (
        *(SOREL, "base 2; t1 QS TH 9H; t2 KS", "t1t2x3", "not-a-run"),
        "Only the last 2 of these cards move together.",
    ),
    (
        *(SOREL, "base 2; t1 QS TH; t2 KS", "t1t2x2", "not-a-run"),
        "Only the last card of this column can move.",
    ),
    (
        *(f"{SOREL}/parlett", "base 2; t1 TH 9H; t2 TD", "t1t2", "whole-run"),
        "Move the whole run of 2 cards or none of it.",
    ),
    (
        *(f"{SOREL}/dalton", "base 2; t1 TH 9H", "t1t3x2", "space"),
        "Only a single card may fill an empty column.",
    ),
    (
        *(f"{SOREL}/pysol", "base 2; t1 TH 9H", "t1t3", "space"),
        "Empty columns are filled only by dealing from the stock.",
    ),
    (
        *(f"{SOREL}/standard+space=high-run", "base 2; t1 TH 9H", "t1t3", "space"),
        "Only a A or a run from a A may fill an empty column.",
    ),
    (
        *(f"{SOREL}/standard+space=high-card", "base 7; t1 TH 9H", "t1t3", "space"),
        "Only a single 6 may fill an empty column.",
    ),
    (CASTLE, "base A; t1 KC; t2 AS", "t1t2", "corner", "A King can't go on an Ace."),
    (
        *(f"{SOREL}/standard+wrap=no", "base 7; t1 KD; t2 AH", "t1t2", "corner"),
        "A King can't go on an Ace.",
    ),
    (
        *(SOREL, "base 2; t1 AD; t2 2H", "t1t2", "on-base"),
        "Nothing goes on a 2, the base card.",
    ),
    (
        *(SOREL, "base 2; t1 7D; t2 9H", "t1t2", "not-packing"),
        "Only a red 8 goes on the 9H: columns are built down in the same colour.",
    ),
    (
        *(CELLS, "base A; t1 5D; t2 9H", "t1t2", "not-packing"),
        "Only a black 8 goes on the 9H: columns are built down in alternating colours.",
    ),
    (
        *(SOREL, "base 2; t1 7D; t2 8S", "t1t2", "not-packing"),
        "The 7D doesn't go on the 8S: columns are built down in the same colour.",
    ),
    (
        *(CASTLE, "base A; t1 7D; t2 AS", "t1t2", "not-packing"),
        "The 7D doesn't go on the AS: columns are built down in any suit.",
    ),
    ("applegate", "base A; t1 7D", "deal", "no-stock", "This game has no stock to deal from."),
    (
        *("applegate", "base A; t1 7D", "t1f", "no-foundation"),
        "Complete suits leave the table automatically.",
    ),
    (
        *("applegate", "base A; t1 7D", "t1fd", "no-foundation"),
        "Complete suits leave the table automatically.",
    ),
    ("applegate", "base A; t1 7D", "h1t1", "no-such-pile", "This game has no h1."),
    ("applegate", "base A; t1 7D", "t1r2", "no-such-pile", "This game has no r2."),
    (
        "applegate",
        "base A; t1 7D",
        "fdt1",
        "no-return",
        "A suit that has left the table doesn't come back.",
    ),
    ("applegate", "base A; t1 7D", "t1r1", "not-a-target", "Cards can only go on columns."),
    ("applegate", "base A; t1 7D", "t1t1", "same-pile", "These cards are already there."),
    (
        *("applegate", "base A; t1 7D; t2 9H", "t1t2x2", "empty-pile"),
        "There aren't that many cards on t1.",
    ),
    (
        *("applegate", "base A; t1 7D; r1 *8S 9H", "r1t1x2", "one-card"),
        "Only the top card of the reserve can move.",
    ),
    (
        *("applegate", "base A; t1 8D; t2 *7D 6D", "t2t1x2", "face-down"),
        "Face-down cards can't be moved.",
    ),
    (
        *("applegate", "base A; t1 8D 7D", "t1t3x2", "space"),
        "Only a King, alone or with the cards on it, may fill an empty column.",
    ),
    (
        *("applegate", "base A; t1 7D; t2 8H", "t1t2", "not-packing"),
        "The 7D doesn't go on the 8H: columns are built down in suit.",
    ),
    (
        *("applegate", "base A; t1 7D; t2 9D", "t1t2", "not-packing"),
        "Only the 8D goes on the 9D: columns are built down in suit.",
    ),
    (
        *("applegate/standard+corner=no", "base A; t1 KD; t2 AD", "t1t2", "corner"),
        "A King can't go on an Ace.",
    ),
    (
        *("applegate/standard+corner=no", "base A; t1 KD; t2 AH", "t1t2", "not-packing"),
        "The KD doesn't go on the AH: columns are built down in suit.",
    ),
    (CELLS, "base A; t1 7D", "c1t1", "empty-pile", "There is no card in c1."),
    (CELLS, "base A; t1 7D", "c5t1", "no-such-pile", "This game has no c5."),
    (CELLS, "base A; t1 7D", "t1c5", "no-such-pile", "This game has no c5."),
    (CELLS, "base A; t1 7D", "h1c", "no-such-pile", "This game has no h1."),
    (CASTLE, "base A; t1 7D", "t1c", "no-such-pile", "This game has no cells."),
    (
        f"{CELLS}/standard+cells=0",
        "base A; t1 7D",
        "t1c",
        "no-such-pile",
        "This game has no cells.",
    ),
    (CELLS, "base A; t1 7D", "deal", "no-stock", "This game has no stock to deal from."),
    (CELLS, "base A; t1 7D", "t2c", "empty-pile", "There is no card on t2."),
    (CELLS, "base A; t1 7D; c1 8D", "c1c", "same-pile", "This card is already in a cell."),
    (CELLS, "base A; t1 7D; c1 8D", "c1c1", "same-pile", "This card is already in a cell."),
    (CELLS, "base A; t1 7D; c1 8D", "c2c", "empty-pile", "There is no card in c2."),
    (CELLS, "base A; t1 8S 7D", "t1cx2", "one-card", "A cell holds a single card."),
    (
        *(CELLS, "base A; t1 7D; fc AC", "fcc", "no-return"),
        "A card on a foundation doesn't go to a cell.",
    ),
    (
        *(CELLS, "base A; t1 7D", "t1c2", "not-a-target"),
        "A card goes to the first cell that is empty.",
    ),
    (CELLS, "base A; t1 7D; c1 8C; c2 8D; c3 8H; c4 8S", "t1c", "no-room", "No cell is empty."),
    (
        *(f"{CELLS}/two-cells", f"{FULL}; c1 3D", "t1t2x3", "no-room"),
        "Only 2 cards can move at once with the cells and columns that are empty.",
    ),
    (
        *(f"{CELLS}/two-cells", f"{FULL}; c1 3D; c2 3H", "t1t2x3", "no-room"),
        "Only one card can move at a time while no cell and no other column is empty.",
    ),
    (
        *(f"{CELLS}/standard+space=king", "base A; t1 7D", "t1t2", "space"),
        "Only a King may fill an empty column.",
    ),
    (
        *(f"{CELLS}/bakers-game", "base A; t1 7D; t2 8C", "t1t2", "not-packing"),
        "The 7D doesn't go on the 8C: columns are built down in suit.",
    ),
    (
        *(f"{CELLS}/standard+units=single", "base A; t1 8C 7D; t2 9D", "t1t2x2", "not-a-run"),
        "Only the last card of this column can move.",
    ),
    (KLONDIKE, "base A; t1 7D; w 8C", "t1w", *ELSEWHERE),
    (KLONDIKE, "base A; t1 7D; w 8C", "t1s", *ELSEWHERE),
    (
        *(KLONDIKE, "base A; t1 7D; w 8S 6C", "wt1x2", "one-card"),
        "Take one card at a time from w.",
    ),
    (KLONDIKE, "base A; t1 7D", "wt1", "empty-pile", "There is no card on w."),
    (
        *(KLONDIKE, "base A; t1 7D; w 6D", "wt1", "not-packing"),
        "The 6D doesn't go on the 7D: columns are built down in alternating colours.",
    ),
    (
        *(KLONDIKE, "base A; t1 7D", "t1t2", "space"),
        "Only a King may fill an empty column.",
    ),
    (
        *(KLONDIKE, "base A; t1 2D; w AD", "fdt1", "empty-pile"),
        "There is no card on fd.",
    ),
    (
        *("klondike/vegas", "base A; t1 2C; fd AD", "fdt1", "no-return"),
        "A card on a foundation stays there.",
    ),
    (KLONDIKE, "base A; t1 7D", "deal", "no-stock", "No cards are left to deal."),
    (
        *("klondike/vegas", "base A; t1 7D; w 6D", "deal", "no-stock"),
        "The waste can't be turned over again.",
    ),
    (CASTLE, "base A; t1 7D", "wt1", "no-such-pile", "This game has no waste."),
]


@pytest.mark.parametrize(("rules", "position", "move", "reason", "sentence"), REFUSALS)
def test_a_refusal_tells_programs_and_players_why(
    rules: str, position: str, move: str, reason: str, sentence: str
) -> None:
    board = at(rules, position)
    with pytest.raises(IllegalMoveError) as refused:
        board.find_move(move)
    error = refused.value
    assert (error.reason, error.sentence) == (reason, sentence)
    assert (error.move, error.position) == (move, board.key())
    assert str(error) == f"illegal move {move!r} ({reason}): {sentence} Position: {board.key()}"
