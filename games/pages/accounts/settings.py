"""One's own account at a glance, with what one can change."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from allauth.socialaccount.adapter import get_adapter
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import Player
from games.pages.forms import NameForm
from games.pages.guests import required_player


class PrivacyForm(forms.ModelForm):  # type: ignore[type-arg]
    """What others may know of a player."""

    class Meta:
        model = Player
        fields = ("private", "show_online")

    def save(self, commit: bool = True) -> Player:
        """Store what the form asks for, and nothing else: the rest may have changed meanwhile."""
        if commit:
            Player.objects.filter(pk=self.instance.pk, deleted_at=None).update(**self.cleaned_data)
        player: Player = self.instance
        return player


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """Name, address, protection, privacy, and the way out; a POST changes the privacy."""
    player = required_player(request)
    form = PrivacyForm(request.POST or None, instance=player)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("account-settings")
    context = {
        "form": form,
        "name_form": NameForm(initial={"name": player.name}),
        "address": EmailAddress.objects.get_primary(player),
        "protected": is_mfa_enabled(player),
        "elsewhere": get_adapter().list_providers(request),
    }
    return render(request, "account/settings.html", context)
