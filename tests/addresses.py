"""All addresses of the site, derived from its resolver, with the fields each page reads."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, Final

from django import forms
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.regex_helper import normalize

STREAMS: Final = ("text/event-stream", "application/x-ndjson")
"""The types of answers that don't end."""


@dataclass(frozen=True)
class Address:
    """An address with gaps, such as `/race/%(code)s/`, and the view that answers there."""

    template: str
    parameters: tuple[str, ...]
    view: Callable[..., Any]

    def __str__(self) -> str:
        return self.template

    def path(self, values: Mapping[str, str]) -> str:
        """Return the path with these values in the gaps, unescaped."""
        return self.template % {name: values[name] for name in self.parameters}

    @property
    def module(self) -> ModuleType | None:
        """The module of the view."""
        return inspect.getmodule(inspect.unwrap(getattr(self.view, "view_class", self.view)))

    @property
    def is_ours(self) -> bool:
        """Whether the view is ours, not a library's."""
        return self.module is not None and self.module.__name__.startswith("games.")

    def fields(self) -> list[str]:
        """Return the names of the query and form fields that the page may read."""
        found = set(_fields_in(self.module)) if self.is_ours and self.module else set()
        form: type[forms.BaseForm] | None = getattr(
            getattr(self.view, "view_class", None), "form_class", None
        )
        if form is not None:
            found |= set(getattr(form, "base_fields", {}))
        return sorted(found | {"next"})


def addresses() -> list[Address]:
    """Return every address the site answers, including those of libraries."""
    return list(_walk(get_resolver(), "/", ()))


def _walk(resolver: URLResolver, before: str, parameters: tuple[str, ...]) -> Iterator[Address]:
    for pattern in resolver.url_patterns:
        for template, names in normalize(pattern.pattern.regex.pattern):
            here = before + template.removeprefix("/") if before == "/" else before + template
            if isinstance(pattern, URLPattern):
                yield Address(here, (*parameters, *names), pattern.callback)
            else:
                yield from _walk(pattern, here, (*parameters, *names))


@cache
def _fields_in(module: ModuleType) -> frozenset[str]:
    """Return the keys a module looks up in queries and forms, and the fields of its forms."""
    tree = ast.parse(inspect.getsource(module))
    found = {constant.value for node in ast.walk(tree) for constant in _asked_for(node)}
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, forms.BaseForm):
            found |= set(getattr(value, "base_fields", {}))
    return frozenset(name for name in found if isinstance(name, str))


def _asked_for(node: ast.AST) -> list[ast.Constant]:
    """Return the constants that a node may look up: `x.get("a")`, `x["a"]`, `"a" in x`."""
    asked: list[ast.expr] = []
    match node:
        case ast.Call(func=ast.Attribute(attr="get" | "getlist"), args=[first, *_]):
            asked = [first]
        case ast.Subscript(slice=index):
            asked = [index]
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()]):
            asked = [left]
    return [constant for constant in asked if isinstance(constant, ast.Constant)]
