"""What a request may contain: text that can be stored and shown, and no redirect off the site."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.http.request import UnreadablePostError
from django.shortcuts import render
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext as _

from games.api.requests.problems import is_for_programs, refuse
from games.pages.site.destinations import FIELD, is_safe

if TYPE_CHECKING:
    from django.http.request import _ImmutableQueryDict

Fields: TypeAlias = "_ImmutableQueryDict"
"""The fields of a query or a form."""

CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters and lone surrogates."""

CONTROL_BUT_WHITE_SPACE: Final = re.compile(f"(?![\t\n\r]){CONTROL.pattern}")
"""The same, except those that multi-line text may have."""


class IntakeMiddleware:
    """Refuses what no page, form or database can take, before other code sees it.

    A control character such as NUL in the address, query or form gets status 400. A cookie with
    one is ignored, since its owner could not get rid of it. A field that names a next page on
    another site is removed, so that no page repeats it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.COOKIES = {
            name: value
            for name, value in request.COOKIES.items()
            if control_character(name + value) is None
        }
        # The locale middleware has not run yet, and the API speaks English only.
        for_programs = is_for_programs(request)
        with override("en" if for_programs else get_language_from_request(request)):
            if problem := _problem(request):
                if for_programs:
                    return refuse(HTTPStatus.BAD_REQUEST, problem)
                return refusal(request, problem)
        request.GET = _on_this_site(request, request.GET)
        if request.method == "POST":
            request.POST = _on_this_site(request, request.POST)
        request.META["QUERY_STRING"] = request.GET.urlencode()
        return self.get_response(request)


def control_character(text: str, *, several_lines: bool = False) -> str | None:
    """Return the first control character or lone surrogate in a text, as "U+0000", or None."""
    found = (CONTROL_BUT_WHITE_SPACE if several_lines else CONTROL).search(text)
    return None if found is None else f"U+{ord(found[0]):04X}"


def refusal(request: HttpRequest, sentence: str) -> HttpResponse:
    """Answer 400 and say what is wrong: as a page for browsers, as plain text for other clients."""
    if request.get_preferred_type(["text/plain", "text/html"]) == "text/html":
        return render(request, "400.html", {"sentence": sentence}, status=400)
    return HttpResponse(f"{sentence}\n", "text/plain; charset=utf-8", status=400)


def _problem(request: HttpRequest) -> str:
    """Return what is wrong with a request, in its language, or an empty text."""
    if request.encoding is not None and codecs.lookup(request.encoding).name != "utf-8":
        return _("This site reads UTF-8 only.")
    advice = _("Remove it and try again.")
    if found := control_character(request.path):
        sentence = _("The address has a control character (%(character)s).")
        return f"{sentence % {'character': found}} {advice}"
    if invalid := _invalid_field(request.GET):
        sentence = _("“%(field)s” in the address has a control character (%(character)s).")
        return f"{sentence % invalid} {advice}"
    try:
        form = request.POST
    except UnreadablePostError:
        return _("The form didn't arrive complete. Send it again.")
    if invalid := _invalid_field(form):
        sentence = _("The field “%(field)s” has a control character (%(character)s).")
        return f"{sentence % invalid} {advice}"
    return ""


def _invalid_field(sent: QueryDict) -> dict[str, str] | None:
    """Return the first field with a control character, and that character."""
    for field, values in sent.lists():
        for text in (field, *values):
            if found := control_character(str(text), several_lines=True):
                return {"field": "".join(filter(str.isprintable, field))[:40], "character": found}
    return None


def _on_this_site(request: HttpRequest, sent: Fields) -> Fields:
    """Return the fields without a next page on another site."""
    if all(is_safe(request, address) for address in sent.getlist(FIELD)):
        return sent
    rest = sent.copy()
    del rest[FIELD]
    rest._mutable = False
    return cast("Fields", rest)
