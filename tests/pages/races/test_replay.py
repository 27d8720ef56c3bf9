from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine import Board, Deal, Rules
from games.engine.diagram import HIDDEN
from games.engine.view import hidden
from games.models import Analysis, Entry, Player, Race
from games.models.races.closing import close_race
from games.pages.races.replay import replayed_run
from tests.background.runs import lost_run
from tests.clocks import at
from tests.models.stored_races import END, act, closed_race, open_race, started_race, winnable_race
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.played import entry
from tests.pages.played import race as race
from tests.pages.site.test_policy import assert_nothing_is_inline

pytestmark = pytest.mark.django_db


def replay(entry: Entry) -> str:
    return f"/entry/{entry.pk}/replay"


def frames(client: Client, entry: Entry) -> dict[str, Any]:
    answer = client.get(f"/entry/{entry.pk}/frames")
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()
    return told


def test_the_frames_lead_to_every_board_of_the_run_and_hide_what_was_hidden(
    client: Client, race: Race, alice: Player
) -> None:
    told = frames(client, entry(race, alice))
    board = Board(Rules.parse(race.rules), Deal.parse(race.deal.cards))
    piles: dict[str, str] = {}
    moves = [action.text for action in entry(race, alice).actions.all()]
    for frame, move in zip(told["frames"], ["", *moves], strict=True):
        if move:
            board.push(board.find_move(move))
        piles |= frame["piles"]
        cards = " ".join(piles.values()).split()
        assert len(cards) == 52
        assert cards.count(HIDDEN) == len(hidden(board))
        assert frame["progress"] == board.progress
    assert told["frames"][-1]["outcome"] == "won"
    assert told["length"] == 1000 * len(moves)


def test_the_page_shows_the_run_without_javascript(
    client: Client, race: Race, alice: Player
) -> None:
    page = client.get(replay(entry(race, alice)))
    told = text(page)
    assert "Alice" in told
    assert "4 of 52" not in told
    assert "Half the steps took 1 s or less." in told
    assert '[Record "same-deal/1"]' in told
    assert page.content.decode().count('class="moment"') == entry(race, alice).moves + 1
    assert_nothing_is_inline(page.content.decode())


def test_without_scripts_the_page_shows_the_table_at_the_end_or_at_the_chosen_moment(
    client: Client, race: Race, alice: Player
) -> None:
    address = replay(entry(race, alice))
    last = entry(race, alice).moves
    shown = client.get(address).context["shown"]
    assert [still["moment"].frame.number for _run, still, _colour in shown] == [last]
    (pile, *_others) = shown[0][1]["piles"]
    assert (pile.title, [card.sign for card in pile.cards]) == (
        "Foundation of clubs",
        [pile.cards[0].sign],
    )
    ((_run, still, _colour),) = client.get(f"{address}?n=1").context["shown"]
    assert f"The table after step 1 of {last}: " in text(client.get(f"{address}?n=1"))
    assert sum(len(pile.cards) + pile.hidden for pile in still["piles"]) == 52
    assert "As dealt" in text(client.get(f"{address}?n=0"))
    german = client.get(f"{address}?n=1", headers={"accept-language": "de"})
    assert f"Der Tisch nach Schritt 1 von {last}: " in text(german)


def test_actions_are_listed_in_symbols_and_in_words(
    client: Client, race: Race, bob: Player
) -> None:
    told = frames(client, entry(race, bob))
    deal, end = told["frames"][1:]
    assert (deal["text"], deal["thought"]) == ("Deal", "1 s")
    assert told["marks"] == {"deal": [1], "undo": [], "long": [], "automatic": []}
    assert told["times"] == [0, 1_000, 2_000]
    assert told["moves"] == 1
    assert end["text"] == "Stopped"
    first = frames(client, race.entries.get(place=1))["frames"][1]
    column = first["text"][-1]
    assert first["text"].endswith(f" onto column {column}")
    assert first["spoken"].endswith(f" onto column {column}")
    assert " of " in first["spoken"]


def test_everyone_in_the_race_has_a_lane_with_their_pace(
    client: Client, race: Race, alice: Player, bob: Player
) -> None:
    page = client.get(replay(entry(race, alice)))
    lanes = page.context["page"]["lanes"]
    assert [lane["entry"] for lane in lanes] == [entry(race, who).pk for who in (alice, bob)]
    assert lanes[0]["points"][-1].progress == 52
    assert page.context["length"] == lanes[0]["ended"] == lanes[0]["time"]
    # Who has seen a run to its end waits for no one else.
    other = client.get(replay(entry(race, bob)))
    assert other.context["length"] == lanes[1]["ended"] < lanes[0]["ended"]
    assert f'href="{replay(entry(race, bob))}"' in page.content.decode()
    Entry.objects.filter(pk=entry(race, bob).pk).update(last_at=None)
    assert client.get(replay(entry(race, alice))).context["page"]["lanes"] == []


def test_two_runs_on_a_deal_stand_side_by_side(
    client: Client, race: Race, alice: Player, bob: Player
) -> None:
    page = client.get(f"{replay(entry(race, alice))}?with={entry(race, bob).pk}")
    assert page.status_code == 200
    assert "Moves by Alice" in text(page)
    assert "Moves by Bob" in text(page)


@pytest.mark.parametrize("beside", ["99", "x", "-1", "²"])
def test_there_is_nothing_beside_a_run_that_does_not_exist(
    client: Client, race: Race, alice: Player, beside: str
) -> None:
    assert client.get(f"{replay(entry(race, alice))}?with={beside}").status_code == 404


def test_runs_on_different_deals_cannot_be_compared(
    client: Client, race: Race, alice: Player, charlie: Player
) -> None:
    other = entry(closed_race(charlie), charlie)
    assert client.get(f"{replay(entry(race, alice))}?with={other.pk}").status_code == 404
    assert "Charlie" not in text(client.get(replay(entry(race, alice))))


@pytest.mark.parametrize("make", [open_race, started_race])
def test_nothing_is_shown_before_the_race_is_over(
    visit: Visit, alice: Player, bob: Player, make: Any
) -> None:
    race = make(alice, bob)
    act(race, alice, "deal", "end")
    for player in (alice, bob):
        for address in (replay(entry(race, alice)), f"/entry/{entry(race, alice).pk}/frames"):
            answer = visit(player).get(address)
            assert answer.status_code == 404
            assert b"piles" not in answer.content


def test_nothing_is_shown_while_another_race_runs_on_the_deal(
    client: Client, race: Race, alice: Player, charlie: Player
) -> None:
    other = started_race(charlie)
    Race.objects.filter(pk=other.pk).update(deal=race.deal)
    assert client.get(replay(entry(race, alice))).status_code == 404
    close_race(Race.objects.get(pk=other.pk), at(END))
    assert client.get(replay(entry(race, alice))).status_code == 200


def test_a_run_without_an_action_can_be_looked_at(client: Client, alice: Player) -> None:
    bell = frames(client, entry(closed_race(alice), alice))["frames"][1]
    assert (bell["text"], bell["thought"]) == ("The race is over", "")


@pytest.mark.parametrize("count", [4, 5])
def test_a_run_of_a_few_moves_says_nothing_of_thinking_times(
    client: Client, alice: Player, count: int
) -> None:
    race, moves = winnable_race(alice)
    seat = act(race, alice, *moves[:count])
    close_race(race, at(END))
    assert ("Thinking times" in text(client.get(replay(seat)))) == (count == 5)


def test_history_and_profile_link_to_the_replay(visit: Visit, race: Race, alice: Player) -> None:
    for page in ("/history/", f"/player/{alice.pk}/"):
        assert f'href="{replay(entry(race, alice))}"' in visit(alice).get(page).content.decode()


def test_the_findings_of_the_analysis_are_marked_and_explained(
    visit: Visit, alice: Player, bob: Player
) -> None:
    run = lost_run(alice)
    Analysis.objects.create(
        entry=run, winnable_until=17, lost_from=18, rescue="t4t7 t4f", taken_back=[2, 3]
    )
    marks = frames(visit(bob), run)["marks"]
    assert (marks["lost"], marks["wasted"]) == ([18], [2, 3])
    page = visit(bob).get(replay(run))
    assert "It was lost at 0:" in text(page)
    assert "How it could still have been won" in text(page)
    assert 'class="pin lost"' in page.content.decode()
    assert "thinking included" not in text(page)
    assert "thinking included" in text(visit(alice).get(replay(run)))


def test_a_page_asks_who_may_watch_the_run_and_not_again_for_those_beside_it(
    client: Client, race: Race, alice: Player
) -> None:
    client.force_login(alice)
    with CaptureQueriesContext(connection) as asked:
        client.get(replay(entry(race, alice)))
    # What everyone may watch, the visitor may, and in a frame too.
    assert sum("games_likeness" in query["sql"] for query in asked) == 1


def test_a_run_is_played_again_once_for_all_who_watch_it(
    client: Client, race: Race, alice: Player
) -> None:
    replayed_run._frames.cache_clear()
    for _ in range(2):
        client.get(replay(entry(race, alice)))
        frames(client, entry(race, alice))
    assert replayed_run._frames.cache_info().misses == 1
