"""Every address that the resolver knows, filled in with stored values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.urls import URLResolver, get_resolver

from games.models import Event, Race


def patterns(resolver: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the addresses as templates such as `race/%(code)s/`, with the names in them."""
    resolver = resolver or get_resolver()
    for name in resolver.reverse_dict:
        for possible, *_ in resolver.reverse_dict.getlist(name):
            yield from ((before + template, tuple(names)) for template, names in possible)
    for prefix, inner in resolver.namespace_dict.values():
        yield from patterns(inner, before + prefix)


def addresses(races: Sequence[Race]) -> list[str]:
    """Return every address with every value that a name in it can take.

    :raises KeyError: for a new name: give it values in `_values`.
    """
    values = _values(races)
    return sorted(
        {
            "/" + template % dict(zip(names, chosen, strict=True))
            for template, names in patterns()
            for chosen in product(*(_of(template, name, values) for name in names))
        }
    )


def _of(template: str, name: str, values: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return the values of a name; in the admin, the rows of the page's model."""
    if name == "object_id" and "%(content_type_id)s" not in template:
        _admin, app, model, *_ = template.split("/")
        keys = apps.get_model(app, model)._default_manager.values_list("pk", flat=True)
        return [str(key) for key in keys] or ["1"]
    return values[name]


def _values(races: Sequence[Race]) -> Mapping[str, Sequence[str]]:
    stored = {
        str(key)
        for model in apps.get_app_config("games").get_models()
        for key in model._default_manager.values_list("pk", flat=True)
        if isinstance(key, int)
    }
    keys = sorted(stored)
    kinds = ContentType.objects.filter(app_label="games")
    [game] = {race.game for race in races}
    return {
        "address": ["v1/nothing"],
        "app_label": sorted({model._meta.app_label for model in apps.get_models()}),
        "client": ["nobody"],
        "code": [race.code for race in races] + [event.code for event in Event.objects.all()],
        "content_type_id": [str(key) for key in kinds.values_list("pk", flat=True)],
        "day": [races[0].created_at.date().isoformat()],
        "game": [game],
        "id": keys,
        "key": ["key"],
        "language": ["de"],
        "object_id": keys,
        "period": ["day"],
        "pk": keys,
        "preset": [race.rules.partition("/")[2] for race in races[:1]],
        "provider_id": ["provider"],
        "release": ["release"],
        "text": ["nowhere"],
        "uidb36": ["1"],
        "url": ["nowhere/"],
    }
