"""The end of an account."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Player
from games.models.database.holding import held
from games.models.people.refusals import gone
from games.models.races.identity import erase
from games.models.races.transition import leave_waiting
from games.pages.clock import now
from games.pages.guests import required_player

KEPT_BESIDE: Final = (EmailAddress, Authenticator, SocialAccount)
"""What is stored of an account elsewhere than in its own row."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def delete(request: HttpRequest) -> HttpResponse:
    """Ask once, then forget the visitor; the runs that others raced against stay, under no name."""
    player = required_player(request)
    if request.method != "POST":
        return render(request, "account/delete.html")
    leave_waiting(player.pk, now)
    forget(player, timezone.now())
    logout(request)
    messages.success(request, _("Your account is deleted. Thank you for playing."))
    return redirect("home")


@transaction.atomic
def forget(player: Player, at: datetime) -> None:
    """Erase a player with all that is stored beside, in one go."""
    # First: what is added at this moment is stored before this, or waits until it is over.
    erase(player, at)
    for stored in KEPT_BESIDE:
        stored.objects.filter(user=player).delete()


@receiver(post_save, sender=EmailAddress)
@receiver(post_save, sender=Authenticator)
@receiver(post_save, sender=SocialAccount)
def refuse_to_deleted(sender: Any, instance: Any, **kwargs: Any) -> None:
    """See that nothing is kept of an account that was deleted while somebody added to it.

    :raises GoneError: if it was.
    """
    with transaction.atomic():
        player = held(Player.objects.filter(pk=instance.user_id))
        is_there = player.values_list("deleted_at", flat=True).first() is None
        if not is_there:
            instance.delete()
    if not is_there:
        raise gone()
