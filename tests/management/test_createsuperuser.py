"""An administrator whose password comes from the environment."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from games.models import Player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("123", "Too short"),
        ("", "Too short"),
        ("password1234", "Too many people use this one"),
        ("warden-of-cards", "Too close to your username"),
    ],
)
def test_a_weak_password_makes_no_administrator(
    monkeypatch: pytest.MonkeyPatch, password: str, why: str
) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", password)
    monkeypatch.setenv("DJANGO_SUPERUSER_USERNAME", "warden-of-card")
    with pytest.raises(CommandError, match=f"DJANGO_SUPERUSER_PASSWORD: .*{why}"):
        call_command("createsuperuser", "--noinput", "--email=")
    assert not Player.objects.exists()


def test_a_good_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "correct horse battery")
    call_command("createsuperuser", "--noinput", "--username=warden", "--email=", verbosity=0)
    assert Player.objects.get().check_password("correct horse battery")
