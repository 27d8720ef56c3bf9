"""The page of a match, and what its players do there and on a result."""
# Long: what each page tells of a match, between two and among more.

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.live.match_state import match_state
from games.live.storage import stored_match
from games.models import Entry, Match, Player, Race
from games.models.races.closing import close_race
from games.models.races.new_race import new_race
from games.models.races.rematch import open_rematch
from games.models.races.transition import change_race
from games.pages.site.clock import now
from games.racing import Goal
from tests.clocks import at
from tests.models.stored_races import NOW, RULES, act, join
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

HOUR = 3_600_000
ASKED = {
    **{"game": "agnes-sorel", "shown": "agnes-sorel", "preset": "standard"},
    **{"difficulty": "", "limit": "10", "countdown": "5"},
}


def played(number: int, race: Race, *order: Player) -> Race:
    """Race to the end; the players come in in this order."""
    now, host = NOW + number * 2 * HOUR, race.host_id or 0
    change_race(race.code, lambda r, at_: r.start(host, at_), at(now))
    race = Race.objects.find(race.code)
    for player in order:
        act(race, player, "deal")
    close_race(race, at(now + HOUR))
    for place, player in enumerate(order, 1):
        race.entries.filter(player=player).update(place=place)
    return Race.objects.find(race.code)


def match_of(goal: Goal, *orders: tuple[Player, ...]) -> tuple[Match, Race]:
    race = new_race(orders[0][0], RULES, at(NOW), goal=goal)
    for player in orders[0][1:]:
        join(race, player)
    race = played(0, Race.objects.find(race.code), *orders[0])
    for number, order in enumerate(orders[1:], 1):
        again = [open_rematch(race, one, at(NOW + number * 2 * HOUR)) for one in order]
        race = played(number, again[-1], *order)
    return Match.objects.get(races__race=race), race


def test_the_page_has_the_score_and_every_race(visit: Visit, alice: Player, bob: Player) -> None:
    match, race = match_of(Goal(3), (alice, bob), (bob, alice), (alice, bob))
    page = text(Client().get(f"/match/{match.code}/"))
    assert "First to 3 wins" in page
    assert "Alice 2 Bob 1" in " ".join(page.split())
    for entry in match.entries():
        assert entry.race.game in page.lower().replace(" ", "-")
    answer = Client().get(f"/match/{match.code.lower()}/").content.decode()
    assert all(f"/entry/{entry.pk}/replay" in answer for entry in match.entries())
    assert f"/race/{race.code}/" in answer
    # Between two, each race says how the match stood after it.
    scores = re.findall(r'<strong class="score"[^>]*>([^<]+)<', answer)
    assert scores == ["1 : 0", "1 : 1", "2 : 1"]
    assert "Next race" not in page
    assert "Next race" in text(visit(alice).get(f"/match/{match.code}/"))


def test_the_way_to_the_next_race_comes_to_those_who_may_know_it(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    match, race = match_of(Goal(3), (alice, bob))
    address = f"/match/{match.code}/now/"
    assert f'data-address="{address}"' in Client().get(f"/match/{match.code}/").content.decode()
    again = open_rematch(race, alice, at(now() - 1000))
    link = f'href="/race/{again.code}/"'
    assert link in visit(bob).get(address).content.decode()
    for other in (Client(), visit(charlie)):
        page = other.get(address).content.decode()
        assert link not in page
        assert "<html" not in page
    Race.objects.filter(pk=again.pk).update(watchable=True)
    assert link in visit(charlie).get(address).content.decode()
    assert Client().get("/match/QQQQQQ/now/").status_code == 404


def test_the_race_that_is_on_is_listed_as_running(visit: Visit, alice: Player, bob: Player) -> None:
    match, race = match_of(Goal(3), (alice, bob))
    for player in (alice, bob):
        again = open_rematch(race, player, at(now() - 40_000))
    page = text(visit(bob).get(f"/match/{match.code}/"))
    assert "Back to race 2" in page
    assert "· running" in page
    assert again.code in visit(bob).get(f"/match/{match.code}/now/").content.decode()


def test_who_is_in_for_the_next_race_of_a_match_wants_no_rematch(
    visit: Visit, alice: Player, bob: Player
) -> None:
    _match, race = match_of(Goal(3), (alice, bob))
    open_rematch(race, alice, now)
    page = text(visit(bob).get("/notices/"))
    assert "Alice is in for race 2 of your match: Agnes Sorel." in page
    assert "rematch" not in page


def test_among_three_wins_decide_and_the_score_says_so(
    alice: Player, bob: Player, charlie: Player
) -> None:
    match, _race = match_of(Goal(3), (alice, bob, charlie), (bob, alice, charlie))
    page = " ".join(text(Client().get(f"/match/{match.code}/")).split())
    assert "First to 3 wins" in page
    assert "Alice 1 win Bob 1 win Charlie 0 wins" in page
    assert page.count("no one finished: the places count") == 2
    Entry.objects.filter(player=alice, race__in_match__match=match, place=1).update(
        state="won", time_ms=60_000
    )
    page = text(Client().get(f"/match/{match.code}/"))
    assert page.count("no one finished: the places count") == 1


@pytest.mark.parametrize(
    ("goal", "scored"), [(Goal(3), ["Wins", "1", "0", "0"]), (Goal(), ["Points", "2", "1", "0"])]
)
def test_among_three_each_race_says_what_it_brought(
    alice: Player, bob: Player, charlie: Player, goal: Goal, scored: list[str]
) -> None:
    match, race = match_of(goal, (alice, bob, charlie))
    race.entries.filter(player=alice).update(progress=9, progress_at=61_000)
    page = Client().get(f"/match/{match.code}/").content.decode()
    column = re.findall(r'<t[hd][^>]*class="number[^"]*">(?:<strong>)?([^<]*)<', page)
    assert [cell for cell in column if cell in scored] == scored
    assert "after 1:01.00" in text(Client().get(f"/match/{match.code}/"))


def test_the_page_says_who_left_and_in_which_race_no_one_moved(alice: Player, bob: Player) -> None:
    match, race = match_of(Goal(), (alice, bob), (bob, alice))
    race.entries.filter(player=alice).update(state="forfeit")
    match.entries().exclude(race=race).update(state="no-show", moves=0, place=None)
    page = text(Client().get(f"/match/{match.code}/"))
    assert page.count("no move") == 2
    assert page.count("no one made a move: no score") == 1
    assert page.count("no one finished: the places count") == 1
    assert page.count(" left ") == 1


@pytest.mark.parametrize("sent", [{}, {"ready": ""}])
def test_who_goes_on_from_the_page_is_ready_unless_they_come_to_choose(
    visit: Visit, alice: Player, bob: Player, sent: dict[str, str]
) -> None:
    match, race = match_of(Goal(3), (alice, bob))
    for player, ready in ((alice, True), (bob, "ready" in sent)):
        page = text(visit(player).get(f"/match/{match.code}/"))
        assert ("Choose the next game" in page) is (player == bob)
        visit(player).post(f"/race/{race.code}/next/", sent)
        again = Race.objects.get(rematch_of=race)
        assert again.entries.get(player=player).ready is ready
        again.delete()


def test_a_room_of_a_match_says_which_race_it_is(visit: Visit, alice: Player, bob: Player) -> None:
    _match, race = match_of(Goal(3), (alice, bob))
    again = open_rematch(race, alice, at(NOW + 4 * HOUR))
    page = text(visit(bob).get(again.get_absolute_url()))
    assert "Alice is in for race 2" in page
    assert "Join race 2" in page
    page = visit(alice).get(again.get_absolute_url()).content.decode()
    assert "Waiting for Bob to join race 2." in page


def test_a_decided_match_names_its_winner(visit: Visit, alice: Player, bob: Player) -> None:
    match, latest = match_of(Goal(2), (bob, alice), (bob, alice))
    assert "Bob wins the match" in text(Client().get(f"/match/{match.code}/"))
    assert "Another match" in text(visit(alice).get(f"/match/{match.code}/"))
    visit(alice).post(f"/race/{latest.code}/next/")
    assert Match.objects.count() == 2


def test_a_result_stays_as_it_was_when_its_race_ended(
    visit: Visit, alice: Player, bob: Player
) -> None:
    _match, latest = match_of(Goal(2), (bob, alice), (bob, alice))
    first = latest.rematch_of
    assert first is not None
    won = [(first, 12_760), (latest, 18_990)]
    for race, ms in won:
        race.entries.filter(player=bob).update(state="won", time_ms=ms)
    assert [visit(bob).get(f"/race/{race.code}/").context["page"]["best"] for race, _ in won] == [
        None,
        12_760,
    ]
    stored = stored_match(Race.objects.find(first.code))
    assert stored is not None
    state = match_state(stored, first.load())
    assert state.state == "won"
    assert {one.name: (one.points, one.won, one.chooses) for one in state.players} == {
        "Alice": (0, False, False),
        "Bob": (1, False, False),
    }


def test_the_next_room_says_at_once_what_the_match_is_played_to_and_who_chooses(
    visit: Visit, alice: Player, bob: Player
) -> None:
    _match, race = match_of(Goal(3), (alice, bob))
    again = open_rematch(race, alice, now)
    page = visit(alice).get(again.get_absolute_url()).content.decode()
    assert "First to 3 wins · race 2</a>" in page
    # Bob came last and isn't here yet: no one chooses.
    badge = 'data-slot="host"'
    assert badge in page
    assert f"{badge}>picks the game" not in page
    open_rematch(race, bob, now)
    page = visit(alice).get(again.get_absolute_url()).content.decode()
    bobs = page.partition(f'data-slot="name">{bob.name}<')[2]
    assert f"{badge}>picks the game" in bobs


def test_players_keep_their_seats_in_a_match(visit: Visit, alice: Player, bob: Player) -> None:
    match, _ = match_of(Goal(3), (alice, bob), (bob, alice))
    assert {(entry.player_id, entry.seat) for entry in match.entries()} == {
        (alice.pk, 0),
        (bob.pk, 1),
    }


def test_only_its_players_can_stop_it(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    match, race = match_of(Goal(3), (bob, alice))
    assert "Stop the match" not in text(visit(charlie).get(f"/match/{match.code}/"))
    visit(charlie).post(f"/match/{match.code}/stop/")
    assert Match.objects.get().stopped_at is None
    assert "Stop the match" in text(visit(alice).get(f"/match/{match.code}/"))
    page = text(visit(alice).post(f"/match/{match.code}/stop/", follow=True))
    assert "You stopped the match." in page
    assert "Stop the match" not in page
    assert "Bob was ahead." in page
    stored = stored_match(Race.objects.find(race.code))
    assert stored is not None
    assert match_state(stored, race.load()).stopped_by == "Alice"
    assert "Alice stopped the match. You were ahead." in text(
        visit(bob).get(f"/match/{match.code}/")
    )


def test_who_had_no_rival_was_not_ahead(visit: Visit, alice: Player) -> None:
    match, _ = match_of(Goal(), (alice,))
    page = text(visit(alice).post(f"/match/{match.code}/stop/", follow=True))
    assert "You stopped the match." in page
    assert "ahead" not in page.partition("You stopped the match.")[2][:40]


def test_there_is_no_other_match(visit: Visit, alice: Player) -> None:
    assert visit(alice).get("/match/BCDFGH/").status_code == 404
    assert visit(alice).post("/match/BCDFGH/stop/").status_code == 404
    assert visit(alice).post("/race/BCDFGH/next/").status_code == 404


def test_the_loser_chooses_in_the_room(visit: Visit, alice: Player, bob: Player) -> None:
    _, race = match_of(Goal(3), (bob, alice))
    page = text(visit(alice).post(f"/race/{race.code}/next/", follow=True))
    again = Race.objects.get(rematch_of=race)
    assert (again.host, again.entries.get().ready) == (alice, False)
    assert "Time limit" in page
    assert "One race" not in page
    visit(alice).post(f"/race/{again.code}/terms/", ASKED | {"game": "applegate"})
    assert Race.objects.get(pk=again.pk).game == "applegate"
    assert Match.objects.get().goal == Goal(3)


def test_the_winner_may_not_choose_while_the_loser_is_away(
    visit: Visit, alice: Player, bob: Player
) -> None:
    _, race = match_of(Goal(3), (bob, alice))
    again = open_rematch(race, bob, at(NOW), ready=False)
    visit(bob).post(f"/race/{again.code}/terms/", ASKED | {"game": "applegate"})
    assert Race.objects.get(pk=again.pk).game == race.game
    assert 'id="terms"' not in visit(bob).get(f"/race/{again.code}/").content.decode()


def test_a_bot_that_lost_leaves_the_choice_to_the_host(
    visit: Visit, alice: Player, bob: Player
) -> None:
    Player.objects.filter(pk=bob.pk).update(bot=True)
    _, race = match_of(Goal(3), (alice, bob))
    again = open_rematch(race, alice, at(NOW), ready=False)
    visit(alice).post(f"/race/{again.code}/terms/", ASKED | {"game": "applegate"})
    assert Race.objects.get(pk=again.pk).game == "applegate"


def test_the_way_to_the_next_private_room_is_for_those_of_the_match(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    match, race = match_of(Goal(3), (bob, alice))
    again = open_rematch(race, bob, at(NOW), ready=False)
    told = f"/race/{again.code}/"
    assert told in visit(alice).get(f"/match/{match.code}/").content.decode()
    assert told not in visit(charlie).get(f"/match/{match.code}/").content.decode()
    asked = f"/api/v1/races/{race.code}"
    assert Client().get(asked).json()["next"] is None
    Race.objects.filter(pk=again.pk).update(watchable=True)
    assert Client().get(asked).json()["next"] == again.code
    assert told in visit(charlie).get(f"/match/{match.code}/").content.decode()


def test_the_winner_of_a_match_is_told_so(visit: Visit, alice: Player, bob: Player) -> None:
    match, _ = match_of(Goal(2), (bob, alice), (bob, alice))
    assert "You win the match!" in text(visit(bob).get(f"/match/{match.code}/"))
    assert "Bob wins the match" in text(visit(alice).get(f"/match/{match.code}/"))


def test_only_those_of_the_race_may_go_on(visit: Visit, alice: Player, charlie: Player) -> None:
    _, race = match_of(Goal(3), (alice,))
    visit(charlie).post(f"/race/{race.code}/next/")
    assert not Race.objects.filter(rematch_of=race).exists()


def test_who_looks_for_something_to_watch_is_told_how_a_match_stands(
    client: Client, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, race = match_of(Goal(3), (bob, alice))
    start = NOW + 4 * HOUR
    again = open_rematch(race, alice, at(start))
    open_rematch(race, bob, at(start))
    Race.objects.filter(pk=again.pk).update(watchable=True)
    change_race(again.code, lambda r, now: r.start(alice.pk, now), at(start))
    monkeypatch.setattr("games.pages.races.on_now.now", lambda: start + 60_000)
    lists = client.get("/on-now/lists/").content.decode()
    names = re.findall(r"<bdi>(\w+)</bdi> <span>", lists)
    score = ":".join({"Alice": "0", "Bob": "1"}[name] for name in names)
    assert f"<p>First to 3 wins · race 2 · {score}</p>" in lists


def test_of_more_than_two_each_one_s_wins_stand_beside_the_name(
    client: Client, alice: Player, bob: Player, charlie: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, race = match_of(Goal(3), (bob, alice, charlie))
    start = NOW + 4 * HOUR
    again = open_rematch(race, alice, at(start))
    for other in (bob, charlie):
        open_rematch(race, other, at(start))
    Race.objects.filter(pk=again.pk).update(watchable=True)
    change_race(again.code, lambda r, now: r.start(charlie.pk, now), at(start))
    monkeypatch.setattr("games.pages.races.on_now.now", lambda: start + 60_000)
    told = text(client.get("/on-now/"))
    assert "First to 3 wins · race 2 Standard" in told
    assert re.search(r"Bob 1 win \d", told)
    assert re.search(r"Alice \d", told)


def test_matches_are_on_the_profile_unless_it_is_private(
    visit: Visit, alice: Player, bob: Player
) -> None:
    match, _ = match_of(Goal(2), (bob, alice), (bob, alice))
    assert "Bob 2 · Alice 0" in text(Client().get(f"/player/{bob.pk}/"))
    Player.objects.filter(pk=bob.pk).update(private=True)
    assert match.code not in Client().get(f"/player/{bob.pk}/").content.decode()
    assert match.code in visit(bob).get(f"/player/{bob.pk}/").content.decode()
