"""The page of an any-time race that is over: who won it, and the way to its rematch."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.models import AnytimeRace, Entry, Player
from games.models.races.closing import close_race
from games.pages.site.clock import now
from tests.clocks import at
from tests.models.anytime_races import anytime
from tests.models.dailies import HOUR, MOVES, begin, finish, prove
from tests.models.stored_races import NOW, act
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

WHOLE = len(MOVES)
"""Moves of a run that wins."""


@pytest.fixture(autouse=True)
def moment(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the instants of the pages' clock; the last one is the current time."""
    instants = [NOW]
    for module in ("anytime.opening", "anytime.views", "outcome"):
        monkeypatch.setattr(f"games.pages.races.{module}.now", lambda: instants[-1])
    return instants


def address(race: AnytimeRace) -> str:
    return f"/anytime/{race.code}/"


def test_those_who_raced_ask_for_a_rematch(
    visit: Visit, alice: Player, bob: Player, guest: Player, moment: list[int]
) -> None:
    race = anytime(alice)
    finish(race.trial, bob, 3)
    assert "Rematch" not in text(visit(bob).get(address(race)))
    moment.append(NOW + 3 * HOUR)
    assert "Everyone who raced here is told." in text(visit(bob).get(address(race)))
    assert "Rematch" not in text(visit(guest).get(address(race)))
    refused = visit(guest).post(f"{address(race)}rematch/", follow=True)
    assert "You weren't in this race." in text(refused)
    waits = visit(bob).post(f"{address(race)}rematch/", follow=True)
    assert "No secret deal is ready for these rules yet." in text(waits)
    prove(77)
    opened = visit(bob).post(f"{address(race)}rematch/")
    again = AnytimeRace.objects.get(rematch_of=race)
    assert opened["Location"] == address(again)
    assert f'href="{address(again)}"' in visit(alice).get(address(race)).content.decode()
    assert visit(alice).post(f"{address(race)}rematch/")["Location"] == address(again)
    assert address(again) in visit(alice).get("/anytime/").content.decode()
    assert address(again) not in visit(guest).get("/anytime/").content.decode()
    # Who wasn't there doesn't get the link either.
    answer = visit(guest).post(f"{address(race)}rematch/", follow=True)
    assert address(again) not in answer.content.decode()


def test_the_result_of_an_attempt_offers_the_rematch_once_the_race_is_over(
    visit: Visit, alice: Player, bob: Player, moment: list[int]
) -> None:
    race = anytime(alice)
    own = finish(race.trial, bob, 3).race
    outcome = f"/race/{own.code}/outcome/"
    assert "rematch" not in visit(bob).get(outcome).content.decode()
    moment.append(NOW + 3 * HOUR)
    assert f'action="{address(race)}rematch/"' in visit(bob).get(outcome).content.decode()
    prove(77)
    visit(alice).post(f"{address(race)}rematch/")
    again = AnytimeRace.objects.get(rematch_of=race)
    assert f'href="{address(again)}"' in visit(bob).get(outcome).content.decode()


def test_the_page_is_brought_up_to_date_by_a_part_of_it(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race = anytime(alice)
    page = visit(alice).get(address(race)).content.decode()
    assert f'data-address="{address(race)}now/"' in page
    part = visit(alice).get(f"{address(race)}now/").content.decode()
    assert "0 of 3" in part
    assert "<html" not in part
    finish(race.trial, bob, 3)
    assert "1 of 3" in visit(alice).get(f"{address(race)}now/").content.decode()


def test_the_number_of_a_run_leads_no_stranger_to_a_race_that_is_for_those_with_its_link(
    visit: Visit, client: Client, alice: Player, bob: Player, charlie: Player
) -> None:
    real = now()
    race = anytime(alice, now=real)
    entry = Entry.objects.get(race=finish(race.trial, bob, now=real).race)
    for page in ("replay", "race", "preview/en.png"):
        for browser in (client, visit(charlie)):
            answer = browser.get(f"/entry/{entry.pk}/{page}", follow=True)
            assert answer.status_code == 404
            assert race.code not in answer.content.decode()
    assert address(race) in visit(alice).get(f"/entry/{entry.pk}/replay").content.decode()


def test_no_address_tells_a_stranger_that_an_attempt_has_ended(
    visit: Visit, client: Client, alice: Player, bob: Player, charlie: Player
) -> None:
    real = now()
    race = anytime(alice, now=real)
    begun = begin(race.trial, bob, now=real)

    def answers() -> list[int]:
        pages = [f"/race/{begun.race.code}/{page}/" for page in ("progress", "following")]
        return [one.get(page).status_code for one in (client, visit(charlie)) for page in pages]

    before = answers()
    act(begun.race, bob, "deal", "end")
    close_race(begun.race, at(real + HOUR))
    assert before == answers() == [404] * 4
    assert visit(bob).get(f"/race/{begun.race.code}/progress/").status_code == 200


@pytest.mark.parametrize(
    ("own", "others", "verdict"),
    [
        (WHOLE, [3], "You win in"),
        (3, [WHOLE, 3], "Charlie wins in"),
        (3, [3], "No one got another card home"),
        (0, [0], "No one made a move"),
        (WHOLE - 9, [0], "You win: Charlie didn't make a move"),
        (0, [WHOLE - 9], "Charlie wins: you didn't make a move"),
        (WHOLE, [], "Your attempt"),
    ],
)
def test_it_is_headed_by_who_beat_the_others(
    own: int,
    others: Sequence[int],
    verdict: str,
    visit: Visit,
    alice: Player,
    bob: Player,
    charlie: Player,
    moment: list[int],
) -> None:
    race = anytime(alice, seats=4)
    finish(race.trial, bob, own)
    for player, moves in zip((charlie, alice), others, strict=False):
        finish(race.trial, player, moves)
    assert "Your attempt" in text(visit(bob).get(address(race)))
    moment.append(NOW + 3 * HOUR)
    assert verdict in text(visit(bob).get(address(race)))


def test_equals_are_told_who_was_sooner_and_the_list_names_the_others(
    visit: Visit, alice: Player, bob: Player, charlie: Player, moment: list[int]
) -> None:
    race = anytime(alice, seats=4)
    for player in (bob, charlie):
        finish(race.trial, player, WHOLE - 1)
    reached = [
        Entry.objects.filter(player=player).update(progress_at=at)
        for player, at in ((bob, 63_000), (charlie, 61_500))
    ]
    assert reached == [1, 1]
    moment.append(NOW + 3 * HOUR)
    page = text(visit(bob).get(address(race)))
    assert "after 1:03.00" in page
    assert "after 1:01.50" in page
    assert "opened by Alice · against Charlie · 2 of 4 seats" in text(visit(bob).get("/anytime/"))


def test_its_end_is_told_as_that_of_a_live_race(
    visit: Visit, alice: Player, bob: Player, charlie: Player, moment: list[int]
) -> None:
    race = anytime(alice, seats=4)
    for player, time in ((bob, 64_000), (charlie, 61_500)):
        finish(race.trial, player)
        Entry.objects.filter(player=player).update(time_ms=time)
    finish(race.trial, alice, 3)
    assert "podium" not in visit(bob).get(address(race)).content.decode()
    own = Entry.objects.get(player=bob).race.get_absolute_url()
    waits = visit(bob).get(f"{own}outcome/").content.decode()
    assert "Place 2 of 3 so far" in waits
    assert "Charlie wins" not in waits
    moment.append(NOW + 3 * HOUR)
    # The page of one's own attempt asks for it until it is over.
    over = visit(bob).get(f"{own}outcome/")
    assert '<data value="over">' in over.content.decode()
    said = " ".join(strip_tags(over.content.decode()).split())
    assert "behind Charlie Charlie wins in 1:01.50 Place 1 Charlie" in said
    first, second, third = (text(visit(who).get(address(race))) for who in (charlie, bob, alice))
    assert "You win in 1:01.50!" in first
    assert "Place 1 of 3 · won by 0:02.50" in first
    assert "Charlie wins in 1:01.50" in second
    assert "Place 2 of 3 · 0:02.50 behind Charlie" in second
    assert "Place 3 of 3 · 51 cards behind Charlie" in third
    assert re.search(r"Place 1 Charlie .*1:01.50 Place 2 Bob .*1:04.00 Place 3 Alice ", second)
    assert "Place 2 of 3 · 0:02.50 behind Charlie" in text(visit(bob).get("/anytime/"))


def test_two_of_the_same_name_are_told_apart(
    visit: Visit, alice: Player, bob: Player, charlie: Player, moment: list[int]
) -> None:
    Player.objects.filter(pk__in=(bob.pk, charlie.pk)).update(name="Mia")
    race = anytime(alice)
    finish(race.trial, bob)
    finish(race.trial, charlie, 3)
    moment.append(NOW + 3 * HOUR)
    page = text(visit(alice).get(address(race)))
    assert "Mia (1) wins in" in page
    assert "1 Mia (1) " in page
    assert "2 Mia (2) " in page


def test_it_counts_in_the_history_and_between_the_two(
    visit: Visit, alice: Player, bob: Player, moment: list[int]
) -> None:
    for _n in range(2):
        race = anytime(alice)
        finish(race.trial, alice)
        finish(race.trial, bob, WHOLE - 5)
    assert "2 : 0" not in text(visit(alice).get(address(race)))
    moment.append(NOW + 3 * HOUR)
    assert "you 2 : 0 Bob" in text(visit(alice).get(address(race)))
    # The clock of the other pages is the real one: both races are long over.
    for page in ("/history/", f"/player/{bob.pk}/"):
        assert "any-time race against" in text(visit(alice).get(page))
    assert "2 : 0" in text(visit(alice).get(f"/player/{bob.pk}/"))
    assert "you 2 : 0" in text(visit(alice).get("/friends/"))
    first, second = (text(visit(who).get("/history/")) for who in (alice, bob))
    assert "any-time race against Bob" in first
    assert "any-time race against Alice" in second


def test_everyones_progress_stands_with_the_places_and_on_the_own_result(
    visit: Visit, client: Client, alice: Player, bob: Player, charlie: Player, moment: list[int]
) -> None:
    race = anytime(alice, seats=4)
    for player, moves in ((bob, WHOLE), (alice, WHOLE - 9)):
        finish(race.trial, player, moves)
    chart = f"{address(race)}progress/"
    assert client.get(chart).status_code == 404
    assert visit(charlie).get(chart).status_code == 404
    page = visit(alice).get(address(race)).content.decode()
    assert f'data-address="{chart}"' in page
    own, best = (Entry.objects.get(player=player) for player in (alice, bob))
    assert f'href="/entry/{own.pk}/replay?with={best.pk}"' in page
    # Those who haven't finished learn of no run.
    hidden = visit(charlie).get(address(race)).content.decode()
    assert chart not in hidden
    assert "?with=" not in hidden
    result = f"{own.race.get_absolute_url()}progress/"
    for drawn in (visit(alice).get(chart), visit(alice).get(result)):
        lines = re.findall(
            r'"(line-\d+)" d="M0 5H16"/>.*?chart-name">(\w+)', drawn.content.decode()
        )
        assert lines == [("line-1", "Bob"), ("line-2", "You")]
    moment.append(NOW + 3 * HOUR)
    assert 'chart-name">Alice' in client.get(chart).content.decode()
    over = client.get(address(race)).content.decode()
    assert f'href="/entry/{best.pk}/replay?with={own.pk}"' in over
    # The steps have the colours of the lines.
    assert re.findall(r'<li class="podium-step" data-key="(\d)"', over) == ["0", "1"]


def test_the_chart_of_many_shows_the_best_and_the_own(
    visit: Visit, alice: Player, moment: list[int]
) -> None:
    race = anytime(alice, seats=20)
    for number in range(11):
        finish(race.trial, Player.objects.create_user(f"u{number}", name=f"P{number}"), WHOLE)
    finish(race.trial, alice, 20)
    drawn = visit(alice).get(f"{address(race)}progress/").content.decode()
    names = re.findall(r'chart-name">(\w+)', drawn)
    assert len(names) == 10
    assert names[-1] == "You"
