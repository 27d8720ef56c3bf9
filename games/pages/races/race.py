"""The page of a race: room, table and result."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import F, Min, prefetch_related_objects
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import racing
from games.engine import Rules
from games.engine.moves import CELLS, STOCK
from games.live.protocol import VERSIONS
from games.models import Entry, Player, Race
from games.models.deals.difficulty import StoredDifficulty
from games.models.visibility import is_race_hidden_from
from games.pages.deals.counting import counting
from games.pages.deals.labels import difficulty, title, variant
from games.pages.howto.lessons import Lesson, lessons
from games.pages.howto.links import help_url
from games.pages.howto.page import sentence
from games.pages.howto.topics import anchors
from games.pages.people.rename import NameForm
from games.pages.people.visitor import known_player
from games.pages.races import reactions
from games.pages.races.compared import run_to_compare
from games.pages.races.counted_deal import CountedDeal
from games.pages.races.daily.up_next import up_next
from games.pages.races.event.views import socket_address as event_socket
from games.pages.races.ghosts import ghosts
from games.pages.races.guide import guide
from games.pages.races.invitation import Invitation
from games.pages.races.match_words import number_in_match, race_text
from games.pages.races.moments import SETTLED
from games.pages.races.next_races import planned_soon
from games.pages.races.no_race import no_such_race
from games.pages.races.previews.preview import preview_tags
from games.pages.races.previews.words import race_preview
from games.pages.races.progress import ProgressChart
from games.pages.races.queue import queue
from games.pages.races.race_form import RaceForm, limit_text
from games.pages.races.results import Podium, results
from games.pages.races.table_of import Score, TableOf
from games.pages.races.track import Track
from games.pages.races.trial_page import TrialPage
from games.pages.races.visible_race import visible_race
from games.pages.races.way_on import way_on
from games.pages.site.clock import now
from games.pages.site.name_list import names_text
from games.pages.site.strangers import shared_by_strangers
from games.pages.site.times import late_text
from games.racing import Kind, RaceState, RunState


@require_safe
@shared_by_strangers
def race(request: HttpRequest, code: str) -> HttpResponse:
    """Show a race's room, table and result on one page, to players and spectators."""
    found = shown_race(request, code)
    return found if isinstance(found, HttpResponse) else show_race(request, found)


def show_race(
    request: HttpRequest, found: Race, refused: RaceForm | None = None, status: int = 200
) -> HttpResponse:
    """Render the page of a race; a refused form replaces the host's."""
    player = known_player(request)
    # The page asks several times how hard the deal is, and whether it is proven.
    prefetch_related_objects([found], "deal__proofs")
    loaded = found.load()
    seated = player is not None and loaded.seat_of(player.pk) is not None
    waiting = queue(request, found)
    preview = race_preview(loaded, now())
    event = _event(found, loaded, player)
    data = _module_data(request, found, player, **event)
    context = {
        "race": found,
        **_match(found, loaded),
        **event,
        **_trial(found, player),
        **_piles(found),
        "name_form": NameForm(initial={"name": player.name if player else ""}),
        "invitation": Invitation.to(found, request),
        "page": {
            **data,
            "terms": _terms(found, loaded),
            "queue": waiting and socket_address(waiting, player),
        },
        **_awaited(found, loaded),
        "expected": player is not None and player.pk in loaded.match.players,
        "terms_form": refused or _terms_form(found, loaded, player),
        "queue": waiting,
        "counted_deal": None if waiting else CountedDeal.after(found, player, now()),
        **({} if loaded.kind.is_alone else reactions.trays(is_event=loaded.kind is Kind.EVENT)),
        "preview": preview_tags(request, preview, "race-picture", found.code),
        "headline": preview.title if found.closed_at else "",
        "chart_least": ProgressChart.least,
        "settled": SETTLED,
        **_places(found),
        **_rules_context(found),
        "lessons": _lessons(found, loaded, seated=seated),
        **_state_context(loaded, len(data["ghosts"]), seated=seated),
    }
    return render(request, "races/race.html", context, status=status)


def shown_race(request: HttpRequest, code: str) -> Race | HttpResponse:
    """Return the race with a code, or the answer to a visitor who may not see it there."""
    player = known_player(request)
    try:
        found = visible_race(code, player)
    except Race.DoesNotExist:
        return no_such_race(request, code)
    if code != found.code and (here := request.resolver_match) is not None:
        return HttpResponseRedirect(
            reverse(here.view_name, kwargs={**here.kwargs, "code": found.code})
        )
    if is_race_hidden_from(found, player, now()):
        return render(
            request, "races/race/hidden.html", {"trial": TrialPage.of(found.deal.trial)}, status=403
        )
    return found


def _event(race: Race, loaded: racing.Race, player: Player | None) -> dict[str, Any]:
    """Return the event whose table a race is, and how its players stand until the round counts."""
    table = TableOf.find(race)
    if table is None or loaded.closed_at is not None:
        return {"table": table, "score": None}
    own = None if player is None else player.pk
    return {"table": table, "score": table.score(loaded.seats, own)}


def _piles(found: Race) -> dict[str, bool]:
    """Return what the help on typed moves needs to know of the game's piles."""
    piles = set(Rules.parse(found.rules).referee.piles)
    return {"stock": STOCK in piles, "cells": not piles.isdisjoint(CELLS)}


def _match(race: Race, loaded: racing.Race) -> dict[str, Any]:
    """Return what the page says about the match of a race, until the first frame arrives."""
    link = race.link
    goal = link and race_text(link.match.goal, link.number, len(loaded.seats))
    # A player who may choose may still be on the way: until then, no one does.
    chooses = loaded.host is not None and loaded.match.leaves_choice_to(loaded.host)
    return {
        "match": link and link.match,
        "match_goal": goal,
        "chooser": loaded.host if chooses else None,
    }


def _trial(race: Race, player: Player | None) -> dict[str, Any]:
    """Return what the page says about the trial of an attempt, and about the day of a daily."""
    if not Kind(race.kind).is_attempt:
        return {"trial": None}
    trial = race.attempt.trial
    told = up_next(trial.daily, player, now()) if race.kind == Kind.DAILY else {}
    closed = race.closed_at is not None and not trial.takes_players(now())
    if race.starts_at is None:
        told["planned_soon"] = planned_soon(player, now())
    return {"trial": TrialPage.of(trial), "trial_closed": closed, **told}


def _rules_context(race: Race) -> dict[str, Any]:
    """Return what the page says about the rules and settings of a race."""
    return {
        "title": title(race.rules),
        "variant": variant(race.rules),
        "help": help_url(race.rules),
        "counting": counting(race.rules),
        "difficulty": difficulty(race.difficulty),
        "wished": difficulty(race.wished_difficulty),
        "minutes": limit_text(race),
    }


def _lessons(race: Race, loaded: racing.Race, *, seated: bool) -> tuple[Lesson, ...]:
    """Return the pictures of the game for those who wait for a start, or for others' tables."""
    late = racing.watching(loaded) is not racing.Watching.NOW
    # A planned race has its start from the beginning, so that tells nothing.
    waits = loaded.state(now()) is RaceState.OPEN or (late and not seated)
    return lessons(race.rules) if waits else ()


def _terms(race: Race, loaded: racing.Race) -> dict[str, Any]:
    """Return what the page shows of the terms; it is renewed when the room says otherwise."""
    return {
        "rules": loaded.rules,
        "kind": loaded.kind,
        "countdown": race.countdown_s,
        "limit": race.limit_s,
        "helped": loaded.helped,
        "bots_allowed": loaded.bots_allowed,
        "watchable": loaded.watchable,
        "watching": racing.watching(loaded),
        "difficulty": race.difficulty or None,
        "planned": loaded.planned,
        "commitment": None if race.deal.public else race.deal.commitment,
    }


def _places(race: Race) -> dict[str, Any]:
    """Return the places of a race that is over, for pages without JavaScript."""
    if race.closed_at is None:
        return {"podium": Podium()}
    entries = race.entries.told_apart().order_by(F("place").asc(nulls_last=True), "seat")
    found = results(entries)
    return {"results": found, "podium": Podium.of(found)}


def _awaited(race: Race, loaded: racing.Race) -> dict[str, Any]:
    """Return what the page says of those who were asked or challenged, and whether it invites."""
    asked = _asked(race, loaded)
    return {
        "asked": asked,
        "race_number": number_in_match(race) if race.rematch_of_id else 0,
        "called": _called(race, loaded),
        "invites": not asked and race.gather_s is None,
    }


def _asked(race: Race, loaded: racing.Race) -> str:
    """Return who was asked to a rematch and hasn't come; empty in other races."""
    if race.rematch_of is None:
        return ""
    come = {seat.player for seat in loaded.seats}
    asked = race.rematch_of.entries.told_apart().exclude(player__in=come).order_by("seat")
    return names_text([entry.name for entry in asked])


def _called(race: Race, loaded: racing.Race) -> str:
    """Return who was challenged to a waiting race and hasn't come; empty in other races."""
    if loaded.kind.is_alone or loaded.state(now()) is not RaceState.OPEN:
        return ""
    come = {seat.player for seat in loaded.seats}
    open_ones = race.challenges.filter(declined_at=None).exclude(challenged__in=come)
    names = open_ones.order_by("pk").values_list("challenged__name", flat=True)
    return names_text(list(names))


def _terms_form(race: Race, loaded: racing.Race, player: Player | None) -> RaceForm | None:
    """Return the form in which the host changes the race; None for everyone else."""
    if player is None or not racing.may_set_terms(loaded, player.pk, now()):
        return None
    form = RaceForm.of(race)
    is_easy = race.wished_difficulty == StoredDifficulty.EASY
    if is_easy and player.is_newcomer(Rules.parse(race.rules).game):
        form.fields["difficulty"].help_text = _(
            "Until you have won a game, its races begin with easy deals."
        )
    return form


def _module_data(
    request: HttpRequest,
    race: Race,
    player: Player | None,
    table: TableOf | None,
    score: Score | None,
) -> dict[str, Any]:
    """Return what the page passes to its JavaScript module."""
    return {
        "code": race.code,
        "counted": counting(race.rules).words,
        "remarks": reverse("race-remarks", args=[race.code]),
        "socket": socket_address(race, player),
        "event": table and event_socket(table.event, player),
        "points": score.points if score else {},
        "wayOn": way_on(race, player),
        "help": _help(Rules.parse(race.rules)),
        "ghosts": ghosts(request, race),
        "guide": guide(request, race),
        "compared": player is not None and run_to_compare(race, player) is not None,
        **_best_time(race, player),
    }


def _help(rules: Rules) -> dict[str, Any]:
    """Return where the rules are explained, and the sentence behind each refusal."""
    found = anchors(rules.game)
    return {
        "url": help_url(str(rules)),
        "anchors": found,
        "sentences": {name: str(sentence(name, rules)) for name in sorted(set(found.values()))},
    }


def _best_time(race: Race, player: Player | None) -> dict[str, int | None]:
    """Return the player's best time by the same rules before a race; nothing in a practice.

    On a published deal no time counts, but the first win is still that.
    """
    if player is None or race.kind == Kind.SOLO:
        return {}
    if race.deal.public:
        wins = Entry.objects.filter(player=player, race__rules=race.rules, state=RunState.WON)
        return {} if wins.exclude(race=race).exists() else {"best": None}
    won = Entry.objects.counted().filter(player=player, race__rules=race.rules)
    if race.closed_at is not None:
        won = won.filter(race__closed_at__lt=race.closed_at)
    return {"best": won.exclude(race=race).aggregate(best=Min("time_ms"))["best"]}


def socket_address(race: Race, player: Player | None) -> str:
    """Return the address of a race's socket; for a known player, it requires a session."""
    session = "&session=required" if player else ""
    return f"/ws/race/{race.code}/?v={VERSIONS[-1]}&language={get_language()}{session}"


_SCENES: Final = {(RaceState.OPEN, "page"): "room", (RaceState.RUNNING, "wall"): "watch"}
"""What can be shown before the first frame arrives."""


def _state_context(loaded: racing.Race, ghosts: int, *, seated: bool) -> dict[str, Any]:
    """Return what the page shows of the race's state until the first frame arrives."""
    state = loaded.state(now())
    is_open = state in (RaceState.OPEN, RaceState.COUNTDOWN)
    full = len(loaded.seats) >= loaded.seats_max
    layout = _layout(state, seated=seated)
    return {
        "scene": _SCENES.get((state, layout), "loading"),
        "layout": layout,
        "track": Track.of(loaded, ghosts) if layout == "table" else Track(),
        "host": next((seat.name for seat in loaded.seats if seat.player == loaded.host), None),
        "practice": loaded.kind is Kind.SOLO,
        "watching": racing.watching(loaded),
        "late": late_text(racing.boards_delay(loaded.limit)),
        "seats": loaded.seats,
        "seated": seated,
        "may_join": is_open and not seated and not full,
        "full": is_open and not seated and full,
    }


def _layout(state: RaceState, *, seated: bool) -> str:
    """Return the layout to begin with: a page, the player's own table, or a wall of all boards."""
    if state in (RaceState.OPEN, RaceState.OVER):
        return "page"
    # During the countdown a visitor may still take a seat.
    if seated or state is RaceState.COUNTDOWN:
        return "table"
    return "wall"
