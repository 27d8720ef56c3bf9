"""The page of a match: its score and every race, and what its players may do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from games import racing, tasks
from games.models import Match, Player, Race
from games.models.database.instants import to_datetime
from games.models.races.match import MatchRace
from games.models.races.rematch import open_rematch
from games.models.races.stopping import may_stop, stop_match
from games.models.visibility import races_told, seen_by
from games.pages.deals.labels import title, variant
from games.pages.people.visitor import (
    address_of,
    known_player,
    player_required,
    required_player,
)
from games.pages.races.match_words import points_text, score_of
from games.pages.races.no_race import no_such_race
from games.pages.races.results import Result, results
from games.pages.site.clock import now
from games.pages.site.strangers import shared_by_strangers
from games.spoken import spoken


@dataclass(frozen=True)
class Played:
    """A race of a match that is over."""

    number: int
    race: Race
    results: Sequence[tuple[Result, str]]
    """Each with what it scored among more than two."""
    points: str
    """How the match stood after it, between two: in the order of their names above."""

    is_scored: bool
    """Whether it brought anyone anything: a tie without a move doesn't."""

    @property
    def is_finished(self) -> bool:
        """Whether anyone got all cards home, or in order."""
        return any(result.time for result, _scored in self.results)

    @property
    def is_placed(self) -> bool:
        """Whether anyone has a place: no one has while no one moves or leaves."""
        return any(result.final_place for result, _scored in self.results)

    @property
    def title(self) -> str:
        """The game's title."""
        return title(self.race.rules)

    @property
    def variant(self) -> str:
        """The name of the rules."""
        return variant(self.race.rules)


@require_safe
@shared_by_strangers
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Show the score of a match and its races."""
    return _shown(request, code, "races/match.html")


@require_safe
@shared_by_strangers
def match_now(request: HttpRequest, code: str) -> HttpResponse:
    """Show what changes on that page alone."""
    return _shown(request, code, "races/match_now.html")


def _shown(request: HttpRequest, code: str, template: str) -> HttpResponse:
    found = get_object_or_404(Match, code=code.upper())
    visitor = known_player(request)
    score = found.score()
    shown = score_of(found, score, visitor)
    played = _played(found, visitor, score, [line.player.pk for line in shown.lines])
    is_player = visitor is not None and visitor.pk in score.players
    open_race = Race.objects.filter(in_match__match=found, closed_at=None).first()
    told = races_told(found, visitor).filter(race__closed_at=None).first()
    context = {
        "match": found,
        "score": shown,
        "played": played,
        **_open(told, visitor),
        # Only the latest race has a next one that isn't there yet.
        "latest": played[-1].race if played and is_player and not open_race else None,
        "decided": score.winner is not None,
        "may_choose": visitor is not None and not score.is_over and visitor.pk in score.choosers,
        "stopped": score.stopped,
        "may_stop": not score.is_over and may_stop(found, visitor),
    }
    return render(request, template, context)


def _open(told: MatchRace | None, visitor: Player | None) -> dict[str, object]:
    """Return what the page says of the race that isn't over, if the visitor may know of it."""
    if told is None:
        return {"open": None}
    race = told.race
    return {
        "open": race,
        "number": told.number,
        "running": race.starts_at is not None and race.starts_at <= to_datetime(now()),
        "seated": visitor is not None and race.entries.filter(player=visitor).exists(),
        "title": title(race.rules),
        "variant": variant(race.rules),
    }


def _played(
    match: Match, visitor: Player | None, score: racing.Match, order: Sequence[int]
) -> list[Played]:
    """Return the races of a match that are over, as a visitor may see them, first to last."""
    seen = match.entries().filter(seen_by(visitor, now())).told_apart()
    entries: dict[int, list[Result]] = {}
    races = {}
    for result in results(seen.select_related("player", "race__in_match")):
        race = result.entry.race
        races[race.in_match.number] = race
        entries.setdefault(race.in_match.number, []).append(result)
    return [
        Played(
            number,
            races[number],
            _scored(sorted(entries[number], key=_by_place), score.scored(number)),
            _points(score.until(number), order),
            any(score.scored(number).values()),
        )
        for number in sorted(races)
    ]


def _scored(results: Sequence[Result], won: Mapping[int, int]) -> list[tuple[Result, str]]:
    """Return the results of a race with what each of them scored."""
    return [(result, points_text(won.get(result.entry.player_id, 0))) for result in results]


def _points(score: racing.Match, order: Sequence[int]) -> str:
    if len(order) != 2:
        return ""
    return " : ".join(points_text(score.points.get(player, 0)) for player in order)


def _by_place(result: Result) -> tuple[int, int]:
    return result.entry.place or racing.MAX_SEATS + 1, result.entry.seat


@require_POST
@player_required
def stop(request: HttpRequest, code: str) -> HttpResponse:
    """Stop a match for one of its players."""
    found = get_object_or_404(Match, code=code.upper())
    try:
        stop_match(found, required_player(request), now)
    except racing.RefusedError as error:
        messages.error(request, spoken(error.sentence))
    return redirect(found)


@require_POST
@player_required
def choose(request: HttpRequest, code: str) -> HttpResponse:
    """Seat a player in the race after this one: ready, unless they come to choose the game."""
    try:
        before = Race.objects.find(code)
    except Race.DoesNotExist:
        return no_such_race(request, code)
    player = required_player(request)
    try:
        found = Match.objects.filter(races__race=before).first()
        is_chooser = found is None or player.pk in found.score().choosers
        ready = not is_chooser or "ready" in request.POST
        again = open_rematch(before, player, now, address_of(request), ready=ready)
    except racing.RefusedError as error:
        messages.error(request, spoken(error.sentence))
        return redirect("race", before.code)
    # Those who look at the result are told.
    Race.objects.filter(pk=before.pk).renew()
    tasks.search_for(again)
    return redirect(again if ready else f"{again.get_absolute_url()}#choose")
