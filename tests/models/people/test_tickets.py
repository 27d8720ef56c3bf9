from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import AccessToken, Player
from games.models.people.credential import Credential, find
from games.models.people.ticket import LASTS, issue, redeem
from games.models.people.token import Scope

pytestmark = pytest.mark.django_db

NOW = timezone.now().replace(microsecond=0)


@pytest.fixture
def token(alice: Player) -> Credential:
    """Return what a token of Alice's allows."""
    lasts = timedelta(days=1)
    _, text = AccessToken.objects.issue(alice, "page", [Scope.RACE], NOW, lasts=lasts)
    found = find(text, NOW)
    assert found is not None
    return found


def test_a_ticket_stands_for_its_token_once(token: Credential) -> None:
    ticket = issue(token, NOW)
    assert redeem(ticket, NOW) == token
    assert redeem(ticket, NOW) is None


def test_a_ticket_lasts_half_a_minute(token: Credential) -> None:
    early, late = issue(token, NOW), issue(token, NOW)
    assert redeem(early, NOW + LASTS - timedelta(seconds=1)) == token
    assert redeem(late, NOW + LASTS) is None


def test_a_changed_ticket_is_none(token: Credential) -> None:
    ticket = issue(token, NOW)
    for position in range(len(ticket)):
        other = "0" if ticket[position] != "0" else "1"
        assert redeem(ticket[:position] + other + ticket[position + 1 :], NOW) is None
    assert redeem("", NOW) is None


def test_a_ticket_ends_with_its_token(token: Credential) -> None:
    expired, revoked = issue(token, NOW + timedelta(days=1)), issue(token, NOW)
    assert redeem(expired, NOW + timedelta(days=1)) is None
    AccessToken.objects.all().delete()
    assert redeem(revoked, NOW) is None
