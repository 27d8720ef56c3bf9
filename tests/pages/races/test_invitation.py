"""The QR code of an invitation."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from qrcode.main import QRCode

from games.models import Deal, Player
from games.models.deals.deal import KEY_BYTES
from games.models.play.practice import begin_practice
from tests.clocks import at
from tests.models.stored_races import NOW, RULES, open_race
from tests.pages.site.test_policy import assert_nothing_is_inline

pytestmark = pytest.mark.django_db


def modules(picture: str) -> set[tuple[int, int]]:
    """Return the dark modules of a QR code's path as (column, row), without the quiet zone."""
    root = ElementTree.fromstring(picture)  # noqa: S314
    (path,) = root.findall("{http://www.w3.org/2000/svg}path")
    dark = set()
    for x, y, width in re.findall(r"M([\d.]+),([\d.]+)H([\d.]+)", path.attrib["d"]):
        for column in range(round(float(x)), round(float(width))):
            dark.add((column - 4, round(float(y)) - 4))
    return dark


def test_the_picture_is_the_code_of_the_link(client: Client, alice: Player) -> None:
    race = open_race(alice)
    answer = client.get(f"/race/{race.code.lower()}/qr.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    wanted = QRCode(border=0)
    wanted.add_data(f"http://testserver/race/{race.code}/")
    lines = wanted.get_matrix()
    dark = {(x, y) for y, line in enumerate(lines) for x, on in enumerate(line) if on}
    assert modules(answer.content.decode()) == dark
    assert_nothing_is_inline(answer.content.decode())


def test_a_race_that_does_not_exist_has_none(client: Client) -> None:
    assert client.get("/race/QQQQQQ/qr.svg").status_code == 404


def test_the_room_shows_it(client: Client, alice: Player) -> None:
    race = open_race(alice)
    page = client.get(race.get_absolute_url()).content.decode()
    assert f'src="/race/{race.code}/qr.svg"' in page


def test_a_practice_has_no_invitation_for_others(client: Client, alice: Player) -> None:
    practice = begin_practice(alice, RULES, Deal.objects.draw(bytes(KEY_BYTES)), at(NOW))
    for page in ("qr.svg", "deal/"):
        assert client.get(f"/race/{practice.code}/{page}").status_code == 404
