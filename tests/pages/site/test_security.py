"""`/.well-known/security.txt`: where to report a hole in one site."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.pages.site.security import fields

ADDRESS = "/.well-known/security.txt"

HERE = f"https://play.example.org{ADDRESS}"


@pytest.mark.django_db
@pytest.mark.parametrize("contact", ["mailto:club@example.org", "https://example.org/imprint"])
def test_it_names_the_contact_of_the_site(client: Client, settings: Settings, contact: str) -> None:
    settings.CONTACT = contact
    settings.ALLOWED_HOSTS = ["play.example.org"]
    answer = client.get(ADDRESS, headers={"host": "play.example.org"}, secure=True)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "public" in answer.headers["Cache-Control"]
    named, expires, here = answer.content.decode().splitlines()
    assert named == f"Contact: {contact}"
    assert here == f"Canonical: {HERE}"
    until = datetime.fromisoformat(expires.removeprefix("Expires: "))
    assert timedelta(days=80) < until - timezone.now() < timedelta(days=365)


@pytest.mark.django_db
def test_without_a_contact_there_is_none(client: Client, settings: Settings) -> None:
    settings.CONTACT = ""
    answer = client.get(ADDRESS)
    assert answer.status_code == 404
    assert "public" not in answer.headers["Cache-Control"]


def test_it_is_the_same_all_day_and_expires_in_utc() -> None:
    morning, evening = (
        datetime.fromisoformat(f"2026-11-28T{hour}+02:00") for hour in ("02:00", "23:59:59.5")
    )
    lines = list(fields("mailto:club@example.org", HERE, morning))
    assert lines == list(fields("mailto:club@example.org", HERE, evening))
    assert lines[1] == "Expires: 2027-02-26T00:00:00Z"
    assert datetime.fromisoformat(lines[1].removeprefix("Expires: ")).tzinfo == UTC


def test_only_a_page_by_https_is_canonical_and_every_line_is_ascii() -> None:
    lines = list(
        fields("https://example.org/über uns", HERE.replace("https", "http"), timezone.now())
    )
    assert lines[0] == "Contact: https://example.org/%C3%BCber%20uns"
    assert all(re.fullmatch(r"(Contact|Expires): [!-~]+", line) for line in lines)
