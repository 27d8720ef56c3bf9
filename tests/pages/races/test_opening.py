from __future__ import annotations

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.engine import GAMES
from games.models import Player, Proof, Race
from games.models.races.closing import close_race
from games.models.races.rematch import open_rematch
from games.models.races.transition import change_race
from tests.clocks import at
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _small_stock(settings: Settings) -> None:
    # Casual races take from a stock of any size.
    settings.STOCK = 0


ASKED = {"game": "agnes-sorel", "preset": "dalton", "limit": "20", "countdown": "10"}


def test_a_race_is_opened_as_asked(client: Client) -> None:
    client.post("/race/", ASKED)
    race = Race.objects.get()
    assert (race.rules, race.limit_s, race.countdown_s) == ("agnes-sorel/dalton", 1200, 10)


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ({"option-space": "none"}, "agnes-sorel/dalton+space=none"),
        ({"option-space": "", "option-run": ""}, "agnes-sorel/dalton"),
        ({"option-run": "suit"}, "agnes-sorel/dalton"),
        ({"option-space": "any-run"}, "agnes-sorel/keller"),
        ({"option-wrap": "no", "option-return": "yes"}, "agnes-sorel/dalton+wrap=no+return=yes"),
    ],
)
def test_options_are_combined_freely_and_stored_as_canonical_rules(
    client: Client, options: dict[str, str], rules: str
) -> None:
    client.post("/race/", ASKED | options)
    assert Race.objects.get().rules == rules


def test_a_race_says_how_hard_its_deal_is(client: Client) -> None:
    Proof.objects.store("agnes-sorel/dalton", bytes(32), "winnable", 7, "t1t2", "hard", secret=True)
    page = text(client.post("/race/", ASKED | {"difficulty": "hard"}, follow=True))
    assert "hard deal" in page
    assert "asked for" not in page


def test_a_race_says_if_its_deal_is_not_of_the_wished_difficulty(client: Client) -> None:
    Proof.objects.store("agnes-sorel/dalton", bytes(32), "winnable", 7, "t1t2", "hard", secret=True)
    asked = ASKED | {"difficulty": "easy"}
    page = text(client.post("/race/", asked, follow=True))
    assert "The host chose “easy”, but no such deal was ready. This one is hard" in page
    page = text(client.post("/race/", asked, follow=True))
    assert "No one knows how hard this one is." in page


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"option-wrap": "maybe"},
            "“maybe” isn't an option. Choose one of: yes, no.",
        ),
        (
            {"difficulty": "deadly"},
            "“deadly” isn't an option. Choose one of: easy, medium, hard.",
        ),
        (
            {"preset": "hoyle"},
            "“hoyle” isn't an option. Choose one of: standard, dalton, parlett, keller, pysol, "
            "aisleriot.",
        ),
    ],
)
def test_an_unknown_value_is_refused_with_the_known_ones(
    client: Client, options: dict[str, str], message: str
) -> None:
    answer = client.post("/race/", ASKED | options)
    assert answer.status_code == 400
    assert message in text(answer)
    assert not Race.objects.exists()


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_is_on_offer_with_all_its_values(client: Client, game: str) -> None:
    form = client.post("/race/", {"game": game}, follow=True).context["terms_form"]
    offered = {field.name: [value for value, _ in field.field.choices] for field in form.options}
    assert offered == {f"option-{o.name}": ["", *o.values] for o in GAMES[game].options}


def test_what_is_not_asked_for_is_standard(client: Client) -> None:
    client.post("/race/", {"game": "applegate"})
    race = Race.objects.get()
    assert (race.rules, race.limit_s, race.countdown_s) == ("applegate/standard", 600, 5)
    assert (race.kind, race.helped) == ("casual", False)


def test_an_unknown_game_is_refused_on_the_start_page(client: Client) -> None:
    for asked in ({}, {"game": "chess"}):
        answer = client.post("/race/", asked)
        assert answer.status_code == 400
        assert "There's no game of that name. Choose one of these." in text(answer)
        assert "Race a friend" in text(answer)


@pytest.mark.parametrize("address", ["/new/", "/new/?game=applegate"])
def test_the_old_address_of_the_options_leads_to_the_start_page(
    client: Client, address: str
) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer.headers["Location"]) == (301, "/")


def test_opening_a_race_leads_to_it(client: Client) -> None:
    answer = client.post("/race/", ASKED)
    assert answer.headers["Location"] == Race.objects.get().get_absolute_url()


def test_a_visitor_becomes_a_guest_and_the_host(client: Client) -> None:
    client.post("/race/", ASKED)
    race = Race.objects.get()
    assert race.host is not None
    assert race.host.guest
    assert [entry.player for entry in race.entries.all()] == [race.host]


def test_the_guest_stays_the_same_in_the_next_race(client: Client) -> None:
    client.post("/race/", ASKED)
    client.post("/race/", ASKED)
    assert Player.objects.count() == 1
    assert Race.objects.count() == 2


def test_an_account_becomes_the_host(visit: Visit, alice: Player) -> None:
    visit(alice).post("/race/", ASKED)
    assert Race.objects.get().host == alice


def test_a_get_does_not_open_a_race(client: Client) -> None:
    assert client.get("/race/").status_code == 405


def test_a_request_from_another_site_opens_nothing() -> None:
    assert Client(enforce_csrf_checks=True).post("/race/", ASKED).status_code == 403


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "canfield"},
        {"game": ""},
        {"preset": "keller+space=none"},
        {"preset": ""},
        {"limit": "7"},
        {"limit": "ten"},
        {"countdown": "0"},
    ],
)
def test_an_invalid_choice_is_refused(client: Client, wrong: dict[str, str]) -> None:
    assert client.post("/race/", ASKED | wrong).status_code == 400
    assert not Race.objects.exists()
    assert not Player.objects.exists()


def test_a_refused_choice_is_shown_with_its_reason(client: Client) -> None:
    answer = client.post("/race/", ASKED | {"limit": "7"})
    assert "Select a valid choice. 7 is not one of the available choices." in text(answer)


def test_a_ranked_race_has_a_secret_proven_deal_and_no_help(client: Client) -> None:
    ranked = ASKED | {"ranked": "on"}
    answer = client.post("/race/", ranked)
    assert answer.status_code == 409
    assert "No ranked deal is ready for these rules yet." in text(answer)
    Proof.objects.store("agnes-sorel/dalton", bytes(32), "winnable", 7, "t1t2", secret=True)
    assert client.post("/race/", ranked | {"helped": "on"}).status_code == 400
    client.post("/race/", ranked)
    race = Race.objects.get()
    assert (race.kind, race.is_proven, race.deal.public) == ("ranked", True, False)


def ranked(**options: str) -> dict[str, str]:
    """Return the form of a ranked race, after putting a deal in stock."""
    key = len(options).to_bytes(32, "big")
    Proof.objects.store("agnes-sorel/dalton", key, "winnable", 7, "t1t2", secret=True)
    return ASKED | {"ranked": "on"} | options


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "No one can watch other tables until this race is over."),
        ({"watchable": "on"}, "Others can watch this race, 2 minutes late."),
    ],
)
def test_a_ranked_race_says_when_its_tables_can_be_watched(
    client: Client, options: dict[str, str], said: str
) -> None:
    page = text(client.post("/race/", ranked(**options), follow=True))
    assert said in page
    assert Race.objects.get().watchable == ("watchable" in options)


def test_a_casual_race_does_not_mention_watching(client: Client) -> None:
    page = text(client.post("/race/", ASKED, follow=True))
    assert "Others can watch" not in page
    assert "No one can watch" not in page


def test_a_rematch_is_as_watchable_as_its_race(client: Client) -> None:
    client.post("/race/", ranked(watchable="on"))
    race = Race.objects.get()
    seat = race.entries.get()
    change_race(race.code, lambda r, now: r.start(seat.player_id, now), at(0))
    race.refresh_from_db()
    close_race(race, at(3_600_000))
    again = open_rematch(race, seat.player, at(3_600_000))
    assert again.watchable


def test_a_quick_race_can_be_watched_late(client: Client) -> None:
    client.post("/quick/", {"game": "agnes-sorel"})
    assert Race.objects.get().watchable


@pytest.mark.parametrize("start", ["2020-01-01T00:00", "2120-01-01T00:00", "9999-12-31T23:59"])
def test_a_start_that_can_not_be_is_refused_with_what_can(client: Client, start: str) -> None:
    asked = {"game": "applegate", "start": start, "zone": "Pacific/Kiritimati"}
    answer = client.post("/race/", asked)
    assert answer.status_code in (400, 409)
    assert "within 30 days" in text(answer)
    assert not Race.objects.exists()
