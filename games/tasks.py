"""Background work: the tasks of the workers, and the chores that queue missing ones.

To add a task, write a plain function of ids and texts in `games/background` and wrap it here.
Callers use `do_it.enqueue(id)` in the transaction that makes it necessary, or after it, and
`enqueue_once(do_it, id)` where it may already be queued. The function

- is idempotent, and safe to run in two workers at once: it first checks that it is needed, and
  stores its result under a constraint or by compare-and-set;
- ends within a minute: searches have a budget. A worker that hasn't been heard of for five
  (`worker --lost-after`) counts as dead, and its tasks run again;
- holds no transaction while it searches;
- has a priority above 0 if someone waits for it: the endless search for the stock then yields.

No task has to be queued for it to happen: every few seconds chores compare what is stored with what
should be, and queue the rest. Imports inside the functions keep the solver out of web processes.
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.utils import timezone
from django_tasks import task

from games.background.chore import Chore
from games.background.queue import enqueue_missing, enqueue_once, prune
from games.logged import also_about
from games.models import (
    Analysis,
    Delivery,
    Event,
    Notice,
    Opening,
    Process,
    Race,
    RaceEvent,
    Request,
    Review,
)
from games.models.people import application
from games.models.play import streak_telling, telling
from games.models.races import event_plan, event_seating, identity, unattended
from games.models.standings.retention import old_races

URGENT: Final = 50

LATELY_S: Final = 48 * 3600
"""How far back missing analyses are looked for. Analyses are read soon after a race, and cards that
a player brought are analysed the next day. Searching all races would cost more with every race."""


@task()
def fill_stock(rules: str, wished_difficulty: str = "") -> int:
    """Search for winnable secret deals under these rules, of the wished difficulty if any."""
    from games.background import stock

    return stock.fill(rules, wished_difficulty)


@task(priority=10)
def publish_proofs() -> None:
    """Import the proofs that ship with the program."""
    from games.background import stock

    stock.publish()


@task(priority=20)
def analyse_entry(entry: int) -> bool:
    """Find where an entry lost the deal, and which moves led nowhere."""
    from games.background import analysis

    with also_about(entry=entry):
        return analysis.analyse(entry)


def analyse_race(race: Race) -> None:
    """Queue the analyses of a closed race's entries once the transaction commits."""
    entries = list(Analysis.objects.missing().filter(race=race).values_list("pk", flat=True))
    transaction.on_commit(lambda: [enqueue_once(analyse_entry, entry) for entry in entries])


def analyse_missed() -> None:
    """Queue the analyses of recent races that were never queued, or got lost."""
    since = int((time.time() - LATELY_S) * 1000)
    enqueue_missing(analyse_entry, Analysis.objects.missing(since))


def keep_stock() -> None:
    """Queue the searches that fill the stock of deals."""
    from games.background import stock

    if not stock.is_published():
        enqueue_once(publish_proofs)
    for rules in stock.short_presets():
        enqueue_once(fill_stock, rules)


def search_for(race: Race) -> None:
    """Search at once if a race got no secret, proven deal of the wished difficulty."""
    if (
        race.deal.public
        or not race.is_proven
        or race.wished_difficulty not in ("", race.difficulty)
    ):
        search_deal(race.rules, race.wished_difficulty)


def search_deal(rules: str, wished_difficulty: str) -> None:
    """Search at once for a secret deal under these rules, of the wished difficulty if any."""
    enqueue_once(fill_stock.using(priority=URGENT), rules, wished_difficulty)


def search_for_rounds(event: Event) -> None:
    """Search at once for the deals that the rounds of an event lack."""
    for one in event.rounds.filter(deal=None):
        search_deal(one.rules, one.wished_difficulty)


@task()
def review_entry(entry: int) -> None:
    """Replay a run from its record and note anything odd about it."""
    from games.background import review

    with also_about(entry=entry):
        review.review(entry)


def remove_old_actions() -> None:
    """Remove the actions of races that ended long ago, and analyse those that never were."""
    from games.background import retention

    days, archive = settings.ACTIONS_DAYS, settings.ACTIONS_ARCHIVE
    retention.remove_old_actions(days, archive, lambda: int(time.time() * 1000))
    if days:
        old = old_races(timezone.now() - timedelta(days=days))
        enqueue_missing(analyse_entry, Analysis.objects.missing().filter(race__in=old))


def keep_reviews() -> None:
    """Queue reviews of the runs that count and have none yet."""
    enqueue_missing(review_entry, Review.objects.pending(), "entry")


def start_unattended() -> None:
    """Start the races that no one has open: programs wait for the event."""
    unattended.start_unattended(lambda: int(time.time() * 1000))


def tell() -> None:
    """Tell players of what happened while they were away."""
    telling.tell(lambda: int(time.time() * 1000))


def tell_of_streaks() -> None:
    """Tell players, in a day's last hours, of a streak that ends with it."""
    streak_telling.tell_of_streaks(int(time.time() * 1000))


def seat_rounds() -> None:
    """Seat the rounds of events that are about to start, also when no one has a page open."""
    event_seating.seat_rounds(lambda: int(time.time() * 1000))


def reserve_deals() -> None:
    """Give each coming round of an event its deal, and search for those that are missing."""
    for rules, wished_difficulty in event_plan.reserve_deals(int(time.time() * 1000)):
        search_deal(rules, wished_difficulty)


def forget() -> None:
    """Delete what is of no use any more: finished tasks, old notes, sessions, idle guests."""
    now = timezone.now()
    prune(now)
    RaceEvent.objects.prune(now)
    Delivery.objects.prune(now)
    Opening.objects.prune(now)
    Request.objects.prune(now)
    Notice.objects.prune(now)
    Process.objects.prune(now)
    application.prune(now)
    SessionStore.clear_expired()
    identity.erase_idle_guests(settings.GUEST_DAYS, lambda: int(time.time() * 1000))


CHORES: Final = (
    Chore(start_unattended, every=1),
    Chore(tell, every=2),
    Chore(tell_of_streaks, every=60),
    Chore(seat_rounds, every=1),
    Chore(reserve_deals, every=5),
    Chore(keep_stock, every=5),
    Chore(keep_reviews, every=10),
    Chore(remove_old_actions, every=10),
    Chore(analyse_missed, every=30),
    Chore(forget, every=3600),
)
