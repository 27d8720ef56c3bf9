"""Background work: the tasks that workers do, and the chores by which they find what is to be done.

To add a task: write what it does as a plain function in `games/background`, taking ids and texts,
and wrap it here. Whoever wants it done calls `do_it.enqueue(id)`, in the transaction that makes it
necessary or after it, or `enqueue_once(do_it, id)` where it may be queued already. The function

- may be done twice, and by two workers at once: it looks first whether it is needed, and stores
  what it has found under a constraint or by compare-and-set;
- ends within a minute: searches have a budget; a worker that is silent for longer counts as dead,
  and the task is done again;
- holds no transaction while it searches;
- has a priority above 0 if somebody waits for it: the endless search for the stock makes room.

Nothing depends on a task being queued: a chore looks every few seconds at what is stored, and
queues what is missing. Imports inside the functions keep the solver out of the web processes.
"""

from __future__ import annotations

import time
from typing import Final

from django.db import transaction
from django_tasks import task

from games.background.chore import Chore
from games.background.queue import enqueue_once, prune
from games.models import Analysis, Opening, Race

URGENT: Final = 50

LATELY_S: Final = 48 * 3600
"""Who reads an analysis does so soon, and cards that somebody brought are analysed on the next day.
To look for what is missing among all races would cost more with each of them."""


@task()
def fill_stock(rules: str, wished: str = "") -> int:
    """Search for secret deals that can be won under these rules, as hard as wished."""
    from games.background import stock

    return stock.fill(rules, wished)


@task(priority=10)
def publish_proofs() -> None:
    """Take over the proofs that come with the program."""
    from games.background import stock

    stock.publish()


@task(priority=20)
def analyse_entry(entry: int) -> bool:
    """Find out where an entry lost the deal, and what led nowhere."""
    from games.background import analysis

    return analysis.analyse(entry)


def analyse_race(race: Race) -> None:
    """Queue the analysis of all that was played in a race that is over, once it is stored."""
    entries = list(Analysis.objects.missing().filter(race=race).values_list("pk", flat=True))
    transaction.on_commit(lambda: [enqueue_once(analyse_entry, entry) for entry in entries])


def analyse_missed() -> None:
    """Queue the analyses of late races that were not queued, or got lost."""
    since = int((time.time() - LATELY_S) * 1000)
    for entry in Analysis.objects.missing(since).values_list("pk", flat=True)[:50]:
        enqueue_once(analyse_entry, entry)


def keep_stock() -> None:
    """Queue what fills the stock of deals."""
    from games.background import stock

    if not stock.is_published():
        enqueue_once(publish_proofs)
    for rules in stock.short_presets():
        enqueue_once(fill_stock, rules)


def search_for(race: Race) -> None:
    """If a race has not got a secret deal as hard as was wished, search for some at once."""
    if race.deal.public or not race.is_proven or race.wished not in ("", race.difficulty):
        enqueue_once(fill_stock.using(priority=URGENT), race.rules, race.wished)


@task()
def review_entry(entry: int) -> None:
    """Play a run again from its record, and look for what is odd about it."""
    from games.background import review

    review.review(entry)


def keep_reviews() -> None:
    """Queue the runs that count and have not been reviewed."""
    from games.background import review

    for entry in review.missing():
        enqueue_once(review_entry, entry)


def forget() -> None:
    """Forget the tasks that were done some time ago, and who opened which race then."""
    prune()
    Opening.objects.prune()


CHORES: Final = (
    Chore(keep_stock, every=5),
    Chore(keep_reviews, every=10),
    Chore(analyse_missed, every=30),
    Chore(forget, every=3600),
)
