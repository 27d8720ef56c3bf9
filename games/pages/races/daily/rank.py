"""Where an attempt at a daily challenge stands, also one that isn't ranked."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Attempt, Entry, Leaderboard, Player
from games.models.races.daily import days_tried
from games.models.standings.booking import daily_leaderboard_name
from games.models.standings.streak import streak
from games.racing import RunState


def rank_text(attempt: Attempt, entry: Entry, today: date) -> str:
    """Return a sentence on the rank of an attempt that is over: a guest's is where it would be.

    One played as a guest stays unranked when its player has signed up.
    """
    if entry.state in (RunState.FORFEIT, RunState.NO_SHOW) or entry.void_reason:
        return _("Not ranked")
    if not entry.is_try:
        return _("You didn't move a card, so this isn't ranked and doesn't count for a streak.")
    if not attempt.ranked and not attempt.player.guest:
        return _("Played as a guest, so not ranked.")
    name = daily_leaderboard_name(attempt.trial.daily.pk)
    leaderboard = Leaderboard.objects.filter(name=name).first()
    rank = size = 1
    if leaderboard is not None:
        # A result that isn't booked yet stands where it will.
        listed = leaderboard.rows.filter(player=entry.player_id).exists()
        rank, size = leaderboard.rank_of(entry.rank_key), leaderboard.size() + (not listed)
    if not attempt.ranked and entry.state != RunState.WON:
        text = _("Guests aren't ranked.")
    elif not attempt.ranked:
        text = ngettext(
            "With an account this would have been first place.",
            "With an account this would have been place %(rank)s of %(size)s.",
            size,
        )
    elif size > 1:
        text = _("Rank %(rank)s of %(size)s")
    elif attempt.trial.daily.day < today:
        text = _("The only ranked result") if _has_guests(attempt) else _("The only result")
    elif _has_guests(attempt):
        text = _("The only ranked result so far")
    else:
        text = _("The only result so far")
    return text % {"rank": rank, "size": size}


def with_streak(rank: str, player: Player, day: date, today: date) -> str:
    """Return a sentence on a rank with the days in a row that an attempt of today has made."""
    days = streak(days_tried(player), today).current if day == today else 0
    if days < 2:
        return rank
    row = ngettext("%(count)s day in a row", "%(count)s days in a row", days) % {"count": days}
    return f"{rank} {row}." if rank.endswith(".") else f"{rank} · {row}"


def _has_guests(attempt: Attempt) -> bool:
    """Tell whether results are listed that aren't ranked."""
    guests = Entry.objects.tried().filter(
        race__attempt__trial=attempt.trial_id, place__isnull=False
    )
    return guests.filter(race__attempt__ranked=False, race__closed_at__isnull=False).exists()
