"""The page of a player's bots: accounts that programs play with."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.models import AccessToken, Player
from games.models.people.bot import make_bot
from games.models.people.names import NAME_LENGTH
from games.models.people.token import Scope
from games.models.races.identity import delete_bot
from games.pages.people.account.tokens import shown_tokens
from games.pages.people.visitor import account_required, required_player
from games.pages.site.clock import now
from games.pages.site.converters import row_number


class BotForm(forms.Form):
    """A new bot."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("What others see, with the badge BOT."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
@reauthentication_required  # type: ignore[untyped-decorator]
def bots(request: HttpRequest) -> HttpResponse:
    """List the visitor's bots; a POST makes one, or a token of one, which this answer alone shows.

    A POST with `bot`, the number of one of them, asks for another token.
    """
    owner = required_player(request)
    form = BotForm(None if "bot" in request.POST else request.POST or None)
    text, status = "", 200
    if request.method == "POST":
        try:
            text, status = _issued(owner, form, request.POST.get("bot")), 201
            form = BotForm()
        except ValidationError as error:
            status = 400
            if form.is_bound and not form.errors:
                form.add_error("name", error)
            elif not form.is_bound:
                messages.error(request, error.messages[0])
    found = owner.bots.filter(deleted_at=None).order_by("pk")
    context = {
        "form": form,
        "text": text,
        "bots": [{"player": bot, "tokens": shown_tokens(bot)} for bot in found],
    }
    return render(request, "people/account/bots.html", context, status=status)


def _issued(owner: Player, form: BotForm, asked: str | None) -> str:
    """Return the text of a token of a new bot, or of the one that was asked for.

    :raises ValidationError: if the name won't do, or there are too many bots or tokens.
    """
    if asked is not None:
        number = row_number(asked)
        bot = get_object_or_404(owner.bots.filter(deleted_at=None), pk=number)
    elif form.is_valid():
        bot = make_bot(owner, form.cleaned_data["name"])
    else:
        raise ValidationError(form.errors.as_text())
    return AccessToken.objects.issue(bot, bot.name, Scope.of(bot), timezone.now(), lasts=None)[1]


@require_POST
@account_required
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete one of the visitor's bots; its runs stay, without its name."""
    bot = required_player(request).bots.filter(deleted_at=None, pk=pk).first()
    if bot is not None:
        name = bot.name
        delete_bot(bot, now)
        messages.success(request, _("Deleted “%(name)s”.") % {"name": name})
    return redirect("bots")
