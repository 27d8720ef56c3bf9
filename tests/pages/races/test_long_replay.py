"""The replay of a long run comes in pages, without losing an action."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.engine import Record
from games.models import Analysis, Deal, Entry, Player
from games.models.play.practice import begin_practice
from games.models.races.closing import close_race
from games.pages.races.replay.replayed_run import MOST_SHOWN, PAGE
from games.pages.races.replay.thinking import STRIPS
from games.racing import frames
from tests.clocks import at
from tests.live.wins import win
from tests.models.stored_races import NOW, act
from tests.pages.conftest import Visit

pytestmark = pytest.mark.django_db

WIN = win("agnes-sorel")
LAST = 3 * PAGE + 50
"""More actions than any part of the page shows at once."""


@pytest.fixture
def long_run(alice: Player) -> Entry:
    """Return a practice that repeats a move and its undo, an action each second."""
    return practised(alice, LAST)


def practised(player: Player, last: int) -> Entry:
    deal = Deal.objects.filter(cards=WIN.deal).first() or Deal.objects.from_cards(WIN.deal)
    race = begin_practice(player, WIN.rules, deal, at(NOW))
    move = WIN.moves[0]
    act(race, player, *((move, "undo") * last)[: last - 1], "end")
    assert close_race(race, at(NOW + 1000 * (last + 2)))
    return race.entries.get()


def told(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return str(answer.content.decode())


def listed(page: str) -> list[int]:
    """Return the numbers of the actions that a page lists."""
    return [int(number) for number in re.findall(r'class="moment" data-number="(\d+)"', page)]


def turns(page: str) -> dict[str, str]:
    """Return the addresses of the list's other pages, by name."""
    found = re.findall(r'<a class="button small" [^>]*href="([^"]*)" aria-label="([^"]*)"', page)
    return {name: unescape(address) for address, name in found}


@pytest.mark.slow
def test_the_move_list_shows_a_page_and_links_to_all_the_others(
    client: Client, long_run: Entry
) -> None:
    address = f"/entry/{long_run.pk}/replay"
    page = told(client, address)
    seen = listed(page)
    while "Later steps" in turns(page):
        page = told(client, address + turns(page)["Later steps"])
        assert len(listed(page)) <= PAGE
        seen += listed(page)
    assert seen == list(range(LAST + 1))
    assert listed(told(client, address + turns(page)["Earlier steps"]))[-1] == listed(page)[0] - 1
    first = told(client, address + turns(page)["First steps"])
    assert listed(told(client, address + turns(first)["Last steps"])) == listed(page)
    assert "First steps" not in turns(first)
    assert "Last steps" not in turns(page)


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("n=0", 0),
        (f"n={PAGE}", PAGE),
        (f"n={LAST}", LAST),
        ("n=999999", LAST),
        (f"t={PAGE}.5", PAGE),
        ("t=999999", LAST),
        ("n=-1", 0),
        ("n=²", 0),
        ("t=x", 0),
        ("n=1e9", 0),
    ],
)
def test_a_link_to_a_moment_shows_the_page_that_lists_it(
    client: Client, long_run: Entry, query: str, number: int
) -> None:
    page = listed(told(client, f"/entry/{long_run.pk}/replay?{query}"))
    assert number in page
    assert page[0] == number // PAGE * PAGE


def test_the_fetched_pages_make_up_the_whole_run(client: Client, long_run: Entry) -> None:
    address = f"/entry/{long_run.pk}/frames"
    outline: dict[str, Any] = client.get(address).json()
    assert outline["page"] == PAGE
    assert len(outline["times"]) == LAST + 1
    pages = [client.get(f"{address}?page={n}").json()["frames"] for n in range(LAST // PAGE + 1)]
    assert pages[0] == outline["frames"]
    assert [len(page) for page in pages] == [PAGE, PAGE, PAGE, LAST + 1 - 3 * PAGE]
    record = Record.parse(told(client, f"/entry/{long_run.pk}/record"))
    whole = frames(record)
    shown = []
    for page in pages:
        piles: dict[str, str] = {}
        for frame in page:
            piles |= frame["piles"]
            assert len(" ".join(piles.values()).split()) == 52
            shown.append(dict(piles))
    assert shown == [frame.board["piles"] for frame in whole]
    undone = [frame.number for frame in whole if frame.action == "undo"]
    assert outline["marks"]["undo"] == undone


@pytest.mark.parametrize("page", [str(LAST // PAGE + 1), "-1", "x", "²", "", "1" * 5_000])
@pytest.mark.parametrize("what", ["frames", "moves"])
def test_a_missing_page_is_not_found(client: Client, long_run: Entry, what: str, page: str) -> None:
    assert client.get(f"/entry/{long_run.pk}/{what}?page={page}").status_code == 404


def test_a_fetched_page_of_the_list_equals_the_shown_one(client: Client, long_run: Entry) -> None:
    address = f"/entry/{long_run.pk}/moves?page=2"
    part = told(client, address)
    whole = told(client, f"/entry/{long_run.pk}/replay?n={2 * PAGE}")
    assert listed(part) == list(range(2 * PAGE, 3 * PAGE))
    assert re.sub(r"\s+", " ", part).strip() in re.sub(r"\s+", " ", whole)


@pytest.mark.slow
def test_two_long_runs_are_listed_side_by_side_at_the_same_moment(
    client: Client, long_run: Entry, bob: Player
) -> None:
    other = practised(bob, 2 * PAGE)
    query = f"with={other.pk}"
    page = told(client, f"/entry/{long_run.pk}/replay?{query}&n={PAGE + 7}")
    assert listed(page) == [*range(PAGE, 2 * PAGE), *range(PAGE, 2 * PAGE)]
    part = told(client, f"/entry/{long_run.pk}/moves?{query}&beside=1&page=2")
    assert listed(part) == [2 * PAGE]
    assert f"?{query}&amp;t={2 * PAGE}" in part
    beyond = told(client, f"/entry/{long_run.pk}/replay?{query}&t={3 * PAGE}")
    assert listed(beyond)[-1] == 2 * PAGE
    assert client.get(f"/entry/{long_run.pk}/moves?beside=1").status_code == 404


@pytest.mark.slow
def test_the_page_does_not_grow_with_the_run(client: Client, long_run: Entry, bob: Player) -> None:
    longer = practised(bob, 3 * LAST)
    assert longer.actions.count() > max(MOST_SHOWN, STRIPS)
    for address in ("replay", f"replay?n={LAST}"):
        page = told(client, f"/entry/{longer.pk}/{address}")
        assert len(listed(page)) <= PAGE
        assert page.count('class="thought') <= 2 * STRIPS
        assert page.count('class="pin') <= 2 * STRIPS
        assert "same-deal/1" not in page
    assert "same-deal/1" in told(client, f"/entry/{longer.pk}/record")
    assert len(Record.parse(told(client, f"/entry/{longer.pk}/record")).actions) == 3 * LAST


def test_a_page_of_moves_is_as_secret_as_the_run(visit: Visit, alice: Player, bob: Player) -> None:
    deal = Deal.objects.from_cards(WIN.deal)
    race = begin_practice(alice, WIN.rules, deal, at(NOW))
    entry = act(race, alice, WIN.moves[0])
    for what in ("moves", "frames", "frames?page=0"):
        for player in (alice, bob):
            assert visit(player).get(f"/entry/{entry.pk}/{what}").status_code == 404


def test_the_losing_move_is_named_wherever_it_is(client: Client, long_run: Entry) -> None:
    Analysis.objects.create(entry=long_run, winnable_until=1, lost_from=2 * PAGE + 1)
    page = told(client, f"/entry/{long_run.pk}/replay")
    assert "It was lost at" in page
    assert client.get(f"/entry/{long_run.pk}/frames").json()["marks"]["lost"] == [2 * PAGE + 1]
    assert "lost the game" in told(client, f"/entry/{long_run.pk}/moves?page=2")
