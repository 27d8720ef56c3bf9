"""What is read once it is public: boards, deals and proofs, ranks, histories, rules in words."""

from __future__ import annotations

import pytest
from django.test import Client

from games.engine import GAMES, Rules
from games.models import Player, Proof, Race
from games.models.races.closing import close_race
from games.models.races.lobby import join_lobby
from games.models.standings.booking import book_closed, enter
from games.pages.howto.page import sections
from games.pages.site.clock import now
from games.racing import frames
from tests.api.programs import Program, token_of
from tests.clocks import at
from tests.models.dailies import DAY, finish
from tests.models.dailies import daily as store_daily
from tests.models.stored_races import END, RULES, act, closed_race, open_race, started_race
from tests.pages.played import entry
from tests.pages.played import race as race

pytestmark = pytest.mark.django_db


def test_a_run_s_boards_come_in_pieces(client: Client, race: Race, alice: Player) -> None:
    run = entry(race, alice)
    address = f"/api/v1/entries/{run.pk}/frames"
    piece = client.get(f"{address}?limit=40").json()
    found = piece["frames"]
    while piece["next"] is not None:
        piece = client.get(f"{address}?limit=40&after={piece['next']}").json()
        found += piece["frames"]
    record = run.record()
    assert [frame["number"] for frame in found] == list(range(len(record.actions) + 1))
    assert [(f["action"], f["ms"]) for f in found[1:]] == [(a.text, a.ms) for a in record.actions]
    assert [frame["piles"] for frame in found] == [f.board["piles"] for f in frames(record)]
    assert (found[-1]["progress"], found[-1]["outcome"]) == (52, "won")
    assert client.get(f"{address}?after={len(record.actions)}").json()["frames"] == []


def test_no_boards_of_a_run_that_goes_on(client: Client, alice: Player, bob: Player) -> None:
    running = started_race(alice, bob)
    act(running, alice, "deal")
    pk = entry(running, alice).pk
    for program in (Program(), Program(token_of(alice)), Program(token_of(bob))):
        assert program.get(f"entries/{pk}/frames").status_code == 404


def proven_race(alice: Player, bob: Player) -> Race:
    """Return a race under way on a deal that the solver has solved."""
    race = started_race(alice, bob)
    Proof.objects.create(
        deal=race.deal, rules=RULES, kind="winnable", states=7, line="deal t1t2", difficulty="easy"
    )
    return race


def test_a_deal_and_its_proof_are_public_after_the_race(
    client: Client, alice: Player, bob: Player
) -> None:
    race = proven_race(alice, bob)
    address = f"/api/v1/races/{race.code}/deal"
    assert client.get(address).status_code == 404
    assert Program(token_of(alice)).get(f"races/{race.code}/deal").status_code == 404
    act(race, alice, "deal", "end")
    act(race, bob, "deal", "deal", "end")
    close_race(race, at(END))
    answer = client.get(address)
    told = answer.json()
    assert (told["cards"], told["key"]) == (race.deal.cards, bytes(race.deal.key or b"").hex())
    assert told["commitment"] == race.deal.commitment
    assert told["proof"] == {
        "verdict": "winnable",
        "states": 7,
        "difficulty": "easy",
        "solution": ["deal", "t1t2"],
    }
    # Never immutable: another race on the deal hides it again.
    assert answer["Cache-Control"] == "public, no-cache"
    again = client.get(address, headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    Race.objects.filter(pk=open_race(alice).pk).update(deal=race.deal)
    assert client.get(address, headers={"if-none-match": answer["ETag"]}).status_code == 404


def test_a_listed_deal_has_no_key_and_results_of_its_own(client: Client, race: Race) -> None:
    book_closed()
    told = client.get(f"/api/v1/races/{race.code}/deal").json()
    assert (told["key"], told["commitment"], told["proof"]) == (None, None, None)
    assert [row["player"]["name"] for row in told["ranking"]["rows"]] == ["Alice", "Bob"]


def test_a_rank_comes_with_its_neighbours(client: Client, alice: Player, bob: Player) -> None:
    race = closed_race(alice, bob)
    for run, time in zip(race.entries.order_by("seat"), (9_000, 8_000), strict=True):
        run.state, run.time_ms, run.progress = "won", time, 52
        run.save()
        enter([run])
    address = "/api/v1/leaderboards/agnes-sorel/standard/all/players"
    told = client.get(f"{address}/{alice.pk}").json()
    assert (told["players"], told["row"]["rank"], told["row"]["time_ms"]) == (2, 2, 9_000)
    assert [row["player"]["id"] for row in told["around"]] == [bob.pk, alice.pk]
    assert client.get(f"{address}/{alice.pk + bob.pk}").status_code == 404


def test_a_history_leaves_out_what_is_private(client: Client, alice: Player, bob: Player) -> None:
    first, second = closed_race(alice, bob), closed_race(alice, bob)
    started_race(alice)
    address = f"/api/v1/players/{alice.pk}/races"
    page = client.get(f"{address}?limit=1").json()
    assert [run["code"] for run in page["races"]] == [second.code]
    [run] = client.get(f"{address}?before={page['next']}").json()["races"]
    assert (run["code"], run["player"]["name"]) == (first.code, "Alice")
    alice.private = True
    alice.save()
    assert client.get(address).json() == {"races": [], "next": None}


def test_a_history_keeps_today_s_daily_to_itself(client: Client, alice: Player) -> None:
    today, before = now(), now() - 2 * DAY
    attempts = [finish(store_daily(then), alice, 2, now=then) for then in (today, before)]
    [run] = client.get(f"/api/v1/players/{alice.pk}/races").json()["races"]
    assert run["code"] == attempts[1].race.code


def test_the_challenges_of_a_day_are_listed(client: Client) -> None:
    today, before = store_daily(now()), store_daily(now() - 2 * DAY)
    for daily, hidden in ((today, True), (before, False)):
        [told] = client.get(f"/api/v1/dailies/{daily.day}").json()["dailies"]
        assert told == {
            "game": daily.game,
            "rules": daily.rules,
            "commitment": daily.deal.commitment,
            "hidden": hidden,
        }
    later = store_daily(now() + DAY)
    assert client.get(f"/api/v1/dailies/{later.day}").json()["dailies"] == []


def test_open_quick_races_are_listed(client: Client, alice: Player) -> None:
    assert client.get("/api/v1/quick-races").json() == {"waiting": []}
    race = join_lobby(alice, "applegate", now)
    race.entries.update(seen_at=race.created_at)
    answer = client.get("/api/v1/quick-races")
    assert answer.json() == {"waiting": [{"game": "applegate", "players": 1}]}
    assert answer["Cache-Control"] == "public, max-age=2"


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_and_option_has_words(client: Client, game: str) -> None:
    listed = next(g for g in client.get("/api/v1/games").json()["games"] if g["name"] == game)
    told = client.get(f"/api/v1/games/{game}").json()
    assert [p["name"] for p in told["presets"]] == [p["name"] for p in listed["presets"]]
    options = {o["name"]: {value["value"] for value in o["values"]} for o in told["options"]}
    assert options == {o["name"]: set(o["values"]) for o in listed["options"]}
    assert all(value["sentence"] for o in told["options"] for value in o["values"])
    german = client.get(f"/api/v1/games/{game}?language=de").json()
    assert german["options"][0]["label"] != told["options"][0]["label"]


def test_help_says_what_the_page_says(client: Client) -> None:
    told = client.get("/api/v1/help", {"rules": "agnes-sorel/dalton+wrap=no"}).json()
    rules = Rules.parse("agnes-sorel/dalton+wrap=no")
    assert told["rules"] == str(rules)
    said = [str(line.text) for section in sections(rules) for line in section.lines]
    assert [sentence for topic in told["topics"] for sentence in topic["sentences"]] == said
    wrong = client.get("/api/v1/help", {"rules": "chess"})
    assert wrong.status_code == 400
    assert wrong.json()["faults"][0]["where"] == "query.rules"
