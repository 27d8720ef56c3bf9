"""The deal of a guided practice: easy, with a known solution whose first moves teach the game."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from games import engine
from games.engine.moves import CELL, CELLS, DEAL, TABLEAU
from games.models.deals.deal import Deal
from games.models.deals.difficulty import StoredDifficulty
from games.models.deals.proof import Proof, ProofQuerySet
from games.models.people.player import Player
from games.models.play.practice import choose_among

DEALS_AT_ONCE: Final = r"^([^ ]+ )?deal( |$)"
"""Matches the solution of a deal that deals from its stock first or second."""

GUIDED_MOVES: Final = 12
"""How many moves the guide shows: `STEPS` in frontend/src/race/guidance.js."""

COMPARED: Final = 100
"""So many deals are looked at, in some 60 ms."""

SHARE: Final = 8
"""One in so many of them is good enough."""

FEWEST: Final = 4
"""So many are good enough in any case: a second guided deal is another one."""

LESSON: Final = GUIDED_MOVES
"""More than the cards home that may be missing for it."""


def choose_first_deal(
    rules: str, player: Player, now: int, draw: Callable[[int], bytes] = secrets.token_bytes
) -> Deal | None:
    """Draw a published deal with its solution, easy if possible: a guide never lacks a hint there.

    Best begin with two moves of cards, and teach much in the moves that the guide shows. Return
    None if there is none that the player may know now.
    """
    solved = Proof.objects.published(rules).exclude(line="")
    easy = solved.of_difficulty(StoredDifficulty.EASY)
    for proofs in (easy.exclude(line__regex=DEALS_AT_ONCE), easy, solved):
        if deal := choose_among(_most_telling(proofs), player, now, draw):
            return deal
    return None


def _most_telling(proofs: ProofQuerySet) -> ProofQuerySet:
    """Keep the deals whose solutions teach the most in the moves that the guide shows."""
    compared = proofs.order_by("pk").values_list("pk", "rules", "deal__cards", "line")[:COMPARED]
    if len(compared) <= FEWEST:
        return proofs
    ranked = sorted(compared, key=lambda proof: teaching(*proof[1:]), reverse=True)
    enough = max(FEWEST, len(ranked) // SHARE)
    return proofs.filter(pk__in=[pk for pk, *_rest in ranked[:enough]])


@lru_cache(maxsize=1024)
def teaching(rules: str, cards: str, line: str) -> int:
    """Return how much a newcomer learns from the moves of a solution that the guide shows.

    Before all, what its cells or its stock are for: a card comes out of a cell, or cards are dealt.
    Cards home are worth it; cells left full, and more than one look at the stock, aren't. A card
    put into a cell beside an empty column is bad advice, which nothing makes up for.
    """
    board = engine.Board(engine.Rules.parse(rules), engine.Deal.given(cards))
    piles = board.layout.piles
    columns = [pile for pile in board.game.piles if pile in TABLEAU]
    deals = 0
    leaves_cell = False
    for text in line.split()[:GUIDED_MOVES]:
        move = board.find_move(text)
        if move.target == CELL and not all(piles[column] for column in columns):
            return -len(cards)
        deals += move == DEAL
        leaves_cell |= move.source in CELLS
        board.push(move)
    lesson = LESSON if leaves_cell or deals else 0
    return lesson + board.progress - sum(bool(piles[cell]) for cell in CELLS) - max(deals - 1, 0)
