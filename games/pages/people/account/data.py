"""Exporting a visitor's own data."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Entry, Event, Notice, Player, PushSubscription, Ruling, Wishes
from games.models.visibility import replayable_by
from games.pages.people.visitor import required_player
from games.pages.site.clock import now


@require_safe
@never_cache
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def export(request: HttpRequest) -> HttpResponse:
    """Send everything stored about the visitor as JSON, each finished run with its record."""
    player = required_player(request)
    answer = JsonResponse(_stored(player), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="same-deal-{player.pk}.json"'
    return answer


def _stored(player: Player) -> dict[str, Any]:
    entries = Entry.objects.history(player.pk).select_related("player", "race__deal")
    known = set(
        Entry.objects.filter(replayable_by(player, now()))
        .filter(player=player)
        .values_list("pk", flat=True)
    )
    return {
        "name": player.name,
        "username": player.username,
        "guest": player.guest,
        "private": player.private,
        "show_online": player.show_online,
        "seen": player.seen_at and player.seen_at.isoformat(),
        "follows": list(player.following.order_by("pk").values_list("name", flat=True)),
        **_followed_from_play(player),
        "emails": [
            {"email": address.email, "verified": address.verified}
            for address in EmailAddress.objects.filter(user=player)
        ],
        "logins_elsewhere": [
            {"provider": account.provider, "id": account.uid}
            for account in SocialAccount.objects.filter(user=player)
        ],
        **_programs(player),
        "notices": [
            {"kind": notice.kind, "at": notice.at.isoformat(), "of": notice.get_absolute_url()}
            for notice in Notice.objects.filter(player=player).with_cause().order_by("-pk")
        ],
        "browsers_pushed_to": [
            {"endpoint": browser.endpoint, "since": browser.created_at.isoformat()}
            for browser in PushSubscription.objects.filter(player=player).order_by("pk")
        ],
        # The record of a deal that is still being played would reveal it.
        "races": [
            _raced(entry, with_record=entry.pk in known)
            for entry in entries.prefetch_related("actions")
        ],
    }


def _followed_from_play(player: Player) -> dict[str, Any]:
    return {
        "ratings": list(player.ratings.order_by("game").values("game", "mu", "sigma", "races")),
        "rulings": [
            {"race": code, "decision": decision, "reason": reason, "at": at.isoformat()}
            for code, decision, reason, at in Ruling.objects.filter(entry__player=player)
            .order_by("pk")
            .values_list("entry__race__code", "decision", "reason", "created_at")
        ],
        "notifications": list(
            Wishes.objects.filter(player=player).values("quiet", "mailed", "pushed", "language")
        ),
        "events_organised": list(
            Event.objects.filter(organiser=player).order_by("pk").values_list("code", flat=True)
        ),
        "events_joined": list(
            Event.objects.filter(participations__player=player)
            .order_by("pk")
            .values_list("code", flat=True)
        ),
    }


def _programs(player: Player) -> dict[str, Any]:
    return {
        "tokens": [
            {"name": token.name, "scopes": token.scopes, "created": token.created_at.isoformat()}
            for token in player.tokens.order_by("pk")
        ],
        "bots": list(player.bots.order_by("pk").values_list("name", flat=True)),
        "webhooks": [
            {"address": webhook.address, "created": webhook.created_at.isoformat()}
            for webhook in player.webhooks.order_by("pk")
        ],
        "applications": list(
            Client.objects.filter(owner=player).order_by("pk").values_list("name", flat=True)
        ),
        "since": player.date_joined.isoformat(),
        "last_login": player.last_login and player.last_login.isoformat(),
    }


def _raced(entry: Entry, *, with_record: bool) -> dict[str, Any]:
    race = entry.race
    return {
        "code": race.code,
        "kind": race.kind,
        "rules": race.rules,
        "started": race.starts_at and race.starts_at.isoformat(),
        "place": entry.place,
        "state": entry.state,
        "progress": entry.progress,
        "moves": entry.moves,
        "undos": entry.undos,
        "time_ms": entry.time_ms,
        "record": str(entry.record()) if with_record else None,
        "moves_removed": race.actions_removed_at and race.actions_removed_at.isoformat(),
    }
