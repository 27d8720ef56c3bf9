"""A match of two friends, from the room to its final score."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Meet
from tests.e2e.person import Person
from tests.live.conftest import Sites

pytestmark = pytest.mark.needs_chromium

SIZES: Final = [(390, 844), (1280, 800)]


def finish(winner: Person, loser: Person) -> None:
    """End a race at once: who leaves it is behind who stays."""
    for each in (winner, loser):
        expect(each.page.locator("body")).to_have_attribute("data-scene", "play")
    loser.give_up("Leave the race")
    winner.end_run()
    for each in (winner, loser):
        expect(each.page.locator("body")).to_have_attribute("data-scene", "result")


def begin(host: Person, friend: Person, name: str = "Mo", *, is_public: bool = False) -> None:
    """Open a match from the start page, with a friend who follows the link."""
    host.page.goto("/")
    host.page.get_by_role("button", name="Race a friend").first.click()
    expect(host.page.locator("body")).to_have_attribute("data-scene", "room")
    # Before its style sheet has come, a wide page shows the summary of a phone.
    host.page.wait_for_load_state("load")
    settings = host.page.locator(".terms-fold > summary")
    if settings.is_visible():
        settings.click()
    expect(host.page.get_by_text("You can also race alone.")).to_be_visible()
    host.page.get_by_label("Match", exact=True).select_option("First to 2")
    expect(host.page.locator("#match-line")).to_contain_text("First to 2 wins")
    expect(host.page.locator("#lobby-hint")).to_have_text("A match takes at least two players.")
    expect(host.page.get_by_role("button", name="Race alone")).to_be_hidden()
    if is_public:
        host.page.get_by_role("button", name="More options").click()
        host.page.get_by_label("Public").check()
        host.page.get_by_role("button", name="Done").click()
        expect(host.page.locator(".race-title")).to_contain_text("public")
    code = host.page.url.rstrip("/").rpartition("/")[2]
    friend.join_by_link(code, name)
    for each in (host, friend):
        expect(each.page.locator("#seats .score").first).to_have_text("0")
        each.ready()


def choose(friend: Person, host: Person) -> None:
    """Let the loser choose what is next, while the winner is ready; the loser reloads the room."""
    assert host.page.get_by_role("button", name="Choose the next game").count() == 0
    friend.page.get_by_role("button", name="Choose the next game").click()
    expect(friend.page.locator("#terms")).to_be_visible()
    assert friend.page.locator("select[name=match]").count() == 0
    accept = host.page.get_by_role("button", name="Join race 2")
    expect(accept).to_be_visible()
    accept.click()
    expect(host.page.locator("#seats > li")).to_have_count(2)
    expect(host.page.locator("#seats .score")).to_have_text(["1", "0"])
    friend.page.reload()
    friend.ready()
    # A name needs the room of a score of nothing.
    expect(host.page.locator("#rivals .score:visible")).to_have_text(["1"])


def score(page: Page) -> str:
    return " ".join(page.locator("#match-points").inner_text().split())


@pytest.mark.parametrize("size", SIZES)
def test_two_friends_play_to_two_wins(sites: Sites, meet: Meet, size: tuple[int, int]) -> None:
    # Long: a match from its first race to its last; each step needs the one before.
    url = sites("sqlite").urls[0]
    host, friend = meet(url, size=size), meet(url, browser=1, size=size)
    begin(host, friend)
    finish(host, friend)
    expect(host.page.locator("#match-goal")).to_contain_text("First to 2 wins")
    expect(host.page.locator("#match-why")).to_have_text(re.compile("No one finished"))
    assert score(host.page) == "You 1 Mo 0"

    # The page of the match leads to the next race without a reload.
    tab = host.page.context.new_page()
    tab.goto(host.page.locator("#match-link").get_attribute("href") or "")
    choose(friend, host)
    expect(tab.get_by_role("link", name="Go to the next race")).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") == size[0]
    tab.close()
    watcher = meet(url, browser=2, size=size)
    watcher.page.goto(host.page.url)
    expect(watcher.page.locator("#title-match")).to_contain_text("First to 2 wins · race 2")
    expect(watcher.page.locator(".watch-pick .score, .watch-caption .score")).to_have_text(
        ["1", "0"] * 2
    )
    assert watcher.page.evaluate("document.documentElement.scrollWidth") == size[0]
    finish(friend, host)
    friend.page.reload()
    expect(friend.page.locator("#match-points > li")).to_have_count(2)
    assert re.fullmatch("You 1 .+ 1", score(friend.page))

    # The winner calls, the loser comes: both are ready, and it starts.
    host.page.get_by_role("button", name="Next race").click()
    friend.page.get_by_role("button", name="Join race 3").click()
    finish(host, friend)
    expect(host.page.locator("#result-title")).to_have_text("You win the match!")
    expect(host.page.locator("#honours [data-slot=line]")).to_contain_text("Race 3 · Place 1 of 2")
    # The podium tells the score.
    expect(host.page.locator("#match-score")).to_be_hidden()
    name, you = (
        friend.page.locator(f"#podium .own [data-slot={slot}]").bounding_box()
        for slot in ("name", "you")
    )
    assert name is not None
    assert you is not None
    assert you["x"] >= name["x"] + name["width"]
    expect(host.page.locator("#podium .podium-result")).to_have_text(["2 : 1", "1 : 2"])
    expect(host.page.get_by_role("button", name="Another match")).to_be_visible()
    # On a phone held sideways a spectator's words stay clear of the podium.
    watcher.page.set_viewport_size({"width": 844, "height": 390})
    watcher.page.goto(host.page.url)
    expect(watcher.page.locator("#podium .podium-result")).to_have_count(2)
    words = watcher.page.locator(".match-score").bounding_box()
    podium = watcher.page.locator("#podium").bounding_box()
    assert words is not None
    assert podium is not None
    assert words["x"] + words["width"] <= podium["x"]
    expect(host.page.locator("#stop-match")).to_be_hidden()
    assert host.page.evaluate("document.documentElement.scrollWidth") == size[0]
    host.page.get_by_role("link", name="All races of the match").click()
    expect(host.page.get_by_role("heading", name="Match")).to_be_visible()
    expect(host.page.get_by_text("You win the match!")).to_be_visible()
    # No run had a move to watch.
    expect(host.page.get_by_role("row").filter(has_text="0 of 52 home")).to_have_count(6)
    expect(host.page.get_by_role("link", name=re.compile("Watch the run"))).to_have_count(0)
    assert host.page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert host.faults == friend.faults == []


def test_of_two_who_are_level_only_who_comes_first_chooses_the_next_game(
    sites: Sites, meet: Meet
) -> None:
    url = sites("sqlite").urls[0]
    host, friend = meet(url), meet(url, browser=1)
    begin(host, friend)
    for each in (host, friend):
        expect(each.page.locator("body")).to_have_attribute("data-scene", "play")
    # Who is alone in a race isn't asked whether to leave it: both are asked before one does.
    for each in (host, friend):
        each.page.get_by_role("button", name="Give up").click()
    for each in (host, friend):
        each.page.get_by_role("dialog").get_by_role("button", name="Leave the race").click()
    choices = [
        each.page.get_by_role("button", name="Choose the next game") for each in (host, friend)
    ]
    for choice in choices:
        expect(choice).to_be_visible()
    choices[1].click()
    expect(friend.page.locator("#terms")).to_be_visible()
    expect(host.page.get_by_role("button", name="Join race 2")).to_be_visible()
    expect(choices[0]).to_be_hidden()
    assert host.faults == friend.faults == []


def test_who_chooses_the_next_game_finds_its_field_above_the_bar(sites: Sites, meet: Meet) -> None:
    url = sites("sqlite").urls[0]
    host, friend = meet(url), meet(url, browser=1, size=(640, 360), touch=True)
    begin(host, friend)
    finish(host, friend)
    page = friend.page
    page.get_by_role("button", name="Choose the next game").tap()
    game = page.locator("#terms select[name=game]")
    expect(game).to_be_focused()
    expect(game).to_be_in_viewport(ratio=1)
    field, bar = game.bounding_box(), page.locator(".room-bar").bounding_box()
    assert field is not None
    assert bar is not None
    assert field["y"] + field["height"] <= bar["y"]
    # Who loads the room again is left at its top.
    assert "#" not in page.url
    assert host.faults + friend.faults == []


def test_sideways_the_result_of_a_match_breaks_no_score_and_cuts_no_button(
    sites: Sites, meet: Meet
) -> None:
    url = sites("sqlite").urls[0]
    host, loser, watcher = (
        meet(url, browser=number, size=(640, 360), touch=True) for number in range(3)
    )
    begin(host, loser, "Maximiliane", is_public=True)
    expect(host.page.locator("body")).to_have_attribute("data-scene", "play")
    watcher.page.context.set_extra_http_headers({"Accept-Language": "de"})
    watcher.page.goto(host.page.url)
    expect(watcher.page.locator(".watch-board")).to_have_count(2)
    finish(host, loser)
    loser.page.context.set_extra_http_headers({"Accept-Language": "de"})
    loser.page.reload()
    for german in (loser, watcher):
        expect(german.page.locator("#match-points > li")).to_have_count(2)
        # As narrow as beside a podium, which a race without a card home has not.
        outcome = german.page.locator(".outcome")
        outcome.evaluate("outcome => { outcome.style.maxWidth = '18.25rem'; }")
    expect(loser.page.get_by_role("button", name="Nächstes Rennen")).to_be_in_viewport(ratio=1)
    expect(loser.page.locator("#match-why")).to_contain_text("Niemand")
    for size in ((640, 360), (844, 390), (390, 844)):
        watcher.page.set_viewport_size({"width": size[0], "height": size[1]})
        more = watcher.page.get_by_role("link", name="Weitere Rennen ansehen")
        expect(more).to_be_in_viewport(ratio=1)
        assert more.evaluate("link => link.scrollWidth <= link.clientWidth")
        # A name and its number are whole, in one line.
        parts = watcher.page.locator("#match-points > li > :is(bdi, strong)").evaluate_all(
            """parts => parts.map((part) => {
                const text = document.createRange();
                text.selectNodeContents(part);
                return text.getClientRects().length;
            })"""
        )
        assert parts == [1] * 4
    assert loser.faults == watcher.faults == []


def test_every_result_of_a_match_that_was_stopped_says_by_whom(sites: Sites, meet: Meet) -> None:
    url = sites("sqlite").urls[0]
    host, friend = meet(url), meet(url, browser=1)
    begin(host, friend)
    first = host.page.url
    finish(host, friend)
    choose(friend, host)
    finish(friend, host)
    friend.page.locator("#stop-match > summary").click()
    friend.page.get_by_role("button", name="Stop it").click()
    friend.page.wait_for_url("**/match/*/")
    # Who looks at the last result goes on from there.
    on = host.page.get_by_role("link", name="Open another race")
    expect(on).to_be_visible()
    for person, said in ((host, "Mo stopped the match."), (friend, "You stopped the match.")):
        person.page.goto(first)
        expect(person.page.locator("#match-stand")).to_have_text(said)
        assert re.fullmatch("(You 1 Mo 0|You 0 .+ 1)", score(person.page))
        assert person.faults == []


def test_after_another_game_is_chosen_in_the_room_the_result_is_of_that_game(
    sites: Sites, meet: Meet
) -> None:
    url = sites("sqlite").urls[0]
    host, friend = meet(url), meet(url, browser=1)
    host.page.goto("/")
    host.page.get_by_role("button", name="Race a friend").first.click()
    # What comes after the race is loaded while everyone gathers.
    expect(host.page.locator("#share-result")).to_be_enabled()
    host.page.get_by_label("Game").select_option("klondike")
    expect(host.page.locator("h1")).to_have_text("Klondike")
    friend.join_by_link(host.page.url.rstrip("/").rpartition("/")[2], "Mo")
    for each in (host, friend):
        each.ready()
    finish(host, friend)
    share = host.page.locator("#share-result")
    expect(share).to_be_enabled()
    share.click()
    expect(host.page.locator("#share-text")).to_have_value(re.compile("Klondike"))
    host.page.locator("#watch-boards").scroll_into_view_if_needed()
    expect(host.page.locator("#watch-boards [data-pile=w]").first).to_be_attached()
    assert host.faults == friend.faults == []
