"""Telling players of what happened in races that no one may have open.

Workers do it, from what is stored: an attempt or a race that is told of is marked in the same
transaction, so another worker, or the same one again, passes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from games import racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime, to_ms
from games.models.people.wishes import NoticeKind
from games.models.play.event_telling import tell_of_event_ends
from games.models.races.anytime import AnytimeRace
from games.models.races.entry import Entry
from games.models.races.event import Event, Participation, Round
from games.models.races.notice import REPLANNED, Notice
from games.models.races.race import Race
from games.models.races.trial import Attempt, Trial
from games.models.visibility import hidden_from, is_trial_hidden_from

AT_ONCE: Final = 100

LAST_CALL_MS: Final = 2 * 60_000
"""How long before an event or a round starts those are told who joined when it was near."""

SETTLED_MS: Final = 15_000
"""How long to wait before telling of a changed start: several changes in a row count as one, and
the next heartbeat shows who is in the room and has seen it.
"""

LEFT: Final = (racing.RunState.FORFEIT, racing.RunState.NO_SHOW)
"""The ends of those who left a race: they hear no more of it."""


def tell(clock: racing.Clock) -> None:
    """Tell of attempts that have ended, what is over, and starts that are near."""
    now = clock()
    ended = Attempt.objects.ended().filter(told=False).order_by("race__closed_at", "pk")
    for attempt in ended.select_related("trial")[:AT_ONCE]:
        tell_of_attempt(attempt, now)
    over = Trial.objects.filter(~hidden_from(None, now), anytime__told=False)
    for race in AnytimeRace.objects.filter(trial__in=over).select_related("trial")[:AT_ONCE]:
        tell_of_end(race, now)
    changed = Race.objects.filter(
        replanned_at__lte=to_datetime(now - SETTLED_MS), closed_at=None, limit_s__isnull=False
    )
    for replanned in changed.order_by("pk")[:AT_ONCE]:
        tell_of_plan(replanned, now)
    tell_of_starts(now)
    tell_of_events(now)
    tell_of_event_ends(now)


def tell_of_attempt(attempt: Attempt, now: int) -> None:
    """Tell those who may see an attempt that it has ended, unless its trial is over for all.

    Of a daily, only those are told whom it has overtaken.
    """
    trial = attempt.trial
    with transaction.atomic():
        # Of two attempts, the later one told of sees the other.
        held(Trial.objects.filter(pk=trial.pk)).get()
        if Attempt.objects.filter(pk=attempt.pk, told=False).update(told=True) != 1:
            return
        if not is_trial_hidden_from(trial, None, now):
            return
        mine = Entry.objects.filter(race=attempt.race_id).select_related("race").get()
        if mine.state in LEFT or mine.void_reason:
            return
        told: dict[NoticeKind, list[int]] = {NoticeKind.OVERTAKEN: [], NoticeKind.PLAYED: []}
        for rival in _rivals(attempt):
            behind = rival.rank_key > mine.rank_key
            told[NoticeKind.OVERTAKEN if behind else NoticeKind.PLAYED].append(rival.player_id)
        if trial.kind == racing.Kind.DAILY or not mine.is_try:
            del told[NoticeKind.PLAYED]
        cause, by = f"attempt {attempt.pk}", attempt.player_id
        for kind, players in told.items():
            Notice.objects.tell(players, kind, cause, now, by=by, trial=trial.pk)


def tell_of_end(race: AnytimeRace, now: int, by: int | None = None) -> None:
    """Tell the players and the host of an any-time race, which is over, who won it.

    Nobody is told if no one raced it. `by` ended it and so has seen the end: by default, if all
    seats are done, the player of the last attempt.
    """
    with transaction.atomic():
        if AnytimeRace.objects.filter(pk=race.pk, told=False).update(told=True) != 1:
            return
        attempts = race.trial.attempts.all()
        last = attempts.ended().order_by("race__closed_at").select_related("race").last()
        if last is None:
            return
        here = attempts.exclude(race__entries__state__in=LEFT)
        players = set(here.values_list("player", flat=True))
        if race.host_id is not None and not attempts.filter(player=race.host_id).exists():
            players.add(race.host_id)
        if by is None and attempts.count() == race.trial.seats:
            by = last.player_id
        players -= {by}
        results = race.trial.results()
        first = [run.player_id for place, run in results if place == 1 and run.state not in LEFT]
        Notice.objects.tell(
            players,
            NoticeKind.OVER,
            f"anytime {race.pk}",
            now,
            by=first[0] if len(first) == 1 else None,
            trial=race.trial_id,
        )


def tell_of_plan(race: Race, now: int) -> None:
    """Tell the players of a race when it starts now, or that no time is set any more.

    The host has changed it. Players who have been in the room since then know. The notice replaces
    earlier ones; if the start is near, the notice of that is enough.
    """
    with transaction.atomic():
        same = held(Race.objects.filter(pk=race.pk, replanned_at=race.replanned_at)).first()
        if same is None or (changed := same.replanned_at) is None:
            return
        Race.objects.filter(pk=same.pk).update(replanned_at=None)
        cause, start = f"{REPLANNED}{same.pk}", same.planned_at
        Notice.objects.filter(race=same, kind=NoticeKind.BEGINS, cause=cause).delete()
        is_near = start is not None and to_ms(start) <= now + racing.NEAR
        if is_near or same.dealt_at is not None:
            return
        here = Q(seen_at__gte=changed) | Q(created_at__gte=changed)
        away = same.entries.exclude(here).exclude(player=same.host_id)
        Notice.objects.tell(
            list(away.values_list("player", flat=True)),
            NoticeKind.BEGINS,
            cause,
            now,
            by=same.host_id,
            race=same.pk,
            until=None if start is None else to_ms(start),
        )


def tell_of_starts(now: int) -> None:
    """Tell those who have a seat in a planned race that it begins soon, however late they took it.

    They may have left its page since.
    """
    near = Entry.objects.filter(
        race__planned_at__gt=to_datetime(now),
        race__planned_at__lte=to_datetime(now + racing.NEAR),
        race__dealt_at=None,
        race__closed_at=None,
        # Lets the query use the index of races that are not closed.
        race__starts_at__gt=to_datetime(now),
        race__limit_s__isnull=False,
    )
    for race, planned, players in _by_race(near.select_related("race").order_by("race", "pk")):
        cause = f"race {race} {planned}"
        known = Notice.objects.filter(race=race, kind=NoticeKind.BEGINS, cause=cause)
        new = set(players).difference(known.values_list("player", flat=True))
        if new:
            Notice.objects.tell(new, NoticeKind.BEGINS, cause, now, race=race, until=planned)


def tell_of_events(now: int) -> None:
    """Tell those who have joined an event that it begins soon.

    Players who join shortly before it have just read the time, so only the last call tells them.
    It also tells those who join between rounds of the next one.
    """
    near = Event.objects.filter(
        starts_at__gt=to_datetime(now),
        starts_at__lte=to_datetime(now + racing.NEAR),
        called_off_at=None,
    )
    for event in near:
        start = to_ms(event.starts_at)
        joined = event.participations.filter(left_at=None)
        if now < start - LAST_CALL_MS:
            joined = joined.filter(joined_at__lt=to_datetime(start - racing.NEAR))
        _tell_of_round(event, joined, start, now)
    called = Round.objects.filter(
        number__gt=1,
        seated_at=None,
        event__called_off_at=None,
        starts_at__gt=to_datetime(now),
        starts_at__lte=to_datetime(now + LAST_CALL_MS),
    )
    for one in called.select_related("event"):
        before = one.event.rounds.get(number=one.number - 1)
        if before.seated_at is not None:
            late = one.event.participations.filter(left_at=None, joined_at__gte=before.seated_at)
            _tell_of_round(one.event, late, to_ms(one.starts_at), now)


def _tell_of_round(event: Event, joined: QuerySet[Participation], start: int, now: int) -> None:
    cause = f"event {event.pk} {start}"
    known = Notice.objects.filter(event=event, kind=NoticeKind.EVENT, cause=cause)
    new = joined.exclude(player__in=known.values("player")).values_list("player", flat=True)
    if players := list(new):
        Notice.objects.tell(players, NoticeKind.EVENT, cause, now, event=event.pk, until=start)


def _rivals(attempt: Attempt) -> QuerySet[Entry]:
    """Return the runs in a trial that ended before an attempt, and may be told of it.

    Of all who try a daily these are only who follows the player: others would be told all day.
    """
    runs = Entry.objects.filter(
        race__attempt__trial=attempt.trial_id,
        race__attempt__told=True,
        race__closed_at__isnull=False,
        void_reason="",
    )
    others = runs.exclude(player=attempt.player_id).exclude(state__in=LEFT)
    if attempt.trial.kind == racing.Kind.DAILY:
        follows = others.filter(player__follows__followed=attempt.player_id)
        return follows if attempt.ranked else others.none()
    return others


def _by_race(entries: Iterable[Entry]) -> list[tuple[int, int, list[int]]]:
    """Return the races of entries with their planned starts and players."""
    found: dict[tuple[int, int], list[int]] = {}
    for entry in entries:
        if (planned := entry.race.planned_at) is not None:
            found.setdefault((entry.race_id, to_ms(planned)), []).append(entry.player_id)
    return [(race, planned, players) for (race, planned), players in found.items()]
