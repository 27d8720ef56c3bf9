"""The stock of proven deals: secret ones that are searched for, and those that are published."""

from __future__ import annotations

import logging
import secrets
import time
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import islice

from django.conf import settings
from django.db.models import Count

from games.background.queue import is_urgent_waiting
from games.engine import GAMES, Rules
from games.models import Deal, Proof
from games.models.deals.deal import KEY_BYTES
from games.solver import Budget, Kind
from games.solver.difficulty import Difficulty
from games.solver.proof import SHIPPED, read_proofs
from games.solver.proof import Proof as Found

logger = logging.getLogger(__name__)

BUDGET = Budget(states=200_000, seconds=20)
"""Enough for all but a few deals; those are passed over, and another one is tried."""

TURN = 10.0
"""Seconds after which a search makes room for the next."""

AT_ONCE = 100
"""How many proofs are published in one transaction: a move that is to be stored has to wait."""


def presets() -> list[str]:
    """The rules of every preset of every game, the standard ones first."""
    rules = [f"{game}/{preset}" for game in GAMES for preset in GAMES[game].presets]
    return sorted(rules, key=lambda text: not text.endswith("/standard"))


def short(rules: str) -> set[str]:
    """The difficulties of which too few deals are in stock under some rules."""
    return _short(rules, Proof.objects.stock(rules))


def short_presets() -> list[str]:
    """The presets under which the stock is not full."""
    everything = list(Proof.objects.filter(in_stock=True).only("rules", "difficulty"))
    return [rules for rules in presets() if _short(rules, everything)]


def is_bare() -> bool:
    """Whether a game has no deal at all in stock under its standard rules."""
    standard = [f"{game}/standard" for game in GAMES]
    there = Proof.objects.filter(in_stock=True, rules__in=standard).values("rules").distinct()
    return there.count() < len(standard)


def fill(rules: str, wished: str = "") -> int:
    """Search for what the stock misses under some rules, for one turn; how many were found.

    It stops as soon as there are enough of the wished difficulty, if one is, and else as soon as
    something more urgent waits.
    """
    until = time.monotonic() + TURN
    found = 0
    while time.monotonic() < until and (missing := short(rules)):
        if wished and wished not in missing:
            break
        if not wished and is_urgent_waiting():
            break
        key = secrets.token_bytes(KEY_BYTES)
        proof = Found.find(Rules.parse(rules), key, BUDGET)
        if proof.kind is Kind.WINNABLE and proof.difficulty in missing:
            line, difficulty = " ".join(proof.line), str(proof.difficulty)
            Proof.objects.store(
                rules, key, proof.kind.value, proof.states, line, difficulty, secret=True
            )
            found += 1
            if is_bare():
                # A challenge of the day waits for its first deal.
                break
    logger.debug("%s: %d more in stock", rules, found)
    return found


def is_published() -> bool:
    """Whether the proofs that come with the program are in the database."""
    published = Proof.objects.filter(deal__public=True).exclude(difficulty="").values_list("rules")
    counts = dict(published.annotate(Count("pk")))
    return all(counts.get(rules, 0) >= count for rules, count in _shipped().items())


def publish() -> None:
    """Take over the proofs that come with the program, for races until the stock has some."""
    proofs = read_proofs()
    while some := list(islice(proofs, AT_ONCE)):
        Proof.objects.publish(
            [
                Proof(
                    deal=Deal.of(proof.key),
                    rules=str(proof.rules),
                    kind=proof.kind.value,
                    states=proof.states,
                    line=" ".join(proof.line),
                    difficulty=str(proof.difficulty or ""),
                )
                for proof in some
            ]
        )


def _short(rules: str, stock: Iterable[Proof]) -> set[str]:
    counts = Counter(proof.difficulty for proof in stock if proof.rules == rules)
    # Of rules that somebody has put together one of each will do.
    enough = -(-settings.STOCK // len(Difficulty)) if rules in presets() else 1
    return {one.value for one in Difficulty if counts[one.value] < enough}


@cache
def _shipped() -> Counter[str]:
    """How many proofs of each rules come with the program."""
    lines = SHIPPED.read_text(encoding="utf-8").splitlines()
    return Counter(line.split(maxsplit=1)[0] for line in lines if line and line[0] != "#")
