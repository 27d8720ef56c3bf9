"""Cards that a player brings: playable, without revealing whether they are a secret deal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.test import Client

from games.models import Deal, Player, Race
from games.models.races.new_race import new_race
from tests.clocks import at
from tests.models import dailies
from tests.models.stored_races import RULES, started_race
from tests.models.visibility.test_helping import alike
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

ASKED = {"game": "agnes-sorel", "preset": "standard"}
VARYING = ("Expires", "Date", "Set-Cookie", "Content-Length")


class Answers(NamedTuple):
    """Everything that pages say to a player who brings cards, except what differs every time."""

    status: int
    headers: dict[str, str]
    pages: list[str]
    columns: dict[str, object]


def bring(browser: Client, cards: str, asked: dict[str, str] = ASKED) -> Answers:
    """Practise on these cards, read every page about it, and end it."""
    begun = browser.post("/practice/", asked | {"deal": cards})
    race = Race.objects.latest("pk")
    pages = [
        browser.get(address)
        for address in (
            race.get_absolute_url(),
            "/practice/",
            "/history/",
            f"/race/{race.code}/deal/",
        )
    ]

    def plain(said: str) -> str:
        said = said.replace(race.code, "CODE")
        return re.sub(r'(csrf\w*|nonce|value)="\w+"', "", said)

    return Answers(
        begun.status_code,
        {name: plain(value) for name, value in begun.headers.items() if name not in VARYING},
        [plain(text(page)) for page in pages],
        {name: getattr(race.deal, name) for name in ("key", "public", "commitment", "help_from")},
    )


def ranked(player: Player) -> Deal:
    race = started_race(player)
    Race.objects.filter(pk=race.pk).update(kind="ranked")
    return race.deal


def of_today(player: Player) -> Deal:
    from games.pages.site.clock import now

    return dailies.daily(now()).deal


@pytest.mark.slow
@pytest.mark.parametrize("secret", [ranked, of_today])
@pytest.mark.parametrize("guess", ["exact", "alike"])
@pytest.mark.parametrize("preset", ["standard", "dalton"])
def test_a_right_guess_gets_the_same_answers_as_a_wrong_one(
    visit: Visit,
    alice: Player,
    bob: Player,
    charlie: Player,
    secret: Callable[[Player], Deal],
    guess: str,
    preset: str,
) -> None:
    deal = secret(bob)
    right = deal.cards if guess == "exact" else alike(deal, RULES)
    # The last two cards of the stock stay hidden longest: if one is unknown, so is the other.
    cards = right.split()
    cards[30], cards[45] = cards[45], cards[30]
    asked = ASKED | {"preset": preset}
    mine = bring(visit(alice), right, asked)
    assert mine.status == 302
    # Another player makes the wrong guess, also as a first practice.
    alice_said, charlie_said = mine, bring(visit(charlie), " ".join(cards), asked)
    names = {"Charlie": "Alice", f"/player/{charlie.pk}/": f"/player/{alice.pk}/"}
    pages = charlie_said.pages
    for theirs, ours in names.items():
        pages = [page.replace(theirs, ours) for page in pages]
    assert alice_said == charlie_said._replace(pages=pages)
    assert "You can get help with it from" in mine.pages[0]


def test_the_key_of_a_daily_is_refused_in_the_same_words_as_any_other(
    visit: Visit, alice: Player, bob: Player
) -> None:
    said = set()
    for deal in (of_today(bob), ranked(bob)):
        assert deal.key is not None
        answer = visit(alice).post("/practice/", ASKED | {"deal": bytes(deal.key).hex()})
        assert answer.status_code == 400
        said.add(text(answer).replace(bytes(deal.key).hex(), ""))
    assert len(said) == 1
    assert "You can't practise this deal yet." in said.pop()
    assert not Race.objects.filter(kind="solo").exists()


def test_the_deal_of_a_room_cannot_be_practised_before_its_race(
    visit: Visit, alice: Player, bob: Player
) -> None:
    Deal.objects.draw(bytes(32))
    race = new_race(bob, RULES, at(0))
    Deal.objects.filter(pk=race.deal_id).update(public=True)
    answer = visit(alice).post("/practice/", {"race": race.code}, follow=True)
    assert "can't practise this deal yet" in text(answer)
    assert not Race.objects.filter(kind="solo").exists()
