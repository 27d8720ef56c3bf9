"""Links to the help pages."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse


def help_url(rules: str) -> str:
    """Return the address of the help page for canonical rules."""
    name, _slash, variant = rules.partition("/")
    if "+" in variant:
        return f"{reverse('how-to-play')}?{urlencode({'rules': rules})}"
    if variant == "standard":
        return reverse("how-to-play-game", args=[name])
    return reverse("how-to-play-preset", args=[name, variant])
