"""A second browser gives no advantage in a ranked race: the tests read every frame it can get."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.racing import LONGEST_DELAY
from tests.live.conftest import Sites, Visit, start
from tests.live.racer import Frame, Racer
from tests.live.ranked import open_ranked, start_earlier
from tests.live.secrecy import cards
from tests.live.wins import win
from tests.processes import BACKENDS, Site
from tests.stores import Backend

KNOWN = win("agnes-sorel")
ALICE, BOB = 0, 1


def watchers(site: Site, visit: Visit, code: str) -> list[Racer]:
    """Connect a stranger at each process, and a guest who plays another race."""
    strangers = [visit(url) for url in site.urls]
    guest = visit(site.urls[-1])
    guest.open_race(KNOWN.rules, countdown="5")
    for watcher in (*strangers, guest):
        watcher.connect(code)
    return [*strangers, guest]


def boards_of_others(racer: Racer, own: int | None) -> list[Frame]:
    return [frame for frame in racer.frames_of("board") if frame["seat"] != own]


def assert_blind(racer: Racer, own: int | None) -> None:
    """Check that no frame shows a visitor a card, except on the visitor's own board."""
    for frame in racer.frames:
        if frame["t"] != "board" or frame["seat"] != own:
            assert frame["t"] != "board"
            assert not cards(frame), frame
    assert racer.frames_of("race")


def catch_up(racer: Racer, moves: int) -> Frame:
    """Read until Bob has made this many moves, and then all that a sync returns."""
    if all(frame["seats"][BOB]["moves"] != moves for frame in racer.frames_of("race")):
        racer.seat(BOB, moves=moves)
    for _ in range(2):
        racer.send(t="sync")
    # The answer to the first request arrives before the second.
    racer.race()
    return racer.race()


def sees_all(racer: Racer, own: int | None) -> None:
    """Check that every visitor gets all boards once the race is over."""
    racer.race(state="over")
    unseen = {ALICE, BOB} - {own} - {frame["seat"] for frame in boards_of_others(racer, own)}
    while unseen:
        unseen -= {racer.receive_until(lambda frame: frame["t"] == "board")["seat"]}


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_boards_of_a_ranked_race_stay_hidden_until_it_is_over(
    sites: Sites, visit: Visit, backend: Backend
) -> None:
    site = sites(backend)
    code, (alice, bob) = open_ranked(site, visit, KNOWN, watchable=False)
    for racer in (alice, bob):
        racer.connect(code)
    everybody: list[tuple[Racer, int | None]] = [(alice, ALICE), (bob, BOB)]
    everybody += [(watcher, None) for watcher in watchers(site, visit, code)]
    start([alice, bob])
    bob.play(KNOWN.moves[:5])
    alice.play(KNOWN.moves[:3])
    alice.send(t="end")
    # A player who has finished may look again, in a new tab too.
    tab = alice.again_at(site.urls[-1])
    tab.connect(code)
    everybody.append((tab, ALICE))
    bob.play(KNOWN.moves[5:9], first=6)
    for racer, own in everybody:
        frame = catch_up(racer, moves=9)
        assert (frame["watching"], frame["seats"][ALICE]["state"]) == ("after", "ended")
        assert_blind(racer, own)
    bob.send(t="end")
    for racer, own in everybody:
        sees_all(racer, own)
    tab.close()


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_watchable_ranked_race_is_shown_late(
    sites: Sites, visit: Visit, backend: Backend
) -> None:
    site = sites(backend)
    code, (alice, bob) = open_ranked(site, visit, KNOWN, watchable=True)
    times = [*range(1_000, 7_000, 1_000), LONGEST_DELAY + 5_000, LONGEST_DELAY + 6_000]
    actions = list(zip(times, KNOWN.moves, strict=False))
    start_earlier(site, code, LONGEST_DELAY + 10_000, actions)
    for racer in (alice, bob):
        racer.connect(code)
        racer.board(0)
    watching = watchers(site, visit, code)
    bob.play(KNOWN.moves[8:10], first=9)
    for watcher in watching:
        shown = watcher.receive_until(lambda f: f["t"] == "board" and f["seat"] == BOB)
        assert shown["n"] == 6
    alice.send(t="end")
    alice.receive_until(lambda frame: frame["t"] == "board" and frame["seat"] == BOB)
    for racer, own in [(alice, ALICE), (bob, BOB), *((watcher, None) for watcher in watching)]:
        assert catch_up(racer, moves=10)["watching"] == "delayed"
        late = boards_of_others(racer, own)
        assert bool(late) == (racer is not bob)
        for frame in late:
            assert frame["n"] == (6 if frame["seat"] == BOB else 0)
        assert_late(racer, own)
    bob.send(t="end")
    for racer, own in [(alice, ALICE), (bob, BOB), *((watcher, None) for watcher in watching)]:
        sees_all(racer, own)
        assert boards_of_others(racer, own)[-1]["board"]["piles"]


def assert_late(racer: Racer, own: int | None) -> None:
    """Check that others' boards are behind the next race frame by the delay."""
    for frame, after in pairwise(racer.frames):
        if frame["t"] == "board" and frame["seat"] != own and after["t"] == "race":
            assert frame["ms"] <= after["elapsed"] - LONGEST_DELAY
