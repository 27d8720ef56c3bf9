"""A trial: faults befall a site while people race, and then every race is judged."""

from __future__ import annotations

import re
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final

import psycopg

from tests.faults.checker import Violation, violations
from tests.faults.crowd import Crowd
from tests.faults.evidence import Evidence, StoredAction, StoredRun, Witness
from tests.faults.ground import Ground
from tests.faults.history import LONGEST, Fault, history

SETTLING: Final = 180.0
"""Seconds within which every race has to be over once all faults are mended."""

AT_ONCE: Final = 4
"""Faults that may befall different parts at the same time."""

ACTIONS: Final = """
    SELECT r.code, e.seat, e.place, a.number, a.text, a.automatic, a.ms
    FROM games_race AS r JOIN games_entry AS e ON e.race_id = r.id
    LEFT JOIN games_action AS a ON a.entry_id = e.id
    WHERE r.code = ANY(%s) ORDER BY r.code, e.seat, a.id
"""

ERROR: Final = re.compile(
    r"^(?:\w+\.)*\w+(?:Error|Exception)\b.{0,160}$(?!\n\n(?:During|The above))", re.MULTILINE
)
"""The last line of a traceback in a log."""


@dataclass(frozen=True)
class Plan:
    """What a trial does."""

    seed: int
    faults: int
    seconds: float | None = None
    """After which no more faults begin, however many have."""
    races: int = 3
    """Races at a time."""
    longest: float = LONGEST
    """Seconds that a fault lasts at most."""


@dataclass(frozen=True)
class Report:
    """What a trial found."""

    seed: int
    seconds: float
    faults: Mapping[str, int]
    """How many of each kind befell the site."""
    not_made: Sequence[str]
    """The kinds that could not be made here."""
    races: int
    acknowledged: int
    """Actions."""
    sightings: int
    """Boards whose cards were compared with what their reader may see."""
    told: Mapping[str, int]
    """Refusals, close codes and broken connections that players met."""
    errors: Mapping[str, int]
    """The errors in the logs of the site, most of which the faults explain."""
    violations: Sequence[Violation]

    def as_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return asdict(self)

    def __str__(self) -> str:
        faults = ", ".join(f"{number} {kind}" for kind, number in sorted(self.faults.items()))
        lines = [
            f"seed {self.seed}: {sum(self.faults.values())} faults in {self.seconds:.0f} s",
            faults,
            f"{self.races} races, {self.acknowledged:,} acknowledged actions, "
            f"{self.sightings:,} boards read",
        ]
        lines += [f"not made here: {kind}" for kind in self.not_made]
        for title, counts in (("players met", self.told), ("logs", self.errors)):
            lines += [f"{title}: {n} times {what}" for what, n in counts.items()]
        lines += [f"VIOLATION {violation}" for violation in self.violations]
        lines.append(f"violations: {len(self.violations) or 'none'}")
        return "\n".join(lines) + "\n"


def trial(
    ground: Ground,
    plan: Plan,
    tell: Callable[[int, Fault], None],
    interrupted: threading.Event | None = None,
) -> Report:
    """Have the faults of a seed befall the site; `tell` hears of each as it begins.

    Once interrupted, no more begin.
    """
    began = time.monotonic()
    chance = Random(plan.seed)
    site = ground.site
    crowd = Crowd(site.environment, site.urls, plan.races, Random(chance.random()))
    ground.abort = lambda: crowd.abort(Random(chance.random()))
    crowd.start()
    until = began + plan.seconds if plan.seconds else float("inf")
    befell = _befall(ground, plan, until, tell, interrupted or threading.Event())
    crowd.finish(SETTLING)
    # Races that nobody came to keep the secrets of other races on their deal.
    site.end_races()
    evidence = gather(ground, crowd.witnesses)
    witnesses = [witness for each in evidence for witness in each.witnesses]
    return Report(
        seed=plan.seed,
        seconds=time.monotonic() - began,
        faults=dict(Counter(str(fault.kind) for fault in befell)),
        not_made=[str(kind) for kind in ground.missing],
        races=len(evidence),
        acknowledged=sum(_acknowledged(each) for each in evidence),
        sightings=sum(len(witness.sightings) for witness in witnesses),
        told=dict(Counter(said for each in witnesses for said in each.told).most_common()),
        errors=dict(Counter(_errors(ground)).most_common()),
        violations=[violation for each in evidence for violation in violations(each)],
    )


def _befall(
    ground: Ground,
    plan: Plan,
    until: float,
    tell: Callable[[int, Fault], None],
    interrupted: threading.Event,
) -> list[Fault]:
    """Begin one fault after the other, and wait until all are mended."""
    befell: list[Fault] = []
    mended: list[Future[None]] = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        free = threading.Semaphore(AT_ONCE)
        for fault in history(plan.seed, ground.kinds, plan.longest):
            if fault.number > plan.faults or time.monotonic() >= until or interrupted.is_set():
                break
            free.acquire()
            part = ground.part(fault)
            part.acquire()
            tell(len(befell), fault)

            def suffer(fault: Fault = fault, part: threading.Lock = part) -> None:
                try:
                    ground.suffer(fault)
                finally:
                    part.release()
                    free.release()

            mended.append(pool.submit(suffer))
            befell.append(fault)
            interrupted.wait(fault.pause)
    for future in mended:
        future.result()
    return befell


def gather(ground: Ground, witnesses: Mapping[str, Sequence[Witness]]) -> list[Evidence]:
    """Collect what is known of these races."""
    runs: dict[str, dict[int, StoredRun]] = {code: {} for code in witnesses}
    with psycopg.connect(ground.postgres.url) as connection:
        rows = connection.execute(ACTIONS, [list(witnesses)]).fetchall()
    for code, seat, place, number, text, automatic, ms in rows:
        run = runs[code].setdefault(seat, StoredRun(seat, place, []))
        if number is not None:
            run.actions.append(StoredAction(number, text, automatic, ms))
    return [
        Evidence(code, tuple(seen), tuple(runs[code].values()), _document(ground, code))
        for code, seen in witnesses.items()
    ]


def _document(ground: Ground, code: str) -> bytes:
    with suppress(OSError):
        url = f"{ground.site.urls[0]}/race/{code}/race.json"
        with urllib.request.urlopen(url, timeout=30) as answer:
            document: bytes = answer.read()
            return document
    return b""


def _acknowledged(evidence: Evidence) -> int:
    return sum(
        max(tab.acknowledged for tab in evidence.witnesses if tab.seat == run.seat)
        for run in evidence.runs
    )


def _errors(ground: Ground) -> list[str]:
    return [
        error
        for process in ground.site.processes
        for error in ERROR.findall(process.log.read_text())
    ]
