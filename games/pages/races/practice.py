"""Practice: starting one alone, and the list of unfinished ones."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import TextChoices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games.engine import GAMES
from games.models import Deal, Entry, Player, Race
from games.models.deals.deal import KEY_BYTES
from games.models.play.first_deal import choose_first_deal
from games.models.play.practice import (
    SecretDealError,
    begin_practice,
    bring_deal,
    choose_deal,
    practise_on,
)
from games.models.visibility import help_later
from games.pages.deals.deal_input import read_deal
from games.pages.deals.labels import difficulty
from games.pages.deals.rules_form import RulesForm, difficulty_field
from games.pages.deals.small_board import covered_board
from games.pages.people.visitor import known_player, playing_visitor
from games.pages.races.guide import GUIDED, guided_address
from games.pages.races.results import results
from games.pages.races.usual_game import usual_game
from games.pages.site.clock import now
from games.pages.site.strangers import shared_by_strangers
from games.spoken import spoken

LATEST = 5


class Draw(TextChoices):
    """Where a practice's deal comes from."""

    PROVEN = "proven", _("A random winnable deal")
    ANY = "any", _("Any random deal")
    BROUGHT = "brought", _("A deal I enter")


class PracticeForm(RulesForm):
    """A new practice: its rules and its deal, which is winnable by default."""

    guided = forms.BooleanField(required=False)
    draw = forms.ChoiceField(
        label=_("Which deal"), required=False, initial=Draw.PROVEN.value, choices=Draw.choices
    )
    difficulty = difficulty_field()
    deal = forms.CharField(
        label=_("Key, cards or number of the deal"),
        required=False,
        max_length=1000,
        help_text=_(
            "The key that a race's page shows when it's over, 52 cards such as QH, or the number "
            "of a FreeCell deal such as #11982. Help with a deal you enter starts the next day."
        ),
        widget=forms.Textarea(
            attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}
        ),
    )

    def clean_deal(self) -> str:
        """Return the typed deal as stored, or an empty text."""
        given: str = self.cleaned_data["deal"]
        return read_deal(given) if given else ""

    def clean(self) -> dict[str, Any]:
        """Return the fields; a typed deal overrides the choice of where the deal comes from.

        A guide chooses the deal itself.
        """
        cleaned = self.cleaned_data
        if cleaned.get("deal"):
            cleaned["draw"] = Draw.BROUGHT
        elif (
            cleaned.get("draw") == Draw.BROUGHT
            and "deal" not in self.errors
            and not cleaned["guided"]
        ):
            self.add_error("deal", _("Enter the key, the cards or the number of the deal."))
        return cleaned


@require_http_methods(["GET", "HEAD", "POST"])
@shared_by_strangers
def practice(request: HttpRequest) -> HttpResponse:
    """Choose a deal and start a practice; with `race`, start at once on a finished race's deal."""
    if request.method == "POST" and "race" in request.POST:
        return _on_deal_of(request, request.POST["race"])
    sent = request.POST if request.method == "POST" else request.GET
    game = sent.get("game", "")
    if game not in GAMES:
        usual = usual_game(known_player(request))
        return _show(request, PracticeForm(usual), status=400 if game else 200)
    if request.method != "POST":
        return _show(request, PracticeForm(game))
    form = PracticeForm(game, request.POST)
    if not form.is_valid():
        return _show(request, form, status=400)
    player = playing_visitor(request)
    try:
        race = begin_practice(player, form.rules, lambda: _deal(form, player), now)
    except SecretDealError as error:
        form.add_error("deal", spoken(error.sentence))
        return _show(request, form, status=400)
    if (why := help_later(race.deal, now())) is not None:
        messages.info(request, spoken(why))
    if instead := _instead(form, race):
        messages.info(request, instead)
    return redirect(guided_address(race) if form.cleaned_data["guided"] else race)


def _deal(form: PracticeForm, player: Player) -> Deal:
    """Return the deal that a valid form asks for; any random one if no proven one is ready."""
    given = form.cleaned_data
    if given["guided"]:
        if deal := choose_first_deal(form.rules, player, now()):
            return deal
    elif given["draw"] == Draw.BROUGHT:
        return bring_deal(given["deal"], player, now())
    if given["guided"] or given["draw"] != Draw.ANY:
        wished = "" if given["guided"] else given["difficulty"]
        if deal := choose_deal(form.rules, player, now(), secrets.token_bytes, wished):
            return deal
    return Deal.objects.draw(secrets.token_bytes(KEY_BYTES))


def _instead(form: PracticeForm, race: Race) -> str:
    """Return what is said of a deal that isn't as hard as wished; empty otherwise."""
    wished = form.cleaned_data["difficulty"]
    is_open = form.cleaned_data["draw"] in ("", Draw.PROVEN) and not form.cleaned_data["guided"]
    if not wished or not is_open or race.difficulty == wished:
        return ""
    values = {"wished": difficulty(wished), "difficulty": difficulty(race.difficulty)}
    if not race.difficulty:
        return gettext("No deal rated “%(wished)s” was ready.") % values
    return gettext("No deal rated “%(wished)s” was ready. This one is %(difficulty)s.") % values


def _on_deal_of(request: HttpRequest, code: str) -> HttpResponse:
    try:
        race = Race.objects.find(code)
    except Race.DoesNotExist:
        return _show(request, PracticeForm(next(iter(GAMES))), status=404)
    try:
        begun = practise_on(race, playing_visitor(request), now)
    except SecretDealError as error:
        messages.error(request, spoken(error.sentence))
        return redirect(race)
    return redirect(guided_address(begun) if GUIDED in request.POST else begun)


def _show(request: HttpRequest, form: PracticeForm, status: int = 200) -> HttpResponse:
    player = known_player(request)
    going_on = Entry.objects.going_on(player.pk) if player else Entry.objects.none()
    context = {
        "form": form,
        "title": GAMES[form.game].title,
        "board": covered_board(form.game),
        "titles": {name: game.title for name, game in GAMES.items()},
        "going_on": results(going_on[:LATEST]),
    }
    return render(request, "races/practice.html", context, status=status)
