from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from django.test import Client

from games.engine import GAMES, Rules
from games.models import Race
from games.pages.howto.links import help_url
from games.pages.howto.topics import anchors
from tests.pages.page import text

pytestmark = pytest.mark.django_db

PRESETS = [f"{name}/{preset}" for name, game in GAMES.items() for preset in game.presets]
MIXED = "agnes-sorel/dalton+space=none"


def test_the_index_leads_to_every_preset(client: Client) -> None:
    page = client.get("/how-to-play/").content.decode()
    assert [rules for rules in PRESETS if f'href="{help_url(rules)}"' not in page] == []


@pytest.mark.parametrize("rules", [*PRESETS, MIXED])
def test_the_rules_have_a_page_with_an_anchor_for_every_refusal(client: Client, rules: str) -> None:
    answer = client.get(help_url(rules))
    assert answer.status_code == 200
    ids = re.findall(r' id="([^"]+)"', answer.content.decode())
    assert len(ids) == len(set(ids))
    assert set(anchors(Rules.parse(rules).game).values()) <= set(ids)


def test_the_page_of_a_preset_says_where_it_comes_from_and_how_it_differs(client: Client) -> None:
    page = text(client.get("/how-to-play/agnes-sorel/dalton/"))
    assert "The Strand Magazine (1909)" in page
    assert "Moves together runs of one suit instead of runs of one colour" in page
    assert "Longest column" not in page


def test_the_standard_rules_differ_in_nothing(client: Client) -> None:
    page = text(client.get("/how-to-play/agnes-sorel/"))
    assert "Different from the standard rules" not in page
    assert "not standard" not in page


def test_any_rules_have_a_page_under_their_canonical_text(client: Client) -> None:
    page = text(client.get(f"/how-to-play/?rules={quote(MIXED, safe='')}"))
    assert "Dalton, with empty columns: filled only by dealing" in page
    assert "No move fills an empty column" in page


@pytest.mark.parametrize(
    ("asked", "url"),
    [
        ("applegate", "/how-to-play/applegate/"),
        ("applegate/pysol", "/how-to-play/applegate/pysol/"),
        ("agnes-sorel/standard+run=suit+last=columns", "/how-to-play/agnes-sorel/keller/"),
    ],
)
def test_rules_in_another_spelling_redirect_to_their_canonical_page(
    client: Client, asked: str, url: str
) -> None:
    assert client.get("/how-to-play/", {"rules": asked}).headers["Location"] == url


def test_the_standard_preset_is_the_page_of_the_game(client: Client) -> None:
    answer = client.get("/how-to-play/applegate/standard/")
    assert answer.headers["Location"] == "/how-to-play/applegate/"


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ("canfield", "unknown game 'canfield': known are freecell, klondike, agnes-sorel"),
        ("applegate/standard+corner=maybe", "known are yes, no"),
        ("applegate/standard+<b>", "each option once"),
    ],
)
def test_unknown_rules_get_a_list_of_the_known_ones(
    client: Client, asked: str, problem: str
) -> None:
    answer = client.get("/how-to-play/", {"rules": asked})
    assert answer.status_code == 400
    assert problem in text(answer)


@pytest.mark.parametrize("path", ["canfield/", "applegate/dalton/", "canfield/standard/"])
def test_an_unknown_game_or_preset_has_no_page(client: Client, path: str) -> None:
    assert client.get(f"/how-to-play/{path}").status_code == 404


def test_the_drawn_tables_are_described_in_words_and_hide_what_the_game_hides(
    client: Client,
) -> None:
    answer = client.get("/how-to-play/agnes-sorel/aisleriot/")
    assert "Column 2 1 face down, 8 of clubs" in text(answer)
    assert answer.context["figures"]["piles"]["piles"]["t2"] == "?? 8C"


def test_a_race_opens_with_the_rules_of_the_page(client: Client) -> None:
    page = client.get(help_url(MIXED)).content.decode()
    fields = dict(re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', page))
    client.post("/race/", fields)
    assert Race.objects.get().rules == MIXED


def test_the_help_is_read_only(client: Client) -> None:
    urls = ("/how-to-play/", "/how-to-play/applegate/", "/how-to-play/applegate/pysol/")
    assert [client.post(url).status_code for url in urls] == [405, 405, 405]
