"""The deal of a guided practice: easy, with a known solution that soon gets somewhere."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from games import engine
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

SHARE: Final = 4
"""One in so many of them is good enough."""


def choose_first_deal(
    rules: str, player: Player, now: int, draw: Callable[[int], bytes] = secrets.token_bytes
) -> Deal | None:
    """Draw a published deal with its solution, easy if possible: a guide never lacks a hint there.

    Best begin with two moves of cards, and send many home in the moves that the guide shows. Return
    None if there is none that the player may know now.
    """
    solved = Proof.objects.published(rules).exclude(line="")
    easy = solved.of_difficulty(StoredDifficulty.EASY)
    for proofs in (easy.exclude(line__regex=DEALS_AT_ONCE), easy, solved):
        if deal := choose_among(_quickest_home(proofs), player, now, draw):
            return deal
    return None


def _quickest_home(proofs: ProofQuerySet) -> ProofQuerySet:
    """Keep the deals with the most cards home after the moves that the guide shows."""
    compared = proofs.order_by("pk").values_list("pk", "rules", "deal__cards", "line")[:COMPARED]
    ranked = list(compared)
    if len(ranked) <= SHARE:
        return proofs
    ranked.sort(key=lambda proof: _home(*proof[1:]), reverse=True)
    return proofs.filter(pk__in=[pk for pk, *_rest in ranked[: len(ranked) // SHARE]])


@lru_cache(maxsize=1024)
def _home(rules: str, cards: str, line: str) -> int:
    """Count the cards home after the moves of a solution that the guide shows."""
    board = engine.Board(engine.Rules.parse(rules), engine.Deal.given(cards))
    for move in line.split()[:GUIDED_MOVES]:
        board.push(board.find_move(move))
    return board.progress
