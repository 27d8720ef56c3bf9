"""Alike deals are the same game, and other deals are not.

These tests decide whether two deals are the same game from the engine's rules alone: some renaming
of cards and piles must map one position to the other, and a random game on one to a game on the
other with the same legal moves throughout.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import GAMES, Board, Deal, Move, Rules
from games.engine.applegate import Applegate
from games.engine.game import Game
from games.engine.likeness import _renamings
from games.engine.moves import CELL, CELLS, DEAL, FOUNDATION, FOUNDATIONS, PILE_NAMES, STOCK
from games.engine.packing import PackingGame
from tests.engine.lookalikes import Cards, another, renamings
from tests.engine.strategies import any_rules, deals

Piles = Mapping[int, tuple[tuple[bool, ...], Cards]]
"""For each pile, which cards are dealt face down, and its cards once the stock is dealt."""

MOST_SYMMETRIC = {
    "agnes-sorel": ("agnes-sorel/standard",),
    "agnes-bernauer": ("agnes-bernauer/standard+last=hand",),
    "applegate": ("applegate/standard+reserve=open", "applegate/pysol+remove=anywhere"),
    "beleaguered-castle": (
        "beleaguered-castle/standard",
        "beleaguered-castle/streets-and-alleys",
    ),
    "freecell": ("freecell/bakers-game",),
    "klondike": ("klondike/standard",),
}
"""For each game the rules under which two deals that share a form are the same game."""


def alike(game: str, one: Deal, other: Deal) -> bool:
    """Return whether two deals share a form."""
    kind = GAMES[game]
    return bool(
        {*enumerate(kind.forms(bytes(one.cards)))} & {*enumerate(kind.forms(bytes(other.cards)))}
    )


def facts(game: Game, base: int) -> list[tuple[object, ...]]:
    """Return what the rules say about each card, with the cards they relate it to."""
    if isinstance(game, PackingGame):
        tables = game.tables(base)
        return [
            (
                frozenset(on for on in range(52) if tables.packs[card] >> on & 1),
                frozenset(on for on in range(52) if tables.joins[card][on]),
                tables.heads >> card & 1,
                (card - base) % 13,
            )
            for card in range(52)
        ]
    assert isinstance(game, Applegate)
    return [
        (frozenset({game._wanted(card)} - {None}), frozenset(), card % 13) for card in range(52)
    ]


@cache
def keeping(rules: Rules, base: int, to: int) -> tuple[Cards, ...]:
    """Return the renamings that preserve what the rules say about cards, from base to base."""
    game = rules.referee
    before, after = facts(game, base), facts(game, to)
    return tuple(
        renamed
        for renamed in renamings()
        if all(
            tuple(
                frozenset(renamed[other] for other in fact) if isinstance(fact, frozenset) else fact
                for fact in before[card]
            )
            == after[renamed[card]]
            for card in range(52)
        )
    )


def dealt(rules: Rules, deal: Deal) -> Piles:
    """Return the cards of each pile except foundations once the stock is dealt."""
    game = rules.referee
    layout = game.lay_out(deal.cards)
    hidden = [tuple(card < 0 for card in pile) for pile in layout.piles]
    while layout.piles[STOCK]:
        game.play(layout, DEAL)
    return {
        pile: (hidden[pile], tuple(max(card, ~card) for card in layout.piles[pile]))
        for pile in game.piles
        if pile not in (*FOUNDATIONS, *CELLS, STOCK)
    }


def base_of(rules: Rules, deal: Deal) -> int:
    return rules.referee.lay_out(deal.cards).base


def same_game(rules: Rules, one: Deal, other: Deal) -> Iterator[tuple[Cards, dict[int, int]]]:
    """Yield the renamings of cards and piles that map one deal to another under some rules."""
    there = {cards: pile for pile, cards in dealt(rules, other).items()}
    here = dealt(rules, one)
    for renamed in keeping(rules, base_of(rules, one), base_of(rules, other)):
        piles = {
            pile: there.get((hidden, tuple(renamed[card] for card in cards)))
            for pile, (hidden, cards) in here.items()
        }
        found = {pile: to for pile, to in piles.items() if to is not None}
        if len(found) == len(here) and all(
            PILE_NAMES[pile][0] == PILE_NAMES[to][0] for pile, to in found.items()
        ):
            found |= {
                foundation: FOUNDATIONS[renamed[13 * suit] // 13]
                for suit, foundation in enumerate(FOUNDATIONS)
            }
            same = (STOCK, FOUNDATION, *CELLS, CELL)
            yield renamed, found | {pile: pile for pile in same}


def play_both(
    rules: Rules, one: Deal, other: Deal, piles: Mapping[int, int], chance: random.Random
) -> None:
    """Play a random game on both deals; compare legal moves, progress and outcome."""
    here, there = Board(rules, one), Board(rules, other)
    for _ in range(80):
        moves = list(here.legal_moves)
        carried = [Move(piles[m.source], piles[m.target], m.size) for m in moves]
        assert sorted(carried) == sorted(there.legal_moves)
        assert (here.progress, here.outcome()) == (there.progress, there.outcome())
        if not moves:
            return
        number = chance.randrange(len(moves))
        here.push(moves[number])
        there.push(carried[number])


def test_every_game_is_compared_under_its_most_symmetric_rules() -> None:
    assert MOST_SYMMETRIC.keys() == GAMES.keys()


@given(rules=any_rules(), deal=deals, seed=st.integers(0, 2**32))
def test_deals_that_the_rules_cannot_tell_apart_are_alike_and_play_alike(
    rules: Rules, deal: Deal, seed: int
) -> None:
    chance = random.Random(seed)
    other = another(rules.game, deal, chance)
    for renamed, piles in same_game(rules, deal, other):
        assert alike(rules.game, deal, other), renamed
        play_both(rules, deal, other, piles, chance)


@pytest.mark.parametrize("game", GAMES)
@given(deal=deals, seed=st.integers(0, 2**32), change=st.booleans())
@settings(max_examples=40)
def test_deals_are_alike_if_and_only_if_some_rules_make_them_the_same_game(
    game: str, deal: Deal, seed: int, change: bool
) -> None:
    chance = random.Random(seed)
    other = another(game, deal, chance)
    if change:
        cards = list(other.cards)
        one, two = chance.sample(range(52), 2)
        cards[one], cards[two] = cards[two], cards[one]
        other = Deal(tuple(cards))
    same = [
        (rules, piles)
        for rules in map(Rules.parse, MOST_SYMMETRIC[game])
        for _renamed, piles in same_game(rules, deal, other)
    ]
    if game == "applegate":
        # The form permutes columns of both layouts, and no single layout may allow them all.
        assert alike(game, deal, other) or not same
    else:
        assert alike(game, deal, other) == bool(same)
    for rules, piles in same[:1]:
        play_both(rules, deal, other, piles, chance)


@given(one=deals, other=deals)
def test_unrelated_deals_are_not_alike(one: Deal, other: Deal) -> None:
    for game in GAMES:
        assert alike(game, one, other) == (one == other)


@pytest.mark.parametrize("game", GAMES)
def test_swapping_two_cards_makes_another_deal_unless_no_rules_can_tell(
    game: str,
) -> None:
    deal = Deal.from_key(b"same deal")
    kept = [Rules.parse(rules) for rules in MOST_SYMMETRIC[game]]
    for one, two in combinations(range(52), 2):
        cards = list(deal.cards)
        cards[one], cards[two] = cards[two], cards[one]
        other = Deal(tuple(cards))
        same = any(True for rules in kept for _ in same_game(rules, deal, other))
        assert alike(game, deal, other) == same, (one, two)


def test_a_renaming_changes_suits_and_keeps_ranks_and_other_bytes() -> None:
    [renamed] = _renamings([(1, 2, 0, 3)])
    assert list(renamed) == [*range(13, 39), *range(13), *range(39, 256)]
