"""An event followed on the page that is projected."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Meet
from tests.live.conftest import Sites, Visit

pytestmark = pytest.mark.needs_chromium

EVENT = """
import json, time
from dataclasses import replace
from django.db import transaction
from games.models import Deal, Entry, Player, Proof
from games.models.database.instants import to_datetime
from games.models.races.event_plan import plan_event
from games.models.races.event_players import join_event
from tests.clocks import at
from tests.live.wins import win
from tests.models import events

MINUTE = 60_000
now = time.time_ns() // 1_000_000
first = now - now % MINUTE - 6 * MINUTE
seats = Entry.objects.filter(race__code__in={codes!r})
players = [seat.player for seat in seats.select_related("player").order_by("pk")]
# At once: the site, whose clock is past the first round, would skip it.
with transaction.atomic():
    # Two tests of the site take three each.
    events.stock(6)
    terms = events.terms(3, start=first)
    first_round, second, third = terms.rounds
    terms = replace(terms, rounds=(first_round, replace(second, limit=10 * MINUTE), third))
    organiser = Player.objects.create_user(f"organiser {{Player.objects.count()}}")
    event = plan_event(organiser, terms, at(first - 60 * MINUTE))
    # Other tests of the site may have changed the cards of deals in the stock.
    known, deals = win("agnes-sorel"), event.rounds.values("deal")
    Deal.objects.filter(pk__in=deals).update(cards=known.deal)
    Proof.objects.filter(deal__in=deals).update(line=" ".join(known.moves))
    for player in players:
        join_event(event, player, at(first - 60 * MINUTE))
    events.race(event, 1, {{player: 45 - 10 * n for n, player in enumerate(players)}})
    events.begin(event, 2)
    one = events.round_of(event, 2)
    # Nobody is at the table yet, and without them the round would end.
    Entry.objects.filter(race__round=one).update(seen_at=to_datetime(now))
proof = Proof.objects.get(deal=one.deal)
table = one.tables.get()
names = [entry.player.name for entry in table.entries.select_related("player").order_by("seat")]
print(json.dumps([event.code, table.code, proof.line.split(), names]))
"""


def test_an_event_is_followed_on_the_projected_page(sites: Sites, meet: Meet, visit: Visit) -> None:
    # Long: one event is followed from its first round to its winner.
    site = sites("sqlite")
    racers = [visit(site.urls[0]) for _ in range(5)]
    codes = [racer.open_race("agnes-sorel/standard") for racer in racers]
    program = EVENT.format(codes=codes)
    told = site.manage("shell", "--no-imports", "--command", program)
    event, table, line, names = json.loads(told.splitlines()[-1])
    wide, vast, phone = (
        meet(site.urls[0], size=size) for size in ((1280, 800), (2560, 1440), (360, 640))
    )
    for racer in racers:
        # The round lasts while someone who hasn't moved yet is there.
        racer.connect(table)
    racers[2].play(line[:5])
    for watcher in (wide, vast, phone):
        page = watcher.page
        page.goto(f"/event/{event}/screen/")
        expect(page.get_by_role("heading", name="Club night")).to_be_visible()
        expect(page.locator("#screen-round")).to_have_text(
            re.compile(r"Round 2 of 3 · Agnes Sorel · \d+ min")
        )
        expect(page.locator("#screen-left")).to_have_text(re.compile(r"\d:\d\d"))
        expect(page.locator("#standings li")).to_have_count(5)
        expect(points(page, 0)).to_have_text("25")
        # The cards are two minutes late: as dealt, for the moves were made just now.
        expect(page.locator(".screen-board")).to_have_count(4)
        expect(page.locator(".screen-board .card")).to_have_count(4 * 52)
        # Beside the cards, no player's name is missing.
        for lane in expect_five(page.locator(".lane-line")):
            expect(lane.locator("bdi")).to_be_visible()
        expect_boards_under_their_bars(page, names)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect_names_at_once(meet(site.urls[0], browser=1).page, event)
    last = wide.page.locator("#standings li").filter(has_text="15")
    expect(last).to_have_css("--rank", "2")
    racers[2].play(line[5:], first=6)
    for watcher in (wide, vast, phone):
        page = watcher.page
        expect(page.locator("#standings li").filter(has_text="40")).to_have_css("--rank", "0")
        expect(page.locator('.lane-line[data-state="won"]')).to_have_count(1)
        # Winners make room for those who still play; the others keep their order.
        expect_boards_under_their_bars(page, names)
        assert watcher.faults == []
    for watcher in (wide, vast):
        assert watcher.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        # As in the break that follows.
        watcher.page.evaluate("document.body.dataset.round = 'ahead'")
        boxes = [
            watcher.page.locator(found).bounding_box()
            for found in ("#standings li >> nth=-1", "#rounds-part h2", "#rounds > li")
        ]
        places, title, first_round = (box or pytest.fail("not shown") for box in boxes)
        assert places["y"] + places["height"] <= title["y"]
        assert title["y"] + title["height"] <= first_round["y"]


def test_a_round_is_seen_to_its_end_before_the_standings(
    sites: Sites, meet: Meet, visit: Visit
) -> None:
    site = sites("sqlite")
    racers = [visit(site.urls[0]) for _ in range(2)]
    codes = [racer.open_race("agnes-sorel/standard") for racer in racers]
    told = site.manage("shell", "--no-imports", "--command", EVENT.format(codes=codes))
    event, table, line, _names = json.loads(told.splitlines()[-1])
    for racer in racers:
        racer.connect(table)
    watcher = meet(site.urls[0])
    page = watcher.page
    page.goto(f"/event/{event}/screen/")
    expect(page.locator(".screen-board .card")).to_have_count(2 * 52)
    racers[0].play(line[:40])
    # Whichever board is the leader's, its frame is seen from across the room.
    leading = page.locator(".screen-board").filter(has=page.locator('[data-place="1"]'))
    expect(leading).to_have_css("outline-style", "solid")
    racers[0].play(line[40:], first=41)
    racers[1].send(t="end")
    expect(page.locator("#screen-what")).to_have_text("Round over")
    expect(page.locator(".screen-scan")).to_be_hidden()
    expect(page.locator('.lane-line[data-state="won"]')).to_be_visible()
    expect(page.locator(".screen-scan")).to_be_visible(timeout=20_000)
    expect(page.locator("#rounds > li")).to_have_count(2)
    assert watcher.faults == []


def expect_boards_under_their_bars(page: Page, names: list[str]) -> None:
    """Expect each board to lie under its player's bar, by seat, and to say what its cards show."""
    boards = page.locator(".screen-board")
    shown = boards.locator("bdi").all_text_contents()
    assert shown == [name for name in names if name in shown]
    for board in boards.all():
        # The bar tells what is, the caption what the cards show.
        expect(board.locator("[data-slot=figure]")).to_contain_text(
            re.compile(r"^(now \d+|\d+:\d\d\.\d\d)$")
        )
        expect(board.locator(".screen-shown")).to_have_text(
            re.compile(r"^2 minutes ago: \d+ of 52 home$")
        )
        bar, cards = (board.locator(part).bounding_box() for part in (".bar", ".screen-cards"))
        assert bar is not None
        assert cards is not None
        assert bar["y"] < cards["y"]
        assert abs(bar["x"] - cards["x"]) < 2
        assert abs(bar["width"] - cards["width"]) < 2


def expect_names_at_once(page: Page, event: str) -> None:
    """Expect players to be named before their table has told how far they are."""
    page.route_web_socket(re.compile("/ws/race/"), lambda socket: None)
    page.goto(f"/event/{event}/screen/")
    for lane in expect_five(page.locator(".lane-line")):
        expect(lane.locator("bdi")).not_to_be_empty()


def expect_five(lanes: Locator) -> list[Locator]:
    expect(lanes).to_have_count(5)
    return lanes.all()


def points(page: Page, place: int) -> Locator:
    return page.locator(f'#standings li[data-place="{place + 1}"] [data-slot="points"]')
