"""A finished race to download and check: `/race/CODE/race.json`."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Entry, Player, Race
from games.models.races.closing import close_race, place_again
from games.racing.verification import Committed, RaceDocument, Verdict, verify
from tests.clocks import at
from tests.models.stored_races import END, act, open_race, started_race
from tests.pages.conftest import Visit

pytestmark = pytest.mark.django_db


def address(race: Race) -> str:
    return f"/race/{race.code}/race.json"


def download(client: Client, race: Race) -> RaceDocument:
    answer = client.get(address(race))
    assert answer.status_code == 200
    return RaceDocument.parse(answer.content)


def faults(document: RaceDocument) -> list[str]:
    return [str(each) for each in verify(document) if each.verdict is Verdict.FALSE]


@pytest.fixture
def race(alice: Player, bob: Player, charlie: Player) -> Race:
    """Return a closed race: Alice ended her run, Bob left, Charlie never acted."""
    race = started_race(alice, bob, charlie)
    act(race, alice, "deal", "end")
    act(race, bob, "deal", "deal", "forfeit")
    close_race(race, at(END))
    return race


def test_a_finished_race_is_valid_as_a_document(client: Client, race: Race) -> None:
    document = download(client, race)
    assert faults(document) == []
    assert document.key == race.deal.key
    assert document.committed is Committed.BEFORE
    assert [(run.name, run.place, run.result.state) for run in document.runs] == [
        ("Alice", 1, "ended"),
        ("Bob", 2, "forfeit"),
        ("Charlie", 3, "no-show"),
    ]
    assert [run.actions[-1].text for run in document.runs] == ["end", "forfeit", "bell"]


def test_a_stored_result_that_the_actions_do_not_give_is_noticed(
    client: Client, race: Race, bob: Player
) -> None:
    Entry.objects.filter(race=race, player=bob).update(place=1, state="ended")
    assert [line.split()[1] for line in faults(download(client, race))] == [
        "runs[1].result.state:",
        "runs[1].place:",
    ]


def test_a_voided_run_has_its_reason_and_no_place(
    client: Client, race: Race, alice: Player
) -> None:
    Entry.objects.filter(race=race, player=alice).update(void_reason="two windows")
    place_again(race)
    document = download(client, race)
    assert (document.runs[0].void_reason, document.runs[0].place) == ("two windows", None)
    assert faults(document) == []


def test_a_published_deal_was_committed_at_the_start(client: Client, race: Race) -> None:
    race.deal.public = True
    race.deal.save(update_fields=["public"])
    assert download(client, race).committed is Committed.START


def test_a_client_that_has_it_gets_it_no_second_time(client: Client, race: Race) -> None:
    first = client.get(address(race))
    assert first.headers["Content-Disposition"] == f'attachment; filename="{race.code}.json"'
    assert first.headers["Content-Type"] == "application/json"
    assert first.headers["Cache-Control"] == "private, no-cache"
    again = client.get(address(race), headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    Entry.objects.filter(race=race, seat=0).update(void_reason="two windows")
    changed = client.get(address(race), headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200


@pytest.mark.parametrize("make", [open_race, started_race])
def test_there_is_none_before_the_race_is_over(visit: Visit, alice: Player, make: object) -> None:
    assert callable(make)
    assert visit(alice).get(address(make(alice))).status_code == 404


def test_there_is_none_while_another_race_runs_on_the_deal(
    client: Client, race: Race, alice: Player
) -> None:
    other = open_race(alice)
    Race.objects.filter(pk=other.pk).update(deal=race.deal)
    assert client.get(address(race)).status_code == 404


def test_there_is_none_of_a_race_that_does_not_exist(client: Client) -> None:
    refused = client.get("/race/ZZZZZZ/race.json")
    assert (refused.status_code, refused["Content-Type"]) == (404, "application/problem+json")
    assert "over and open to you" in refused.json()["detail"]


def test_the_result_links_to_it(client: Client, race: Race) -> None:
    page = client.get(race.get_absolute_url()).content.decode()
    assert f'href="{address(race)}" download' in page
    assert f"python -m games.engine verify-race {race.code}.json" in page
