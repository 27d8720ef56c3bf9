"""Scripts, style sheets and translations of a page."""

from __future__ import annotations

from typing import cast

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag(takes_context=True)
def module(context: template.Context, name: str) -> SafeString:
    """Return the script element of a page's module, and a link to each import not yet linked."""
    linked = cast("list[str]", context.render_context.setdefault("linked modules", []))
    imported = [m for m in settings.BUNDLE.imports.get(name, ()) if m not in linked]
    linked += imported
    links = format_html_join(
        "", '<link rel="modulepreload" href="{}">', ((static(f"bundled/{m}"),) for m in imported)
    )
    return format_html('{}<script type="module" src="{}"></script>', links, _address(name))


@register.simple_tag
def prefetch(*names: str) -> SafeString:
    """Return links to bundled files of a later page, which browsers fetch when idle."""
    imports = settings.BUNDLE.imports
    files = [each for name in names if name in imports for each in (name, *imports[name])]
    return format_html_join(
        "", '<link rel="prefetch" href="{}">', ((static(f"bundled/{each}"),) for each in files)
    )


@register.simple_tag
def sheet(name: str) -> SafeString:
    """Return the link to a style sheet for pages."""
    return format_html('<link rel="stylesheet" href="{}">', _address(f"styles/pages/{name}.css"))


@register.simple_tag
def catalogue() -> SafeString:
    """Return the script with the modules' translations; empty in the source language."""
    language = get_language()
    if language is None or language == settings.LANGUAGE_CODE:
        return SafeString()
    url = reverse("catalogue", args=(settings.STATIC_FINGERPRINT, language))
    return format_html('<script defer src="{}"></script>', url)


def _address(name: str) -> str:
    return static(f"bundled/{name}" if name in settings.BUNDLE.imports else name)
