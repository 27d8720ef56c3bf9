"""A replay in a frame of another site: what it shows to whom, and how a page learns of it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.models import Player, Race
from tests.models.stored_races import open_race
from tests.pages.conftest import Visit
from tests.pages.played import entry
from tests.pages.played import race as race
from tests.pages.site.test_policy import assert_nothing_is_inline

pytestmark = pytest.mark.django_db


def test_a_frame_shows_the_run_and_leads_to_its_replay(
    client: Client, race: Race, alice: Player
) -> None:
    run = entry(race, alice)
    answer = client.get(f"/entry/{run.pk}/embed")
    assert answer.status_code == 200
    assert f'href="/entry/{run.pk}/replay"' in answer.text
    assert f'"run": "/entry/{run.pk}/frames"' in answer.text
    assert_nothing_is_inline(answer.text)


def test_only_frames_may_be_framed(client: Client, race: Race, alice: Player) -> None:
    run = entry(race, alice)
    framed = client.get(f"/entry/{run.pk}/embed")
    policy = framed["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "script-src 'self'" in policy
    assert framed["X-Frame-Options"] == ""
    assert framed["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert re.search(r'<link rel="icon" href="/static/[^"]+\.svg">', framed.text)
    for address in (f"/entry/{run.pk}/replay", race.get_absolute_url(), "/", "/oembed"):
        other = client.get(address)
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"], address
        assert other["X-Frame-Options"] == "DENY"


def test_whose_browser_it_is_makes_no_difference(
    client: Client, visit: Visit, race: Race, alice: Player
) -> None:
    address = f"/entry/{entry(race, alice).pk}/embed"
    browser = visit(alice)
    browser.cookies["preferences"] = "theme=dark"
    own, anyone = browser.get(address), client.get(address)
    assert own.content == anyone.content
    assert not own.cookies
    assert not anyone.cookies


def test_a_run_that_not_everyone_may_watch_is_no_frame(
    visit: Visit, race: Race, alice: Player
) -> None:
    run = entry(race, alice)
    Race.objects.filter(pk=open_race(alice).pk).update(deal=race.deal)
    browser = visit(alice)
    for address in (
        f"/entry/{run.pk}/embed",
        f"/oembed?url=http://testserver/entry/{run.pk}/replay",
        "/entry/999/embed",
    ):
        assert browser.get(address).status_code == 404


def test_a_replay_tells_how_to_frame_it(client: Client, race: Race, alice: Player) -> None:
    run = entry(race, alice)
    page = client.get(f"/entry/{run.pk}/replay").text
    found = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', page)
    assert found is not None
    answer = client.get(unescape(found[1]))
    told = answer.json()
    assert (told["version"], told["type"], told["author_name"]) == ("1.0", "rich", "Alice")
    assert told["html"] == (
        f'<iframe src="http://testserver/entry/{run.pk}/embed" width="640" height="520" '
        'title="Alice: Agnes Sorel" loading="lazy"></iframe>'
    )
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", page)[1]) == told["html"]  # type: ignore[index]


def test_a_frame_fits_the_size_that_is_asked_for(client: Client, race: Race, alice: Player) -> None:
    url = f"http://testserver/entry/{entry(race, alice).pk}/replay"
    for asked, size in (("400", 400), ("9999", 640), ("1", 240), ("x", 640), ("٣", 640)):
        told = client.get("/oembed", {"url": url, "maxwidth": asked}).json()
        assert told["width"] == size
        assert f'width="{size}"' in told["html"]


def test_a_name_is_text_in_a_frame(client: Client, race: Race, alice: Player) -> None:
    alice.name = '"><script>alert(1)</script>'
    alice.save()
    url = f"http://testserver/entry/{entry(race, alice).pk}/replay"
    assert "<script>" not in client.get("/oembed", {"url": url}).json()["html"]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({}, 404),
        ({"url": "http://elsewhere.example/entry/1/replay"}, 404),
        ({"url": "http://testserver/"}, 404),
        ({"url": "http://testserver/nowhere"}, 404),
        ({"url": "http://[::1/entry/1/replay"}, 404),
        ({"url": "http://testserver/entry/1/replay", "format": "xml"}, 501),
    ],
)
def test_what_is_no_replay_of_this_site_is_not_described(
    client: Client, query: dict[str, str], status: int
) -> None:
    assert client.get("/oembed", query).status_code == status
