"""Races of Alice, Bob and Charlie to test with."""

from __future__ import annotations

from games.racing import Kind, Race, Run, RunState

NOW = 1_700_000_000_000
ALICE, BOB, CHARLIE = 101, 102, 103
NAMES = {ALICE: "Alice", BOB: "Bob", CHARLIE: "Charlie"}

PLAYING = Run(RunState.PLAYING, progress=4, progress_at=0)


def won(time: int) -> Run:
    return Run(RunState.WON, progress=52, progress_at=time, moves=90, last_at=time, time=time)


def room(*players: int, kind: Kind = Kind.CASUAL) -> Race:
    """Return an open race with these players seated; the first one is the host."""
    race = Race(code="QFXKMP", rules="agnes-sorel/standard", kind=kind)
    for player in players:
        race = race.join(player, NAMES.get(player, f"Player {player}"), False, NOW)
    return race


def counting(*players: int) -> Race:
    """Return a race whose countdown starts now."""
    return room(*players).start(players[0], NOW)


def running(*players: int) -> Race:
    """Return a race that starts now, with every run on the board as dealt."""
    race = room(*players).start(players[0], NOW - 5_000)
    for player in players:
        race = race.with_run(player, PLAYING)
    return race
