"""The help pages: an index, and a page for any set of rules."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.engine import GAMES, EngineError, Rules
from games.pages.deals.labels import title, variant
from games.pages.deals.presets import PRESETS
from games.pages.howto.links import help_url
from games.pages.howto.page import differences, origin, presets, sections
from games.pages.howto.topics import FIXED
from games.pages.site.strangers import shared_by_strangers


@require_safe
@shared_by_strangers
def index(request: HttpRequest) -> HttpResponse:
    """Show all games and presets; with `rules` in the query, show the page on those rules."""
    text = request.GET.get("rules", "")
    if not text:
        return _index(request)
    try:
        rules = Rules.parse(text)
    except EngineError as error:
        return _index(request, str(error))
    if text != str(rules) or "+" not in text:
        return redirect(help_url(str(rules)))
    return _page(request, rules)


@require_safe
@shared_by_strangers
def of_game(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game's standard rules."""
    if game not in GAMES:
        raise Http404(f"no game {game!r}")
    return _page(request, Rules.of(game))


@require_safe
@shared_by_strangers
def of_preset(request: HttpRequest, game: str, preset: str) -> HttpResponse:
    """Show a preset's rules."""
    if game not in GAMES or preset not in GAMES[game].presets:
        raise Http404(f"no preset {preset!r} of {game!r}")
    rules = Rules.of(game, preset)
    if preset == "standard":
        return redirect(help_url(str(rules)))
    return _page(request, rules)


def _page(request: HttpRequest, rules: Rules) -> HttpResponse:
    parts = sections(rules)
    figures = [line.figure for part in parts for line in part.lines if line.figure]
    context = {
        "rules": rules,
        "title": title(str(rules)),
        "variant": variant(str(rules)),
        "sections": parts,
        "differences": differences(rules),
        # Only presets have published deals, on which a guide can rely.
        "guided": "+" not in str(rules),
        "origin": origin(rules),
        "presets": [_link(other) for other in presets(rules.game)],
        "games": [
            {"name": name, "title": kind.title, "url": help_url(f"{name}/standard")}
            for name, kind in GAMES.items()
        ],
        "figures": {figure.name: figure.table for figure in figures},
    }
    return render(request, "howto/page.html", context)


def _index(request: HttpRequest, problem: str = "") -> HttpResponse:
    games = [
        {
            "title": kind.title,
            "url": help_url(f"{name}/standard"),
            "aim": FIXED[name]["aim"],
            "presets": [_link(rules) | {"origin": origin(rules)} for rules in presets(name)],
        }
        for name, kind in GAMES.items()
    ]
    status = 400 if problem else 200
    return render(request, "howto/index.html", {"games": games, "problem": problem}, status=status)


def _link(rules: Rules) -> dict[str, object]:
    text = str(rules)
    return {"rules": text, "title": PRESETS[rules.game][rules.preset].title, "url": help_url(text)}
