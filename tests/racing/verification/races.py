"""Finished races of every game and kind, as documents: the test vectors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from games.engine import Action, Board, Deal, Rules
from games.engine.record import ENDINGS
from games.racing import BELL, Kind, Race, Run, Seat, Standing, advance
from games.racing.verification import Committed, PlayedRun, RaceDocument

FIXTURES: Final = Path(__file__).parents[2] / "fixtures"
ZERO: Final = 1_700_000_005_000
LATE: Final = 1 << 62


def winning_moves(rules: str, number: int = 0) -> tuple[bytes, list[str]]:
    """Return the key and the moves of a known win."""
    wins = json.loads((FIXTURES / "wins.json").read_text("ascii"))
    win = [win for win in wins if win["rules"] == rules][number]
    return win["key"].encode(), win["moves"].split()


def played(board: Board, moves: Iterable[str], every: int) -> tuple[Run, list[Action]]:
    """Play moves at this pace as the server does; return the run and its actions."""
    run, actions = Run.begin(board), []
    for number, text in enumerate(moves, 1):
        ms = number * every
        run = advance(board, run, text, ms)
        actions.append(Action(ms, text))
        if run.is_done:
            break
        for move in board.finish() if text not in ENDINGS else ():
            run = advance(board, run, str(move), ms)
            actions.append(Action(ms, str(move), automatic=True))
        if run.is_done:
            break
    return run, actions


def raced(
    rules: str,
    key: bytes,
    runs: Sequence[tuple[str, Sequence[str], int]],
    *,
    kind: Kind = Kind.CASUAL,
    limit: int | None = 600_000,
    listed: bool = False,
    void: str = "",
    committed: Committed = Committed.BEFORE,
    round_end: int | None = None,
) -> RaceDocument:
    """Return a race of players with their moves, a move every so many milliseconds.

    With `listed`, the deal has no key; `void` rules out the last run. The round of an event ends
    `round_end` milliseconds after the start, or at the limit.
    """
    # Long: it fills in every field of a race.
    parsed, deal = Rules.parse(rules), Deal.from_key(key)
    results = [
        played(Board(parsed, deal, free_undo=kind.free_undo), moves, every)
        for _name, moves, every in runs
    ]
    reasons = ["" for _run in runs[1:]] + [void]
    seats = tuple(
        Seat(n, n, runs[n][0], void_reason=reasons[n], run=results[n][0]) for n in range(len(runs))
    )
    before = Race("BCDFGH", rules, kind, limit=limit, seats=seats, starts_at=ZERO, dealt=True)
    after = replace(before, round_end=round_end and ZERO + round_end).close(LATE)
    assert after.closed_at is not None
    in_order = sorted(after.standings(), key=lambda standing: standing.seat.number)
    for run, actions in results:
        if not run.is_done:
            actions.append(Action(max(after.lasted, run.last_at or 0), BELL))
    return RaceDocument(
        code=after.code,
        kind=kind,
        rules=parsed,
        deal=deal,
        key=None if listed else key,
        commitment=None if listed else sha256(key).hexdigest(),
        committed=committed,
        countdown=after.countdown,
        limit=limit,
        starts_at=ZERO,
        closed_at=after.closed_at,
        runs=tuple(told(in_order[n], actions) for n, (_, actions) in enumerate(results)),
    )


def told(standing: Standing, actions: Iterable[Action]) -> PlayedRun:
    """Return a run as its document tells it."""
    seat = standing.seat
    result = replace(seat.run, last_at=None)
    return PlayedRun(seat.name, False, seat.void_reason, tuple(actions), result, standing.place)


def vectors() -> dict[str, RaceDocument]:
    """Return every vector by the name of its file."""
    sorel, bernauer = "agnes-sorel/standard", "agnes-bernauer/standard"
    castle, applegate = "beleaguered-castle/standard", "applegate/standard"
    found = {rules: winning_moves(rules) for rules in (sorel, bernauer, castle, applegate)}
    key, won = found[sorel]
    everyone: tuple[tuple[str, list[str], int], ...] = (
        ("Quiet Otter", won, 1_000),
        ("Zoë 🦦", won, 1_000),
        ("Ended", [*won[:20], "end"], 2_000),
        ("Bell", won[:10], 2_500),
        ("Left", [*won[:30], "forfeit"], 1_500),
        ("Nobody", [], 1),
        ("Ruled out", won, 900),
    )
    races = {"every-ending": raced(sorel, key, everyone, void="played by a program")}
    key, won = found[bernauer]
    late = (("Fast", won, 700), ("Slow", won[:3], 30_000))
    races["bell-after-the-finish"] = raced(bernauer, key, late, kind=Kind.RANKED)
    key, won = found[castle]
    undone = [part for move in won[:3] for part in (move, "undo")] + won
    races["daily-with-undos"] = raced(castle, key, (("Alice", undone, 800),), kind=Kind.DAILY)
    key, won = found[applegate]
    two = (("Alice", won, 900), ("Bob", [*won[:4], "end"], 900))
    races["published-deal"] = raced(applegate, key, two, committed=Committed.START)
    table: tuple[tuple[str, list[str], int], ...] = (
        ("Alice", found[bernauer][1], 700),
        ("Bob", found[bernauer][1], 2_000),
        ("Nobody", [], 1),
    )
    races["table-of-an-event"] = raced(bernauer, found[bernauer][0], table, kind=Kind.EVENT)
    early = raced(bernauer, found[bernauer][0], table, kind=Kind.EVENT, round_end=400_000)
    races["round-that-ended-early"] = early
    alone = (("Alice", ["deal", "undo", "deal", "end"], 1_000),)
    races["practice-of-listed-cards"] = raced(
        sorel, b"listed", alone, kind=Kind.SOLO, limit=None, listed=True
    )
    return races
