"""The page of webhooks, which send a player's events to addresses of the player's choice."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.decorators import reauthentication_required
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.api.webhooks.deliveries import ask_for_test
from games.background.outbound import UndeliverableError, check
from games.models import Webhook
from games.models.races.webhook import ADDRESS_LENGTH, WebhookFormat
from games.pages.people.visitor import account_required, required_player
from games.pages.site.fields import WholeField

SHOWN: Final = 10
"""How many deliveries of each webhook are listed."""


class WebhookForm(forms.Form):
    """A new webhook: where to send events, and as what."""

    address = WholeField(
        label=gettext_lazy("Address"),
        max_length=ADDRESS_LENGTH,
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    format = forms.ChoiceField(
        label=gettext_lazy("What it gets"),
        choices=(
            (WebhookFormat.JSON.value, gettext_lazy("Signed JSON, for a program")),
            (WebhookFormat.DISCORD.value, gettext_lazy("Messages, for Discord")),
            (WebhookFormat.SLACK.value, gettext_lazy("Messages, for Slack")),
        ),
    )

    def clean_address(self) -> str:
        """Return an address that something can be sent to."""
        address: str = self.cleaned_data["address"]
        try:
            check(address, own_network=settings.WEBHOOKS_TO_OWN_NETWORK)
        except UndeliverableError as error:
            raise ValidationError(
                _("Nothing can be sent there. Copy the whole address, from https:// on.")
            ) from error
        return address


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
@reauthentication_required  # type: ignore[untyped-decorator]
def webhooks(request: HttpRequest) -> HttpResponse:
    """List the visitor's webhooks; a POST makes one, whose secret this answer alone shows."""
    player = required_player(request)
    form, made, status = WebhookForm(request.POST or None), None, 200
    if request.method == "POST":
        made = _made(form, request)
        form, status = (WebhookForm(), 201) if made else (form, 400)
    found = Webhook.objects.filter(player=player).order_by("-pk")
    context = {"form": form, "made": made, "webhooks": [_shown(webhook) for webhook in found]}
    return render(request, "people/account/webhooks.html", context, status=status)


def _shown(webhook: Webhook) -> dict[str, Any]:
    label = dict(WebhookForm.base_fields["format"].choices)[webhook.format]  # type: ignore[attr-defined]
    latest = webhook.deliveries.order_by("-pk")[:SHOWN]
    return {"webhook": webhook, "format": label, "deliveries": latest}


def _made(form: WebhookForm, request: HttpRequest) -> Webhook | None:
    """Make the webhook that a form asks for, unless it is refused."""
    if not form.is_valid():
        return None
    player, asked = required_player(request), form.cleaned_data
    origin = request.build_absolute_uri("/").rstrip("/")
    try:
        return Webhook.objects.make(
            player, asked["address"], WebhookFormat(asked["format"]), origin, timezone.now()
        )
    except ValidationError as error:
        form.add_error(None, error)
        return None


@require_POST
@account_required
def test(request: HttpRequest, pk: int) -> HttpResponse:
    """Send one of the visitor's webhooks a test."""
    mine = Webhook.objects.filter(player=required_player(request), pk=pk).first()
    if mine is not None:
        ask_for_test(mine, timezone.now())
        messages.success(request, _("A test is on its way. How it ended is listed below soon."))
    return redirect("webhooks")


@require_POST
@account_required
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete one of the visitor's webhooks."""
    if Webhook.objects.filter(player=required_player(request), pk=pk).delete()[0]:
        messages.success(request, _("Deleted the webhook."))
    return redirect("webhooks")
