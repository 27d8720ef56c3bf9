"""What is wrong with the settings: a start names all of it at once, not one after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.core.exceptions import ImproperlyConfigured

P = ParamSpec("P")
T = TypeVar("T")

# The settings are a module, which has nowhere else to keep this while it is read.
_found: dict[str, str] | None = None
_are_forgiven = False


def forgive() -> None:
    """Take wrong settings as unset in this process, which only shows help."""
    global _are_forgiven
    _are_forgiven = True


def collect() -> None:
    """Keep what is wrong from now on, until `complain`."""
    global _found
    _found = {}


def complain() -> None:
    """End a collection.

    :raises ImproperlyConfigured: if something is wrong, unless forgiven; it names everything.
    """
    global _found
    found, _found = list((_found or {}).values()), None
    if _are_forgiven:
        return
    if len(found) > 1:
        raise ImproperlyConfigured("".join(["these are wrong:", *(f"\n- {one}" for one in found)]))
    if found:
        raise ImproperlyConfigured(found[0])


def is_wrong(name: str) -> bool:
    """Return whether the variable is known to be wrong, so that it counts as unset."""
    return _found is not None and name in _found


def wrong(name: str, sentence: str) -> None:
    """Keep what is wrong with a variable.

    :raises ImproperlyConfigured: outside a collection.
    """
    if _found is None:
        raise ImproperlyConfigured(sentence)
    _found.setdefault(name, sentence)


def collected(
    read: Callable[Concatenate[str, P], T],
) -> Callable[Concatenate[str, P], T]:
    """Let a reader of variables go on, during a collection, as if a wrong one were unset."""

    @wraps(read)
    def reading(name: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return read(name, *args, **kwargs)
        except ImproperlyConfigured as error:
            if _found is None or is_wrong(name):
                raise
            wrong(name, str(error))
            return read(name, *args, **kwargs)

    return reading
