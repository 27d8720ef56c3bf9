"""The site as an app on a home screen."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from tests.repository.files import REPOSITORY

ADDRESS = "/manifest.webmanifest"


def linked(page: str, rel: str) -> str:
    found = re.search(rf'<link rel="{rel}" href="([^"]+)"', page)
    assert found is not None, rel
    return found[1]


def size_of(address: str) -> tuple[int, int]:
    """Return the size of a picture at a static address."""
    path = finders.find(address.removeprefix(settings.STATIC_URL))
    assert isinstance(path, str), address
    with Image.open(path) as picture:
        return picture.size


@pytest.mark.django_db
def test_every_page_leads_to_the_manifest_and_to_the_icon_of_phones(client: Client) -> None:
    for path in ("/", "/daily/", "/nowhere/"):
        page = client.get(path).content.decode()
        assert linked(page, "manifest") == ADDRESS
        assert size_of(linked(page, "apple-touch-icon")) == (180, 180)


def test_the_manifest_opens_the_start_page_as_an_app(client: Client) -> None:
    answer = client.get(ADDRESS)
    assert answer.headers["Content-Type"] == "application/manifest+json"
    said = answer.json()
    assert said["short_name"] == "Same Deal"
    assert (said["start_url"], said["scope"], said["display"]) == ("/", "/", "standalone")
    german = client.get(ADDRESS, headers={"accept-language": "de"}).json()
    assert (german["lang"], said["lang"]) == ("de", "en")
    assert german["name"] != said["name"]


def test_its_icons_exist_in_the_sizes_it_says(client: Client) -> None:
    icons = client.get(ADDRESS).json()["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in icons:
        width, height = size_of(icon["src"])
        assert icon["sizes"] == f"{width}x{height}"


@pytest.mark.django_db
def test_the_colours_are_those_of_the_pages_by_day_and_by_night(client: Client) -> None:
    tokens = (REPOSITORY / "frontend/styles/tokens.css").read_text()
    found = re.search(r"--surface: light-dark\((#\w+), (#\w+)\)", tokens)
    assert found is not None
    light, dark = found.groups()
    said = client.get(ADDRESS).json()
    assert (said["theme_color"], said["background_color"]) == (light, light)
    assert said["color_scheme_dark"] == {"background_color": dark, "theme_color": dark}
    page = client.get("/").content.decode()
    assert re.findall(r'<meta name="theme-color" content="(#\w+)"', page) == [light, dark]
