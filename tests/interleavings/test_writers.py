"""Every function that writes to the database runs in a scene, against every other of its rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Final

import pytest

from tests.interleavings.conductor import Conductor, Performance
from tests.interleavings.scenes import SCENES
from tests.interleavings.writers import writers
from tests.manage import REPOSITORY

FOUND: Final = frozenset(writers(REPOSITORY / "games"))

SHARED: Final = (
    *("race", "entry", "deal", "daily", "trial", "attempt", "player"),
    *("board", "line", "tally", "ladder", "rating", "ratingchange"),
)
"""The tables of which every pair of writers must meet."""

TASKS: Final = "tasks are claimed by compare-and-set"
PROBE: Final = "only the health page uses the probe"
GUARDS: Final = "creates triggers after a migration"
PEOPLE: Final = "follows and challenges are single rows under a constraint"
WEBHOOK: Final = "moves a webhook on by compare-and-set"
NOTICE: Final = "marks what is told by compare-and-set"
BACKUP: Final = "reads, or restores a database that nobody uses"
LOCK: Final = "only locks or reads"
VALUE: Final = "changes a value in memory"
IMPORT: Final = "adds rows in the one transaction of an import, and changes none"
ROUND: Final = "holds the event, as all do who seat or end a round"

ELSEWHERE: Final = {
    "games.background.analysis._proven_line": "stores one proof per deal and rules, by constraint",
    "games.background.queue.prune": TASKS,
    "games.background.queue.recover": TASKS,
    "games.background.queue.renew": TASKS,
    "games.background.worker.Lane.give_back": TASKS,
    "games.live.journal._refused": LOCK,
    "games.live.rooms.Rooms._store_presence_soon": VALUE,
    "games.tracing.start": "sets up traces; it writes no row",
    "games.models.races.action.Action.save": "only tests save a single action",
    "games.models.database.availability.StorageProbe.write": PROBE,
    "games.models.database.availability._impatience": PROBE,
    "games.models.database.process.ProcessQuerySet.prune": "deletes processes of a day ago",
    "games.models.database.process.ProcessQuerySet.report": "one row a process",
    "games.models.database.saved_backup.SavedBackupQuerySet.note": BACKUP,
    "games.models.races.challenge.Challenge.decline": PEOPLE,
    "games.models.races.crowding.one_at_a_time": LOCK,
    "games.models.races.guards._put_up_postgres": GUARDS,
    "games.models.races.guards._put_up_sqlite": GUARDS,
    "games.models.races.guards.take_down": GUARDS,
    "games.models.races.opening.OpeningQuerySet.prune": "deletes openings of two days ago",
    "games.models.races.race_event.RaceEventQuerySet.number_new": "numbers events that it holds",
    "games.models.races.race_event.RaceEventQuerySet.prune": "deletes events of a day ago",
    "games.models.people.token.AccessToken.note_use": "sets one column of its own row",
    "games.models.people.token.AccessTokenQuerySet.issue": "adds a row while it holds the player",
    "games.models.races.request.RequestQuerySet.once": "one row a key, by constraint",
    "games.models.races.request.RequestQuerySet.prune": "deletes requests of a day ago",
    "games.models.races.webhook.WebhookQuerySet.make": "adds a row while it holds the player",
    "games.models.races.webhook.Webhook.move_on": WEBHOOK,
    "games.models.races.webhook.Webhook.back_off": WEBHOOK,
    "games.models.races.webhook.Webhook.rest": WEBHOOK,
    "games.models.races.webhook.DeliveryQuerySet.prune": "deletes deliveries of a week ago",
    "games.api.webhooks.deliveries._attempt": "adds a row",
    "games.api.webhooks.own.WebhookResource.delete": "deletes one row",
    "games.management.backups.postgres.PostgresBackup._count": BACKUP,
    "games.management.backups.postgres.PostgresBackup._execute": BACKUP,
    "games.management.backups.sqlite.SqliteBackup.count": BACKUP,
    "games.management.backups.sqlite.SqliteBackup.is_empty": BACKUP,
    "games.management.backups.sqlite.SqliteBackup.migrations": BACKUP,
    "games.management.backups.sqlite.SqliteBackup.visitors": BACKUP,
    "games.management.backups.sqlite.SqliteBackup.write": BACKUP,
    "games.management.commands.migrate.Command.execute": "leaves it to the command",
    "games.management.commands.migrate.alone": LOCK,
    "games.management.progress.Progress.reach": VALUE,
    "games.management.file_command.FileCommand.execute": "leaves it to the command",
    "games.management.long_command.LongCommand.execute": "leaves it to the command",
    "games.management.commands.webhook.Command.handle": "deletes one row",
    "games.pages.people.account.webhooks.delete": "deletes one row",
    "games.pages.people.account.tokens.revoke": "deletes one row",
    "games.management.commands.bot._token": "deletes one row",
    "games.models.people.application.register": "adds a row while it holds the player",
    "games.models.people.application.turn_out": "deletes rows that only OAuth adds",
    "games.models.people.application.forget": "deletes rows while it holds the player",
    "games.models.people.application.prune": "deletes tokens that have expired",
    "games.models.people.used_grant.UsedGrantQuerySet.note": "one row a grant, by constraint",
    "games.models.people.used_grant.UsedGrantQuerySet.prune": "deletes rows of 90 days ago",
    "games.pages.people.account.applications.views.delete": "deletes one row, and its tokens",
    "games.api.resources.tokens.TokenResource.delete": "deletes one row",
    "games.models.races.identity.end_programs": "deletes rows of one player",
    "games.models.races.erasure.shut_out": "deletes rows of one account",
    "games.pages.people.account.by_mail.NewPasswordForm.save": "leaves it to allauth and shut_out",
    "games.pages.people.account.by_mail.ResetForm.save": "sends a mail; it writes no row",
    "games.pages.people.account.recent_login.keeping_records": "changes the session in memory",
    "games.models.people.follow.FollowQuerySet.begin": PEOPLE,
    "games.models.people.follow.FollowQuerySet.end": PEOPLE,
    "games.models.people.push_subscription.PushSubscriptionQuerySet.keep": (
        "one row a browser, by constraint, while it holds the player"
    ),
    "games.models.people.wishes.Wishes.keep": "one row a player, while it holds the player",
    "games.models.people.wishes.WishesQuerySet.stop_mails": "changes the row that it holds",
    "games.models.play.anytime_seats.close_free_seats": "changes the trial that it holds",
    "games.models.play.telling.tell_of_attempt": NOTICE,
    "games.models.play.telling.tell_of_end": NOTICE,
    "games.models.play.telling.tell_of_plan": NOTICE,
    "games.models.races.notice.NoticeQuerySet.prune": "deletes notices of a month ago",
    "games.models.races.notice.Notice.see": "sets one column of a row that has none",
    "games.models.races.notice.NoticeQuerySet.rest_mails": "only the one task that mails",
    "games.models.races.notice.NoticeQuerySet.see": "sets one column of notices that have none",
    "games.models.races.push.Push.claim": NOTICE,
    "games.models.races.push.Push.put_off": "changes the row that it has claimed",
    "games.models.races.push.PushQuerySet.send_out": NOTICE,
    "games.pages.people.notices.mail._goes_on": NOTICE,
    "games.pages.people.notices.push.push_to": "deletes the row that it has claimed",
    "games.pages.people.notices.settings.end_with_session": "deletes a session's rows",
    "games.pages.people.notices.settings.unsubscribe": "deletes one row",
    "games.models.deals.proof.ProofQuerySet._stock": "flags the proofs that their caller holds",
    "games.models.deals.proof.ProofQuerySet.receive": IMPORT,
    "games.management.transfer.challenges._store_entry": IMPORT,
    "games.management.transfer.challenges._store_race": IMPORT,
    "games.management.transfer.challenges.take_daily": IMPORT,
    "games.management.transfer.challenges.take_run": IMPORT,
    "games.management.transfer.people._settle_in": IMPORT,
    "games.management.transfer.people.follow": IMPORT,
    "games.management.transfer.people.make_player": IMPORT,
    "games.models.races.daily.DailyQuerySet.bring": IMPORT,
    "games.models.races.event_end._end_those_absent": ROUND,
    "games.models.races.event_end._move_up": ROUND,
    "games.models.races.event_end.note_idle": "sets one column of a table that isn't closed",
    "games.models.standings.retention.remove_actions": "claims the race by compare-and-set",
    "games.models.standings.rating._outcomes": VALUE,
    "games.models.database.snapshot._execute": LOCK,
    "games.pages.people.account.deletion.delete_if_account_gone": "writes only during a deletion",
    "games.pages.site.health._state": LOCK,
    "games.pages.deals.rules_form.RulesForm.__init__": VALUE,
    "games.pages.races.history.history": VALUE,
    "games.pages.site.intake._on_this_site": VALUE,
    "games.pages.races.invitation._drawn": VALUE,
    "games.pages.races.previews.picture.draw": VALUE,
    "games.pages.races.race_form.RaceForm.sent": VALUE,
}
"""Writers that no scene runs, with the reason why they can't collide."""

IN_A_ROOM: Final = {
    "models.races.transition.save_transition",
    "models.races.transition._store_seats",
    "models.races.unstarted.unmake",
}
OVER: Final = {
    *("models.standings.ruling.RulingQuerySet.make", "models.races.closing.place_again"),
    "models.standings.booking.book_race",
}
OF_ACCOUNTS: Final = {
    *(
        "models.people.player.Player.choose_password",
        "models.races.identity.erase",
        "models.people.player.Player.end_sessions",
        "models.people.player.Player.see",
    ),
    *("pages.people.account.overview.overview", "pages.people.account.overview.PrivacyForm.save"),
}

APART: Final = (
    # A race can't be both unstarted and over.
    (IN_A_ROOM, OVER),
    # A race is booked after its close is committed, and hints come before.
    (OVER, {"models.play.assisting.mark_assisted", "models.races.lobby.join_lobby"}),
    (
        {"models.standings.booking.book_race"},
        {"models.races.race.Race.store", "models.races.race.RaceQuerySet.mark_dealt"},
    ),
    # Terms change only until the countdown, in a race that has a host.
    (
        {"models.races.terms._store"},
        {
            *("models.races.lobby.join_lobby", "models.races.race.RaceQuerySet.mark_dealt"),
            *("models.races.entry.EntryQuerySet.fix_guests", "models.play.assisting.mark_assisted"),
            *("models.races.closing._settle", *OVER),
        },
    ),
    # Only accounts have these, and a guest's session ends when it becomes an account.
    ({"models.people.player.Player.become_account"}, OF_ACCOUNTS),
)
"""Writers of a table that never change the same row of it at the same time."""


def apart() -> set[frozenset[str]]:
    return {
        frozenset((f"games.{one}", f"games.{other}"))
        for some, others in APART
        for one in some
        for other in others
    }


@pytest.mark.needs_postgres
def test_every_writer_runs_in_a_scene(conductor: Conductor) -> None:
    performed = {
        writer
        for scene, there in SCENES.items()
        for operation in there.operations
        for writer, _table, _verb in conductor.alone(scene, operation).done.writes
    }
    assert FOUND - performed - ELSEWHERE.keys() == set(), "no scene runs these writers"
    assert ELSEWHERE.keys() - (FOUND - performed) == set(), "these run in a scene, or are gone"


@pytest.mark.needs_postgres
def test_any_two_writers_of_a_row_meet(conductor: Conductor) -> None:
    # One test for all tables: each would run the operations again in a process of its own.
    movers: dict[str, set[str]] = defaultdict(set)
    passing: dict[str, set[frozenset[str]]] = defaultdict(set)
    for scene, there in SCENES.items():
        for operation, table in product(there.operations, SHARED):
            movers[table] |= moving(conductor.alone(scene, operation), table)
        for first, second in combinations_with_replacement(there.operations, 2):
            for one, other in performances(conductor, scene, first, second):
                for table in shared_tables(one, other):
                    pairs = product(moving(one, table), moving(other, table))
                    passing[table] |= {frozenset(pair) for pair in pairs}
    never = apart()
    missing = {
        f"{table}: {' and '.join(sorted(pair))}"
        for table in SHARED
        for pair in map(frozenset, combinations_with_replacement(movers[table], 2))
        if pair not in passing[table] | never
    }
    assert not missing, "\n".join(sorted(missing))


def shared_tables(one: Performance, other: Performance) -> set[str]:
    """Return the shared tables of which both change the same row."""
    names = {name.removeprefix("games_") for name, _ in one.rows & other.rows}
    return names & set(SHARED)


def performances(
    conductor: Conductor, scene: str, first: str, second: str
) -> Iterator[tuple[Performance, Performance]]:
    """Yield the runs of two operations that meet: each alone, and in sequence."""
    alone = conductor.alone(scene, first), conductor.alone(scene, second)
    if alone[0].meets(alone[1]):
        yield alone
        if not (alone[0].rows and alone[1].rows):
            for order in conductor.in_turn(scene, first, second):
                yield order.performances


def moving(performance: Performance, table: str) -> set[str]:
    """Return the functions of `games` that changed existing rows of a table."""
    if all(name != f"games_{table}" for name, _ in performance.rows):
        return set()
    return {
        writer
        for writer, name, verb in performance.done.writes
        if writer in FOUND and name == f"games_{table}" and verb != "INSERT"
    }


def test_a_new_writer_is_found(tmp_path: Path) -> None:
    package = tmp_path / "house"
    (package / "engine").mkdir(parents=True)
    (package / "engine" / "board.py").write_text("def push(board): board.copy()\n")
    (package / "rooms.py").write_text(
        "class Room:\n"
        "    def look(self): return self.door\n"
        "    def shut(self):\n"
        "        if self.door:\n"
        "            Door.objects.filter(pk=self.door).update(shut=True)\n"
        "    async def burn(self):\n"
        "        def all(): self.delete()\n"
        "        await all()\n"
        "def open_up(): return Door().save\n"
        "if True:\n"
        "    def build(): Door.objects.bulk_create([])\n"
    )
    assert set(writers(package)) == {
        "house.rooms.Room.shut",
        "house.rooms.Room.burn",
        "house.rooms.build",
    }
