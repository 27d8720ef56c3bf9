"""The list of events, the page of one, and what its players do there."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from games.live.protocol import VERSIONS
from games.models import Event, Participation, Player
from games.models.database.instants import to_datetime
from games.models.people.refusals import PersonalError
from games.models.races.event_players import join_event, leave_event
from games.pages.people.rename import NameForm, arriving_visitor
from games.pages.people.visitor import known_player, player_required, required_player
from games.pages.races.event.card import EventCard, card
from games.pages.races.invitation import Invitation
from games.pages.races.previews.preview import preview_tags
from games.pages.races.previews.words import event_preview
from games.pages.site.clock import now
from games.pages.site.strangers import shared_by_strangers
from games.racing import RefusedError
from games.spoken import spoken

LATEST = 20
COMING = 50


@require_safe
@shared_by_strangers
def events(request: HttpRequest) -> HttpResponse:
    """List the events that are on, those to come, and the latest that are over."""
    instant = now()
    player = known_player(request)
    found = Event.objects.select_related("organiser").listed_for(player).counted()
    mine = player.participations.filter(left_at=None) if player else Participation.objects.none()
    context = {
        "mine": set(
            mine.filter(event__ends_at__gt=to_datetime(instant)).values_list("event", flat=True)
        ),
        "on": found.on(instant)[:COMING],
        "coming": found.coming(instant)[:COMING],
        "over": found.over(instant)[:LATEST],
    }
    return render(request, "races/event/list.html", context)


@require_safe
@shared_by_strangers
def event(request: HttpRequest, code: str) -> HttpResponse:
    """Show an event: its rounds, standings and tables, and the visitor's own part."""
    player = known_player(request)
    try:
        found = shown_event(request, code)
    except Http404:
        return no_event(request, code)
    context = {
        # The page itself leads to the table.
        **({"under_way": None} if found.table else {}),
        "card": found,
        "event": found.event,
        "page": {"socket": socket_address(found.event, player)},
        "invitation": Invitation.to(found.event, request),
        "name_form": NameForm(initial={"name": player.name if player else ""}),
        "preview": preview_tags(request, event_preview(found), "site-picture"),
    }
    return render(request, "races/event/event.html", context)


@require_safe
def no_event(request: HttpRequest, text: str) -> HttpResponse:
    """Say that no event has the code in the address."""
    return render(request, "races/event/no_event.html", {"code": text[:20]}, status=404)


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Let the visitor take part; a stranger becomes a guest."""
    found = find_event(code)
    player = arriving_visitor(request)
    if player is not None:
        try:
            join_event(found, player, now)
        except PersonalError:
            raise
        except RefusedError as error:
            messages.info(request, spoken(error.sentence))
    return redirect(found)


@require_POST
@player_required
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Let a player miss the rounds from the next on."""
    found = find_event(code)
    leave_event(found, required_player(request), now)
    return redirect(found)


def shown_event(request: HttpRequest, code: str) -> EventCard:
    """Return an event as the visitor sees it.

    :raises Http404: if there is none.
    """
    return card(find_event(code), known_player(request), now())


def find_event(code: str) -> Event:
    """Return the event with a code.

    :raises Http404: if there is none.
    """
    try:
        return Event.objects.find(code)
    except Event.DoesNotExist:
        raise Http404(f"no event {code!r}") from None


def socket_address(event: Event, player: Player | None) -> str:
    """Return the address of an event's socket; for a known player, it requires a session."""
    session = "&session=required" if player else ""
    return f"/ws/event/{event.code}/?v={VERSIONS[-1]}&language={get_language()}{session}"
