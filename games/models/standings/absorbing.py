"""Moving a guest's history to an account."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from games.models.database.holding import held
from games.models.people.player import Player
from games.models.people.push_subscription import PushSubscription
from games.models.races.event_players import renew_events_of
from games.models.races.identity import hold_with_races
from games.models.races.notice import Notice
from games.models.races.race import Race
from games.models.standings.booking import best
from games.models.standings.leaderboard import Leaderboard


@transaction.atomic
def absorb(account: Player, guest: Player) -> None:
    """Move a guest's history to an account, and delete the guest if nothing is left.

    Where both have a seat in one race, each keeps its own, and the guest stays.

    :raises ValueError: if the account is a guest, or the guest is an account.
    """
    if account.guest or not guest.guest:
        raise ValueError(f"{account.username} cannot absorb {guest.username}")
    try:
        hold_with_races([account, guest], lambda: set(guest.entries.values_list("race", flat=True)))
    except Player.DoesNotExist:
        return
    if not guest.guest or account.deleted_at is not None:
        # Meanwhile the guest signed up, or the account was deleted.
        return
    kept = guest.entries.exclude(race__entries__player=account)
    # A player has one attempt at a trial: if both have one, the guest keeps the guest's.
    kept = kept.exclude(race__attempt__trial__attempts__player=account)
    # At the tables of an event each has at most one run a round: if both take part, so does each.
    kept = kept.exclude(race__round__event__participations__player=account)
    races = list(kept.values_list("race", flat=True))
    # A new version makes every loader of these races reload them before changing them.
    Race.objects.filter(pk__in=races).renew()
    leaderboards = Leaderboard.objects.hold(
        guest.leaderboard_rows.values_list("leaderboard__name", flat=True)
    )
    guest.hosted.filter(pk__in=races).update(host=account)
    guest.hosted_anytime.update(host=account)
    list(held(guest.entries.filter(race__in=races), whole=True).values_list("pk"))
    _give(account, guest, races)
    # After the commit: events are locked before races.
    transaction.on_commit(partial(renew_events_of, account))
    for leaderboard in leaderboards:
        for player in (guest, account):
            leaderboard.correct(player.pk, best(player.pk, leaderboard.name))
    if not guest.entries.exists():
        guest.delete()


def _give(account: Player, guest: Player, races: list[int]) -> None:
    """Make what belongs to a guest an account's; of seats, those in some races."""
    guest.entries.filter(race__in=races).update(player=account)
    guest.attempts.filter(race__in=races).update(player=account)
    account.attempts.rank_unstarted()
    shared = account.participations.values("event")
    # Whom an organiser has removed doesn't come back as another player.
    for one in guest.participations.filter(event__in=shared).exclude(removed_at=None):
        account.participations.filter(event=one.event_id, removed_at=None).update(
            left_at=one.left_at, removed_at=one.removed_at
        )
    guest.participations.exclude(event__in=shared).update(player=account)
    guest.brought_deals.update(brought_by=account)
    guest.openings.update(player=account)
    Notice.objects.filter(by=guest).update(by=account)
    known = account.notices.values("cause")
    guest.notices.exclude(cause__in=known).update(player=account)
    PushSubscription.objects.filter(player=guest).update(player=account)
