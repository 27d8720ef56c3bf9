"""What a run without rivals is compared with on its result: a leader, or an own best."""

from __future__ import annotations

from django.db.models import F

from games.models import Entry, Leaderboard, Player, Race
from games.models.races.entry import EntryQuerySet
from games.models.standings.booking import daily_leaderboard_name
from games.models.visibility import with_actions
from games.racing import Kind


def run_to_compare(race: Race, player: Player) -> Entry | None:
    """Return the run to draw beside a player's when no one else took part; None without one.

    In a daily challenge it is the fastest of the others, who had the same cards. Otherwise it is
    the player's own best: on the same deal in a practice, elsewhere at the same rules.
    """
    if race.kind == Kind.DAILY and (leader := _leader(race.attempt.trial.daily.pk, player)):
        return leader
    return _own(race, player).order_by(F("time_ms").asc(nulls_last=True), "-progress").first()


def _leader(daily: int, player: Player) -> Entry | None:
    leaderboard = Leaderboard.objects.filter(name=daily_leaderboard_name(daily)).first()
    if leaderboard is None:
        return None
    row = leaderboard.rows.shown().exclude(player=player).first()
    if row is None:
        return None
    leaders = Entry.objects.filter(with_actions(), pk=row.entry_id)
    return leaders.told_apart().select_related("race__deal").first()


def _own(race: Race, player: Player) -> EntryQuerySet:
    ended = Entry.objects.filter(player=player, last_at__isnull=False).exclude(race=race)
    ended = ended.filter(with_actions(), race__closed_at__isnull=False)
    ended = ended.select_related("player", "race__deal")
    if race.kind == Kind.SOLO:
        return ended.filter(race__deal=race.deal_id, race__rules=race.rules)
    return ended.counted().filter(race__rules=race.rules, time_ms__isnull=False)
