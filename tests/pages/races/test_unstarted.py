"""What unstarted races cost the stock of secret deals, seen through the pages."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Player, Proof, Race
from games.models.races.transition import change_race
from tests.models.deals.test_proof import prove
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

ASKED = {"game": "agnes-sorel", "preset": "standard", "limit": "10", "countdown": "5"}
RANKED = ASKED | {"ranked": "on"}


@pytest.fixture
def stock(settings: Settings) -> None:
    settings.STOCK = 6
    for number in range(6):
        prove(number)
    for number in range(100, 103):
        prove(number, secret=False)


@pytest.mark.usefixtures("stock")
def test_ranked_races_still_open_after_a_guest_opens_six_casual_ones(
    client: Client, visit: Visit, alice: Player, bob: Player
) -> None:
    for _ in range(6):
        assert client.post("/race/", ASKED).status_code == 302
    assert visit(alice).post("/race/", RANKED).status_code == 302
    assert visit(bob).post("/quick/", {"game": "agnes-sorel"}).status_code == 302
    assert list(Race.objects.order_by("-pk").values_list("kind", flat=True)[:2]) == ["ranked"] * 2


@pytest.mark.usefixtures("stock")
def test_guests_of_one_address_with_too_many_rooms_are_refused(
    visit: Visit, alice: Player, settings: Settings
) -> None:
    settings.RANKED_ROOMS_PER_ADDRESS = 2
    for _ in range(2):
        assert Client().post("/race/", RANKED).status_code == 302
    for address, fields in (("/race/", RANKED), ("/quick/", {"game": "agnes-sorel"})):
        answer = Client().post(address, fields)
        assert answer.status_code == 429
        assert "ranked races waiting to start" in text(answer)
    assert Client(REMOTE_ADDR="198.51.100.1").post("/race/", RANKED).status_code == 302
    assert visit(alice).post("/quick/", {"game": "agnes-sorel"}).status_code == 302
    # Joining takes nothing from the stock.
    assert Client().post("/quick/", {"game": "agnes-sorel"}).status_code == 302


@pytest.mark.usefixtures("stock")
def test_the_link_of_a_race_that_never_started_says_so(
    visit: Visit, alice: Player, bob: Player
) -> None:
    code = visit(alice).post("/race/", RANKED).headers["Location"].split("/")[2]
    race = Race.objects.get(code=code)
    before = Proof.objects.filter(in_stock=True).count()
    change_race(code, lambda r, now: r.leave(alice.pk, now), lambda: 0)
    assert Proof.objects.filter(in_stock=True).count() == before + 1
    for answer in (
        visit(bob).get(f"/race/{code}/"),
        visit(bob).get(f"/race/{code.lower()}/"),
        visit(bob).post(f"/race/{code}/join/"),
    ):
        assert answer.status_code == 410
        assert "This race never started" in text(answer)
        assert race.deal.commitment is not None
        assert race.deal.commitment not in text(answer)
