"""A page's module with all that it imports, named at once so that a browser need not find out."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Final

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

IMPORT: Final = re.compile(
    r'^(?:(?:import|export)\s[^"]*?from\s+|import\s+)"([^"]+)"', re.MULTILINE
)


@register.simple_tag
def module(name: str) -> SafeString:
    """The script element of a module, and links that load what it imports beside it."""
    links = format_html_join(
        "\n", '<link rel="modulepreload" href="{}">', ((static(path),) for path in imported(name))
    )
    return format_html('<script type="module" src="{}"></script>\n{}', static(name), links)


@register.simple_tag
def catalogue() -> SafeString:
    """What translates the sentences of the modules; nothing in the language they are written in."""
    language = get_language()
    if language is None or language == settings.LANGUAGE_CODE:
        return SafeString()
    url = reverse("catalogue", args=(settings.STATIC_FINGERPRINT, language))
    return format_html('<script defer src="{}"></script>', url)


@cache
def imported(name: str) -> tuple[str, ...]:
    """All modules that a module imports, at once or by detours, by their names as static files.

    :raises FileNotFoundError: if one of them does not exist.
    """
    found: dict[str, None] = {name: None}
    waiting = [name]
    while waiting:
        module = waiting.pop(0)
        path = finders.find(module)
        if path is None:
            raise FileNotFoundError(f"no static file {module}")
        for target in IMPORT.findall(Path(path).read_text(encoding="utf-8")):
            resolved = posixpath.normpath(posixpath.join(posixpath.dirname(module), target))
            if resolved not in found:
                found[resolved] = None
                waiting.append(resolved)
    return tuple(found)[1:]
