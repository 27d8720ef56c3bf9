"""The privacy page names all that is stored about a person, and what it promises happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from games import tasks
from games.models import Player
from games.models.races.identity import DELETED, erase_idle_guests
from games.pages.site.privacy import KEPT
from tests.models.stored_races import closed_race
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.site.impersonal import IMPERSONAL


def named(lines: Iterable[str]) -> list[str]:
    """Return the fields that lines such as `games.Follow: follower followed` name."""
    split = [line.split(": ") for line in lines]
    return [f"{model}.{field}" for model, fields in split for field in fields.split()]


PERSONAL = [field for kept in KEPT for field in named(kept.fields)]


def test_every_field_of_the_models_is_classified_once() -> None:
    stored = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.local_fields
        if field.name != "id"
    }
    classified = Counter([*PERSONAL, *named(IMPERSONAL)])
    assert stored - classified.keys() == set(), "say on the privacy page what these are for"
    assert classified.keys() - stored == set()
    assert [field for field, times in classified.items() if times > 1] == []


def test_every_field_that_refers_to_a_person_is_on_the_page() -> None:
    of_persons = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.local_fields
        if field.is_relation and field.related_model is Player
    }
    assert of_persons - set(PERSONAL) == set()


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_says_it_in_the_reader_s_language(client: Client, language: str) -> None:
    said = text(client.get("/privacy/", headers={"Accept-Language": language}))
    assert {"en": "Who sees it", "de": "Wer es sieht"}[language] in said
    assert said.count({"en": "How long", "de": "Wie lange"}[language]) == len(KEPT)
    assert "365" in said


@pytest.mark.django_db
def test_every_page_leads_there_and_it_leads_to_the_buttons(visit: Visit, alice: Player) -> None:
    assert 'href="/privacy/"' in visit(alice).get("/").content.decode()
    page = visit(alice).get("/privacy/").content.decode()
    assert 'href="/account/data/"' in page
    assert 'href="/account/delete/"' in page


def guest(joined: datetime) -> Player:
    return Player.objects.create(
        username=f"guest-{joined.timestamp()}", name="Jolly", guest=True, date_joined=joined
    )


def at(now: datetime) -> int:
    return int(now.timestamp() * 1000)


@pytest.mark.django_db(transaction=True)
def test_guests_who_took_no_seat_for_long_are_erased(alice: Player) -> None:
    now = timezone.now()
    Player.objects.update(date_joined=now - timedelta(days=900))
    idle, new, racing = (guest(now - timedelta(days=days)) for days in (400, 10, 500))
    race = closed_race(racing, alice)
    race.entries.update(created_at=now - timedelta(days=3))
    assert erase_idle_guests(0, lambda: at(now)) == 0
    assert erase_idle_guests(365, lambda: at(now)) == 1
    assert erase_idle_guests(365, lambda: at(now)) == 0
    left = dict(Player.objects.filter(deleted_at=None).values_list("pk", "name"))
    assert set(left) == {alice.pk, new.pk, racing.pk}
    assert Player.objects.get(pk=idle.pk).name == DELETED


@pytest.mark.django_db(transaction=True)
def test_expired_sessions_are_deleted_by_a_chore(alice: Player, visit: Visit) -> None:
    visit(alice).get("/")
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    assert Session.objects.exists()
    tasks.forget()
    assert not Session.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("contact", "shown"),
    [
        ("mailto:club@example.org", "club@example.org"),
        ("https://example.org/imprint", "https://example.org/imprint"),
    ],
)
def test_the_people_who_run_the_site_can_be_reached(
    client: Client, settings: Settings, contact: str, shown: str
) -> None:
    assert "Who runs this site" not in text(client.get("/privacy/"))
    settings.CONTACT = contact
    assert (
        f'<a href="{contact}" rel="noopener">{shown}</a>'
        in client.get("/privacy/").content.decode()
    )
