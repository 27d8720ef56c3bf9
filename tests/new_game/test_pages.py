"""The pages show a new game wherever they show the others."""

from __future__ import annotations

import pytest
from django.test import Client

from games.engine import Rules
from games.engine.game import Game
from games.models import Daily, Player, Proof, Race
from games.pages.site.clock import now
from games.solver import Budget
from games.solver.proof import Proof as Found
from tests.pages.page import text
from tests.players import alice as alice

pytestmark = pytest.mark.django_db

Won = tuple[bytes, list[str]]


@pytest.fixture
def proof(toy: type[Game], won: Won) -> Proof:
    """Store a proven secret deal, as a site's workers would."""
    rules = f"{toy.name}/standard"
    found = Found.find(Rules.parse(rules), won[0], Budget(states=10_000))
    return Proof.objects.store(
        rules,
        found.key,
        found.kind.value,
        found.states,
        " ".join(found.solution),
        str(found.difficulty),
        secret=True,
    )


@pytest.mark.parametrize(
    "page",
    [
        "/",
        "/how-to-play/",
        "/how-to-play/toy/",
        "/how-to-play/toy/strict/",
        "/how-to-play/?rules=toy/strict%2Breturn=yes",
        "/practice/?game=toy",
        "/leaderboard/toy/",
        "/leaderboard/toy/strict/week/",
        "/ratings/toy/",
    ],
)
def test_a_page_of_games_shows_the_new_one(client: Client, alice: Player, page: str) -> None:
    client.force_login(alice)
    answer = client.get(page)
    assert answer.status_code == 200
    assert "Toy Patience" in text(answer)


def test_the_help_page_explains_each_value_of_each_option(client: Client, toy: type[Game]) -> None:
    from tests.new_game.toy import OPTIONS

    for option in toy.options:
        for value in option.values:
            page = f"/how-to-play/?rules=toy/standard%2B{option.name}={value}"
            said = text(client.get(page, follow=True))
            assert str(OPTIONS[option.name].values[value].sentence) in said, (option.name, value)


def test_the_start_page_opens_a_race(client: Client) -> None:
    form = {"game": "toy", "preset": "strict", "limit": "10", "countdown": "3"}
    opened = client.post("/race/", form)
    race = Race.objects.get()
    assert (opened.status_code, race.rules) == (302, "toy/strict")
    assert "Toy Patience" in text(client.get(opened.url))  # type: ignore[attr-defined]


def test_a_quick_race_is_ranked_once_a_deal_is_proven(client: Client, proof: Proof) -> None:
    client.post("/quick/", {"game": "toy"})
    race = Race.objects.get()
    assert (race.rules, race.kind, race.deal) == ("toy/standard", "ranked", proof.deal)


def test_a_practice_starts(client: Client) -> None:
    form = {"game": "toy", "preset": "standard", "draw": "any"}
    client.post("/practice/", form)
    assert Race.objects.get().kind == "solo"


def test_the_day_has_a_challenge(client: Client, proof: Proof) -> None:
    page = client.get("/daily/")
    assert "Toy Patience" in text(page)
    daily = Daily.objects.get(game="toy")
    assert daily.deal == proof.deal
    address = f"/daily/{daily.day}/toy/"
    assert "Toy Patience" in text(client.get(address))
    assert client.post(f"{address}play/").status_code == 302
    assert daily.ends_at > now()
