"""The chapters of the API: what its operations are about."""

from __future__ import annotations

from typing import Final

TAGS: Final = {
    "Games": "Games, their presets and options, and their rules in words.",
    "Races": "Races that are on, their deals and results; opening races and taking seats.",
    "Matches": "Chains of races of the same people, and their score.",
    "Any-time races": "One deal and a window, in which each player races it alone and once.",
    "Competitions": "Events of several rounds at many tables, their players and standings.",
    "Runs": "What a player did in a race that is over.",
    "Dailies": "One deal of each game a day, the same for everyone.",
    "Leaderboards": "Best times, ranks and ratings.",
    "Players": "What anyone may know of a player.",
    "Events": "Streams of what happens, as it happens.",
    "Account": "You, your bots, tokens and webhooks.",
}
"""What each chapter holds, in order."""

CHAPTERS: Final = {
    "games": "Games",
    "help": "Games",
    "races": "Races",
    "quick-races": "Races",
    "matches": "Matches",
    "anytime": "Any-time races",
    "competitions": "Competitions",
    "practices": "Races",
    "entries": "Runs",
    "dailies": "Dailies",
    "leaderboards": "Leaderboards",
    "ratings": "Leaderboards",
    "players": "Players",
    "events": "Events",
    "me": "Account",
}
"""The chapter of an address, by its first part."""


def tag_of(address: str) -> str:
    """Return the chapter of an address such as `/api/v1/races/{code}`."""
    _root, _api, _version, first, *others = address.split("/")
    return "Events" if others[-1:] == ["events"] else CHAPTERS[first]
