"""What a race that is closed adds to the leaderboards: once, whoever does it, and again if asked.

Stored boards can be compared with what the entries say, and made good.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from games import engine, racing
from games.models.database.holding import held
from games.models.database.instants import to_ms
from games.models.database.snapshot import snapshot
from games.models.races.daily import day_of
from games.models.races.entry import Entry, EntryQuerySet
from games.models.races.race import Race
from games.models.standings.board import STRETCH, Board
from games.models.standings.rating import rate
from games.models.standings.review import Review


def period_boards(rules: str, now: int) -> dict[str, str]:
    """The names of the boards of some rules at an instant: of its UTC day and week, and of all."""
    day = day_of(now)
    monday = day - timedelta(days=day.weekday())
    return {
        "day": f"day/{day}/{rules}",
        "week": f"week/{monday}/{rules}",
        "all": f"all/{rules}",
    }


def daily_board(daily: int) -> str:
    """The name of the board of a daily challenge."""
    return f"daily/{daily}"


def deal_board(deal: int, rules: str) -> str:
    """The name of the board of all races on a deal that is no secret, so that there may be many."""
    return f"deal/{deal}/{rules}"


def practice_board(deal: int, rules: str) -> str:
    """The name of the board of those who play a deal again."""
    return f"practice/{deal}/{rules}"


def boards_of(entry: Entry) -> list[str]:
    """The names of the boards on which an entry of a closed race counts."""
    race = entry.race
    given_up = entry.state in (racing.RunState.FORFEIT, racing.RunState.NO_SHOW)
    if race.closed_at is None or given_up or entry.assisted or entry.voided:
        return []
    match racing.Kind(race.kind):
        case racing.Kind.DAILY:
            return [daily_board(race.attempt.daily_id)] if race.attempt.ranked else []
        case racing.Kind.SOLO:
            return [practice_board(race.deal_id, race.rules)]
    if race.deal.public or race.deal.key is None:
        return [deal_board(race.deal_id, race.rules)]
    if entry.state != racing.RunState.WON or not is_preset(race.rules):
        return []
    return list(period_boards(race.rules, to_ms(race.closed_at)).values())


def is_preset(rules: str) -> bool:
    """Whether rules are a preset as it is: others are compared with nothing."""
    game, _slash, preset = rules.partition("/")
    return preset in engine.GAMES[game].presets


@transaction.atomic
def book_race(race: Race) -> None:
    """Enter the results of a closed race on the leaderboards and in the ratings."""
    held(Race.objects.filter(pk=race.pk)).get()
    entries = list(race.entries.order_by("pk"))
    for entry in entries:
        entry.race = race
    enter(entries)
    rate(race)
    Race.objects.filter(pk=race.pk).update(booked=True)


def book_closed(most: int = 100) -> int:
    """Book the races that are closed and not booked, the earliest first; return how many."""
    waiting = Race.objects.filter(closed_at__isnull=False, booked=False)
    earliest = waiting.order_by("closed_at", "pk").select_related("deal", "attempt")
    races = list(earliest[:most])
    for race in races:
        book_race(race)
    return len(races)


def enter(entries: Iterable[Entry]) -> None:
    """Enter entries of a closed race on their boards, and have reviewed what counts anywhere.

    The same however often it is done. The race is held by the caller.
    """
    due = [(entry, boards_of(entry)) for entry in entries]
    for entry, names in due:
        if names or (entry.race.kind == racing.Kind.RANKED and entry.moves):
            Review.objects.ask_for(entry)
    boards = Board.objects.hold({name for _entry, names in due for name in names})
    for board in boards:
        for entry, names in due:
            if board.name in names:
                board.enter(entry)


def book_again(entry: Entry, boards: Iterable[Board]) -> None:
    """Make held boards right on which an entry of a held race has come to count, or has ceased to.

    It is reviewed if that has not been asked for.
    """
    for board in boards:
        board.correct(entry.player_id, best(entry.player_id, board.name))
    enter([entry])


def best(player: int, board: str) -> Entry | None:
    """The best entry of a player for a board, from the entries alone."""
    own = _entries(board).filter(player=player).iterator()
    counting = (entry for entry in own if board in boards_of(entry))
    return min(counting, key=lambda entry: (entry.merit, entry.pk), default=None)


def _entries(board: str) -> EntryQuerySet:
    """The entries that may count on a board."""
    kind, _slash, rest = board.partition("/")
    match kind:
        case "daily":
            found = Q(race__attempt__daily=int(rest))
        case "deal" | "practice":
            deal, _slash, rules = rest.partition("/")
            found = Q(race__deal=int(deal), race__rules=rules)
        case _:
            rules = rest if kind == "all" else rest.partition("/")[2]
            found = Q(race__rules=rules, state=racing.RunState.WON)
    entries = Entry.objects.filter(found, race__closed_at__isnull=False)
    return entries.select_related("race__deal", "race__attempt")


def wrong_boards() -> list[str]:
    """Return the names of the boards whose lines or tallies are not what the entries say.

    Reads all entries, and writes nothing. The lines of races that are closed and not booked yet may
    be there or not.
    """
    due: dict[str, dict[int, int]] = defaultdict(dict)
    early: dict[str, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    wrong = []
    with snapshot():
        for entry in _entries_of_closed_races():
            for name in boards_of(entry):
                if entry.race.booked:
                    merit = due[name].get(entry.player_id, entry.merit)
                    due[name][entry.player_id] = min(merit, entry.merit)
                else:
                    early[name][entry.player_id].add(entry.merit)
        for board in Board.objects.order_by("pk").iterator():
            lines = dict(board.lines.values_list("player", "merit"))
            tallies = dict(board.tallies.filter(count__gt=0).values_list("stretch", "count"))
            counted = Counter(merit // STRETCH for merit in lines.values())
            told = due.pop(board.name, {})
            if tallies != counted or not _agree(lines, told, early[board.name]):
                wrong.append(board.name)
    return wrong + list(due)


def _entries_of_closed_races() -> Iterator[Entry]:
    closed = Entry.objects.filter(race__closed_at__isnull=False)
    return closed.select_related("race__deal", "race__attempt").iterator(chunk_size=2000)


def _agree(
    lines: Mapping[int, int], due: Mapping[int, int], early: Mapping[int, Collection[int]]
) -> bool:
    """Tell whether each player's line is the one due, or a better one that comes early."""
    return all(
        lines.get(player) == due.get(player)
        or (
            player in lines
            and lines[player] in early.get(player, ())
            and (player not in due or lines[player] < due[player])
        )
        for player in lines.keys() | due.keys()
    )


def rebuild(name: str) -> None:
    """Make a board anew from the entries."""
    with transaction.atomic():
        (board,) = Board.objects.hold([name])
        board.lines.all().delete()
        board.tallies.all().delete()
        for entry in _entries(name).order_by("pk").iterator():
            if name in boards_of(entry):
                board.enter(entry)
