"""Another secret key: everyone who was signed in stays so while the previous one is known."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Player

pytestmark = pytest.mark.django_db

OLD, NEW = 40 * "o", 40 * "n"


@pytest.mark.parametrize("epoch", [0, 2])
@pytest.mark.parametrize("known", [True, False])
def test_a_session_outlasts_the_key_while_it_is_known(
    settings: Settings, epoch: int, known: bool
) -> None:
    settings.SECRET_KEY = OLD
    guest = Player.objects.create_guest()
    for _ in range(epoch):
        guest.end_sessions()
        guest.refresh_from_db()
    client = Client()
    client.force_login(guest)
    before = client.cookies["sessionid"].value
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [OLD] if known else []
    assert (guest.name in client.get("/history/").content.decode()) is known
    # A request that was under way has the same session.
    assert client.cookies["sessionid"].value == before
    # The session is the new key's from now on.
    settings.SECRET_KEY_FALLBACKS = []
    assert (guest.name in client.get("/history/").content.decode()) is known
