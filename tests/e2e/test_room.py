"""The room: the host changes the race while everyone watches."""

# Long: each option of a room, as its host changes it and as the others see it.

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.conftest import Browsers, Meet
from tests.e2e.test_daily import sign_up
from tests.live.conftest import site as site
from tests.live.wins import win
from tests.processes import Site

pytestmark = pytest.mark.needs_chromium


SIZES = ((360, 640), (390, 844), (844, 390), (1280, 800))

COVERED = """() => {
    const toast = document.querySelector("#toast").getBoundingClientRect();
    return [...document.querySelectorAll("button, input, select, summary, .button")]
        .filter((part) => part.checkVisibility() && !part.closest("[popover]"))
        .filter((part) => {
            const { top, bottom, left, right } = part.getBoundingClientRect();
            return right > toast.left && left < toast.right
                && bottom > toast.top && top < toast.bottom;
        })
        .map(({ outerHTML }) => outerHTML);
}"""

# What lies on a part of the room wherever the page is scrolled, and parts that overlap.
HIDDEN = """() => {
    const faults = [];
    const parts = [...document.querySelectorAll(".room > *")].filter((p) => p.checkVisibility());
    const ready = document.querySelector("#ready");
    const onTop = (part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return !width || !height || top?.contains(part) || part.contains(top);
    };
    const read = ".room :is(h2, p, summary, select, input, li), .site-footer p";
    for (const part of document.querySelectorAll(read)) {
        if (!part.checkVisibility() || part.closest(".visually-hidden")) continue;
        part.scrollIntoView({ block: "center", behavior: "instant" });
        for (const seen of [part, ready]) if (!onTop(seen)) faults.push(seen.outerHTML);
        const places = parts.map((part) => part.getBoundingClientRect());
        for (const [i, a] of places.entries()) for (const b of places.slice(i + 1)) {
            const across = a.left < b.right && b.left < a.right;
            if (across && a.top < b.bottom - 1 && b.top < a.bottom - 1) faults.push([a, b]);
        }
    }
    return faults;
}"""

# The invitation gives its place to "I'm ready".
PLACES = """() => [...document.querySelectorAll(".room-bar *, .invite :is(button, input)")]
    .filter((part) => part.checkVisibility())
    .map((part) => JSON.stringify(part.getBoundingClientRect()))"""


def test_everyone_sees_what_the_host_changes(site: Site, meet: Meet) -> None:
    known = win("agnes-sorel")
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    host, guest = meet(site.urls[0]), meet(site.urls[0], size=(844, 390), touch=True)
    host.join_by_link(code, "Alice")
    guest.join_by_link(code, "Bob")
    ready = guest.page.get_by_role("button", name="Ready")
    expect(ready).to_be_in_viewport(ratio=1)
    guest.ready()
    expect(ready).to_have_attribute("aria-pressed", "true")
    host.page.get_by_label("Game").select_option("beleaguered-castle")
    expect(guest.page.locator("h1")).to_have_text("Beleaguered Castle")
    expect(guest.page.locator("#typed-help")).not_to_contain_text("deal")
    expect(ready).to_have_attribute("aria-pressed", "false")
    expect(guest.page.locator("#toast")).to_have_text(
        "Alice changed the race: Beleaguered Castle, Standard. Get ready again."
    )
    for width, height in SIZES:
        guest.page.set_viewport_size({"width": width, "height": height})
        # It passes in seconds, which a busy machine needs for these screens.
        guest.page.evaluate("document.querySelector('#toast').hidden = false")
        assert guest.page.evaluate(COVERED) == []
        box = guest.page.locator("#toast").bounding_box()
        assert box is not None
        assert width > 480 or box["width"] == width - 16
    host.page.get_by_label("Time limit").select_option("20")
    # Who wasn't ready has nothing to repeat.
    expect(guest.page.locator("#toast")).to_have_text("Alice changed the race: 20 minutes.")
    host.page.get_by_label("Match", exact=True).select_option("2")
    expect(guest.page.locator("#toast")).to_have_text("Alice changed the race: First to 2 wins.")
    expect(guest.page.get_by_label("Game")).to_have_count(0)
    host.ready()
    guest.ready()
    # The table is that of the other game, without a stock.
    for person in (host, guest):
        expect(person.page.locator("#table .card")).to_have_count(52)
        expect(person.page.locator("#deal")).to_be_hidden()
        assert person.faults == []


def test_the_buttons_of_a_room_stand_in_one_row(site: Site, meet: Meet) -> None:
    known = win("agnes-sorel")
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    host, guest = meet(site.urls[0]), meet(site.urls[0])
    host.join_by_link(code, "Alice")
    guest.join_by_link(code, "Bob")
    host.page.set_extra_http_headers({"Accept-Language": "de"})
    host.page.reload()
    ready = host.page.locator("#ready")
    for pressed in ("false", "true"):
        expect(ready).to_have_attribute("aria-pressed", pressed)
        for width, height in ((1280, 800), (1024, 768)):
            host.page.set_viewport_size({"width": width, "height": height})
            rows = host.page.locator(".room-bar > .button:visible").evaluate_all(
                "buttons => buttons.map((b) => b.getBoundingClientRect().bottom)"
            )
            assert max(rows) - min(rows) < 8, (pressed, width, rows)
        assert host.page.evaluate("document.documentElement.scrollWidth") == 1024
        if pressed == "false":
            ready.click()
    assert host.faults == []


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_keys_go_through_a_room_in_the_order_that_is_seen(
    site: Site, meet: Meet, size: tuple[int, int]
) -> None:
    code = site.manage("race", win("agnes-sorel").rules).strip()
    host, guest = meet(site.urls[0], size=size), meet(site.urls[0], size=size)
    host.join_by_link(code, "Alice")
    guest.join_by_link(code, "Bob")
    for person, parts in (
        (host, [".invite", ".rename", ".room-bar", ".terms"]),
        (guest, [".rename", ".room-bar", ".invite", ".terms"]),
    ):
        page = person.page
        expect(page.get_by_role("button", name="I'm ready")).to_be_enabled()
        # Not from the button that has the focus after joining.
        page.locator(".skip-link").focus()
        reached: list[str] = []
        for _ in range(40):
            page.keyboard.press("Tab")
            for part in parts:
                if part not in reached and page.locator(f"{part} :focus").count():
                    reached.append(part)
        assert reached == parts
        # The bar of a phone stands below all others; on a desk, parts beside these begin above.
        seen = [part for part in parts if part not in (".room-bar", ".terms")]
        boxes = [page.locator(part).bounding_box() for part in seen]
        tops = [box["y"] for box in boxes if box]
        assert tops == sorted(tops)
        assert person.faults == []


def open_settings(page: Page) -> None:
    """Open the settings, which are one line on a phone, and stay open as they change."""
    line = page.locator(".terms-fold > summary")
    expect(line).to_contain_text("10 min")
    box = line.bounding_box()
    assert box is not None
    assert box["height"] < 50
    expect(page.get_by_label("Game")).to_be_hidden()
    line.click()


def expect_five_choices(page: Page) -> None:
    """Check that what most hosts choose is there at once, and no choice is cut."""
    for name, chosen in (
        *(("Game", "Agnes Bernauer"), ("Rules", "Standard"), ("Difficulty", "Any")),
        *(("Time limit", "10 min"), ("Countdown", "3 s")),
    ):
        field = page.get_by_label(name, exact=True)
        expect(field.locator("option:checked")).to_have_text(chosen)
        assert field.evaluate("select => select.scrollWidth <= select.clientWidth"), name


def expect_aligned_notes(options: Locator) -> None:
    """Check that what is said of a choice begins where its name does."""
    indents = options.locator(".checkbox + .hint").evaluate_all(
        """hints => hints.map((hint) => {
            const [name, said] = [hint.previousElementSibling.querySelector("label"), hint].map(
                (part) => {
                    const range = document.createRange();
                    range.selectNodeContents(part);
                    return range.getBoundingClientRect().left;
                },
            );
            return said - name;
        })"""
    )
    assert indents
    assert all(abs(indent) <= 1 for indent in indents), indents


@pytest.mark.parametrize("size", [*SIZES, (2560, 1440)])
def test_the_host_finds_every_option_and_the_dialog_stays_while_they_change(
    site: Site, meet: Meet, size: tuple[int, int]
) -> None:
    known = win("agnes-bernauer")
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    host, guest = meet(site.urls[0], size=size), meet(site.urls[0])
    host.join_by_link(code, "Alice")
    guest.join_by_link(code, "Bob")
    page = host.page
    if size[0] < 1000:
        open_settings(page)
    expect_five_choices(page)
    expect(page.get_by_label("King on Ace")).to_be_hidden()
    page.get_by_role("button", name="More options").click()
    options = page.get_by_role("dialog", name="Options")
    done = options.get_by_role("button", name="Done")
    expect(done).to_be_in_viewport(ratio=1)
    tops = options.get_by_role("group", name="Rules of Agnes Bernauer").evaluate(
        "group => [...group.querySelectorAll('select')].map((s) => s.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == (len(tops) if size[0] < 600 else (len(tops) + 1) // 2)
    expect_aligned_notes(options)
    ace = options.get_by_label("King on Ace")
    ace.focus()
    ace.select_option(label="Not allowed")
    expect(guest.page.locator("#toast")).to_contain_text("Alice changed the race")
    expect(ace).to_be_focused()
    options.get_by_label("Ranked:").check()
    options.get_by_label("Allow help").check()
    expect(options.get_by_text("Choose one of the two.")).to_be_visible()
    options.get_by_label("Allow help").uncheck()
    expect(options.get_by_text("Choose one of the two.")).to_be_hidden()
    done.click()
    expect(options).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    # The table is never under a dialog.
    page.get_by_role("button", name="More options").click()
    guest.ready()
    page.evaluate("document.querySelector('#start').click()")
    expect(page.locator("#table .card")).to_have_count(52)
    expect(options).to_be_hidden()
    # The browser also reports the refused forms.
    faults = [*host.faults, *guest.faults]
    assert [f for f in faults if "400" not in f and "409" not in f] == []


def test_rules_and_difficulty_are_in_line_above_the_hint_on_easy_deals(
    site: Site, meet: Meet
) -> None:
    code = site.manage("race", "agnes-bernauer/standard").strip()
    wish = f"Race.objects.filter(code={code!r}).update(wished_difficulty='easy')"
    site.manage("shell", "--no-imports", "-c", f"from games.models import Race; {wish}")
    host = meet(site.urls[0])
    host.join_by_link(code, "Alice")
    hint = host.page.get_by_text("Until you have won a game").bounding_box()
    rules, difficulty = (
        host.page.get_by_label(name, exact=True).bounding_box() for name in ("Rules", "Difficulty")
    )
    assert hint is not None
    assert rules is not None
    assert difficulty is not None
    assert rules["y"] == difficulty["y"]
    assert rules["y"] + rules["height"] <= hint["y"]
    assert host.faults == []


def test_on_a_small_phone_a_long_choice_takes_two_lines(site: Site, meet: Meet) -> None:
    host = meet(site.urls[0], size=(360, 640))
    page = host.page
    host.join_by_link(site.manage("race", win("freecell").rules).strip(), "Alice")
    open_settings(page)
    page.get_by_label("Rules", exact=True).select_option(label="Baker's Game")
    page.get_by_role("button", name="More options").click()
    together, cells = page.get_by_label("Moves together"), page.get_by_label("Cells", exact=True)
    expect(together.locator("option:checked")).to_have_text(
        "What could move card by card (Baker's Game)"
    )
    heights = [select.evaluate("select => select.offsetHeight") for select in (together, cells)]
    assert heights[0] > heights[1]
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert host.faults == []


def test_the_qr_code_opens_where_it_can_be_read(site: Site, meet: Meet) -> None:
    known = win("agnes-sorel")
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    alice = meet(site.urls[0], size=(360, 640), touch=True)
    alice.join_by_link(code, "Alice")
    page = alice.page
    page.get_by_role("button", name="QR code").tap()
    page.wait_for_function(
        """() => document.querySelector("#invite-qr").getBoundingClientRect().bottom
            <= document.querySelector(".room-bar").getBoundingClientRect().top"""
    )
    expect(page.locator("#invite-qr")).to_be_in_viewport(ratio=1)
    assert alice.faults == []


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_nothing_in_the_room_lies_on_what_can_be_read(
    site: Site, meet: Meet, size: tuple[int, int]
) -> None:
    code = site.manage("race", win("agnes-bernauer").rules).strip()
    for name in ("Alice", "Bob"):
        person = meet(site.urls[0], size=size)
        person.join_by_link(code, name)
        person.page.locator(".room-fair summary").click()
        assert person.page.evaluate(HIDDEN) == [], name
        assert person.faults == []


def test_on_a_small_phone_the_invitation_is_whole_and_the_first_friend_has_a_place(
    site: Site, meet: Meet
) -> None:
    known = win("agnes-sorel")
    code = site.manage("race", known.rules, "--deal", known.deal, "--countdown", "3").strip()
    host = meet(site.urls[0], size=(360, 640), touch=True)
    page = host.page
    page.add_init_script("navigator.share = async () => {}")
    host.join_by_link(code, "Alice")
    expect(page.get_by_text("Waiting for a friend")).to_be_in_viewport(ratio=1)
    buttons = [page.get_by_role("button", name=name) for name in ("Share…", "Copy link", "QR code")]
    for part in buttons:
        expect(part).to_be_in_viewport(ratio=1)
    expect(page.locator("#invite-link")).to_be_hidden()
    boxes = [button.bounding_box() for button in buttons]
    assert len({box["y"] for box in boxes if box}) == 1
    bar = page.locator(".room-bar").bounding_box()
    assert bar is not None
    assert all(box["y"] + box["height"] <= bar["y"] for box in boxes if box)
    expect(page.locator(".terms-fold > summary")).to_be_in_viewport()
    places = page.evaluate(PLACES)
    meet(site.urls[0]).join_by_link(code, "Bob")
    expect(page.get_by_text("Waiting for a friend")).to_be_hidden()
    assert page.evaluate(PLACES) == places
    assert host.faults == []


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_what_is_said_while_the_options_are_open_stands_in_front(
    site: Site, meet: Meet, size: tuple[int, int]
) -> None:
    code = site.manage("race", win("agnes-bernauer").rules).strip()
    host = meet(site.urls[0], size=size)
    page = host.page
    host.join_by_link(code, "Alice")
    if size[0] < 1000:
        open_settings(page)
    page.get_by_role("button", name="More options").click()
    page.route("**/terms/", lambda route: route.abort())
    page.get_by_label("King on Ace").select_option(label="Not allowed")
    toast = page.locator("#toast")
    expect(toast).to_have_text("That didn't work. Try again.")
    assert toast.evaluate(
        """toast => {
            const { x, y, width, height } = toast.getBoundingClientRect();
            toast.style.pointerEvents = "auto";
            return document.elementFromPoint(x + width / 2, y + height / 2) === toast;
        }"""
    )
    page.get_by_role("dialog", name="Options").get_by_role("button", name="Done").click()


@pytest.mark.parametrize(("touch", "language"), [(False, "en"), (True, "en"), (True, "de")])
def test_a_host_alone_is_to_invite_and_then_to_be_ready(
    site: Site, meet: Meet, touch: bool, language: str
) -> None:
    code = site.manage("race", win("agnes-bernauer").rules).strip()
    host = meet(site.urls[0], size=(360, 640) if touch else (1280, 800), touch=touch)
    page = host.page
    page.add_init_script("navigator.share = async ({ url }) => { window.shared = url }")
    host.join_by_link(code, "Alice")
    page.context.set_extra_http_headers({"Accept-Language": language})
    page.reload()
    ready = page.locator("#ready")
    invite = page.locator("#invite-friend" if touch else "#copy-link")
    # A page that isn't connected yet has no such button.
    expect(page.locator("#start")).to_be_visible()
    expect(page.locator("#start")).to_be_enabled()
    expect(ready).to_be_hidden()
    expect(page.locator("#copy-link")).to_be_in_viewport(ratio=1)
    places = page.evaluate(PLACES)
    invite.click()
    if touch:
        assert page.evaluate("shared").endswith(f"/race/{code}/")
    else:
        expect(page.locator("#invite-friend")).to_be_hidden()
        expect(page.locator("#copy-link")).to_have_text(re.compile("Copied|Press Ctrl"))
        expect(page.locator("#copy-link")).to_have_text("Copy link")
    expect(invite).to_be_visible()
    invite.focus()
    meet(site.urls[0]).join_by_link(code, "Bob")
    expect(ready).to_be_visible()
    if touch:
        expect(ready).to_be_focused()
        expect(invite).to_be_hidden()
    # On a phone it takes the invitation's place.
    assert [place for place in page.evaluate(PLACES) if place in places] == places
    assert host.faults == []


def test_a_phone_that_cannot_share_copies_the_link_by_one_button(site: Site, meet: Meet) -> None:
    code = site.manage("race", win("agnes-bernauer").rules).strip()
    host = meet(site.urls[0], size=(360, 640), touch=True)
    host.page.add_init_script("navigator.share = undefined")
    host.join_by_link(code, "Alice")
    expect(host.page.locator("#invite-friend")).to_be_visible()
    expect(host.page.locator("#copy-link")).to_be_hidden()
    meet(site.urls[0]).join_by_link(code, "Bob")
    expect(host.page.locator("#copy-link")).to_be_visible()
    expect(host.page.locator("#invite-friend")).to_be_hidden()


@pytest.mark.parametrize("size", [(1280, 800), (2560, 1440)])
def test_on_a_wide_screen_the_whole_room_is_in_sight_and_nothing_is_cut(
    site: Site, meet: Meet, size: tuple[int, int]
) -> None:
    code = site.manage("race", win("agnes-sorel").rules).strip()
    host, guest = meet(site.urls[0], size=size), meet(site.urls[0], size=size)
    host.join_by_link(code, "Alice")
    whole = ["#invite-link", ".seats > li:last-child", ".terms", ".lessons", "#lobby-buttons"]
    for part in whole:
        expect(host.page.locator(part)).to_be_in_viewport(ratio=1)
    guest.page.goto(f"/race/{code}/")
    for part in ("#join", ".seats > li:last-child", ".terms", ".lessons", "#invite-link"):
        expect(guest.page.locator(part)).to_be_in_viewport(ratio=1)
    guest.join_by_link(code, "Bob")
    for person in (host, guest):
        expect(person.page.get_by_role("button", name="I'm ready")).to_be_in_viewport(ratio=1)
        for part in whole:
            expect(person.page.locator(part)).to_be_in_viewport(ratio=1)
        assert person.faults == []


@pytest.mark.parametrize("size", [(1280, 800), (2560, 1440)])
def test_on_a_wide_screen_a_focused_field_keeps_clear_of_its_label(
    site: Site, meet: Meet, size: tuple[int, int]
) -> None:
    page = meet(site.urls[0], size=size).page
    page.goto("/")
    page.get_by_role("button", name="Race a friend").click()
    fields = page.locator("#terms .field")
    expect(fields.first).to_be_visible()
    gaps = fields.evaluate_all(
        """fields => fields.map((field) =>
            field.querySelector("select, input").getBoundingClientRect().top
            - field.querySelector("label").getBoundingClientRect().bottom)"""
    )
    assert min(gaps) >= 4


def test_without_javascript_the_host_saves_the_terms(site: Site, browsers: Browsers) -> None:
    context = browsers(0).new_context(base_url=site.urls[0], java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Race a friend").click()
    expect(page.get_by_role("button", name="More options")).to_be_hidden()
    page.get_by_label("Time limit").select_option("20")
    page.locator("#terms").get_by_role("button", name="Save").click()
    expect(page.get_by_label("Time limit").locator("option:checked")).to_have_text("20 min")
    expect(page.get_by_text("you can invite friends and save the settings")).to_be_visible()
    expect(page.get_by_label("Invitation link")).to_be_visible()
    expect(page.get_by_text("Waiting for a friend")).to_be_hidden()
    guest = browsers(0).new_context(base_url=site.urls[0], java_script_enabled=False).new_page()
    guest.goto(page.url)
    expect(guest.get_by_text("Racing needs JavaScript")).to_be_visible()
    expect(guest.get_by_role("button", name="Join the race")).to_be_hidden()
    guest.context.close()
    context.close()


def test_who_follows_an_invitation_is_asked_to_join_before_anything_else(
    site: Site, meet: Meet
) -> None:
    code = site.manage("race", win("agnes-sorel").rules).strip()
    meet(site.urls[0]).join_by_link(code, "Alice")
    guest = meet(site.urls[0], size=(360, 640), touch=True)
    guest.page.goto(f"/race/{code}/")
    page = guest.page
    expect(page.get_by_role("heading", level=2).first).to_have_text("Alice invites you to a race")
    boxes = [
        part.bounding_box()
        for part in (
            page.get_by_label("Your name"),
            page.get_by_role("button", name="Join the race"),
            page.get_by_text("Or stay here and watch."),
        )
    ]
    tops = [box["y"] for box in boxes if box]
    assert tops == sorted(tops)
    assert len(tops) == len(boxes)
    page.get_by_role("button", name="Join the race").press("Enter")
    expect(page.get_by_role("button", name="I'm ready")).to_be_focused()
    assert guest.faults == []


def test_the_way_back_takes_one_line_and_the_race_that_waits_is_left_there(
    site: Site, meet: Meet
) -> None:
    code = site.manage("race", win("agnes-sorel").rules).strip()
    alice = meet(site.urls[0], size=(360, 640), touch=True)
    alice.join_by_link(code, "Alice")
    page = alice.page
    expect(page.locator(".way-back")).to_have_count(0)
    page.goto("/daily/")
    line = page.locator(".way-back")
    expect(line.get_by_role("link")).to_have_attribute("href", f"/race/{code}/")
    box = line.bounding_box()
    assert box is not None
    assert box["height"] <= 44
    line.get_by_role("button", name="Leave").tap()
    expect(page.get_by_text("You've left the race.")).to_be_visible()
    expect(page).to_have_url(site.urls[0] + "/daily/")
    expect(line).to_have_count(0)
    assert alice.faults == []


def test_a_guest_who_carries_the_name_of_an_account_is_told_apart(site: Site, meet: Meet) -> None:
    member, guest = meet(site.urls[0]), meet(site.urls[0], size=(360, 640), touch=True)
    sign_up(member, "mia-of-the-room")
    code = site.manage("race", "agnes-sorel").strip()
    member.page.goto(f"{site.urls[0]}/race/{code}/")
    member.page.get_by_role("button", name="Join").first.click()
    guest.join_by_link(code, "mia-of-the-room")
    for page in (member.page, guest.page):
        seats = page.locator("#seats .seat")
        expect(seats).to_have_count(2)
        expect(seats.nth(0).get_by_text("guest", exact=True)).to_be_hidden()
        expect(seats.nth(1).get_by_text("guest", exact=True)).to_be_visible()


def test_a_choice_made_before_the_script_has_come_is_kept(site: Site, meet: Meet) -> None:
    code = site.manage("race", win("agnes-bernauer").rules).strip()
    host = meet(site.urls[0])
    page = host.page
    host.join_by_link(code, "Alice")
    held: list[Route] = []
    page.route(re.compile(r"\.js$"), lambda route: held.append(route))
    page.reload(wait_until="commit")
    page.get_by_label("Match", exact=True).select_option("First to 2")
    assert held
    # This lets them come.
    page.unroute_all()
    expect(page.locator("#match-line")).to_contain_text("First to 2 wins")
    page.reload()
    expect(page.locator("#match-line")).to_contain_text("First to 2 wins")
