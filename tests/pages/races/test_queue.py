"""Racing a ghost while waiting in a quick race: the place is kept, and nothing counts."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.models import Entry, Leaderboard, Player, Proof, Race, Rating
from games.models.database.instants import to_datetime
from games.models.play.rivals import Score, scores
from games.models.races.closing import close_race
from games.models.races.lobby import waiting
from games.models.standings.booking import book_closed
from games.pages.site.clock import now
from games.pages.site.times import time_text
from tests.models.play.test_ghost import publish
from tests.models.stored_races import RULES, act
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.played import entry
from tests.pages.played import race as race
from tests.pages.races.test_ghosts import page_data

pytestmark = pytest.mark.django_db

GAME = "agnes-sorel"


def wait(client: Client, *, long: bool = True) -> str:
    """Press "Play now", and wait long enough for a ghost; return the address of the room."""
    room = client.post("/quick/", {"game": GAME}).headers["Location"]
    if long:
        has_waited(room)
    return room


def has_waited(room: str) -> None:
    """Let everyone in a room have sat down 10 seconds ago."""
    seats = Entry.objects.filter(race__code=room.split("/")[2])
    seats.update(created_at=to_datetime(now() - 10_000))


def solo_of(player: Player) -> Race:
    """Return a player's race against a ghost, with its countdown over."""
    Race.objects.filter(kind="solo", entries__player=player).update(starts_at=to_datetime(now()))
    return player.entries.get(race__kind="solo").race


def seat_in(room: str, player: Player) -> Entry:
    return Entry.objects.get(race__code=room.split("/")[2], player=player)


def test_the_ghost_is_a_recorded_run_and_the_place_is_kept(
    visit: Visit, race: Race, alice: Player, charlie: Player
) -> None:
    client = visit(charlie)
    room = wait(client)
    assert "Race a ghost" in text(client.get(room))
    answer = client.post(f"{room}ghost/")
    ghost = entry(race, alice)
    assert answer.headers["Location"].endswith(f"?ghost={ghost.pk}&queue={room.split('/')[2]}")
    seat = seat_in(room, charlie)
    assert seat.elsewhere
    seen = int(seat.created_at.timestamp() * 1000)
    Entry.objects.mark_present([seat.pk], seen)
    assert waiting(seen) == {GAME: 1}
    page = client.get(answer.headers["Location"])
    assert "In the queue: we'll call you." in text(page)
    # The page itself calls the player: a second way back would be one too many.
    assert "Go back" not in text(page)
    data = page_data(client, answer.headers["Location"])
    assert data["queue"].startswith(f"/ws{room}")
    assert [one["name"] for one in data["ghosts"]] == ["Alice"]


def test_a_ghost_comes_only_after_ten_seconds(visit: Visit, race: Race, charlie: Player) -> None:
    client = visit(charlie)
    room = wait(client, long=False)
    answer = client.post(f"{room}ghost/", follow=True)
    assert answer.redirect_chain == [(room, 302)]
    assert re.search("Someone may still come. You can race a ghost in 0:(10|0[1-9]).", text(answer))
    assert not seat_in(room, charlie).elsewhere
    has_waited(room)
    assert "ghost=" in client.post(f"{room}ghost/").headers["Location"]


def test_one_place_has_one_ghost_at_a_time(visit: Visit, race: Race, charlie: Player) -> None:
    client = visit(charlie)
    room = wait(client)
    first, second = (client.post(f"{room}ghost/").headers["Location"] for _ in range(2))
    assert first == second
    solo = solo_of(charlie)
    act(solo, charlie, "end")
    close_race(solo, now)
    publish(race.deal.cards)
    assert client.post(f"{room}ghost/").headers["Location"] != first


def test_ghosts_count_as_races_opened(
    visit: Visit, race: Race, charlie: Player, settings: Settings
) -> None:
    settings.RACES_PER_HOUR = 1
    client = visit(charlie)
    room = wait(client)
    assert client.post(f"{room}ghost/").status_code == 429
    assert not charlie.entries.filter(race__kind="solo").exists()


def test_a_ghost_says_whose_run_it_is(
    visit: Visit, race: Race, alice: Player, charlie: Player
) -> None:
    client = visit(charlie)
    room = wait(client)
    address = client.post(f"{room}ghost/").headers["Location"]
    (ghost,) = page_data(client, address)["ghosts"]
    time = time_text(entry(race, alice).time_ms or 0).rpartition(".")[0]
    assert ghost["label"] == f"A run by Alice, {time}"
    assert ghost["label"] in text(client.get(address))


def test_one_who_is_called_comes_back_by_play_now_and_is_ready(
    visit: Visit, race: Race, bob: Player, charlie: Player
) -> None:
    client = visit(charlie)
    room = wait(client)
    client.post(f"{room}ghost/")
    assert wait(visit(bob)) == room
    assert "racing a ghost" in text(visit(bob).get(room))
    assert Race.objects.get(code=seat_in(room, bob).race.code).starts_at is None
    assert wait(client) == room
    back = seat_in(room, charlie)
    assert (back.elsewhere, back.ready) == (False, True)
    assert back.race.starts_at is not None


def test_one_whom_someone_has_just_joined_stays(
    visit: Visit, race: Race, bob: Player, charlie: Player
) -> None:
    client = visit(charlie)
    room = wait(client)
    wait(visit(bob))
    assert client.post(f"{room}ghost/").headers["Location"] == room
    assert not seat_in(room, charlie).elsewhere
    assert not charlie.entries.filter(race__kind="solo").exists()


def test_a_fresh_site_has_the_solver(visit: Visit, charlie: Player, race: Race) -> None:
    Player.objects.update(private=True)
    client = visit(charlie)
    room = wait(client)
    answer = client.post(f"{room}ghost/", follow=True)
    assert "There's no recording to race yet." in text(answer)
    publish(race.deal.cards)
    address = client.post(f"{room}ghost/").headers["Location"]
    (ghost,) = page_data(client, address)["ghosts"]
    assert (ghost["entry"], ghost["name"], ghost["points"][-1][1]) == (None, "Solver", 52)
    assert ghost["label"] == "The solver's run"
    # Only a published solution is anyone's to race.
    Proof.objects.update(line="")
    assert page_data(client, address)["ghosts"] == []


def test_no_one_else_can_step_out_for_a_player(
    client: Client, visit: Visit, race: Race, bob: Player, charlie: Player
) -> None:
    room = wait(visit(charlie))
    assert client.post(f"{room}ghost/").status_code == 403
    assert visit(bob).post(f"{room}ghost/").headers["Location"] == room
    assert visit(bob).post("/race/ZZZZZZ/ghost/").status_code == 404
    assert not seat_in(room, charlie).elsewhere
    address = visit(bob).post("/practice/", {"race": race.code}).headers["Location"]
    assert page_data(visit(bob), f"{address}?queue={room.split('/')[2]}")["queue"] is None


def test_a_race_against_a_ghost_counts_nowhere(
    visit: Visit, race: Race, alice: Player, charlie: Player
) -> None:
    client = visit(charlie)
    room = wait(client)
    client.post(f"{room}ghost/")
    starts_at = charlie.entries.get(race__kind="solo").race.starts_at
    assert starts_at is not None
    # There is a countdown.
    assert starts_at > timezone.now()
    solo = solo_of(charlie)
    moves = entry(race, alice).actions.values_list("text", flat=True)
    act(solo, charlie, *moves)
    close_race(solo, now)
    book_closed()
    won = charlie.entries.get(race=solo)
    assert won.state == "won"
    assert not Rating.objects.filter(player=charlie).exists()
    boards = Leaderboard.objects.filter(rows__entry=won).values_list("name", flat=True)
    assert list(boards) == [f"practice/{solo.deal_id}/{RULES}"]
    assert scores(charlie, [alice], now()) == {alice.pk: Score()}
    assert not Entry.objects.counted().filter(pk=won.pk).exists()
    assert "practice" in text(client.get("/history/"))
