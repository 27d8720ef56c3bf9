"""The page of a player's bots: accounts that programs play with."""

from __future__ import annotations

from http import HTTPStatus

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
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
from games.pages.site.fields import WholeField


class BotForm(forms.Form):
    """A new bot."""

    name = WholeField(
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
    """List the visitor's bots; a POST makes one, with a token that this answer alone shows."""
    if request.method != "POST":
        return _page(request, BotForm())
    form = BotForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=HTTPStatus.BAD_REQUEST)
    try:
        bot = make_bot(required_player(request), form.cleaned_data["name"])
    except ValidationError as error:
        form.add_error("name", error)
        return _page(request, form, status=HTTPStatus.BAD_REQUEST)
    return _page(request, BotForm(), _issued(bot), HTTPStatus.CREATED)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
@reauthentication_required  # type: ignore[untyped-decorator]
def token(request: HttpRequest, pk: int) -> HttpResponse:
    """Make another token of one of the visitor's bots, which this answer alone shows."""
    if request.method != "POST":
        # The address stays in the bar, and a change of language comes back to it.
        return redirect("bots")
    bot = get_object_or_404(_own(request), pk=pk)
    try:
        text = _issued(bot)
    except ValidationError as error:
        messages.error(request, error.messages[0])
        return _page(request, BotForm(), status=HTTPStatus.BAD_REQUEST)
    return _page(request, BotForm(), text, HTTPStatus.CREATED)


@require_POST
@account_required
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete one of the visitor's bots; its runs stay, without its name."""
    bot = _own(request).filter(pk=pk).first()
    if bot is not None:
        name = bot.name
        delete_bot(bot, now)
        messages.success(request, _("Deleted “%(name)s”.") % {"name": name})
    return redirect("bots")


def _page(
    request: HttpRequest, form: BotForm, text: str = "", status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """Return the list of the visitor's bots, with the text of a new token if there is one."""
    shown = [{"player": bot, "tokens": shown_tokens(bot)} for bot in _own(request).order_by("pk")]
    context = {"form": form, "text": text, "bots": shown}
    return render(request, "people/account/bots.html", context, status=status)


def _own(request: HttpRequest) -> QuerySet[Player]:
    return required_player(request).bots.filter(deleted_at=None)


def _issued(bot: Player) -> str:
    """Return the text of a new token.

    :raises ValidationError: if the bot has as many as one may have.
    """
    return AccessToken.objects.issue(bot, bot.name, Scope.of(bot), timezone.now(), lasts=None)[1]
