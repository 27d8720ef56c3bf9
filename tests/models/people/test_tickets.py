from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import AccessToken, Player
from games.models.people.ticket import LASTS, issue, redeem
from games.models.people.token import Scope

pytestmark = pytest.mark.django_db

NOW = timezone.now().replace(microsecond=0)


@pytest.fixture
def token(alice: Player) -> AccessToken:
    return AccessToken.objects.issue(alice, "page", [Scope.RACE], NOW, lasts=timedelta(days=1))[0]


def test_a_ticket_stands_for_its_token_once(token: AccessToken) -> None:
    ticket = issue(token, NOW)
    assert redeem(ticket, NOW) == token
    assert redeem(ticket, NOW) is None


def test_a_ticket_lasts_half_a_minute(token: AccessToken) -> None:
    early, late = issue(token, NOW), issue(token, NOW)
    assert redeem(early, NOW + LASTS - timedelta(seconds=1)) == token
    assert redeem(late, NOW + LASTS) is None


def test_a_changed_ticket_is_none(token: AccessToken) -> None:
    ticket = issue(token, NOW)
    for position in range(len(ticket)):
        other = "0" if ticket[position] != "0" else "1"
        assert redeem(ticket[:position] + other + ticket[position + 1 :], NOW) is None
    assert redeem("", NOW) is None


def test_a_ticket_ends_with_its_token(token: AccessToken) -> None:
    expired, revoked = issue(token, NOW + timedelta(days=1)), issue(token, NOW)
    assert redeem(expired, NOW + timedelta(days=1)) is None
    token.delete()
    assert redeem(revoked, NOW) is None
