"""Booking: entering the results of closed races on the leaderboards, idempotently.

Stored leaderboards can be checked against the entries, and corrected.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from games import engine, racing
from games.models.database.holding import held
from games.models.database.instants import to_ms
from games.models.database.snapshot import snapshot
from games.models.races.daily import day_of
from games.models.races.entry import Entry, EntryQuerySet
from games.models.races.race import Race
from games.models.standings.leaderboard import STRETCH, Leaderboard
from games.models.standings.rating import rate
from games.models.standings.review import Review

BOTS: Final = "bots"
"""What the names of the leaderboards of bots begin with."""


def period_leaderboard_names(rules: str, now: int) -> dict[str, str]:
    """Return the names of the leaderboards of an instant's UTC day and week, and of all time."""
    day = day_of(now)
    monday = day - timedelta(days=day.weekday())
    return {
        "day": f"day/{day}/{rules}",
        "week": f"week/{monday}/{rules}",
        "all": f"all/{rules}",
    }


def daily_leaderboard_name(daily: int) -> str:
    """Return the name of the leaderboard of a daily challenge."""
    return f"daily/{daily}"


def deal_leaderboard_name(deal: int, rules: str) -> str:
    """Return the name of the leaderboard of all races on a public or listed deal."""
    return f"deal/{deal}/{rules}"


def practice_leaderboard_name(deal: int, rules: str) -> str:
    """Return the name of the leaderboard of the practices on a deal."""
    return f"practice/{deal}/{rules}"


def bots_leaderboard_name(name: str) -> str:
    """Return the name of the leaderboard of bots beside one of people."""
    return f"{BOTS}/{name}"


def leaderboard_names_of(entry: Entry) -> list[str]:
    """Return the names of the leaderboards an entry counts on: none before its race is closed.

    Bots have leaderboards of their own.
    """
    names = _names_of(entry)
    return list(map(bots_leaderboard_name, names)) if entry.player.bot else names


def _names_of(entry: Entry) -> list[str]:
    race = entry.race
    given_up = entry.state in (racing.RunState.FORFEIT, racing.RunState.NO_SHOW)
    if race.closed_at is None or given_up or entry.assisted or entry.void_reason:
        return []
    match racing.Kind(race.kind):
        case racing.Kind.DAILY:
            counts = race.attempt.ranked and entry.is_try
            return [daily_leaderboard_name(race.attempt.trial.daily.pk)] if counts else []
        case racing.Kind.ANYTIME:
            # Unrated and on no leaderboard: one person may take two seats, the second one as a
            # guest, and know the deal. Guests count in its places like all others.
            return []
        case racing.Kind.SOLO:
            return [practice_leaderboard_name(race.deal_id, race.rules)]
    if race.deal.public or race.deal.key is None:
        return [deal_leaderboard_name(race.deal_id, race.rules)]
    if entry.state != racing.RunState.WON or not is_preset(race.rules):
        return []
    return list(period_leaderboard_names(race.rules, to_ms(race.closed_at)).values())


def is_preset(rules: str) -> bool:
    """Tell whether rules are an unmodified preset: custom rules have no period leaderboards."""
    game, _slash, preset = rules.partition("/")
    return preset in engine.GAMES[game].presets


@transaction.atomic
def book_race(race: Race) -> None:
    """Enter the results of a closed race on the leaderboards and into the ratings."""
    held(Race.objects.filter(pk=race.pk)).get()
    entries = list(race.entries.select_related("player").order_by("pk"))
    for entry in entries:
        entry.race = race
    enter(entries)
    rate(race)
    Race.objects.filter(pk=race.pk).update(booked=True)


def book_closed(most: int = 100) -> int:
    """Book the closed races not booked yet, earliest first; return how many."""
    waiting = Race.objects.filter(closed_at__isnull=False, booked=False)
    earliest = waiting.order_by("closed_at", "pk").select_related("deal", "attempt__trial__daily")
    races = list(earliest[:most])
    for race in races:
        book_race(race)
    return len(races)


def enter(entries: Iterable[Entry]) -> None:
    """Enter a closed race's entries on their leaderboards, and request reviews of those that count.

    Idempotent. The caller holds the race.
    """
    due = [(entry, leaderboard_names_of(entry)) for entry in entries]
    for entry, names in due:
        counts = names or (entry.race.kind == racing.Kind.RANKED and entry.moves)
        # A bot plays as no person does, and says so.
        if counts and not entry.player.bot:
            Review.objects.ask_for(entry)
    leaderboards = Leaderboard.objects.hold({name for _entry, names in due for name in names})
    for leaderboard in leaderboards:
        for entry, names in due:
            if leaderboard.name in names:
                leaderboard.enter(entry)


def book_again(entry: Entry, leaderboards: Iterable[Leaderboard]) -> None:
    """Correct leaderboards after an entry starts or stops counting on them, and request its review.

    The caller holds the race and the leaderboards.
    """
    for leaderboard in leaderboards:
        leaderboard.correct(entry.player_id, best(entry.player_id, leaderboard.name))
    enter([entry])


def best(player: int, name: str) -> Entry | None:
    """Return a player's best entry for a leaderboard, found from the entries alone."""
    own = _entries(name).filter(player=player).iterator()
    counting = (entry for entry in own if name in leaderboard_names_of(entry))
    return min(counting, key=lambda entry: (entry.rank_key, entry.pk), default=None)


def _entries(name: str) -> EntryQuerySet:
    """Return the entries that may count on a leaderboard."""
    bots = name.startswith(f"{BOTS}/")
    name = name.removeprefix(f"{BOTS}/")
    kind, _slash, rest = name.partition("/")
    match kind:
        case "daily":
            found = Q(race__attempt__trial__daily=int(rest))
        case "deal" | "practice":
            deal, _slash, rules = rest.partition("/")
            found = Q(race__deal=int(deal), race__rules=rules)
        case _:
            rules = rest if kind == "all" else rest.partition("/")[2]
            found = Q(race__rules=rules, state=racing.RunState.WON)
    entries = Entry.objects.filter(found, race__closed_at__isnull=False, player__bot=bots)
    return entries.select_related("player", "race__deal", "race__attempt__trial__daily")


def wrong_leaderboards(step: Callable[[], object] = lambda: None) -> Iterator[str]:
    """Yield the names of the leaderboards whose rows or tallies disagree with the entries.

    Reads all entries and writes nothing; calls `step` once for each entry and leaderboard. Rows of
    closed races that aren't booked yet may exist or not.
    """
    due: dict[str, dict[int, int]] = defaultdict(dict)
    early: dict[str, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    with snapshot():
        for entry in _entries_of_closed_races().iterator(chunk_size=2000):
            step()
            for name in leaderboard_names_of(entry):
                if entry.race.booked:
                    rank_key = due[name].get(entry.player_id, entry.rank_key)
                    due[name][entry.player_id] = min(rank_key, entry.rank_key)
                else:
                    early[name][entry.player_id].add(entry.rank_key)
        for leaderboard in Leaderboard.objects.order_by("pk").iterator():
            step()
            rows = dict(leaderboard.rows.values_list("player", "rank_key"))
            tallies = dict(leaderboard.tallies.filter(count__gt=0).values_list("stretch", "count"))
            counted = Counter(key // STRETCH for key in rows.values())
            expected = due.pop(leaderboard.name, {})
            if tallies != counted or not _agree(rows, expected, early[leaderboard.name]):
                yield leaderboard.name
        yield from due


def steps_of_check() -> int:
    """Return how many steps `wrong_leaderboards` takes."""
    return _entries_of_closed_races().count() + Leaderboard.objects.count()


def _entries_of_closed_races() -> QuerySet[Entry]:
    closed = Entry.objects.filter(race__closed_at__isnull=False)
    return closed.select_related("player", "race__deal", "race__attempt__trial__daily")


def _agree(
    rows: Mapping[int, int], due: Mapping[int, int], early: Mapping[int, Collection[int]]
) -> bool:
    """Tell whether each player's row is the one due, or a better one entered early."""
    return all(
        rows.get(player) == due.get(player)
        or (
            player in rows
            and rows[player] in early.get(player, ())
            and (player not in due or rows[player] < due[player])
        )
        for player in rows.keys() | due.keys()
    )


def rebuild(name: str) -> None:
    """Rebuild a leaderboard from the entries."""
    with transaction.atomic():
        (leaderboard,) = Leaderboard.objects.hold([name])
        leaderboard.rows.all().delete()
        leaderboard.tallies.all().delete()
        for entry in _entries(name).order_by("pk").iterator():
            if name in leaderboard_names_of(entry):
                leaderboard.enter(entry)
