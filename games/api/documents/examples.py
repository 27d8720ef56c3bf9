"""Examples of what is sent and answered, made from the types and a few values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.api.requests.parsing import RULES_EXAMPLE
from games.engine import GAMES

GAME: Final = RULES_EXAMPLE.partition("/")[0]

Schema = Mapping[str, Any]

HASH: Final = "9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab"

VALUES: Final[Mapping[str, Any]] = {
    "at": "2026-11-23T20:04:31Z",
    "at_most": 1790,
    "attempt": "HTVWBD",
    "bot": False,
    "cards": "5C KD 9H …",
    "closed_at": "2026-11-23T20:04:31Z",
    "closes_at": "2026-11-26T18:00:00Z",
    "code": "QFXKMP",
    "commitment": HASH,
    "countdown": 5,
    "created_at": "2026-11-20T18:00:00Z",
    "day": "2026-11-23",
    "deal": "5C KD 9H …",
    "disabled_at": None,
    "ends_at": "2026-11-24T00:00:00Z",
    "event": "over",
    "expires_at": None,
    "expires_in": 30,
    "failing_since": None,
    "fault": "",
    "game": GAME,
    "help": f"/how-to-play/{RULES_EXAMPLE}/",
    "hidden": False,
    "host": 0,
    "key": "5fa1c2" + HASH[6:],
    "label": "Corner",
    "limit": 600,
    "moves": 84,
    "ms": 61250,
    "next": None,
    "number": 1,
    "origin": "The rules of this site.",
    "opens_at": "2026-11-23T18:00:00Z",
    "outcome": None,
    "owner": None,
    "period": "week",
    "place": 1,
    "players": 128,
    "points": 43,
    "preset": "standard",
    "progress": 52,
    "races": 12,
    "rating": 1612,
    "record": "[Game …]",
    "retry_at": None,
    "rules": RULES_EXAMPLE,
    "scopes": ["read", "race"],
    "seat": 0,
    "seats_max": 10,
    "sentence": "A king may fill an empty corner.",
    "starts_at": "2026-11-23T20:03:30Z",
    "planned": False,
    "states": 15012,
    "status": 200,
    "taken": 3,
    "ticket": "4LrmYb8X…",
    "time": 61250,
    "time_ms": 61250,
    "title": GAMES[GAME].title,
    "undos": 0,
    "used_at": "2026-11-23T20:03:12Z",
    "variant": "Standard",
    "voided": "",
    "won": 9,
    "AnytimeRef.state": "waiting",
    "AnytimeDocument.state": "waiting",
    "AnytimeResult.state": "won",
    "AnytimeSeat.done": True,
    "EntryDocument.state": "won",
    "EventDocument.runs": [],
    "Fault.detail": "`body.countdown` is 1. Send an integer (3 to 60).",
    "Fault.where": "body.countdown",
    "Frame.action": "t7f1",
    "Frame.piles": {"t1": "?? ?? 7D", "f1": "AS"},
    "Frame.progress": 1,
    "Game.name": GAME,
    "GameInWords.name": GAME,
    "MadeBot.token": "samedeal_…",
    "PlayerRef.name": "Alice",
    "NewAnytimeRace.seats": 4,
    "NewAnytimeRace.window": 24,
    "NewBot.name": "Crow",
    "CompetitionDocument.name": "Club night",
    "EventRef.name": "Club night",
    "NewCompetition.name": "Club night",
    "NewMatch.target": 3,
    "NewRace.limit": 900,
    "NewWebhook.address": "https://club.example.org/races",
    "MatchDocument.state": "on",
    "MatchPlayer.points": 2.5,
    "MatchPlayer.wins": 2.5,
    "MatchPlayer.won": False,
    "MatchRaceRef.number": 1,
    "MatchRef.number": 3,
    "Option.name": "corner",
    "Option.values": ["yes", "no"],
    "OptionInWords.name": "corner",
    "Own.races": ["QFXKMP"],
    "Preset.name": "standard",
    "Preset.options": {},
    "PresetInWords.name": "standard",
    "PresetInWords.title": "Standard",
    "Problem.code": None,
    "Problem.detail": "`body.countdown` is 1. Send an integer (3 to 60).",
    "Problem.status": 400,
    "Problem.title": "Bad Request",
    "Problem.type": "about:blank",
    "ProofDocument.solution": ["t7f1", "t3f1"],
    "RaceDocument.state": "over",
    "Rank.around": [],
    "Run.state": "won",
    "Token.name": "My script",
    "Topic.sentences": ["There are eight columns."],
    "Topic.title": "The tableau",
    "ValueInWords.value": "yes",
    "WebhookDocument.address": "https://club.example.org/races",
    "WebhookDocument.secret": None,
}
"""What a field holds, by its name or by the names of its type and its own."""


def example(schema: Schema, types: Mapping[str, Schema], key: str = "") -> Any:
    """Return an example of a type; `key` is `Type.field` where it is a field's.

    :param types: the types that a schema refers to, by name.
    """
    if key in VALUES:
        return VALUES[key]
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return example({"title": name, **types[name]}, types, key)
    if "properties" in schema:
        return {
            name: example(field, types, f"{schema['title']}.{name}")
            for name, field in schema["properties"].items()
            # A request leaves out what it needn't say.
            if _is_said(schema, name)
        }
    if schema.get("type") == "array":
        return [example(schema["items"], types)] * schema.get("minItems", 1)
    name = key.rpartition(".")[2]
    if name in VALUES and not _has_parts(schema):
        return VALUES[name]
    return _simple(schema, types, key)


def _is_said(schema: Schema, name: str) -> bool:
    is_request = "default" in schema["properties"][name]
    return not is_request or f"{schema['title']}.{name}" in VALUES


def _has_parts(schema: Schema) -> bool:
    """Tell whether a type has fields or items of its own."""
    return "$ref" in schema or any("$ref" in one for one in schema.get("anyOf", ()))


def _simple(schema: Schema, types: Mapping[str, Schema], key: str) -> Any:
    for words in ("examples", "enum"):
        if words in schema:
            return schema[words][0]
    for many in ("anyOf", "oneOf"):
        if many in schema:
            return example(schema[many][0], types, key)
    if "const" in schema:
        return schema["const"]
    known = {"boolean": False, "integer": schema.get("minimum", 7), "object": {}, "null": None}
    if schema.get("format") == "date":
        return VALUES["day"]
    return known.get(schema.get("type", ""), "…")
