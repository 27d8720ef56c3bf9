"""Moving what a guest has played to an account."""

from __future__ import annotations

from django.db import transaction

from games.models.database.holding import held
from games.models.people.player import Player
from games.models.races.identity import hold_with_races
from games.models.races.race import Race
from games.models.standings.board import Board
from games.models.standings.booking import best


@transaction.atomic
def absorb(account: Player, guest: Player) -> None:
    """Move what a guest has played to an account, and delete the guest if nothing is left.

    If both have a seat in the same race, each keeps its own, and the guest stays.

    :raises ValueError: if the account is a guest, or the guest is an account.
    """
    if account.guest or not guest.guest:
        raise ValueError(f"{account.username} cannot absorb {guest.username}")
    try:
        hold_with_races([account, guest], lambda: set(guest.entries.values_list("race", flat=True)))
    except Player.DoesNotExist:
        return
    if not guest.guest or account.deleted_at is not None:
        # At this moment the guest has signed up, or the account was deleted.
        return
    kept = guest.entries.exclude(race__entries__player=account)
    # One attempt at a daily is one: of two, the guest's stays with the guest.
    kept = kept.exclude(race__attempt__daily__attempts__player=account)
    races = list(kept.values_list("race", flat=True))
    # Whoever has one of them loaded loads it again before changing it.
    Race.objects.filter(pk__in=races).renew()
    boards = Board.objects.hold(guest.lines.values_list("board__name", flat=True))
    guest.hosted.filter(pk__in=races).update(host=account)
    list(held(guest.entries.filter(race__in=races), whole=True).values_list("pk"))
    guest.entries.filter(race__in=races).update(player=account)
    guest.attempts.filter(race__in=races).update(player=account)
    guest.brought.update(brought_by=account)
    guest.openings.update(player=account)
    for board in boards:
        for player in (guest, account):
            board.correct(player.pk, best(player.pk, board.name))
    if not guest.entries.exists():
        guest.delete()
