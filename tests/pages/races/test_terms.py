"""The host changes what is raced, until the countdown begins."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.live import storage
from games.live.snapshots import snapshot
from games.models import Opening, Player, Proof, Race
from games.models.races.transition import change_race
from tests.clocks import at
from tests.models.stored_races import NOW, join, open_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

ASKED = {
    **{"game": "agnes-sorel", "shown": "agnes-sorel", "preset": "standard"},
    **{"difficulty": "", "limit": "10", "countdown": "5"},
}


@pytest.fixture(autouse=True)
def _small_stock(settings: Settings) -> None:
    # Casual races take from a stock of any size.
    settings.STOCK = 0


def prove(number: int, rules: str = "agnes-sorel/standard", difficulty: str = "") -> Proof:
    """Store a secret deal in the stock."""
    key = number.to_bytes(32, "big")
    return Proof.objects.store(rules, key, "winnable", 7, "t1t2", difficulty, secret=True)


def ready(race: Race, player: Player) -> None:
    change_race(race.code, lambda r, now: r.set_ready(player.pk, True, now), at(NOW))


def stored(race: Race) -> Race:
    return Race.objects.find(race.code)


def test_another_game_gives_the_unseen_deal_back_and_shows_another_commitment(
    visit: Visit, alice: Player, bob: Player
) -> None:
    first, second = prove(1), prove(2, "applegate/standard")
    race = open_race(alice, bob)
    assert str(first.deal.commitment) in text(visit(bob).get(f"/race/{race.code}/"))
    ready(race, bob)
    # The rules of the other game don't fit this one.
    asked = ASKED | {"game": "applegate", "preset": "parlett", "option-space": "none"}
    page = text(visit(alice).post(f"/race/{race.code}/terms/", asked, follow=True))
    assert str(second.deal.commitment) in page
    assert str(first.deal.commitment) not in page
    changed = stored(race)
    assert (changed.rules, changed.deal) == ("applegate/standard", second.deal)
    assert changed.version > race.version
    assert list(Proof.objects.filter(in_stock=True)) == [first]
    assert not changed.entries.filter(ready=True).exists()


def test_another_difficulty_draws_another_deal(visit: Visit, alice: Player) -> None:
    easy, hard = prove(1, difficulty="easy"), prove(2, difficulty="hard")
    race = open_race(alice)
    assert race.deal == easy.deal
    page = visit(alice).post(
        f"/race/{race.code}/terms/", ASKED | {"difficulty": "hard"}, follow=True
    )
    assert stored(race).deal == hard.deal
    assert "hard deal" in text(page)
    assert list(Proof.objects.filter(in_stock=True)) == [easy]


def test_other_times_keep_the_deal_but_no_one_is_ready(
    visit: Visit, alice: Player, bob: Player
) -> None:
    prove(1), prove(2)
    race = open_race(alice, bob)
    ready(race, bob)
    asked = ASKED | {"limit": "20", "countdown": "10", "helped": "on"}
    visit(alice).post(f"/race/{race.code}/terms/", asked)
    changed = stored(race)
    assert (changed.limit_s, changed.countdown_s, changed.helped) == (1200, 10, True)
    assert changed.deal == race.deal
    assert not changed.entries.filter(ready=True).exists()


def test_sending_what_already_holds_changes_nothing(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race = open_race(alice, bob)
    ready(race, bob)
    before = stored(race)
    visit(alice).post(f"/race/{race.code}/terms/", ASKED)
    assert (stored(race).version, stored(race).deal) == (before.version, before.deal)
    assert before.entries.filter(ready=True).exists()


@pytest.mark.parametrize(("limit", "label"), [(420, "7"), (125, "2:05"), (600, "10")])
def test_times_that_are_no_choice_stay_until_the_host_changes_them(
    visit: Visit, alice: Player, limit: int, label: str
) -> None:
    race = open_race(alice)
    Race.objects.filter(pk=race.pk).update(limit_s=limit, countdown_s=4)
    page = visit(alice).get(f"/race/{race.code}/")
    form = page.context["terms_form"]
    sent = {name: str(form[name].value()) for name in ("limit", "countdown")}
    assert f'value="{sent["limit"]}" selected>{label} min<' in page.content.decode()
    visit(alice).post(f"/race/{race.code}/terms/", ASKED | sent | {"difficulty": "hard"})
    changed = stored(race)
    assert (changed.limit_s, changed.countdown_s) == (limit, 4)
    assert changed.wished_difficulty == "hard"
    visit(alice).post(f"/race/{race.code}/terms/", ASKED | {"limit": "20"})
    assert stored(race).limit_s == 1200


def test_only_the_host_has_the_form_and_may_send_it(
    visit: Visit, alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    race = open_race(alice, bob)
    page = f"/race/{race.code}/"
    assert visit(alice).get(page).context["terms_form"] is not None
    assert visit(bob).get(page).context["terms_form"] is None
    for client in (visit(bob), Client()):
        answer = client.post(f"{page}terms/", ASKED | {"limit": "20"})
        assert answer.status_code == 403
        assert "Only the host can change the race." in text(answer)
    assert stored(race).limit_s == 600
    assert all(record.exc_info is None for record in caplog.records)


def test_nothing_changes_once_the_countdown_runs(visit: Visit, alice: Player, bob: Player) -> None:
    race = open_race(alice, bob, now=4_000_000_000_000)
    change_race(race.code, lambda r, now: r.start(alice.pk, now), at(4_000_000_000_000))
    answer = visit(alice).post(f"/race/{race.code}/terms/", ASKED | {"game": "applegate"})
    assert answer.status_code == 409
    assert stored(race).rules == "agnes-sorel/standard"


def test_a_ranked_race_needs_a_secret_deal_and_counts_as_its_hosts(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race = open_race(alice, bob)
    change_race(race.code, lambda r, now: r.leave(alice.pk, now), at(NOW))
    host, asked = visit(bob), ASKED | {"ranked": "on"}
    answer = host.post(f"/race/{race.code}/terms/", asked)
    assert answer.status_code == 409
    assert "No ranked deal is ready for these rules yet." in text(answer)
    assert stored(race).kind == "casual"
    prove(1)
    host.post(f"/race/{race.code}/terms/", asked)
    assert stored(race).kind == "ranked"
    assert Opening.objects.ranked().get().player == bob


def test_a_host_cannot_take_more_ranked_deals_than_others(
    visit: Visit, alice: Player, settings: Settings
) -> None:
    settings.RANKED_ROOMS = 1
    races = [open_race(alice), open_race(alice)]
    for number in range(1, 4):
        prove(number)
    answers = [
        visit(alice).post(f"/race/{race.code}/terms/", ASKED | {"ranked": "on"}).status_code
        for race in races
    ]
    assert answers == [302, 429]
    # The race that has its deal may still change it.
    asked = ASKED | {"ranked": "on", "difficulty": "hard"}
    assert visit(alice).post(f"/race/{races[0].code}/terms/", asked).status_code == 302


@pytest.mark.parametrize(
    "wrong",
    [{"game": "canfield"}, {"preset": "hoyle"}, {"limit": "7"}, {"ranked": "on", "helped": "on"}],
)
def test_what_no_race_can_be_is_refused(visit: Visit, alice: Player, wrong: dict[str, str]) -> None:
    race = open_race(alice)
    answer = visit(alice).post(f"/race/{race.code}/terms/", ASKED | wrong)
    assert answer.status_code == 400
    assert stored(race).version == Race.objects.get().version == race.version


def test_someone_who_joins_after_a_change_is_asked_nothing_twice(
    alice: Player, bob: Player, visit: Visit
) -> None:
    race = open_race(alice)
    visit(alice).post(f"/race/{race.code}/terms/", ASKED | {"preset": "dalton"})
    join(race, bob)
    page = visit(bob).get(f"/race/{race.code}/")
    assert page.context["page"]["terms"]["rules"] == "agnes-sorel/dalton"
    form = visit(alice).get(f"/race/{race.code}/").context["terms_form"]
    assert form["preset"].value() == "dalton"


def test_everyones_page_learns_from_a_frame_that_the_race_is_public(
    alice: Player, bob: Player, visit: Visit
) -> None:
    race = open_race(alice, bob)

    def stale() -> set[str]:
        row = stored(race)
        loaded, entries = row.load_with_entries()
        frame = snapshot(loaded, storage.stored(row, loaded, entries), set(), 0, NOW)
        return {name for name, value in shown.items() if getattr(frame, name) != value}

    shown = visit(bob).get(f"/race/{race.code}/").context["page"]["terms"]
    assert stale() == set()
    visit(alice).post(f"/race/{race.code}/terms/", ASKED | {"watchable": "on"})
    assert stale() == {"watchable"}
    shown = visit(bob).get(f"/race/{race.code}/").context["page"]["terms"]
    assert stale() == set()
