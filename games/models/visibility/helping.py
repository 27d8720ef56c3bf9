"""When the server's solver helps a player, and when it does not."""

from __future__ import annotations

from django.db import transaction

from games import racing
from games.engine import Sentence
from games.models.database.holding import held
from games.models.database.instants import to_datetime, to_ms
from games.models.deals.deal import Deal
from games.models.races.entry import Entry
from games.models.races.race import Race
from games.models.visibility.access import is_like, raced_on, untried


def help_later(deal: Deal, now: int) -> Sentence | None:
    """Return why there is no help yet with cards that somebody brought, or None if there is."""
    if deal.help_from is None or to_ms(deal.help_from) <= now:
        return None
    return Sentence(
        "You brought these cards. Help with them starts at %(time)s UTC, when every race they "
        "could come from is over.",
        time=f"{deal.help_from:%Y-%m-%d %H:%M}",
    )


def refuse_help(entry: Entry, now: int) -> None:
    """See that help with an entry, which is loaded with its race and deal, helps in no race.

    Cards that somebody brought are asked about first: what is said of them depends on nothing but
    the day they came.

    :raises RefusedError: "help-later", "counting" or "secret" if it might.
    """
    race, deal = entry.race, entry.race.deal
    if (why := help_later(deal, now)) is not None:
        raise racing.RefusedError("help-later", why)
    counting = Entry.objects.filter(
        player=entry.player_id,
        race__kind__in=[kind.value for kind in racing.Kind if not kind.may_help],
        race__starts_at__lte=to_datetime(now),
        race__closed_at=None,
    )
    if counting.exists():
        raise racing.RefusedError(
            "counting", "You are in a race that counts. You get help again when it is over."
        )
    # A race that allows help keeps nobody in it from help.
    others = (
        raced_on(now) if race.kind == racing.Kind.SOLO else raced_on(now, deal__races__helped=False)
    )
    mine = Deal.objects.filter(pk=deal.pk)
    # A player who is done with a daily may be somebody's other account: no help until all are done.
    if mine.filter(is_like(others) | is_like(untried(None, now))).exists():
        raise racing.RefusedError(
            "secret", "Others can still race this deal. Help with it starts when they're done."
        )


def mark_assisted(entry: int, now: int) -> None:
    """Mark a running entry as assisted, for good, if it may be helped.

    :raises RefusedError: if it may not be helped now; it is not marked then.
    """
    over = racing.RefusedError("race-over", "The race is over.")
    running = Entry.objects.filter(pk=entry, race__closed_at=None)
    found = running.select_related("race__deal", "player").first()
    if found is None:
        raise over
    if not found.race.helped:
        raise racing.RefusedError("no-help", "There is no help in this race.")
    refuse_help(found, now)
    if not found.assisted:
        with transaction.atomic():
            # Whoever closes the race settles the run with the mark, or comes first.
            if not held(Race.objects.filter(pk=found.race_id, closed_at=None)):
                raise over
            Entry.objects.filter(pk=entry).update(assisted=True)
