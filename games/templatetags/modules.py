"""Modules, style sheets and sentences of a page."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def module(name: str) -> SafeString:
    """The script element of the module of a page."""
    return format_html(
        '<script type="module" src="{}"></script>', static(settings.STATIC_JOINED + name)
    )


@register.simple_tag
def sheet(name: str) -> SafeString:
    """The link to one of the style sheets for pages."""
    path = f"{settings.STATIC_JOINED}styles/pages/{name}.css"
    return format_html('<link rel="stylesheet" href="{}">', static(path))


@register.simple_tag
def catalogue() -> SafeString:
    """What translates the sentences of the modules; nothing in the language they are written in."""
    language = get_language()
    if language is None or language == settings.LANGUAGE_CODE:
        return SafeString()
    url = reverse("catalogue", args=(settings.STATIC_FINGERPRINT, language))
    return format_html('<script defer src="{}"></script>', url)
