"""Analysis of finished runs with the solver."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from django.db import IntegrityError, transaction

from games.background.bisection import Bisection
from games.engine import Action, Board, Deal, Rules
from games.models import Analysis, Race
from games.racing import Hindsight, Kind, RunState
from games.solver import Budget, VerdictKind, solve
from games.solver.difficulty import Measures
from games.solver.search import shorter

BUDGET: Final = Budget(states=1_000_000, seconds=5)
"""For one position. There are at most a dozen, and most are decided in milliseconds."""

PATIENCE: Final = 40.0
"""Seconds after which no further position is searched."""


def analyse(pk: int) -> bool:
    """Analyse an entry of a closed race; return whether it was this call that stored it."""
    entry = Analysis.objects.missing().filter(pk=pk).select_related("race__deal").first()
    if entry is None:
        return False
    race = entry.race
    seen = Hindsight.of(
        race.rules,
        race.deal.cards,
        [Action(*row) for row in entry.actions.values_list("ms", "text", "automatic")],
        free_undo=Kind(race.kind).free_undo,
    )
    found = Analysis(
        entry=entry,
        taken_back=seen.taken_back,
        circling=seen.circling,
        wasted_ms=seen.wasted_ms,
        direct=seen.direct,
    )
    line = _proven_line(race)
    if entry.state == RunState.WON:
        found.winnable_until = seen.standing[-1]
    else:
        _judge(found, Rules.parse(race.rules), seen, line)
    try:
        with transaction.atomic():
            found.save()
    except IntegrityError:
        # Another worker stored its analysis first.
        return False
    return True


def _proven_line(race: Race) -> Sequence[str]:
    """Return a line that wins the deal, stored or searched for now; empty if none is found."""
    if proof := race.proof:
        return proof.line.split()
    rules = Rules.parse(race.rules)
    board = Board(rules, Deal.parse(race.deal.cards))
    verdict = solve(board, BUDGET)
    if verdict.kind is VerdictKind.UNKNOWN:
        return []
    line = shorter(board, verdict.solution) if verdict.solution else ()
    difficulty = ""
    if verdict.kind is VerdictKind.WINNABLE:
        difficulty = str(Measures.of(board, line, verdict.states).difficulty(rules))
    text = " ".join(map(str, line))
    race.deal.proofs.get_or_create(
        rules=race.rules,
        defaults={
            "kind": verdict.kind.value,
            "states": verdict.states,
            "line": text,
            "difficulty": difficulty,
        },
    )
    return text.split()


def _judge(found: Analysis, rules: Rules, seen: Hindsight, line: Sequence[str]) -> None:
    """Find where the deal was lost; `line`, unless empty, is known to win it."""
    rescues: dict[int, str] = {}

    def judge(number: int) -> VerdictKind:
        if number == 0 and line:
            rescues[0] = " ".join(line)
            return VerdictKind.WINNABLE
        verdict = solve(Board.from_position(rules, seen.positions[number]), BUDGET)
        rescues[number] = " ".join(map(str, verdict.solution))
        return verdict.kind

    until = time.monotonic() + PATIENCE
    search = Bisection(len(seen.standing), judge)
    search.run(lambda: time.monotonic() < until)
    numbers = (0, *seen.standing)
    if search.winnable >= 0:
        found.winnable_until = numbers[search.winnable]
        found.rescue = rescues[search.winnable]
    if search.lost is not None:
        found.lost_from = numbers[search.lost]
    found.undecided = search.undecided
