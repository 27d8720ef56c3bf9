"""No limit's refusal leaves anything stored."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from django.apps import apps
from django.core.cache import caches
from django.test import Client
from pytest_django.fixtures import Settings

import games
from games.engine import Deal as Cards
from games.models import Player, Race
from games.models.races.crowding import TooManyError
from games.models.races.new_race import new_race
from games.models.races.rematch import open_rematch
from tests.clocks import at
from tests.models import dailies
from tests.models.deals.test_proof import prove
from tests.models.stored_races import RULES, closed_race
from tests.pages.conftest import Visit, visit

pytestmark = pytest.mark.django_db

visit = visit

ASKED = {"game": "agnes-sorel", "preset": "standard", "limit": "10", "countdown": "5"}
BROUGHT = ASKED | {"deal": str(Cards.from_key(b"from a book"))}

Send = Callable[[Client], int]


def send(address: str, fields: dict[str, str]) -> Send:
    return lambda client: client.post(address, fields).status_code


OPENINGS: dict[str, Send] = {
    "race": send("/race/", ASKED),
    "ranked": send("/race/", ASKED | {"ranked": "on"}),
    "quick": send("/quick/", {"game": "agnes-sorel"}),
    "any": send("/practice/", ASKED | {"draw": "any"}),
    "brought": send("/practice/", BROUGHT),
    "key": send("/practice/", ASKED | {"deal": "ab" * 32}),
}
"""The requests by which pages open races."""


def limit(name: str, opened: Send) -> Callable[[Settings, Client], None]:
    def reach(settings: Settings, client: Client) -> None:
        setattr(settings, name, 1)
        assert opened(client) == 302

    return reach


LIMITS: dict[str, tuple[Callable[[Settings, Client], None], tuple[str, ...]]] = {
    "too-many-races": (limit("RACES_PER_HOUR", OPENINGS["race"]), tuple(OPENINGS)),
    "too-many-seats": (limit("SEATS_PER_PLAYER", OPENINGS["race"]), ("race", "ranked", "quick")),
    "too-many-rooms": (limit("RANKED_ROOMS", OPENINGS["ranked"]), ("ranked", "quick")),
    "too-many-ranked": (limit("RANKED_PER_HOUR", OPENINGS["ranked"]), ("ranked", "quick")),
    "too-many-guests": (lambda settings, client: None, tuple(OPENINGS)),
}
"""How to reach each limit, and the requests that it refuses."""


def stored() -> dict[str, int]:
    """Return the number of rows of each table."""
    return {
        model._meta.label: model._default_manager.count()
        for model in apps.get_models()
        if model._meta.managed and model._meta.app_label in ("games", "django_tasks_db")
    }


def codes() -> set[str]:
    """Return the codes of all limits, found in the sources."""
    found = set()
    for path in Path(games.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id=TooManyError.__name__),
                    args=[ast.Constant(value=str(code)), *_],
                ):
                    found.add(code)
    return found


def test_every_limit_is_tried() -> None:
    assert LIMITS.keys() == codes()


@pytest.mark.parametrize(
    ("code", "way"), [(code, way) for code, (_, ways) in LIMITS.items() for way in ways]
)
def test_a_refused_request_stores_nothing(
    settings: Settings, visit: Visit, alice: Player, code: str, way: str
) -> None:
    for number in range(4):
        prove(number)
    reach, _ = LIMITS[code]
    client = visit(alice)
    if code == "too-many-guests":
        caches["default"].clear()
        settings.ACCOUNT_RATE_LIMITS = {"guest": "1/h/ip"}
        assert OPENINGS["race"](Client()) == 302
        client = Client()
    else:
        reach(settings, client)
    before = stored()
    assert OPENINGS[way](client) == 429
    assert stored() == before
    caches["default"].clear()


@pytest.mark.parametrize(
    ("name", "refused"),
    [("RACES_PER_HOUR", ["rematch", "attempt"]), ("SEATS_PER_PLAYER", ["rematch"])],
)
def test_no_rematch_or_attempt_is_stored_beyond_a_limit(
    settings: Settings, alice: Player, name: str, refused: list[str]
) -> None:
    now = int(Race.objects.model._meta.get_field("created_at").default().timestamp() * 1000)
    over = closed_race(alice)
    new_race(alice, RULES, at(now))
    daily = dailies.daily(now)
    ways: dict[str, Callable[[], object]] = {
        "rematch": lambda: open_rematch(over, alice, at(now)),
        "attempt": lambda: daily.attempt(alice, at(now)),
    }
    setattr(settings, name, 1)
    before = stored()
    for way in refused:
        with pytest.raises(TooManyError):
            ways[way]()
    assert stored() == before
