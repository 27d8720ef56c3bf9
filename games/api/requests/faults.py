"""Every fault of a request in words, where the decoder stops at the first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final, get_args

import msgspec
from dmr.errors import ErrorDetail
from dmr.plugins.msgspec import MsgspecSerializer
from msgspec.structs import fields

from games.api.requests.schemas import limits

MOST: Final = 20
"""As many faults are told at once."""

SHOWN: Final = 40
"""As much of a wrong value is shown, in characters."""

PART: Final = "parsed_"
"""What the framework puts before the name of a part, such as `parsed_query`."""

KINDS: Final = {"integer": "an integer", "boolean": "true or false", "array": "an array"}

EXAMPLES: Final = {"date": "2026-11-23", "uri": "https://example.org/"}

Schema = Mapping[str, Any]


class FaultsError(msgspec.ValidationError):
    """What is wrong with a request: each place, and what is wrong there."""

    def __init__(self, faults: list[tuple[str, str]]) -> None:
        super().__init__(" ".join(said for _where, said in faults))
        self.faults = faults


class Serializer(MsgspecSerializer):
    """Decodes requests, and tells all that is wrong with them."""

    @classmethod
    def from_python(
        cls,
        unstructured: Any,
        model: Any,
        *,
        strict: bool | None,
        extra_namespace: Mapping[str, Any] | None = None,
    ) -> Any:
        """Decode the parts of a request, or check an answer.

        :raises FaultsError: with all faults of a request.
        """
        try:
            return super().from_python(
                unstructured, model, strict=strict, extra_namespace=extra_namespace
            )
        except msgspec.ValidationError:
            # Only requests come as parts; an answer is checked strictly.
            found = [] if strict else list(islice(_in_parts(unstructured, model), MOST))
            if found:
                raise FaultsError(found) from None
            raise

    @classmethod
    def serialize_validation_error(cls, exc: Exception) -> list[ErrorDetail]:
        """Return the faults as the framework passes them on."""
        if isinstance(exc, FaultsError):
            return [{"msg": said, "loc": [where]} for where, said in exc.faults]
        return super().serialize_validation_error(exc)


def _in_parts(sent: Mapping[str, Any], model: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    for part in fields(model):
        yield from _in_part(part.encode_name.removeprefix(PART), sent[part.encode_name], part.type)


def _in_part(where: str, sent: Any, model: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    if not isinstance(sent, Mapping):
        what = "empty" if sent is None else _shown(sent)
        yield where, f"The {where} is {what}. Send a JSON object."
        return
    known = {field.encode_name: field for field in fields(model)}
    for name, field in known.items():
        place = f"{where}.{name}"
        if name not in sent:
            if field.required:
                yield place, f"`{place}` is missing. {_right(field.type)}"
            continue
        try:
            msgspec.convert(sent[name], field.type, strict=False)
        except msgspec.ValidationError:
            yield from _in_value(place, sent[name], field.type)
    if model.__struct_config__.forbid_unknown_fields:
        for name in sent:
            if name not in known:
                yield f"{where}.{name}", _unknown(where, name, list(known))


def _in_value(place: str, sent: Any, annotation: Any) -> Iterator[tuple[str, str]]:
    inner = _struct_in(annotation)
    is_list = msgspec.json.schema(annotation).get("type") == "array"
    if inner is not None and not is_list:
        yield from _in_part(place, sent, inner)
        return
    found: list[tuple[str, str]] = []
    if inner is not None and isinstance(sent, list):
        for number, one in enumerate(sent):
            found += _in_part(f"{place}[{number}]", one, inner)
    yield from found or [(place, f"`{place}` is {_shown(sent)}. {_right(annotation)}")]


def _struct_in(annotation: Any) -> type[msgspec.Struct] | None:
    """Return the JSON object that a type allows, if any."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return annotation
    return next(filter(None, map(_struct_in, get_args(annotation))), None)


def _unknown(where: str, name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1)
    hint = f"Did you mean `{near[0]}`?" if near else f"Known are {', '.join(known)}."
    return f"`{where}.{name}` isn't known. {hint}"


def _shown(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= SHOWN else text[:SHOWN] + ('…"' if text[0] == '"' else "…")


def _right(annotation: Any) -> str:
    """Say what to send for a type."""
    schema = msgspec.json.schema(annotation)
    if "anyOf" in schema and "examples" not in schema:
        # Null is sent by leaving the field out.
        schema |= next(one for one in schema["anyOf"] if one.get("type") != "null")
    if "enum" in schema:
        return f"Send {' or '.join(_json(word) for word in schema['enum'])}."
    kind = KINDS.get(schema.get("type", ""), "text")
    like = [*schema.get("examples", ()), *filter(None, [EXAMPLES.get(schema.get("format", ""))])]
    such = f", such as {_json(like[0])}" if like else ""
    said = "" if kind != "text" else f": {schema.get('description', '')}".rstrip(": .")
    kept = limits(schema)
    return f"Send {kind}{kept and f' ({kept})'}{such}{said}."


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
