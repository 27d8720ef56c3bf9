"""One's own data: taken along as a file, or deleted."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Entry, Player
from games.pages.clock import now
from games.pages.guests import required_player
from games.pages.records import record_of


@require_safe
@never_cache
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """Everything that is stored about the visitor, as JSON, each finished run with its record."""
    player = required_player(request)
    answer = JsonResponse(_stored(player), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="same-deal-{player.pk}.json"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def delete(request: HttpRequest) -> HttpResponse:
    """Ask once, then forget the visitor; the runs that others raced against stay, under no name."""
    player = required_player(request)
    if request.method != "POST":
        return render(request, "account/delete.html")
    with transaction.atomic():
        for stored in (EmailAddress, Authenticator, SocialAccount):
            stored.objects.filter(user=player).delete()
        player.erase(timezone.now())
    logout(request)
    messages.success(request, _("Your account is deleted. Thank you for playing."))
    return redirect("home")


def _stored(player: Player) -> dict[str, Any]:
    entries = Entry.objects.history(player.pk).select_related("player", "race__deal")
    known = set(
        Entry.objects.replayable_by(player, now())
        .filter(player=player)
        .values_list("pk", flat=True)
    )
    return {
        "name": player.name,
        "username": player.username,
        "guest": player.guest,
        "private": player.private,
        "since": player.date_joined.isoformat(),
        "last_login": player.last_login and player.last_login.isoformat(),
        "emails": [
            {"email": address.email, "verified": address.verified}
            for address in EmailAddress.objects.filter(user=player)
        ],
        "logins_elsewhere": [
            {"provider": account.provider, "id": account.uid}
            for account in SocialAccount.objects.filter(user=player)
        ],
        # A deal that is still played somewhere is nobody's to take along.
        "races": [
            _raced(entry, with_record=entry.pk in known)
            for entry in entries.prefetch_related("actions")
        ],
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
        "record": str(record_of(entry)) if with_record else None,
    }
