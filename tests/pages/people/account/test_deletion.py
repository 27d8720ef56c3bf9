"""Deleting an account leaves nothing behind, whatever happens concurrently."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from games.models import Player, Race
from games.models.people.refusals import GoneError
from games.models.races.erasure import ACCOUNT_MODELS, forget
from tests.models.stored_races import closed_race, open_race, started_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def test_a_deleted_account_leaves_its_runs_without_a_name(
    visit: Visit, alice: Player, bob: Player
) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True)
    race = closed_race(alice, bob)
    browser = Client()
    browser.post("/accounts/login/", {"login": "alice", "password": "correct horse"})
    assert "are deleted for good" in text(browser.get("/account/delete/"))
    browser.post("/account/delete/")
    browser.post("/accounts/reauthenticate/", {"password": "correct horse"})
    browser.post("/account/delete/")
    alice.refresh_from_db()
    assert (alice.name, alice.email, alice.is_active) == ("Deleted player", "", False)
    assert not EmailAddress.objects.exists()
    assert race.entries.count() == 2
    assert "_auth_user_id" not in browser.session
    assert browser.get(f"/player/{alice.pk}/").status_code == 404
    assert "not correct" in text(
        browser.post("/accounts/login/", {"login": "alice", "password": "correct horse"})
    )


def test_a_deleted_name_is_free_again(visit: Visit, bob: Player, charlie: Player) -> None:
    for player in (bob, charlie):
        visit(player).post("/account/delete/")
    Client().post("/accounts/signup/", {"username": "bob", "password1": "kitchen-table-42"})
    assert Player.objects.get(username="bob").name == "bob"


def test_a_guest_can_be_forgotten_too(visit: Visit, guest: Player) -> None:
    visit(guest).post("/account/delete/")
    guest.refresh_from_db()
    assert (guest.name, guest.is_active) == ("Deleted player", False)


def test_the_only_administrator_stays(visit: Visit, bob: Player, charlie: Player) -> None:
    Player.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    told = visit(bob).post("/account/delete/", follow=True)
    assert "bob is the only administrator: make another" in text(told)
    bob.refresh_from_db()
    assert bob.is_active
    Player.objects.filter(pk=charlie.pk).update(is_staff=True, is_superuser=True)
    visit(bob).post("/account/delete/")
    bob.refresh_from_db()
    assert not bob.is_active


def test_deleting_requires_a_recent_log_in(visit: Visit, alice: Player) -> None:
    answer = visit(alice).post("/account/delete/")
    assert "/accounts/reauthenticate/" in answer.headers["Location"]
    alice.refresh_from_db()
    assert alice.is_active


def test_no_race_waits_for_a_deleted_account(visit: Visit, guest: Player, bob: Player) -> None:
    alone, joined, running = open_race(guest), open_race(guest, bob), started_race(guest, bob)
    visit(guest).post("/account/delete/")
    assert not Race.objects.filter(pk=alone.pk).exists()
    joined.refresh_from_db()
    assert joined.host == bob
    assert [entry.player for entry in joined.entries.all()] == [bob]
    assert running.entries.count() == 2


@pytest.mark.parametrize("kind", ACCOUNT_MODELS)
def test_nothing_is_added_to_a_deleted_account(alice: Player, kind: type[Model]) -> None:
    every: dict[type[Model], dict[str, Any]] = {
        EmailAddress: {"email": "alice@example.org"},
        Authenticator: {"type": "totp", "data": {}},
        SocialAccount: {"provider": "oidc", "uid": "1"},
    }
    forget(alice, timezone.now())
    with pytest.raises(GoneError):
        kind._default_manager.create(user=alice, **every[kind])
    assert not kind._default_manager.exists()


def test_a_deleted_account_is_not_stored_again(alice: Player) -> None:
    read_before = Player.objects.get(pk=alice.pk)
    forget(alice, timezone.now())
    with pytest.raises(GoneError):
        read_before.save()
    with pytest.raises(GoneError):
        read_before.choose_password("kitchen-table-42")
    alice.refresh_from_db()
    assert (alice.name, alice.has_usable_password()) == ("Deleted player", False)
