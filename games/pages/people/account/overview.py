"""The account page: an overview, and what the visitor can change."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from allauth.socialaccount.adapter import get_adapter
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.models import Player
from games.pages.people.rename import NameForm
from games.pages.people.visitor import required_player


class PrivacyForm(forms.ModelForm):  # type: ignore[type-arg]
    """What others may see of a player."""

    class Meta:
        model = Player
        fields = ("private", "show_online")
        labels: ClassVar[dict[str, Any]] = {
            "private": gettext_lazy("Private profile"),
            "show_online": gettext_lazy("Show when I'm online"),
        }
        help_texts: ClassVar[dict[str, Any]] = {
            "private": gettext_lazy("Others see your name and your places, but not your profile."),
            "show_online": gettext_lazy("Others see when you're online, and can watch you race."),
        }

    def save(self, commit: bool = True) -> Player:
        """Store the form's fields and no others, which may have changed in the meantime."""
        if commit:
            Player.objects.filter(pk=self.instance.pk, deleted_at=None).update(**self.cleaned_data)
        player: Player = self.instance
        return player


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """Show name, address, security and privacy, and how to leave; a POST changes the privacy."""
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
    return render(request, "people/account/overview.html", context)
