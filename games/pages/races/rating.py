"""What a ranked race did to the visitor's rating."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.models import EarlierRating, Entry, Player, Race, RatingChange
from games.models.standings.rating import SETTLED_AFTER, Strength, points
from games.pages.deals.labels import title
from games.racing import Kind, RunState


def rating_text(race: Race, player: Player | None) -> str:
    """Return a sentence on a player's rating after a closed race; empty for guests and watchers."""
    if race.kind != Kind.RANKED or player is None:
        return ""
    entry = race.entries.filter(player=player, as_guest=False).first()
    if entry is None:
        return ""
    latest = list(RatingChange.objects.until(race, player.pk)[:SETTLED_AFTER])
    if latest and latest[0].race_id == race.pk:
        return _changed(race, latest, EarlierRating.objects.filter(player=player, game=race.game))
    return _unrated(race, entry) if race.booked else _("Your new rating comes in a moment.")


def _changed(race: Race, latest: list[RatingChange], brought: QuerySet[EarlierRating]) -> str:
    """Return what the first of these changes was; if they are few, the rating is provisional.

    `brought` is the rating that the account came with, if any.
    """
    earlier = brought.first() if len(latest) < SETTLED_AFTER else None
    after, count = latest[0].figure, len(latest) + (earlier.races if earlier else 0)
    if len(latest) > 1:
        before = latest[1].figure
    elif earlier:
        before = points(Strength(earlier.mu, earlier.sigma).low)
    else:
        text = _("Your first rating at %(game)s: %(figure)s, still provisional.")
        return text % {"game": title(race.rules), "figure": after}
    change = f"{after - before:+}".replace("-", "\N{MINUS SIGN}")
    text = _("Rating %(before)s → %(after)s (%(change)s)")
    text %= {"before": before, "after": after, "change": change}
    if count >= SETTLED_AFTER:
        return text
    rest = _("provisional, race %(count)s of %(races)s")
    return f"{text}\N{NO-BREAK SPACE}· {rest % {'count': count, 'races': SETTLED_AFTER}}"


def _unrated(race: Race, entry: Entry) -> str:
    if entry.assisted or entry.void_reason:
        return _("This run isn't rated.")
    if race.deal.public or not race.is_proven:
        return _("Ratings stay as they are: this deal doesn't count.")
    if not race.entries.filter(state=RunState.WON).exists():
        return _("No one finished: ratings stay as they are.")
    return _("Your rating stays as it is: no one else here is rated.")
