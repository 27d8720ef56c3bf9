"""No page reveals a card, a move or a solution of a running race: the tests read every address.

Each visitor reads one address in twelve, in `.ci/run` one in two, and the next one others; with
`EVERY_CASE=1` everyone reads all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from urllib.parse import urlsplit

import pytest
from django.contrib.auth import get_user
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.engine import Board, Deal, Rules, view
from games.engine.diagram import HIDDEN
from games.models import Action, Player, Proof, Race, Round
from games.models.races.closing import close_race
from games.models.races.event_plan import plan_event
from games.models.races.event_players import join_event
from games.models.races.event_seating import seat_rounds
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.pages.site.clock import now
from games.racing import SEATED, Change, Kind
from tests.clocks import at
from tests.models.events import stock, terms
from tests.models.stored_races import RULES
from tests.pages.addresses import addresses
from tests.pages.conftest import Visit
from tests.sampling import sample

LINE = "a-way-to-win"
MARK = "canary"
"""The start of every stored action. None is a valid move: lists of races only fail to replay it."""


@pytest.fixture
def races(alice: Player, bob: Player, charlie: Player) -> list[Race]:
    """Return running races and a table of an event.

    Alice plays, Bob has ended his run, Charlie left two of them early.
    """
    found = [_running(kind, alice, bob, charlie) for kind in (Kind.RANKED, Kind.CASUAL)]
    return [*found, _table(alice, bob, charlie)]


def _table(*players: Player) -> Race:
    """Return the table of the first round of an event, which goes on with two more."""
    stock(3)
    Proof.objects.filter(in_stock=True).update(line=LINE)
    begun = now() - 60_000
    start = begun - begun % 60_000
    earlier = at(start - 3_600_000)
    event = plan_event(players[0], terms(start=start, limit=600_000), earlier)
    for player in players:
        join_event(event, player, earlier)
    seat_rounds(at(start - SEATED))
    (race,) = Race.objects.filter(round__event=event).select_related("deal")
    for entry in race.entries.all():
        Action.objects.create(entry=entry, number=1, ms=1000, text=f"{MARK}{entry.pk}")
    Action.objects.create(entry=race.entries.get(player=players[1]), number=2, ms=2000, text="end")
    return race


def _running(kind: Kind, alice: Player, bob: Player, charlie: Player) -> Race:
    Proof.objects.store(RULES, kind.encode().ljust(32), "winnable", 7, LINE, secret=True)
    then = at(now() - 60_000)
    race = new_race(alice, RULES, then, RaceOptions(kind=kind, watchable=True))
    changes: list[Change] = [
        lambda race, now: race.join(bob.pk, bob.name, bob.guest, now),
        lambda race, now: race.join(charlie.pk, charlie.name, charlie.guest, now),
        lambda race, now: race.leave(charlie.pk, now),
        lambda race, now: race.start(alice.pk, now),
    ]
    for change in changes:
        change_race(race.code, change, then)
    for entry in race.entries.all():
        Action.objects.create(entry=entry, number=1, ms=1000, text=f"{MARK}{entry.pk}")
    bobs = race.entries.get(player=bob)
    Action.objects.create(entry=bobs, number=2, ms=2000, text="end")
    return Race.objects.find(race.code)


VISITORS = ("stranger", "second guest", "rival", "done", "left", "staff")


@pytest.fixture(params=VISITORS)
def browser(
    request: pytest.FixtureRequest,
    races: list[Race],
    visit: Visit,
    guest: Player,
    alice: Player,
    bob: Player,
    charlie: Player,
    settings: Settings,
) -> Client:
    """Return the browser of one of the visitors, to whom the admin always answers."""
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "admin": None}
    people = {"second guest": guest, "rival": alice, "done": bob, "left": charlie}
    if request.param == "stranger":
        return Client()
    if request.param == "staff":
        staff: Client = request.getfixturevalue("admin_client")
        return staff
    return visit(people[request.param])


def secrets(race: Race) -> list[str]:
    """Return what no page may contain: key, solution, cards as dealt and as laid out, moves."""
    key = bytes(race.deal.key or b"")
    assert key
    board = Board(Rules.parse(race.rules), Deal.parse(race.deal.cards))
    shown = view(board)["piles"].values()
    piles = [cards for cards in shown if HIDDEN not in cards and len(cards.split()) > 2]
    assert piles
    return [key.hex(), LINE, MARK, race.deal.cards[:11], race.deal.cards[-11:], *piles]


def answers(browser: Client, races: list[Race], read: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each address's answer to a GET and a POST, with everything a query can ask for."""
    race = races[0]
    entries = race.entries.order_by("seat").values_list("pk", flat=True)
    asked = {
        "race": race.code,
        "code": race.code,
        "with": entries[0],
        "ghost": list(entries),
        "game": race.game,
    }
    seen = {""}
    for address in read:
        in_admin = address.startswith("/admin/")
        yield address, _text(browser, "get", address, {"q": race.code} if in_admin else asked, seen)
        if not in_admin:
            # Roll back, so that the next address starts from the same state.
            with transaction.atomic():
                yield f"POST {address}", _text(browser, "post", address, asked, {""})
                transaction.set_rollback(True)


def _text(
    browser: Client, method: str, address: str, fields: dict[str, object], seen: set[str]
) -> str:
    """Return an answer, and the page it redirects to unless that has been seen."""
    cookies = deepcopy(browser.cookies)
    answer = getattr(browser, method)(address, fields)
    assert answer.status_code < 500, address
    # The request may have logged the visitor out.
    browser.cookies = cookies
    said = b"".join(answer).decode(errors="replace")
    leads = answer.get("Location", "")
    if (path := urlsplit(leads).path) in seen:
        return said
    seen.add(path)
    return said + _text(browser, "get", leads, {}, seen)


def test_no_address_reveals_anything_about_a_running_race(
    request: pytest.FixtureRequest, browser: Client, races: list[Race]
) -> None:
    number = VISITORS.index(request.node.callspec.params["browser"])
    read = sample(addresses(races), 24, number, large=2)
    hidden = [secret for race in races for secret in secrets(race)]
    coming = Round.objects.filter(seated_at=None).select_related("deal")
    hidden += [bytes(one.deal.key or b"").hex() for one in coming if one.deal]
    visitor = get_user(browser)
    told = [
        (address, secret)
        for address, said in answers(browser, races, read)
        for secret in hidden
        if secret in said
    ]
    assert told == []
    assert get_user(browser) == visitor


@pytest.mark.slow
def test_the_same_addresses_reveal_it_after_the_race(client: Client, races: list[Race]) -> None:
    Action.objects.all().delete()
    over = races[0]
    assert close_race(over, at(now() + 3_600_000))
    told = {
        address
        for address, said in answers(client, races, addresses(races))
        if secrets(over)[0] in said
    }
    first, second = over.entries.order_by("seat")
    assert {reverse("record", args=[first.pk]), reverse("record", args=[second.pk])} <= told


@pytest.mark.parametrize("model", ["race", "entry", "action", "deal", "proof"])
def test_staff_see_the_rows_of_a_running_race(
    admin_client: Client, races: list[Race], model: str
) -> None:
    assert admin_client.get(reverse(f"admin:games_{model}_changelist")).status_code == 200


@pytest.mark.parametrize(
    ("model", "lookup"),
    [("deal", "cards__startswith"), ("proof", "line__contains"), ("action", "text")],
)
def test_staff_cannot_query_hidden_fields(
    admin_client: Client, races: list[Race], model: str, lookup: str
) -> None:
    asked = admin_client.get(reverse(f"admin:games_{model}_changelist"), {lookup: "x"})
    assert asked.status_code == 400
