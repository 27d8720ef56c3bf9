"""Which names a player may have."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

PASSWORD = "kitchen-table-42"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x", "at least 2 characters"),
        ("x" * 41, "at most 40 characters; this one has 41"),
        ("Admin", "sounds like the site itself"),
        ("SAME_DEAL", "sounds like the site itself"),
        ("m0derat0r", "sounds like the site itself"),
        ("\N{CYRILLIC SMALL LETTER A}dmiral", "mixes letters from different alphabets"),
        ("alice", "A user with that username already exists"),
        ("a1ice", "is taken or too close to a name that is"),
        ("a.l.i.c.e", "is taken or too close to a name that is"),
        (
            # "alice" without a single Latin letter
            "\N{CYRILLIC SMALL LETTER A}\N{CYRILLIC SMALL LETTER PALOCHKA}"
            "\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}"
            "\N{CYRILLIC SMALL LETTER ES}\N{CYRILLIC SMALL LETTER IE}",
            "is taken or too close to a name that is",
        ),
    ],
)
def test_a_username_that_misleads_is_refused(
    client: Client, alice: Player, name: str, why: str
) -> None:
    answer = client.post("/accounts/signup/", {"username": name, "password1": PASSWORD})
    assert why in text(answer)
    assert Player.objects.count() == 1


@pytest.mark.parametrize("name", ["zoe zoe", "zoe!", "z" * 41, "z z" * 60])
def test_what_a_username_needs_is_said_once_and_nothing_typed_is_cut(
    client: Client, name: str
) -> None:
    asked = {"username": name, "password1": PASSWORD}
    page = client.post("/accounts/signup/", asked).content.decode()
    field = page.split('<label for="id_username">')[1].split("</div>")[0]
    assert f'value="{name}"' in field
    assert "maxlength" not in field
    assert field.count("field-error") == 1
    assert 'class="hint"' not in field
    assert "Enter a valid username" not in field
    told = "without spaces.</p>" if len(name) < 41 else f"this one has {len(name)}.</p>"
    assert told in field


def test_a_name_that_is_too_long_says_so_where_a_guest_types_one(
    visit: Visit, guest: Player
) -> None:
    answer = visit(guest).post("/name/", {"name": "z" * 41, "next": "/account/"}, follow=True)
    assert "A name has at most 40 characters; this one has 41." in text(answer)


@pytest.mark.parametrize("name", ["Zoë", "Иван", "山田", "Αλίκη", "o.brien"])
def test_names_of_every_script_are_welcome(client: Client, name: str) -> None:
    client.post("/accounts/signup/", {"username": name, "password1": PASSWORD})
    assert Player.objects.get().name == name


def test_an_account_cannot_take_the_name_of_another(
    visit: Visit, alice: Player, bob: Player
) -> None:
    answer = visit(bob).post("/name/", {"name": "Al1ce", "next": "/account/"}, follow=True)
    assert "“Al1ce” is taken or too close to a name that is." in text(answer)
    bob.refresh_from_db()
    assert bob.name == "Bob"


def test_an_account_may_change_how_its_name_is_written(visit: Visit, alice: Player) -> None:
    visit(alice).post("/name/", {"name": "ALICE"})
    alice.refresh_from_db()
    assert alice.name == "ALICE"


def test_guests_may_share_a_name(visit: Visit, alice: Player, guest: Player) -> None:
    visit(guest).post("/name/", {"name": "Alice"})
    guest.refresh_from_db()
    assert guest.name == "Alice"


def test_a_guest_cannot_speak_for_the_site(visit: Visit, guest: Player) -> None:
    answer = visit(guest).post("/name/", {"name": "Moderator", "next": "/account/"}, follow=True)
    assert "sounds like the site itself" in text(answer)


def test_nobody_is_found_by_the_name_they_log_in_with_nor_takes_another_s(
    visit: Visit, alice: Player, bob: Player
) -> None:
    visit(alice).post("/name/", {"name": "Quiet Zed"})
    page = visit(bob).post("/friends/follow/", {"name": "alice"}, follow=True)
    assert "No account is called “alice”" in text(page)
    page = visit(bob).post("/name/", {"name": "Alice"}, follow=True)
    assert "is taken or too close" in text(page)
    bob.refresh_from_db()
    assert bob.name == "Bob"


@pytest.mark.parametrize("page", ["tokens", "bots", "applications", "webhooks"])
def test_what_is_too_long_is_refused_and_not_cut(browser: Client, page: str) -> None:
    field, value = ("name", "N" * 300) if page != "webhooks" else ("address", "https://a/" * 300)
    answer = browser.post(f"/account/{page}/", {field: value})
    said = answer.content.decode()
    assert answer.status_code == 400
    assert f'value="{value}"' in said
    assert "maxlength" not in said
    assert f"(it has {len(value)})" in said
