"""Events to test with, on deals whose winning moves ship with the program."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice

from games import racing
from games.models import Action, Entry, Event, Player, Proof, Round
from games.models.database.instants import to_ms
from games.models.races.closing import close_overdue
from games.models.races.event_plan import plan_event
from games.models.races.event_players import join_event
from games.models.races.event_seating import seat_rounds
from games.models.races.unattended import LATE_MS, start_unattended
from games.racing import EventTerms, RoundTerms
from games.solver.proof import Proof as Found
from games.solver.proof import read_proofs
from tests.clocks import at
from tests.models.stored_races import NOW

RULES = "agnes-sorel/standard"
MINUTE = 60_000
START = NOW - NOW % MINUTE + 60 * MINUTE
"""When the first round of an event of these tests starts, an hour from now."""

POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)


@cache
def wins(count: int) -> Sequence[Found]:
    """Return so many proofs of deals by the rules of these tests."""
    found = (proof for proof in read_proofs() if str(proof.rules) == RULES and proof.solution)
    return tuple(islice(found, count))


def terms(rounds: int = 3, *, start: int = START, limit: int = 2 * MINUTE) -> EventTerms:
    return EventTerms("Club night", start, MINUTE, (RoundTerms(RULES, "", limit),) * rounds)


def stock(count: int = 3) -> None:
    """Put deals into the stock."""
    for proof in wins(count):
        line = " ".join(proof.solution)
        Proof.objects.store(RULES, proof.key, "winnable", 1, line, "easy", secret=True)


def planned(organiser: Player, *players: Player, rounds: int = 3, now: int = NOW) -> Event:
    """Plan an event that some players have joined."""
    stock(rounds)
    start = START - NOW + now
    event = plan_event(organiser, terms(rounds, start=start - start % MINUTE), at(now))
    for player in players:
        join_event(event, player, at(now))
    return event


def round_of(event: Event, number: int) -> Round:
    return event.rounds.select_related("deal", "event").get(number=number)


def seat(event: Event, number: int) -> list[list[Player]]:
    """Seat a round in time, and return who sits at its tables."""
    seat_rounds(at(to_ms(round_of(event, number).starts_at) - racing.SEATED))
    return [
        [entry.player for entry in table.entries.select_related("player").order_by("seat")]
        for table in round_of(event, number).tables.order_by("pk")
    ]


def begin(event: Event, number: int) -> None:
    """Seat a round and deal its cards."""
    seat(event, number)
    start_unattended(at(to_ms(round_of(event, number).starts_at) + LATE_MS))


def play(event: Event, number: int, moves: Mapping[Player, int], pace: int = 100) -> None:
    """Store so many of the winning moves of some players; the first to be named is the fastest."""
    one = round_of(event, number)
    line = Proof.objects.get(deal=one.deal, rules=RULES).line.split()
    entries = {e.player: e for e in Entry.objects.filter(race__round=one).select_related("player")}
    Action.objects.bulk_create(
        Action(entry=entries[player], number=n, ms=n * (pace + slower), text=text)
        for slower, (player, count) in enumerate(moves.items())
        for n, text in enumerate(line[:count], 1)
    )


def close(event: Event, number: int) -> None:
    """Close the tables of a round when its time is up."""
    while close_overdue(at(to_ms(round_of(event, number).ends_at))):
        pass


def race(event: Event, number: int, moves: Mapping[Player, int]) -> None:
    """Race a round from its seating to its end."""
    begin(event, number)
    play(event, number, moves)
    close(event, number)


def points_of(event: Event) -> dict[int, Fraction]:
    """Compute the points of an event from its settled runs, by counting who is ahead."""
    total: dict[int, Fraction] = defaultdict(Fraction)
    for one in event.rounds.all():
        seated = Entry.objects.filter(race__round=one)
        total |= {run.player_id: total[run.player_id] for run in seated}
        runs = [run for run in seated if not run.void_reason and (run.moves or run.state == "won")]
        for run in runs:
            ahead = sum(_key(other) < _key(run) for other in runs)
            level = sum(_key(other) == _key(run) for other in runs)
            shared = (POINTS + (0,) * len(runs))[ahead : ahead + level]
            total[run.player_id] += Fraction(sum(shared), level)
    return dict(total)


def _key(run: Entry) -> tuple[int, ...]:
    if run.state == "won":
        return 0, (run.time_ms or 0) // 10, run.moves
    if run.state == "forfeit":
        return (2,)
    return 1, -run.progress, run.progress_at or 0
