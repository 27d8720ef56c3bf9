"""What an answer of the API costs beside the same by a plain Django view, or by the page.

    python -m tests.benchmarks.api [--rounds N]

Reading: the list of games beside a plain view with the same JSON. Writing: opening a race, and
joining one, beside the form of the page with the page that it leads to, and beside the form alone.
All answer in one process, through the site's middleware, with a database file of their own;
processor time, the median of rounds that take turns.
"""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from games.management.progress import Progress
from tests.benchmarks.report import Row, benchmark

READS: Final = 200
WRITES: Final = 7
"""Three rounds of each together stay below the writes that a player may send in a minute."""

Work = Callable[[], object]


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Yield a row for each way to each answer."""
    progress.begin("Asking", 3 * asked.rounds)
    with TemporaryDirectory() as folder:
        # One player opens all the races here.
        os.environ |= {"DATA_DIR": folder, "RACES_PER_HOUR": "0"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        for what, ways, requests in (
            ("reading", reading(), READS),
            ("opening a race", opening(), WRITES),
            ("joining a race", joining(), WRITES),
        ):
            yield from compare(what, ways, requests, progress.over(range(asked.rounds)))


def compare(
    what: str, ways: Mapping[str, Work], requests: int, rounds: Iterator[int]
) -> Iterator[Row]:
    """Measure ways to the same; yield what each costs, and how many times that is the API's."""
    times: dict[str, list[float]] = {way: [] for way in ways}
    for _ in rounds:
        for way, work in ways.items():
            begun = time.process_time()
            for _ in range(requests):
                work()
            times[way].append((time.process_time() - begun) / requests)
    costs = {way: median(taken) for way, taken in times.items()}
    for way, each in costs.items():
        yield {
            "answer": f"{what}, {way}",
            "µs": 1e6 * each,
            "a second": 1 / each,
            "the API's, times this": costs["API"] / each,
        }


def reading() -> Mapping[str, Work]:
    """Return the ways to the list of games."""
    from django.http import HttpRequest, HttpResponse, JsonResponse
    from django.test import Client
    from django.urls import path
    from django.views.decorators.http import conditional_page

    from solitaire_site import urls

    client = Client(SERVER_NAME="127.0.0.1")
    body: dict[str, Any] = client.get("/api/v1/games").json()

    @conditional_page
    def plain(request: HttpRequest) -> HttpResponse:
        return JsonResponse(body, headers={"Cache-Control": "public, max-age=3600"})

    urls.urlpatterns.insert(0, path("plain", plain))
    return {
        "plain": lambda: expect(client.get("/plain"), 200),
        "API": lambda: expect(client.get("/api/v1/games"), 200),
    }


def opening() -> Mapping[str, Work]:
    """Return the ways to a new race, which its host leaves again."""
    page, program, headers, player = caller("Host")
    sent = {"rules": "applegate/standard"}

    def by_page() -> None:
        code = by_form()
        expect(page.get(f"/race/{code}/"), 200)
        leave(code, player)

    def by_form_alone() -> None:
        leave(by_form(), player)

    def by_form() -> str:
        answer = expect(page.post("/race/", {"game": "applegate"}), 302)
        location: str = answer["Location"]
        return location.strip("/").rpartition("/")[2]

    def by_program() -> None:
        answer = program.post("/api/v1/races", sent, "application/json", headers=headers)
        leave(expect(answer, 201).json()["code"], player)

    return {"page": by_page, "form": by_form_alone, "API": by_program}


def joining() -> Mapping[str, Work]:
    """Return the ways to a seat in another's race, which the player leaves again."""
    from games.models.races.new_race import new_race
    from games.pages.site.clock import now

    page, program, headers, player = caller("Guest")
    code = new_race(caller("Other")[3], "applegate/standard", now).code

    def by_page() -> None:
        expect(page.post(f"/race/{code}/join/"), 302)
        expect(page.get(f"/race/{code}/"), 200)
        leave(code, player)

    def by_form_alone() -> None:
        expect(page.post(f"/race/{code}/join/"), 302)
        leave(code, player)

    def by_program() -> None:
        expect(program.post(f"/api/v1/races/{code}/join", headers=headers), 201)
        leave(code, player)

    return {"page": by_page, "form": by_form_alone, "API": by_program}


def leave(code: str, player: Any) -> None:
    """Give up a seat: a player has few at once, and both ways pay for it alike.

    :raises RuntimeError: if there is none.
    """
    from games.models import Entry
    from games.models.races.transition import change_race
    from games.pages.site.clock import now

    if not Entry.objects.filter(race__code=code, player=player).exists():
        raise RuntimeError(f"{player} has no seat in {code}")
    change_race(code, lambda race, now: race.leave(player.pk, now), now)


def caller(name: str) -> tuple[Any, Any, dict[str, str], Any]:
    """Return a player's browser, program, its headers, and the player."""
    from django.test import Client
    from django.utils import timezone

    from games.models import AccessToken, Player
    from games.models.people.token import Scope

    player = Player.objects.create_user(name.lower(), password=None, name=name)
    token = AccessToken.objects.issue(player, "bench", [Scope.RACE], timezone.now(), lasts=None)[1]
    page = Client(SERVER_NAME="127.0.0.1")
    page.force_login(player)
    return page, Client(SERVER_NAME="127.0.0.1"), {"Authorization": f"Bearer {token}"}, player


def expect(answer: Any, status: int) -> Any:
    """Return an answer that is as it should be.

    :raises RuntimeError: with the answer.
    """
    if answer.status_code != status:
        raise RuntimeError(f"{answer.status_code}: {answer.content[:300]!r}")
    return answer


if __name__ == "__main__":
    sys.exit(benchmark(__doc__, rows, rounds=3))
