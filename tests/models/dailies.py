"""Daily challenges to test with, and what a player does at any trial."""

from __future__ import annotations

import json
from pathlib import Path

from games import engine
from games.models import Attempt, Daily, Deal, Entry, Player, Proof, Race, Trial
from games.models.races.closing import close_race
from games.models.races.transition import change_race
from games.models.standings.booking import book_closed
from games.models.visibility import (
    is_race_hidden_from,
    is_secret_to,
    is_trial_hidden_from,
    replayable_by,
    seen_by,
    visible_to,
)
from tests.clocks import at
from tests.models.stored_races import NOW, act

GAME = "agnes-sorel"
MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

WIN = next(
    win
    for win in json.loads((Path(__file__).parent.parent / "fixtures" / "wins.json").read_text())
    if win["rules"] == f"{GAME}/standard"
)
MOVES: list[str] = WIN["moves"].split()


def prove(number: int, game: str = GAME, *, secret: bool = True, difficulty: str = "") -> Proof:
    """Store a proven deal; a secret one joins the stock."""
    key = number.to_bytes(32, "big")
    rules = f"{game}/standard"
    return Proof.objects.store(rules, key, "winnable", 7, "t1t2", difficulty, secret=secret)


def daily(now: int = NOW, game: str = GAME) -> Daily:
    """Return a game's challenge of the day of an instant; MOVES win it."""
    prove(now + list(engine.GAMES).index(game), game)
    made = Daily.objects.of_day(game, now)
    assert made is not None
    cards = str(engine.Deal.from_key(WIN["key"].encode()))
    Deal.objects.filter(pk=made.deal.pk).update(cards=cards)
    return Daily.objects.get(pk=made.pk)


def begin(trial: Daily | Trial, player: Player, now: int = NOW) -> Attempt:
    """Open an attempt that starts three seconds after an instant."""
    attempt = trial.attempt(player, at(now))
    change_race(attempt.race.code, lambda race, now: race.set_ready(player.pk, True, now), at(now))
    attempt.race.refresh_from_db()
    return attempt


def finish(
    trial: Daily | Trial, player: Player, moves: int = len(MOVES), *, ms: int = 1000, now: int = NOW
) -> Attempt:
    """Store an attempt that is over and booked, with so many of MOVES, the first at `ms`."""
    attempt = begin(trial, player, now)
    act(attempt.race, player, *MOVES[:moves], *(["end"] if moves < len(MOVES) else []), ms=ms)
    close_race(attempt.race, at(now + HOUR))
    book_closed()
    return attempt


def sees(player: Player | None, trial: Trial, theirs: Race, now: int = NOW) -> list[bool]:
    """Return whether each kind of access to a trial, and to another's attempt, is open."""
    entries = Entry.objects.filter(race=theirs)
    return [
        not is_trial_hidden_from(trial, player, now),
        not is_race_hidden_from(theirs, player, now),
        entries.filter(seen_by(player, now)).exists(),
        entries.filter(replayable_by(player, now)).exists(),
        Deal.objects.filter(visible_to(player, now), pk=trial.deal_id).exists(),
        not is_secret_to(trial.deal, player, now),
    ]
