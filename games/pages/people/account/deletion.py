"""Deleting an account."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
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
from games.models.races.erasure import forget
from games.models.races.transition import leave_waiting
from games.pages.people.visitor import required_player
from games.pages.site.clock import now


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def delete(request: HttpRequest) -> HttpResponse:
    """Ask for confirmation, then erase the visitor; runs in races with others stay, unnamed."""
    player = required_player(request)
    if request.method != "POST":
        return render(request, "people/account/delete.html")
    try:
        player.keep_an_administrator()
    except ValidationError as error:
        messages.error(request, error.messages[0])
        return redirect("account-delete")
    leave_waiting(player, now)
    forget(player, timezone.now())
    logout(request)
    messages.success(request, _("Your account is deleted. Thank you for playing."))
    return redirect("home")


@receiver(post_save, sender=EmailAddress)
@receiver(post_save, sender=Authenticator)
@receiver(post_save, sender=SocialAccount)
def delete_if_account_gone(sender: Any, instance: Any, **kwargs: Any) -> None:
    """Delete a row that was added to an account while that account was being deleted.

    :raises GoneError: if the account is gone.
    """
    with transaction.atomic():
        player = held(Player.objects.filter(pk=instance.user_id))
        is_there = player.values_list("deleted_at", flat=True).first() is None
        if not is_there:
            instance.delete()
    if not is_there:
        raise gone()
