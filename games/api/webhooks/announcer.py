"""Announcements: events as sentences, for chats that take incoming webhooks."""

from __future__ import annotations

import re
from typing import Any, Final

from games.api.resources.races import RaceDocument, Seat
from games.api.streaming.events import EventDocument
from games.engine import GAMES
from games.models.races.webhook import WebhookFormat
from games.racing import Kind, RaceState

JOINT: Final = "\N{WORD JOINER}"

GREETING: Final = "This is a test: your races will be announced here."


def announcement(document: EventDocument, origin: str) -> str:
    """Return a sentence on an event with a link; empty where there is nothing to announce.

    Races are announced as they open and end; dailies and practices are their player's own.
    """
    race = document.race
    if race is None or not race.seats or Kind(race.kind).is_alone:
        return ""
    title = GAMES[race.rules.partition("/")[0]].title
    first = _name(race.seats[0])
    # What comes late must not call anyone to a race that is on or over.
    waits = race.state in (RaceState.OPEN, RaceState.COUNTDOWN)
    match document.event:
        case "opened" if waits:
            said = f"A race of {title} is open: {first} waits for you."
        case "challenged" if waits:
            said = f"{first} challenges you to a race of {title}."
        case "over":
            said = f"A race of {title} is over. {_podium(race)}"
        case _:
            return ""
    return f"{said} {origin}/race/{race.code}/"


def message(form: str, text: str) -> dict[str, Any]:
    """Return a text as a chat takes it: names in it mention no one and make no links."""
    if form == WebhookFormat.DISCORD:
        for mark in "\\*_~`|>[]()#":
            text = text.replace(mark, f"\\{mark}")
        return {"content": text, "allowed_mentions": {"parse": []}}
    for mark, escaped in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(mark, escaped)
    return {"text": text, "mrkdwn": False}


def _name(seat: Seat) -> str:
    """Return a player's name with joints that chats take for no link and no mention."""
    return re.sub(r"([.:/@])", f"\\1{JOINT}", seat.player.name)


def _podium(race: RaceDocument) -> str:
    placed = [seat for seat in race.seats if seat.run and seat.run.place]
    ranked = sorted(placed, key=lambda seat: (seat.run and seat.run.place) or 0)
    return ", ".join(map(_placed, ranked[:3])) + "." if ranked else ""


def _placed(seat: Seat) -> str:
    run = seat.run
    if run is None:
        return _name(seat)
    how = f"{run.progress} of 52 cards home"
    if run.time is not None:
        minutes, seconds = divmod(run.time // 1000, 60)
        how = f"{minutes}:{seconds:02}"
    return f"{run.place}. {_name(seat)} ({how})"
