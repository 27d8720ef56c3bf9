"""Practice: how it begins, on which deal, and where to find it again."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from django.test import Client

from games.engine import GAMES, Board
from games.engine import Deal as Cards
from games.engine.moves import CELLS, DEAL
from games.models import Deal, Player, Proof, Race
from games.models.play.practice import begin_practice
from games.models.races.closing import close_race
from games.pages.site.clock import now
from games.solver.proof import read_proofs
from tests.clocks import at
from tests.models.dailies import begin, daily
from tests.models.stored_races import NOW, RULES, act, closed_race, open_race, started_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

KEY = bytes(range(32))
ASKED = {"game": "agnes-sorel", "preset": "standard"}
GIVEN = str(Cards.from_key(KEY))


def begun() -> Race:
    return Race.objects.get(kind="solo")


def test_one_press_begins_a_practice_for_a_stranger(client: Client) -> None:
    answer = client.post("/practice/", ASKED | {"option-space": "none"})
    race = begun()
    assert answer.headers["Location"] == race.get_absolute_url()
    assert race.rules == "agnes-sorel/standard+space=none"
    assert race.starts_at is not None
    page = client.get(race.get_absolute_url())
    assert page.status_code == 200
    assert "practice" in text(page)


def test_the_deal_is_published_and_winnable_unless_the_player_asks_for_any(
    client: Client,
) -> None:
    proven = Proof.objects.store(RULES, KEY, "winnable", 7, "t1t2", secret=False).deal
    client.post("/practice/", ASKED)
    assert begun().deal == proven
    assert "This deal can be won." in text(client.get(begun().get_absolute_url()))
    client.post("/practice/", ASKED | {"draw": "any"})
    assert Race.objects.latest("pk").deal != proven


def test_practice_is_easy_until_the_first_win(client: Client) -> None:
    easy = set()
    for number in range(8):
        level = "easy" if number % 4 == 1 else "hard"
        key = bytes([number]) * 32
        deal = Proof.objects.store(RULES, key, "winnable", 7, "t1t2", level, secret=False).deal
        easy |= {deal} if level == "easy" else set()
    for _ in easy:
        # As the button of the start page does it.
        client.post("/practice/", {"game": "agnes-sorel"})
    assert {race.deal for race in Race.objects.filter(kind="solo")} == easy


def test_a_winnable_deal_is_as_hard_as_wished_if_there_is_one(client: Client) -> None:
    for number, level in enumerate(("easy", "hard", "easy")):
        key = bytes([number]) * 32
        Proof.objects.store(RULES, key, "winnable", 7, "t1t2", level, secret=False)
    for _ in range(2):
        client.post("/practice/", ASKED | {"difficulty": "hard"})
        assert Race.objects.latest("pk").difficulty == "hard"
    answer = client.post("/practice/", ASKED | {"difficulty": "medium"}, follow=True)
    assert Race.objects.latest("pk").difficulty == "easy"
    assert "No deal rated “medium” was ready. This one is easy." in text(answer)
    answer = client.post("/practice/", ASKED | {"draw": "any", "difficulty": "hard"}, follow=True)
    assert "No deal rated" not in text(answer)


def test_a_guided_deal_is_easy_and_has_a_stored_win(client: Client) -> None:
    stored = [("hard", "t1t2"), ("easy", ""), ("easy", "t1t2"), ("medium", "t1t2")]
    easy = [
        Proof.objects.store(
            RULES, bytes([number]) * 32, "winnable", 7, line, difficulty, secret=False
        ).deal
        for number, (difficulty, line) in enumerate(stored)
    ][2]
    for _ in range(3):
        answer = client.post("/practice/", ASKED | {"guided": "on", "draw": "brought"})
        race = Race.objects.latest("pk")
        assert answer.headers["Location"] == f"{race.get_absolute_url()}?guided"
        assert race.deal == easy


def test_a_guided_deal_begins_with_moves_of_cards_if_one_does(client: Client) -> None:
    for number, line in enumerate(("deal t1t2", "t1t2 deal", "t1t2 t3t4 deal", "deal")):
        Proof.objects.store(RULES, bytes([number]) * 32, "winnable", 7, line, "easy", secret=False)
    for _ in range(3):
        client.post("/practice/", ASKED | {"guided": "on"})
        assert Race.objects.latest("pk").deal.proofs.get().line == "t1t2 t3t4 deal"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_guide_s_dozen_moves_teach_more_than_most(client: Client, game: str) -> None:
    """They show what cells or a stock are for; then they bring many cards home."""
    taught = {}
    for proof in islice((p for p in read_proofs() if str(p.rules) == f"{game}/standard"), 20):
        board = Board(proof.rules, Cards.from_key(proof.key))
        shows = False
        for move in map(board.find_move, proof.solution[:12]):
            shows |= move == DEAL or move.source in CELLS
            board.push(move)
        line = " ".join(proof.solution)
        store = Proof.objects.store
        stored = store(str(proof.rules), proof.key, "winnable", 7, line, "easy", secret=False)
        taught[stored.deal] = (shows, board.progress)
    client.post("/practice/", {"game": game, "preset": "standard", "guided": "on"})
    assert taught[begun().deal] >= sorted(taught.values())[len(taught) // 2]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_guide_knows_the_rules_of_each_game(client: Client, game: str) -> None:
    answer = client.post("/practice/", {"game": game, "preset": "standard", "guided": "on"})
    page = client.get(answer.headers["Location"])
    assert page.context["page"]["guide"].keys() >= {"aim", "packing"}
    assert str(page.context["page"]["guide"]["aim"]) in text(page)
    assert "race a friend" in text(page)
    assert client.get(begun().get_absolute_url()).context["page"]["guide"] is None


def test_a_guided_practice_leads_back_into_its_guide(client: Client) -> None:
    address = client.post("/practice/", ASKED | {"guided": "on"}).headers["Location"]
    race = begun()
    assert "Restart the guide" in text(client.get(address))
    assert "Restart the guide" not in text(client.get(race.get_absolute_url()))
    act(race, race.entries.get().player, "end")
    close_race(race, at(now()))
    answer = client.post("/practice/", {"race": race.code, "guided": "on"})
    again = Race.objects.latest("pk")
    assert again.deal == race.deal
    assert answer.headers["Location"] == f"{again.get_absolute_url()}?guided"


def test_only_a_practice_has_a_guide(visit: Visit, alice: Player) -> None:
    race = open_race(alice)
    page = visit(alice).get(f"{race.get_absolute_url()}?guided")
    assert page.context["page"]["guide"] is None


def test_practice_and_the_rules_of_each_preset_lead_to_a_guided_deal(client: Client) -> None:
    assert "Guided first deal" in text(client.get("/practice/"))
    for path in ("/how-to-play/applegate/", "/how-to-play/agnes-sorel/parlett/"):
        assert "Learn it on a first deal" in text(client.get(path))
    own = client.get("/how-to-play/", {"rules": "agnes-sorel/standard+space=none"})
    assert "Learn it on a first deal" not in text(own)


WRITTEN = GIVEN.replace("T", "10").replace("H", "♥").replace("S", "♠\ufe0e").replace(" ", ", ")
"""The cards as people write them."""


@pytest.mark.parametrize(
    "deal", [KEY.hex(), f"  {KEY.hex().upper()} ", GIVEN, GIVEN.lower(), WRITTEN, f"{WRITTEN},\n"]
)
def test_a_deal_can_be_typed_as_a_key_or_as_cards(client: Client, deal: str) -> None:
    client.post("/practice/", ASKED | {"deal": deal})
    assert begun().deal.cards == GIVEN


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"deal": "abc"}, "A key has 64 characters"),
        ({"deal": "QH KC"}, "50 cards are missing, among them AC, 2C, 3C."),
        ({"deal": GIVEN[3:]}, f"The deal isn't complete: {GIVEN[:2]} is missing."),
        ({"deal": "QH 1S"}, "Card 2 is “1S”: write a rank and a suit, such as QH, 10S or 9♦."),
        ({"deal": f"{GIVEN} qh"}, "and 53 are both QH: a deal has each card once."),
        ({"draw": "brought"}, "Enter the key, the cards or the number"),
        ({"draw": "stacked"}, "stacked is not one of the available choices"),
        ({"preset": "hoyle"}, "“hoyle” isn't an option"),
    ],
)
def test_an_invalid_practice_is_refused_with_a_reason(
    client: Client, fields: dict[str, str], said: str
) -> None:
    answer = client.post("/practice/", ASKED | fields)
    assert answer.status_code == 400
    assert said in text(answer)
    assert not Race.objects.exists()


def test_the_deal_of_a_race_can_be_practised_only_after_the_race(
    visit: Visit, alice: Player, bob: Player
) -> None:
    going_on, over = started_race(alice), closed_race(alice)
    browser = visit(bob)
    answer = browser.post("/practice/", {"race": going_on.code}, follow=True)
    assert "can't practise this deal yet" in text(answer)
    assert not Race.objects.filter(kind="solo").exists()
    browser.post("/practice/", {"race": over.code.lower()})
    assert (begun().deal, begun().rules) == (over.deal, over.rules)
    assert browser.post("/practice/", {"race": "ZZZZZZ"}).status_code == 404


def test_the_key_of_a_deal_in_play_is_refused(visit: Visit, alice: Player) -> None:
    deal = open_race(alice).deal
    assert deal.key is not None
    answer = visit(alice).post("/practice/", ASKED | {"deal": bytes(deal.key).hex()})
    assert answer.status_code == 400
    assert "can't practise this deal yet" in text(answer)
    assert not Race.objects.filter(kind="solo").exists()


def test_a_practice_is_listed_until_it_ends_and_then_in_the_history(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race = begin_practice(alice, RULES, Deal.objects.draw(KEY), at(NOW))
    for address in ("/practice/", "/history/"):
        assert race.get_absolute_url() in visit(alice).get(address).content.decode()
        assert race.code not in visit(bob).get(address).content.decode()
    assert visit(bob).get(race.get_absolute_url()).status_code == 404
    act(race, alice, "end")
    race.entries.update(assisted=True)
    close_race(race, at(NOW + 10_000))
    page = text(visit(alice).get("/history/"))
    assert race.code in page
    assert re.search(r"Agnes Sorel Standard 14 Nov 2023, .* UTC practice", page)
    assert "assisted" in page
    assert race.get_absolute_url() not in visit(alice).get("/practice/").content.decode()
    assert visit(bob).get(race.get_absolute_url()).status_code == 200


def test_a_practice_does_not_count_as_a_race_of_the_player(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race = begin_practice(alice, RULES, Deal.objects.draw(KEY), at(NOW))
    act(race, alice, "end")
    close_race(race, at(NOW + 10_000))
    assert race.code not in text(visit(bob).get(f"/player/{alice.pk}/"))


def test_a_win_that_counts_nowhere_leads_to_a_deal_that_counts(visit: Visit, alice: Player) -> None:
    race = begin_practice(alice, RULES, Deal.objects.draw(KEY), at(NOW))
    browser = visit(alice)

    def offer() -> str:
        page = browser.get(race.get_absolute_url()).content.decode()
        found = re.search(r'<form id="counted-deal" method="post" action="(.*?)" hidden>', page)
        return found[1] if found else ""

    assert offer() == ""
    today = daily(now())
    assert offer() == f"/daily/{today.day}/agnes-sorel/play/"
    begin(today, alice, now())
    assert offer() == ""
    Proof.objects.store(RULES, bytes(32), "winnable", 7, "t1t2", secret=True)
    assert offer() == "/race/"
    answer = browser.post(offer(), {"game": "agnes-sorel", "ranked": "on"}, follow=True)
    assert "ranked" in text(answer)
    assert "counted-deal" not in answer.content.decode()


def test_the_host_may_allow_help_and_everyone_sees_that(
    client: Client, visit: Visit, bob: Player
) -> None:
    client.post("/race/", ASKED | {"limit": "10", "countdown": "5", "helped": "on"})
    client.post("/race/", ASKED | {"limit": "10", "countdown": "5"})
    helped, plain = Race.objects.order_by("pk")
    assert (helped.helped, plain.helped) == (True, False)
    browser = visit(bob)
    assert "This race allows help" in text(browser.get(helped.get_absolute_url()))
    assert "This race allows help" not in text(browser.get(plain.get_absolute_url()))


@pytest.mark.parametrize("query", ["", "?game=applegate"])
def test_every_game_can_be_chosen(client: Client, query: str) -> None:
    page = client.get(f"/practice/{query}")
    assert page.status_code == 200
    assert page.context["form"].game == (query.partition("=")[2] or next(iter(GAMES)))


def test_an_unknown_game_is_refused(client: Client) -> None:
    assert client.get("/practice/?game=canfield").status_code == 400
    assert client.post("/practice/", {"game": "canfield"}).status_code == 400
