"""What a stream sends at once: what has been missed, or how things stand."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import resolve
from django.utils import timezone

from games.api.streaming.events import Topic, read_events
from games.api.streaming.feed import feed
from games.api.streaming.ongoing import BEGUN
from games.api.streaming.stream import Stream
from games.models import Challenge, Deal, Player, Race, RaceEvent
from games.models.people.token import Scope
from games.models.play.practice import begin_practice
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.race_event import KEPT, RaceEventKind
from games.models.races.transition import change_race
from games.pages.site.clock import now
from games.racing import Kind
from games.tasks import forget
from tests.api.programs import Program, token_of
from tests.clocks import at
from tests.models.stored_races import closed_race, join, open_race

pytestmark = pytest.mark.django_db

RULES = "agnes-sorel/standard"
LINES = "application/x-ndjson"


def told(
    client: Client, address: str, after: int | None = None, token: str = ""
) -> list[dict[str, Any]]:
    """Return what a stream sends at once."""
    headers = {"Accept": LINES} | ({} if after is None else {"Last-Event-ID": str(after)})
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    answer = client.get(f"/api/v1/{address}", headers=headers)
    assert answer["Cache-Control"] == "private, no-store"
    return [json.loads(line) for line in answer.content.splitlines() if line]


def names(events: list[dict[str, Any]]) -> list[str]:
    return [one["event"] for one in events]


def test_the_events_of_a_race_are_in_order(client: Client, alice: Player, bob: Player) -> None:
    race = closed_race(alice, bob)
    events = told(client, f"races/{race.code}/events", after=0)
    assert names(events) == ["opened", "changed", "countdown", "started", "over"]
    assert [one["id"] for one in events] == [1, 2, 3, 4, 5]
    # Each carries the race as it is now.
    assert {one["race"]["state"] for one in events} == {"over"}
    assert names(told(client, f"races/{race.code}/events", after=3)) == ["started", "over"]
    assert told(client, f"races/{race.code}/events", after=5) == []


def test_a_stream_hands_on_what_it_would_read(
    alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    practice = begin_practice(bob, RULES, Deal.objects.draw(bytes(32)), at(now()))
    races = [closed_race(alice, bob), open_race(charlie), practice]
    races.append(new_race(alice, RULES, at(now()), RaceOptions(watchable=True)))
    races.append(Challenge.objects.open(alice, charlie, RULES, at(now())).race)
    Race.objects.filter(pk=races[1].pk).delete()
    every = read_events(0)
    assert {one.document.event for one in every} >= {"opened", "over", "challenged"}
    topics = [Topic(code=race.code) for race in races]
    topics += [Topic(player=player.pk) for player in (alice, bob, charlie, guest)]
    for topic in (Topic(), *topics):
        read = [one.number for one in read_events(0, topic.rows())]
        assert read == [one.number for one in every if topic.covers(one)], topic


def test_server_sent_events_are_the_default(client: Client, alice: Player) -> None:
    race = open_race(alice)
    answer = client.get(f"/api/v1/races/{race.code}/events", headers={"Last-Event-ID": "0"})
    assert answer["Content-Type"] == "text/event-stream"
    first = answer.content.decode().splitlines()
    assert first[:2] == ["id: 1", "event: opened"]
    assert json.loads(first[2].removeprefix("data: "))["code"] == race.code


def test_a_stream_that_resumes_none_begins_with_now(client: Client, alice: Player) -> None:
    race = open_race(alice)
    for after in (None, 9):
        [now_] = told(client, f"races/{race.code}/events", after)
        assert (now_["event"], now_["id"], now_["race"]["code"]) == ("now", 1, race.code)
        assert told(client, "events", after)[0]["race"] is None


def test_only_public_races_are_told_to_all(client: Client, alice: Player, bob: Player) -> None:
    for watchable in (False, True):
        options = RaceOptions(kind=Kind.CASUAL, watchable=watchable)
        race = new_race(alice, RULES, at(now()), options)
        join(race, bob)
        # The link to a race that gathers is its host's to share.
        assert told(client, "events", after=0) == []
        change_race(race.code, lambda r, n: r.start(alice.pk, n), at(now() - 60_000))
        assert told(client, "events", after=0) == []
        Race.objects.deal_out([race.code], at(now()))
    begin_practice(alice, RULES, Deal.objects.draw(bytes(32)), at(now()))
    assert {one["code"] for one in told(client, "events", after=0)} == {race.code}


def test_a_private_race_has_no_stream_for_others(
    client: Client, alice: Player, bob: Player
) -> None:
    race = begin_practice(alice, RULES, Deal.objects.draw(bytes(32)), at(now()))
    mine, hers = token_of(alice), token_of(bob)
    for program in (Program(), Program(hers)):
        hidden = program.get(f"races/{race.code}/events")
        none = program.get("races/ZZZZZZ/events")
        assert hidden.status_code == none.status_code == 404
        assert hidden.json() == json.loads(none.content.replace(b"ZZZZZZ", race.code.encode()))
    assert names(told(client, f"races/{race.code}/events", 0, mine)) == ["opened", "countdown"]
    assert race.code in json.dumps(told(client, "me/events", 0, mine))
    assert told(client, "me/events", 0, hers) == []


def test_own_events_take_the_scope(alice: Player) -> None:
    assert Program().get("me/events").status_code == 401
    others = [scope for scope in Scope.of(alice) if scope is not Scope.READ]
    assert Program(token_of(alice, *others)).get("me/events").status_code == 403


@pytest.mark.parametrize("after", ["x", "-1", "1.5", "9" * 30])
def test_a_bad_number_is_a_problem(client: Client, after: str) -> None:
    answer = client.get("/api/v1/events", headers={"Last-Event-ID": after})
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert [fault["where"] for fault in answer.json()["faults"]] == ["headers.Last-Event-ID"]


def test_events_are_numbered_as_they_commit(alice: Player) -> None:
    race = open_race(alice)
    RaceEvent.objects.number_new()
    late = RaceEvent.objects.create(kind=RaceEventKind.CHANGED, code=race.code, race=race)
    early = RaceEvent.objects.create(kind=RaceEventKind.OVER, code=race.code, race=race)
    RaceEvent.objects.filter(pk=early.pk).update(number=2)
    assert [one.number for one in read_events(0)] == [1, 2, 3]
    late.refresh_from_db()
    assert late.number == 3


def test_old_events_go_and_numbers_go_on(client: Client, alice: Player, bob: Player) -> None:
    race = closed_race(alice, bob)
    told(client, "events", after=0)
    RaceEvent.objects.update(at=timezone.now() - KEPT - timedelta(minutes=1))
    forget()
    assert [event.number for event in RaceEvent.objects.all()] == [5]
    assert names(told(client, f"races/{race.code}/events", after=2)) == ["now"]
    open_race(alice)
    assert read_events(5)[0].number == 6


def test_what_was_missed_costs_as_many_queries_however_many_races_it_tells_of(
    client: Client, alice: Player, bob: Player
) -> None:
    counts = []
    for _ in range(2):
        closed_race(alice, bob)
        open_race(alice)
        with CaptureQueriesContext(connection) as queries:
            told(client, "events", after=0)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_head_and_conditional_requests_begin_no_stream(alice: Player) -> None:
    race = open_race(alice)
    for method, headers in (("head", {}), ("get", {"If-None-Match": "*"}), ("get", {})):
        begun: list[Stream] = []
        request = getattr(RequestFactory(), method)("/api/v1/events", headers=headers)
        request.scope = {BEGUN: begun}
        match = resolve(f"/api/v1/races/{race.code}/events")
        answer = match.func(request, *match.args, **match.kwargs)
        for stream in begun:
            feed.release(stream.caller)
        assert (answer.status_code, len(begun)) == (200, method == "get")
