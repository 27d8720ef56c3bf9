"""The admin."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.models import Action, Deal, Entry, Player, Proof, Race
from games.models.races.closing import close_race
from tests.clocks import at
from tests.models.stored_races import END, RULES, act, started_race

MODELS = (Player, Deal, Race, Entry, Action)


@pytest.fixture
def race(alice: Player, guest: Player) -> Race:
    race = started_race(alice, guest)
    act(race, alice, "end")
    return race


@pytest.mark.parametrize("model", MODELS)
def test_every_model_can_be_listed_searched_and_opened(
    admin_client: Client, race: Race, model: type[Player | Deal | Race | Entry | Action]
) -> None:
    name = f"admin:games_{model._meta.model_name}"
    listed = admin_client.get(reverse(f"{name}_changelist"), {"q": race.code})
    found = admin_client.get(reverse(f"{name}_change", args=[model._default_manager.all()[0].pk]))
    assert (listed.status_code, found.status_code) == (200, 200)


@pytest.mark.parametrize("model", [Deal, Race, Entry, Action])
def test_rows_that_decide_a_race_cannot_be_changed(
    admin_client: Client, race: Race, model: type[Deal | Race | Entry | Action]
) -> None:
    name = f"admin:games_{model._meta.model_name}"
    changed = admin_client.post(
        reverse(f"{name}_change", args=[model._default_manager.all()[0].pk]), {}
    )
    added = admin_client.get(reverse(f"{name}_add"))
    assert (changed.status_code, added.status_code) == (403, 403)


def test_key_and_cards_are_secret_until_the_race_is_over(admin_client: Client, race: Race) -> None:
    deal = race.deal
    assert deal.key is not None
    address = reverse("admin:games_deal_change", args=[deal.pk])
    page = admin_client.get(address).content.decode()
    assert "secret until" in page
    assert deal.commitment is not None
    assert deal.commitment in page
    assert bytes(deal.key).hex() not in page
    assert deal.cards not in page
    close_race(race, at(END))
    page = admin_client.get(address).content.decode()
    assert bytes(deal.key).hex() in page
    assert deal.cards in page


def test_no_page_shows_a_secret_deal(admin_client: Client, race: Race) -> None:
    for model in MODELS:
        name = f"admin:games_{model._meta.model_name}"
        pages = [reverse(f"{name}_changelist")]
        pages += [reverse(f"{name}_change", args=[row.pk]) for row in model._default_manager.all()]
        for page in pages:
            text = admin_client.get(page).content.decode()
            assert race.deal.cards not in text
            assert race.deal.key is not None
            assert bytes(race.deal.key).hex() not in text


def test_the_winning_line_is_secret_until_the_race_is_over(
    admin_client: Client, alice: Player, settings: Settings
) -> None:
    settings.STOCK = 0
    proof = Proof.objects.store(RULES, bytes(32), "winnable", 7, "t1t2 t3t4", secret=True)
    race = started_race(alice)
    assert race.deal == proof.deal
    address = reverse("admin:games_proof_change", args=[proof.pk])
    assert proof.line not in admin_client.get(address).content.decode()
    close_race(race, at(END))
    assert proof.line in admin_client.get(address).content.decode()
    listed = admin_client.get(reverse("admin:games_proof_changelist"), {"q": race.code})
    assert listed.status_code == 200


def test_a_player_can_be_added_and_renamed(admin_client: Client) -> None:
    admin_client.post(
        reverse("admin:games_player_add"),
        {
            "username": "dora",
            "usable_password": "true",
            "password1": "quiet otters swim",
            "password2": "quiet otters swim",
        },
    )
    dora = Player.objects.get(username="dora")
    assert (dora.name, dora.check_password("quiet otters swim")) == ("dora", True)
    admin_client.post(
        reverse("admin:games_player_change", args=[dora.pk]),
        {"username": "dora", "name": "Dora the Quick", "is_active": "on"},
    )
    dora.refresh_from_db()
    assert dora.name == "Dora the Quick"


def change(browser: Client, player: Player, **fields: str) -> str:
    """Send the form of a player with these fields; return what it refuses, if anything."""
    address = reverse("admin:games_player_change", args=[player.pk])
    kept = {"username": player.username, "name": player.name, "is_active": "on"}
    answer = browser.post(address, {**kept, **fields})
    player.refresh_from_db()
    if answer.status_code == 302:
        return ""
    errors = answer.context["adminform"].form.errors
    return " ".join(sentence for found in errors.values() for sentence in found)


@pytest.mark.parametrize("right", ["is_active", "is_staff", "is_superuser"])
def test_the_only_administrator_keeps_each_right(
    admin_client: Client, staff: Player, alice: Player, right: str
) -> None:
    all_rights = dict.fromkeys(("is_active", "is_staff", "is_superuser"), "on")
    fewer = all_rights | {right: ""}
    only = "warden is the only administrator: make another by manage.py createsuperuser"
    assert change(admin_client, staff, **fewer) == only
    assert getattr(staff, right)
    assert change(admin_client, alice, **all_rights) == ""
    assert change(admin_client, staff, **fewer) == ""
    assert not getattr(staff, right)


def test_who_is_no_administrator_may_lose_rights(admin_client: Client, alice: Player) -> None:
    assert change(admin_client, alice, is_active="") == ""
    assert not alice.is_active


def test_a_name_is_one_that_the_player_could_choose(
    admin_client: Client, staff: Player, alice: Player, bob: Player, guest: Player
) -> None:
    assert change(admin_client, alice, name="  ").startswith("Type a name:")
    assert "is taken or too close" in change(admin_client, alice, name="B0b")
    assert "sounds like the site itself" in change(admin_client, alice, name="Admin")
    assert alice.name == "Alice"
    assert change(admin_client, guest, name="Bob", guest="on") == ""
    assert guest.name == "Bob"
    Player.objects.filter(pk=bob.pk).update(name="admin")
    bob.refresh_from_db()
    assert change(admin_client, bob, private="on") == ""
    assert bob.private


def test_each_run_leads_to_a_ruling_on_it(admin_client: Client, race: Race) -> None:
    entry = race.entries.earliest("pk")
    page = admin_client.get(reverse("admin:games_entry_changelist")).content.decode()
    address = f"{reverse('admin:games_ruling_add')}?entry={entry.pk}"
    assert f'<a href="{address}">Decide</a>' in page
