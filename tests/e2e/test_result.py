"""The result of a race: the picture of it, what to do next, and what comes after that."""
# Long: one page, all that it may show, and how it fits every screen.

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Meet, OpenRace
from tests.e2e.person import Person
from tests.live.conftest import Sites, Visit
from tests.live.racer import Racer
from tests.live.wins import win

pytestmark = pytest.mark.needs_chromium

KNOWN = win("agnes-sorel")
SIZES = ((360, 640), (390, 844), (844, 390), (1280, 800))

Stop = Callable[..., tuple[str, Racer, Racer]]


@pytest.fixture
def stop(sites: Sites, visit: Visit, open_race: OpenRace) -> Stop:
    """Return a way to race two to the end: each plays so many moves of a win, and may stop."""

    def stop(
        moves: int, rivals: int = len(KNOWN.moves), prepare: str = ""
    ) -> tuple[str, Racer, Racer]:
        site = sites("sqlite")
        code = open_race(site, KNOWN)
        if prepare:
            site.manage("shell", "--no-imports", "--command", prepare.replace("CODE", code))
        racer, rival = visit(site.urls[0]), visit(site.urls[0])
        for each in (racer, rival):
            each.sit_ready(code)
        for each in (racer, rival):
            each.board(0)
        for each, number in ((rival, rivals), (racer, moves)):
            each.play(KNOWN.moves[:number])
            if number < len(KNOWN.moves):
                each.send(t="end")
        racer.race(state="over")
        return code, racer, rival

    return stop


def become(person: Person, racer: Racer) -> Page:
    """Give a racer's session to a person with a browser."""
    cookies = (cookie.split("=", 1) for cookie in racer.cookies.split("; "))
    person.page.context.add_cookies(
        [{"name": name, "value": value, "url": racer.url} for name, value in cookies]
    )
    return person.page


def test_verdict_picture_and_buttons_need_no_scrolling(meet: Meet, stop: Stop) -> None:
    code, racer, _ = stop(1)
    person = meet(racer.url)
    page = become(person, racer)
    page.goto(f"/race/{code}/")
    picture = page.get_by_role("img", name="Cards home over time")
    expect(picture).to_have_count(1)
    expect(page.locator("#progress-lines li")).to_have_count(2)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        buttons = ("#rematch", "#choose-next button", "#share-result")
        for part in ("#result-title", "#podium", "#progress-chart", *buttons):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        if height < 480:
            above = page.locator("#result-title").bounding_box()
            first = page.locator(buttons[0]).bounding_box()
            assert above is not None
            assert first is not None
            assert first["y"] - above["y"] - above["height"] <= 16
        boxes = [page.locator(part).bounding_box() for part in buttons]
        assert len({box["height"] for box in boxes if box}) == 1
        if height < 480:
            assert len({box["y"] for box in boxes if box}) == 1
        assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.locator(".button.primary:visible").all_inner_texts() == ["Rematch"]
    assert person.faults == []


def test_the_picture_moves_no_button_when_it_comes(meet: Meet, stop: Stop) -> None:
    code, racer, _ = stop(60)
    person = meet(racer.url, size=(390, 844))
    page = become(person, racer)
    held: list[Route] = []
    page.route("**/progress/**", lambda route: held.append(route))
    page.goto(f"/race/{code}/")
    rematch = page.get_by_role("button", name="Rematch")
    expect(rematch).to_be_visible()
    coming = page.locator("#progress-chart")
    expect(coming).to_contain_class("coming")
    # Levels, not a blank box.
    expect(coming).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(coming).to_have_css("background-image", re.compile("linear-gradient"))
    room = coming.bounding_box()
    before = rematch.bounding_box()
    held[0].continue_()
    expect(page.locator("#progress-chart figure")).to_be_visible()
    after = rematch.bounding_box()
    drawn = coming.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) <= 1
    assert room is not None
    assert drawn is not None
    assert abs(room["height"] - drawn["height"]) <= 1
    assert person.faults == []


def test_what_a_result_cannot_say_takes_no_room(meet: Meet, stop: Stop) -> None:
    code, racer, _ = stop(1, rivals=2)
    person = meet(racer.url)
    page = become(person, racer)
    page.goto(f"/race/{code}/")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#honours .honours-line")).to_be_visible()
        line = page.locator("#honours .honours-line").bounding_box()
        button = page.get_by_role("button", name="Rematch").bounding_box()
        assert line is not None
        assert button is not None
        # Held sideways, the button comes first.
        if height < 480:
            continue
        assert button["y"] - line["y"] - line["height"] <= 20
    expect(page.locator("#moment")).to_be_hidden()
    assert person.faults == []


def test_the_most_that_a_result_may_say_leaves_its_buttons_in_view(meet: Meet, stop: Stop) -> None:
    code, racer, _ = stop(len(KNOWN.moves), rivals=40)
    person = meet(racer.url)
    page = become(person, racer)
    page.goto(f"/race/{code}/")
    expect(page.locator("#progress-lines li")).to_have_count(2)
    for selector, said in (
        (".honours-best", "Personal best, by 0:12.34!"),
        ("#moment", "You came back from 12 cards behind to 3, and won the race."),
        ("#rating-change", "Rating 1234 → 1267 (+33) · provisional, race 2 of 10"),
    ):
        page.locator(f"#honours {selector}").evaluate(
            "(part, said) => { part.hidden = false; part.textContent = said; }", said
        )
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("() => scrollTo(0, 0)")
        for part in ("#podium", "#rematch", "#share-result"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert person.faults == []


def test_on_a_desk_pictures_stand_beside_the_words_and_the_places(meet: Meet, stop: Stop) -> None:
    home = next(n for n, move in enumerate(KNOWN.moves, 1) if move.endswith("f"))
    code, racer, _ = stop(home, rivals=1)
    person = meet(racer.url)
    page = become(person, racer)
    for size in ((1280, 800), (2560, 1440)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"/race/{code}/")
        expect(page.locator("#result-title")).to_be_visible()
        expect(page.locator("#podium > li")).to_have_count(2)
        words, podium, places = (
            page.locator(part).bounding_box()
            for part in ("#result-title", "#podium", "#all-places")
        )
        assert words is not None
        assert podium is not None
        assert places is not None
        assert podium["y"] <= words["y"] < places["y"]
        assert max(words["x"] + words["width"], places["x"] + places["width"]) < podium["x"]
        assert places["width"] > podium["width"]
    assert person.faults == []


def test_a_race_that_hardly_began_has_no_picture_and_reasons_to_return_come_last(
    meet: Meet, stop: Stop
) -> None:
    code, racer, _ = stop(1, rivals=1)
    person = meet(racer.url, size=(360, 640))
    page = become(person, racer)
    page.goto(f"/race/{code}/")
    come_back = page.locator("#come-back")
    expect(come_back).to_contain_text("Sign up")
    assert not page.locator("#progress-chart figure").count()
    expect(page.locator("#result-title")).to_have_text("No one got another card home")
    expect(page.locator("#podium > li")).to_have_count(0)
    bottoms = page.locator("#standings, #hindsight, #watch").evaluate_all(
        "parts => parts.map((part) => part.getBoundingClientRect().bottom)"
    )
    box = come_back.bounding_box()
    assert box is not None
    assert box["y"] >= max(bottoms)
    links = page.locator(".result-links .link:visible")
    expect(links).to_have_text(["Watch your run", "Practise this deal"])
    rows = links.evaluate_all(
        "links => new Set(links.map((link) => link.getBoundingClientRect().top)).size"
    )
    assert rows == 1
    assert person.faults == []


def test_on_a_desk_places_stand_beside_the_words_where_no_one_moved(meet: Meet, stop: Stop) -> None:
    code, racer, _ = stop(0, 0)
    person = meet(racer.url)
    page = become(person, racer)
    page.goto(f"/race/{code}/")
    expect(page.locator("#podium")).to_be_hidden()
    for width, height in ((1280, 800), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        title, places, outcome = (
            page.locator(part).bounding_box()
            for part in ("#result-title", "#all-places", ".outcome")
        )
        assert title is not None
        assert places is not None
        assert outcome is not None
        assert places["x"] >= title["x"] + title["width"] - 1
        assert abs(places["y"] - title["y"]) <= 40
        assert places["x"] + places["width"] >= outcome["x"] + outcome["width"] - 16
    assert person.faults == []


def test_a_run_without_a_move_is_not_offered_to_watch(meet: Meet, stop: Stop) -> None:
    code, racer, _ = stop(0, rivals=9)
    person = meet(racer.url)
    page = become(person, racer)
    page.goto(f"/race/{code}/")
    expect(page.locator(".result-links .link:visible")).to_have_text(["Practise this deal"])
    expect(page.locator("#standings tr")).to_have_count(2)
    expect(page.locator("#standings a:visible")).to_have_count(1)
    assert person.faults == []


UNTIL = re.compile(
    r"^Others are still racing these cards, until \d+:\d\d( [ap]\.?m\.?)? at the latest\. "
    r"Then you can watch all runs here\.$",
    re.IGNORECASE,
)


def test_while_others_race_the_same_cards_no_run_is_offered_to_watch(
    meet: Meet, stop: Stop, sites: Sites, visit: Visit, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    other = open_race(site, KNOWN)
    others = [visit(site.urls[0]) for _ in range(2)]
    for each in others:
        each.sit_ready(other)
    for each in others:
        each.board(0)
    code, racer, _ = stop(20)
    page = become(meet(site.urls[0]), racer)
    page.goto(f"/race/{code}/")
    expect(page.locator("#progress-chart")).to_have_text(UNTIL)
    watch = page.get_by_role("link", name=re.compile("^Watch"))
    expect(watch).to_have_count(0)
    for each in others:
        each.send(t="end")
    others[0].race(state="over")
    page.reload()
    expect(page.locator("#progress-chart figure")).to_be_visible()
    expect(watch).to_have_count(3)


def test_with_four_the_way_on_is_on_the_first_screen_sideways(
    sites: Sites, meet: Meet, visit: Visit, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    code = open_race(site, KNOWN)
    racers = [visit(site.urls[0]) for _ in range(4)]
    for racer in racers:
        racer.sit_ready(code)
    for racer, moves in zip(racers, (60, 56, 54, 50), strict=True):
        racer.board(0)
        racer.play(KNOWN.moves[:moves])
        racer.send(t="end")
    racers[0].race(state="over")
    person = meet(site.urls[0])
    page = become(person, racers[1])
    page.context.set_extra_http_headers({"Accept-Language": "de"})
    page.goto(f"/race/{code}/")
    expect(page.locator("#progress-lines li")).to_have_count(4)
    for width, height in ((640, 360), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        for part in ("#rematch", "#share-result", "#podium"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        numbers = page.locator(".chart-number:visible")
        lefts = sorted(box["x"] for number in numbers.all() if (box := number.bounding_box()))
        assert lefts
        assert all(after - before >= 8 for before, after in pairwise(lefts))
    assert person.faults == []


def test_names_have_a_line_where_there_is_room(
    sites: Sites, meet: Meet, visit: Visit, open_race: OpenRace
) -> None:
    site = sites("sqlite")
    code = open_race(site, KNOWN)
    racers = [visit(site.urls[0]) for _ in range(5)]
    for racer in racers:
        racer.sit_ready(code)
    racers[0].board(0)
    racers[0].play(KNOWN.moves[:20])
    for racer in racers:
        racer.send(t="end")
    racers[0].race(state="over")
    site.manage(
        "shell",
        "--no-imports",
        "--command",
        "from games.models import Entry\n"
        f"Entry.objects.filter(race__code='{code}', seat=1).update(assisted=True)",
    )
    person = meet(site.urls[0])
    page = become(person, racers[0])
    for language, idle in (("en", "no move"), ("de", "kein Zug")):
        page.context.set_extra_http_headers({"Accept-Language": language})
        page.goto(f"/race/{code}/")
        expect(page.locator("#standings [data-slot=ending]:visible")).to_have_text([idle] * 4)
        for width, height in ((640, 360), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            # Held sideways, a long name may take the second line.
            lines = "result" if height < 480 else "name], #standings [data-slot=result"
            for line in page.locator(f"#standings [data-slot={lines}]").all():
                assert line.evaluate("line => line.getClientRects().length") == 1
            for row in page.locator("#standings tr").all():
                assert row.evaluate("row => row.getBoundingClientRect().height") <= 80
            assert page.evaluate("document.documentElement.scrollWidth") == width
    assert person.faults == []


def test_the_other_is_followed_in_place(meet: Meet, stop: Stop, sites: Sites) -> None:
    code, racer, _ = stop(9)
    become_accounts = (
        "from games.models import Player\n"
        f"for entry in Player.objects.filter(entries__race__code='{code}'):\n"
        "    entry.guest = False\n"
        "    entry.save()"
    )
    sites("sqlite").manage("shell", "--no-imports", "--command", become_accounts)
    person = meet(racer.url, size=(390, 844), touch=True)
    page = become(person, racer)
    page.goto(f"/race/{code}/")
    follow = page.locator("#following button")
    expect(follow).to_have_count(1)
    name = follow.inner_text().removeprefix("Follow ")
    box = follow.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    follow.tap()
    done = page.get_by_text(f"You follow {name}.")
    expect(done).to_be_focused()
    expect(follow).to_have_count(0)
    expect(page).to_have_url(f"{racer.url}/race/{code}/")
    page.goto("/friends/")
    expect(page.get_by_role("button", name=f"Challenge {name}")).to_be_visible()
    assert person.faults == []


def test_guests_who_raced_meet_again_from_the_start_page(meet: Meet, stop: Stop) -> None:
    _, racer, rival = stop(9)
    one, other = meet(racer.url, size=(360, 640), touch=True), meet(rival.url)
    waiting = become(other, rival)
    waiting.goto("/")
    page = become(one, racer)
    page.goto("/")
    again = page.locator(".again button")
    expect(again).to_contain_text(re.compile(r"^Race .+ again"))
    expect(again).to_be_in_viewport(ratio=1)
    again.tap()
    expect(page.locator("#seats > li")).to_have_count(1)
    waiting.get_by_role("button", name="Go to the race").click()
    expect(page.locator("#seats > li")).to_have_count(2)
    assert page.url == waiting.url
    assert one.faults == other.faults == []


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1280, 800)])
def test_a_challenge_reaches_who_looks_at_the_result(
    meet: Meet, stop: Stop, size: tuple[int, int]
) -> None:
    code, racer, rival = stop(9)
    one, other = meet(racer.url), meet(rival.url, browser=1, size=size)
    looking, page = become(other, rival), become(one, racer)
    looking.goto(f"/race/{code}/")
    rematch = looking.get_by_role("button", name="Rematch")
    expect(rematch).to_be_visible()
    place = rematch.bounding_box()
    page.goto("/")
    page.locator(".again button").click()
    expect(page.locator("#seats > li")).to_have_count(1)
    go = looking.get_by_role("button", name="Go to the race")
    expect(go).to_be_in_viewport(ratio=1)
    assert rematch.bounding_box() == place
    assert looking.evaluate("document.documentElement.scrollWidth") == size[0]
    go.click()
    expect(page.locator("#seats > li")).to_have_count(2)
    assert page.url == looking.url
    assert one.faults == other.faults == []


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_a_rematch_is_accepted_where_it_was_to_be_asked_for(
    meet: Meet, stop: Stop, size: tuple[int, int]
) -> None:
    code, racer, rival = stop(9)
    person = meet(racer.url, size=size)
    page = become(person, racer)
    page.goto(f"/race/{code}/")
    place = page.get_by_role("button", name="Rematch").bounding_box()
    rival.send(t="rematch")
    name = next(seat["name"] for seat in rival.race()["seats"] if seat["seat"] == 1)
    expect(page.get_by_text(f"{name} wants a rematch")).to_be_in_viewport()
    accept = page.get_by_role("button", name="I'm in")
    box = accept.bounding_box()
    assert place is not None
    assert box is not None
    assert abs(box["y"] - place["y"]) < place["height"]
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    accept.click()
    page.wait_for_url(lambda address: "/race/" in address and code not in address)
    expect(page.get_by_role("heading", name="Agnes Sorel")).to_be_visible()
    assert person.faults == []


def test_a_rematch_that_is_left_again_can_be_asked_for_here(meet: Meet, stop: Stop) -> None:
    code, racer, rival = stop(9)
    one, other = meet(racer.url), meet(rival.url, browser=1)
    page, caller = become(one, racer), become(other, rival)
    for each in (page, caller):
        each.goto(f"/race/{code}/")
    caller.get_by_role("button", name="Rematch").click()
    expect(page.get_by_text("wants a rematch")).to_be_visible()
    caller.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.get_by_text("wants a rematch")).to_be_hidden()
    assert one.faults == other.faults == []
