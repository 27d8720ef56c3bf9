"""The operator's page: how the site is, for staff."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult
from pytest_django.fixtures import Settings

from games.models import (
    Delivery,
    Notice,
    NoticeKind,
    Player,
    Process,
    Review,
    Ruling,
    SavedBackup,
    Webhook,
)
from games.models.database.instants import to_ms
from games.models.races.webhook import WebhookFormat
from games.models.standings.ruling import Decision
from games.racing.doubts import Doubt
from games.tasks import fill_stock
from tests.models.stored_races import closed_race, open_race, started_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

PAGE = "/admin/operation/"


def running(role: str, release: str = "1.0.0-abc", **figures: object) -> Process:
    """Store a process that was heard just now."""
    now = timezone.now()
    return Process.objects.create(
        key=f"{role}-{Process.objects.count()}",
        role=role,
        host="pi",
        pid=100 + Process.objects.count(),
        release=release,
        started_at=now,
        seen_at=now,
        figures=figures,
    )


def shown(client: Client) -> str:
    """Return the text of the page."""
    answer = client.get(PAGE)
    assert answer.status_code == 200
    return text(answer)


def test_only_staff_with_a_second_factor_see_it(
    client: Client, visit: Visit, guest: Player, alice: Player
) -> None:
    # What other tests asked the admin for counts towards its limit.
    cache.clear()
    for browser in (client, visit(guest), visit(alice)):
        assert browser.get(PAGE).status_code == 302


def test_every_page_of_the_admin_leads_to_it(admin_client: Client) -> None:
    for path in ("/admin/", "/admin/games/race/"):
        assert f'href="{PAGE}"' in admin_client.get(path).content.decode()


def test_a_site_without_a_worker_needs_one(admin_client: Client) -> None:
    assert "No worker is running." in shown(admin_client)
    process = running("worker")
    assert "No worker is running." not in shown(admin_client)
    process.seen_at -= timedelta(minutes=2)
    process.save()
    assert "No worker is running." in shown(admin_client)


def test_it_counts_races_by_kind_and_state(
    admin_client: Client, alice: Player, bob: Player
) -> None:
    closed_race(alice, bob)
    before = shown(admin_client)
    assert "Casual 0 0 0" in before
    open_race(alice)
    assert "Casual 1 0 0" in shown(admin_client)


def test_it_tells_what_processes_did_and_do_not(admin_client: Client) -> None:
    running("live", sockets=3, hears_others=True, moves=1234, moves_a_batch=2.5, unknown="new")
    page = shown(admin_client)
    assert "1,234, 0 not stored" in page
    assert "Moves a batch 2.5" in page
    assert "different releases" not in page
    running("live", release="1.0.1-abc", sockets=1, database_failures=2, redis_failures=1)
    page = shown(admin_client)
    for trouble in (
        "Processes run different releases. Restart the older ones: live pi:100.",
        "The database failed for live pi:101.",
        "Redis failed for live pi:101.",
        "live pi:101 doesn't hear the other processes.",
    ):
        assert trouble in page
    assert "live pi:100 doesn't" not in page


def test_findings_of_a_process_that_may_have_ended_are_marked(admin_client: Client) -> None:
    process = running("pages", failed_pages=1)
    assert f"Something failed in {process}. " in shown(admin_client)
    process.seen_at -= timedelta(seconds=50)
    process.save()
    assert f"Something failed in {process} (silent, perhaps ended). " in shown(admin_client)


def test_it_lists_failed_tasks_and_late_ones(admin_client: Client) -> None:
    fill_stock.enqueue("agnes-sorel/standard")
    fill_stock.enqueue("applegate/standard")
    failed, late = DBTaskResult.objects.order_by("enqueued_at")
    now = timezone.now()
    DBTaskResult.objects.filter(pk=failed.pk).update(
        status=TaskResultStatus.FAILED, finished_at=now, exception_class_path="builtins.MemoryError"
    )
    DBTaskResult.objects.filter(pk=late.pk).update(enqueued_at=now - timedelta(hours=2))
    page = shown(admin_client)
    assert "fill_stock : builtins.MemoryError" in page
    assert "Default 1 0 1 2:00:0" in page
    assert "Tasks in the queue “default” wait too long." in page


def ended(task: str, status: TaskResultStatus, *ago: timedelta) -> None:
    """Store tasks that have ended so long ago."""
    now = timezone.now()
    for one in ago:
        made = fill_stock.enqueue("applegate/standard")
        DBTaskResult.objects.filter(pk=made.id).update(
            task_path=f"games.tasks.{task}", status=status, finished_at=now - one
        )


def test_tasks_of_a_kind_are_one_line_and_those_that_failed_come_first(
    admin_client: Client,
) -> None:
    assert "Tasks of the last day None has ended." in shown(admin_client)
    done, failed = TaskResultStatus.SUCCESSFUL, TaskResultStatus.FAILED
    minute = timedelta(minutes=1)
    ended("prune_tasks", done, *(n * minute for n in range(1, 4)))
    ended("analyse_entry", failed, 8 * minute)
    ended("analyse_entry", done, 9 * minute, 10 * minute)
    ended("fill_stock", done, *([5 * minute] * 2))
    ended("fill_stock", failed, timedelta(days=2))
    page = shown(admin_client)
    table = page.partition("Tasks of the last day ")[2].partition(" Processes")[0]
    time = r"\d\d:\d\d:\d\d"
    assert re.fullmatch(
        f"Task Failed Done Last analyse_entry 1 2 {time} prune_tasks 0 3 {time}"
        f" fill_stock 0 2 {time}",
        table,
    )
    assert "<strong>1</strong>" in admin_client.get(PAGE).content.decode()


def test_it_lists_webhooks_that_fail_without_their_secrets(
    admin_client: Client, alice: Player
) -> None:
    now = timezone.now()
    address = "https://hooks.example.org/secret-path"
    hook = Webhook.objects.make(alice, address, WebhookFormat.JSON, "http://localhost", now)
    Delivery.objects.create(
        webhook=hook, number=1, kind="over", code="ABCDEF", at=now, fault="It answered 500."
    )
    page = admin_client.get(PAGE).content.decode()
    assert f"{hook}: It answered 500." in page
    assert "secret-path" not in page
    assert hook.secret not in page


def test_it_tells_of_the_last_backup(admin_client: Client) -> None:
    page = shown(admin_client)
    assert "hasn't made one yet" in page
    assert "No backup has been made yet. Make one, and let it run every night." in page
    now = timezone.now()
    for age in (40, 3):
        SavedBackup.objects.note(3_000_000, now - timedelta(days=age))
    assert SavedBackup.objects.count() == 1
    assert "The last backup is more than two days old." in shown(admin_client)
    SavedBackup.objects.note(5_000_000, now)
    page = shown(admin_client)
    assert "4.8" in page
    assert "days old" not in page


def test_an_empty_stock_is_no_trouble_where_none_is_kept(
    admin_client: Client, settings: Settings
) -> None:
    settings.STOCK = 20
    # Without a worker, only that is said.
    assert "No secret deal" not in shown(admin_client)
    running("worker")
    assert "No secret deal is ready for freecell/standard" in shown(admin_client)
    settings.STOCK = 0
    assert "No secret deal" not in shown(admin_client)


def test_each_trouble_names_commands_that_help(admin_client: Client) -> None:
    running("pages", failed_pages=1)
    page = admin_client.get(PAGE).content.decode()
    for command in (
        "manage.py worker",
        "systemctl start same-deal-live@8011",
        "docker compose logs pages",
        "manage.py backup FILE",
    ):
        assert f"<code>{command}</code>" in page
    assert "No process serves the tables." in page
    running("live")
    assert "No process serves the tables." not in shown(admin_client)


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ({"journal_write_s": "0.25", "move_s": "0.5"}, "The database takes 0.25 s to store moves"),
        ({"journal_write_s": "0.1", "move_s": "+Inf"}, "A move takes +Inf s at live pi:100."),
        ({"journal_write_s": "0.1", "move_s": "0.25"}, ""),
        ({}, ""),
    ],
)
def test_slow_moves_are_a_trouble(admin_client: Client, figures: dict[str, str], said: str) -> None:
    running("live", **figures)
    page = shown(admin_client)
    assert said in page
    assert ("The database takes" in page) == said.startswith("The database")
    assert ("A move takes +" in page) == said.startswith("A move")


def test_races_under_way_lead_to_their_pages(
    admin_client: Client, alice: Player, bob: Player
) -> None:
    open_race(alice)
    race = started_race(alice, bob)
    page = admin_client.get(PAGE).content.decode()
    assert f'<a href="/admin/games/race/{race.pk}/change/">{race.code}</a>' in page
    assert f"{race.rules}, casual, 2 players" in page


def test_odd_runs_wait_for_a_ruling(admin_client: Client, alice: Player, bob: Player) -> None:
    entry = closed_race(alice, bob).entries.earliest("pk")
    Review.objects.update_or_create(
        entry=entry, defaults={"doubts": Doubt.HASTE, "reviewed_at": timezone.now()}
    )
    assert "Runs that look odd and have no ruling yet: 1." in shown(admin_client)
    boss = Player.objects.get(is_superuser=True)
    Ruling.objects.make(entry, Decision.CLEAR, boss, "By hand.", to_ms(timezone.now()))
    assert "Runs that look odd" not in shown(admin_client)


def test_mails_that_wait_are_a_trouble(admin_client: Client, alice: Player) -> None:
    later = timezone.now() + timedelta(minutes=5)
    Notice.objects.create(
        **{"player": alice, "kind": NoticeKind.OVERTAKEN, "cause": "x", "at": timezone.now()},
        **{"shown": True, "mail_due": True, "push_due": False, "mail_retry_at": later},
    )
    assert "The mail server failed, and mails wait." in shown(admin_client)


def test_a_process_that_has_just_been_replaced_is_no_older_release(admin_client: Client) -> None:
    ended = running("live", release="1.0.0-abc")
    running("live", release="1.0.1-abc")
    assert "different releases" in shown(admin_client)
    ended.seen_at -= timedelta(seconds=50)
    ended.save()
    assert "different releases" not in shown(admin_client)
