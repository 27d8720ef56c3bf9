"""The stock of proven deals: secret ones found by search, and those that ship published."""

from __future__ import annotations

import logging
import secrets
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import islice

from django.conf import settings
from django.db.models import Count
from django.utils import timezone

from games.background.queue import is_urgent_waiting
from games.engine import GAMES, Rules
from games.metrics import SEARCHED_POSITIONS, SEARCHES
from games.models import Deal, Opening, Proof
from games.models.deals.deal import KEY_BYTES
from games.models.races.daily import day_of, difficulty_of
from games.models.races.opening import KEPT
from games.solver import Budget, VerdictKind
from games.solver.difficulty import Difficulty
from games.solver.proof import SHIPPED, read_proofs
from games.solver.proof import Proof as Found

logger = logging.getLogger(__name__)

BUDGET = Budget(states=200_000, seconds=20)
"""Enough for all but a few deals, which are skipped for another."""

TURN = 10.0
"""Seconds after which one search yields to the next."""

IDLE = 2
"""How many deals, of any difficulty, wait for a preset until somebody opens a race with it.

Of the thirteen presets at the start, three of Agnes Sorel took half of all the work: see
`tests/benchmarks/first_start.py`.
"""

AT_ONCE = 100
"""How many proofs one transaction publishes; journal writes wait for it."""


def presets() -> list[str]:
    """Return the rules of every preset of every game, the standard ones first."""
    rules = [f"{game}/{preset}" for game in GAMES for preset in GAMES[game].presets]
    return sorted(rules, key=lambda text: not text.endswith("/standard"))


def short(rules: str, wished_difficulty: str = "") -> set[str]:
    """Return the difficulties with too few deals in stock under these rules.

    A preset that nobody asks for, by a wish or by a race, needs few.
    """
    counts = Counter(proof.difficulty for proof in Proof.objects.stock(rules))
    missing = _short(rules, counts)
    is_enough = counts.total() >= IDLE and not wished_difficulty
    return set() if missing and is_enough and rules in _idle([rules]) else missing


def short_presets() -> list[str]:
    """Return the presets whose stock is not full, and that need it."""
    counts: dict[str, Counter[str]] = {rules: Counter() for rules in presets()}
    for rules, difficulty in Proof.objects.filter(in_stock=True).values_list("rules", "difficulty"):
        if rules in counts:
            counts[rules][difficulty] += 1
    short = [rules for rules in counts if _short(rules, counts[rules])]
    enough = _idle(rules for rules in short if counts[rules].total() >= IDLE)
    return [rules for rules in short if rules not in enough]


def is_bare() -> bool:
    """Return whether some game has no deal in stock under its standard rules."""
    standard = [f"{game}/standard" for game in GAMES]
    there = Proof.objects.filter(in_stock=True, rules__in=standard).values("rules").distinct()
    return there.count() < len(standard)


def fill(rules: str, wished_difficulty: str = "") -> int:
    """Search for missing deals under some rules for one turn; return how many were stored.

    With a wished difficulty it stops once there are enough of that. Without one it stops as soon as
    a more urgent task waits.

    The first deal of a game becomes today's daily, so one as hard as the day asks for goes first.
    """
    until = time.monotonic() + TURN
    found = 0
    others = []
    while time.monotonic() < until and (missing := short(rules, wished_difficulty)):
        if wished_difficulty and wished_difficulty not in missing:
            break
        if not wished_difficulty and is_urgent_waiting():
            break
        key = secrets.token_bytes(KEY_BYTES)
        proof = Found.find(Rules.parse(rules), key, BUDGET)
        SEARCHES.labels(proof.kind.value).inc()
        SEARCHED_POSITIONS.inc(proof.states)
        if proof.kind is not VerdictKind.WINNABLE or proof.difficulty not in missing:
            continue
        if not wished_difficulty and not _may_be_first(proof):
            others.append(proof)
            continue
        _store(proof)
        found += 1
        if is_bare():
            # A daily challenge waits for its first deal.
            break
    for proof in others:
        if proof.difficulty in short(rules):
            _store(proof)
            found += 1
    logger.debug("%s: %d more in stock", rules, found)
    return found


def _may_be_first(found: Found) -> bool:
    """Return whether a deal may join the stock now: a first one is as hard as the day asks for."""
    rules, game = str(found.rules), found.rules.game
    if rules != f"{game}/standard" or Proof.objects.stock(rules).exists():
        return True
    return found.difficulty == difficulty_of(game, day_of(int(time.time() * 1000))).value


def _store(found: Found) -> None:
    """Store a secret winnable deal in the stock."""
    line, difficulty = " ".join(found.solution), str(found.difficulty)
    Proof.objects.store(
        str(found.rules), found.key, found.kind.value, found.states, line, difficulty, secret=True
    )


def is_published() -> bool:
    """Return whether the proofs that ship with the program are in the database."""
    published = Proof.objects.filter(deal__public=True).exclude(difficulty="").values_list("rules")
    counts = dict(published.annotate(Count("pk")))
    return all(counts.get(rules, 0) >= count for rules, count in _shipped().items())


def publish() -> None:
    """Import the proofs that ship with the program, for races until the stock has its own."""
    proofs = read_proofs()
    while some := list(islice(proofs, AT_ONCE)):
        Proof.objects.publish(
            [
                Proof(
                    deal=Deal.of(proof.key),
                    rules=str(proof.rules),
                    kind=proof.kind.value,
                    states=proof.states,
                    line=" ".join(proof.solution),
                    difficulty=str(proof.difficulty or ""),
                )
                for proof in some
            ]
        )


def _short(rules: str, counts: Mapping[str, int]) -> set[str]:
    """Return the difficulties with too few deals for rules that are played."""
    # For custom rules, one deal of each difficulty is enough.
    enough = -(-settings.STOCK // len(Difficulty)) if rules in presets() else 1
    return {one.value for one in Difficulty if counts.get(one.value, 0) < enough}


def _idle(some: Iterable[str]) -> set[str]:
    """Return those of these rules that are presets which no recent race was opened with.

    The standard ones are always needed.
    """
    idle = set(presets()).intersection(some)
    idle -= {rules for rules in idle if rules.endswith("/standard")}
    if not idle:
        return idle
    asked = Opening.objects.filter(race__rules__in=idle, opened_at__gt=timezone.now() - KEPT)
    return idle.difference(asked.values_list("race__rules", flat=True).distinct())


@cache
def _shipped() -> Counter[str]:
    """Return how many proofs ship with the program for each set of rules."""
    lines = SHIPPED.read_text(encoding="utf-8").splitlines()
    return Counter(line.split(maxsplit=1)[0] for line in lines if line and line[0] != "#")
