"""The page of one race, and the way in."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.engine import Rules
from games.engine.moves import STOCK
from games.models import Opening, Player, Race
from games.models.people.refusals import PersonalError
from games.models.races.transition import change_race
from games.models.visibility.access import is_private, is_race_hidden_from
from games.pages.clock import now
from games.pages.counting import counting
from games.pages.forms import CodeForm, NameForm
from games.pages.ghosts import ghosts
from games.pages.guests import known_player, playing_visitor
from games.pages.howto.links import help_url
from games.pages.howto.topics import anchors
from games.pages.labels import difficulty, title, variant
from games.racing import Kind, RaceState, RefusedError, watching
from games.spoken import spoken


@require_safe
def race(request: HttpRequest, code: str) -> HttpResponse:
    """The room, the table and the result in one page; who has no seat may take one, or watch."""
    try:
        found = Race.objects.find(code)
    except Race.DoesNotExist:
        return _no_such_race(request, code)
    if code != found.code:
        return redirect(found)
    player = known_player(request)
    if is_race_hidden_from(found, player, now()):
        return render(request, "race/hidden.html", {"daily": found.deal.daily}, status=403)
    loaded = found.load()
    seated = player is not None and loaded.seat_of(player.pk) is not None
    if is_private(found) and not seated:
        return _no_such_race(request, code)
    state = loaded.state(now())
    gathering = state in (RaceState.OPEN, RaceState.OVER)
    is_open = state in (RaceState.OPEN, RaceState.COUNTDOWN)
    context = {
        "race": found,
        "daily": found.attempt.daily if loaded.kind is Kind.DAILY else None,
        "title": title(found.rules),
        "variant": variant(found.rules),
        "help": help_url(found.rules),
        "counting": counting(found.rules),
        "difficulty": difficulty(found.difficulty),
        "wished": difficulty(found.wished),
        "host": next((seat.name for seat in loaded.seats if seat.player == loaded.host), None),
        "practice": loaded.kind is Kind.SOLO,
        "watching": watching(loaded),
        "minutes": (found.limit_s or 0) // 60,
        # Until its first frame the page shows where the race stood when it was asked for.
        "scene": "room" if state is RaceState.OPEN else "loading",
        "layout": "page" if gathering else "table" if seated or is_open else "wall",
        "stock": STOCK in Rules.parse(found.rules).referee.piles,
        "seats": loaded.seats,
        "seated": seated,
        "may_join": is_open and not seated and len(loaded.seats) < loaded.seats_max,
        "full": is_open and not seated and len(loaded.seats) >= loaded.seats_max,
        "name_form": NameForm(initial={"name": player.name if player else ""}),
        "invitation": request.build_absolute_uri(found.get_absolute_url()),
        "page": {
            "code": found.code,
            "game": found.game,
            "counted": counting(found.rules).words,
            "remarks": reverse("race-remarks", args=[found.code]),
            "socket": socket_address(found, player),
            "help": {"url": help_url(found.rules), "anchors": anchors(found.game)},
            "ghosts": ghosts(request.GET, found, player),
        },
    }
    return render(request, "race.html", context)


def socket_address(race: Race, player: Player | None) -> str:
    """The address of a race's socket; for a page of a player, one that asks for a session."""
    session = "&session=required" if player else ""
    return f"/ws/race/{race.code}/?language={get_language()}{session}"


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat; a visitor becomes a guest. Who comes too late may watch."""
    if not Race.objects.filter(code=code.upper()).exists():
        return _no_such_race(request, code)
    form = NameForm(request.POST)
    # A name is welcome, not required: a guest without one gets a friendly one.
    name = form.cleaned_data["name"] if form.is_valid() else ""
    if request.POST.get("name", "").strip() and not name:
        for error in form.errors["name"]:
            messages.error(request, str(error))
        return redirect("race", code)
    try:
        player = playing_visitor(request, name)
    except ValidationError as error:
        messages.error(request, error.messages[0])
        return redirect("race", code)
    try:
        found, _race = change_race(
            code, lambda race, now: race.join(player.pk, player.name, player.guest, now), now
        )
    except Race.DoesNotExist:
        return _no_such_race(request, code)
    except PersonalError:
        raise
    except RefusedError as error:
        if error.code == "never-started":
            return _no_such_race(request, code)
        messages.info(request, _("%(why)s You can watch.") % {"why": spoken(error.sentence)})
        return redirect("race", code.upper())
    return redirect(found)


@require_safe
def no_race(request: HttpRequest, text: str) -> HttpResponse:
    """Say that no race has the code in the address, and ask for it again."""
    return _no_such_race(request, text)


def _no_such_race(request: HttpRequest, code: str) -> HttpResponse:
    if Opening.objects.filter(code=code.upper(), race=None).exists():
        return render(request, "no_race.html", {"unstarted": True}, status=410)
    form = CodeForm({"code": code[:20]})
    if form.is_valid():
        form.add_error("code", _("There is no race %(code)s.") % {"code": code.upper()})
    return render(request, "no_race.html", {"code_form": form}, status=404)
