"""Ghosts: runs that are over, raced against on the same deal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from games.models import Entry, Player, Race
from games.models.people.refusals import PersonalError
from games.models.visibility.access import replayable_by
from games.models.visibility.practice import practise_on
from games.pages.clock import now
from games.pages.converters import row_number
from games.pages.counting import counting
from games.pages.guests import known_player, playing_visitor
from games.pages.labels import title, variant
from games.pages.replays.unseen import unseen
from games.pages.results import results
from games.racing import Kind, RefusedError
from games.spoken import spoken

MOST: Final = 5
"""So many ghosts fit beside a table."""

OFFERED: Final = 20


@require_http_methods(["GET", "HEAD", "POST"])
def race_run(request: HttpRequest, pk: int) -> HttpResponse:
    """What a run came to, without its cards; and a race of one's own against it."""
    player = known_player(request)
    seen = Entry.objects.filter(replayable_by(player, now())).select_related("player", "race__deal")
    entry = seen.filter(pk=pk).first()
    if entry is None:
        return unseen(request, pk)
    if request.method == "POST":
        return _begin(request, entry)
    others = seen.same_deal(entry).filter(last_at__isnull=False).exclude(pk=pk)
    context = {
        "result": results([entry])[0],
        "others": results(others[:OFFERED]),
        "title": title(entry.race.rules),
        "reached": str(counting(entry.race.rules).reached)
        % {
            "name": entry.player.name,
            "progress": entry.progress,
            "title": title(entry.race.rules),
        },
        "variant": variant(entry.race.rules),
        "most": MOST,
        "chosen": _numbers(request.GET),
    }
    return render(request, "ghosts.html", context)


def _begin(request: HttpRequest, entry: Entry) -> HttpResponse:
    chosen = dict.fromkeys([entry.pk, *_numbers(request.POST)])
    try:
        race = practise_on(entry.race, playing_visitor(request), now)
    except PersonalError:
        raise
    except RefusedError as error:
        messages.error(request, spoken(error.sentence))
        return redirect("race-run", entry.pk)
    query = urlencode({"ghost": list(chosen)[:MOST]}, doseq=True)
    return redirect(f"{race.get_absolute_url()}?{query}")


def ghosts(query: QueryDict, race: Race, player: Player | None) -> list[dict[str, Any]]:
    """The runs that a query names, as far as they are on the deal of a practice and may be seen."""
    numbers = _numbers(query)
    if race.kind != Kind.SOLO or not numbers:
        return []
    found = Entry.objects.filter(
        replayable_by(player, now()),
        pk__in=numbers[:MOST],
        race__deal__cards=race.deal.cards,
        race__rules=race.rules,
    )
    entries = found.select_related("player", "race__deal").prefetch_related("actions")
    return [_ghost(entry) for entry in sorted(entries, key=lambda entry: numbers.index(entry.pk))]


def _ghost(entry: Entry) -> dict[str, Any]:
    return {
        "entry": entry.pk,
        "name": entry.player.name,
        "points": entry.pace(),
        "ended": entry.last_at or 0,
        "time": entry.time_ms,
        "replay": reverse("replay", args=[entry.pk]),
    }


def _numbers(query: QueryDict) -> list[int]:
    """The entries that a query names."""
    given: Iterable[str] = query.getlist("ghost")
    return [number for text in given if (number := row_number(text)) is not None]
