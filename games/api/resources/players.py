"""Players as other resources name them, and what anyone may know of one."""

from __future__ import annotations

from typing import Annotated

from django.http import Http404
from dmr import Path, modify
from msgspec import Meta, Struct

from games.api.requests.resource import NOT_FOUND, Resource
from games.api.requests.schemas import Number
from games.models import Entry, Player, Rating
from games.models.standings.tally import tallies
from games.models.visibility import is_profile_hidden_from, seen_by
from games.pages.site.clock import now
from games.racing import Kind


class PlayerRef(Struct, frozen=True):
    """A player, as everyone sees one."""

    id: Annotated[int, Meta(description="The player's number on this server.")]
    name: Annotated[str, Meta(description="What others see. Guests may share a name.")]
    guest: Annotated[bool, Meta(description="Whether the player has no account.")]
    bot: Annotated[bool, Meta(description="Whether a program plays with this account.")]


class Total(Struct, frozen=True):
    """A player's races under one set of rules: without practice, help and voided runs."""

    rules: Annotated[str, Meta(description="The rules: `GAME/PRESET+OPTION=VALUE`.")]
    races: int
    won: Annotated[int, Meta(description="How many of them were solved.")]
    best_ms: Annotated[int | None, Meta(description="The shortest time of a win, in milliseconds.")]
    fewest_moves: Annotated[int | None, Meta(description="The fewest moves of a win.")]


class Strength(Struct, frozen=True):
    """A player's rating at a game."""

    game: str
    rating: Annotated[int, Meta(description="The strength is very likely at least this.")]
    at_most: Annotated[int, Meta(description="The strength is very likely at most this.")]
    races: Annotated[int, Meta(description="How many ranked races it rests on.")]
    provisional: Annotated[bool, Meta(description="Whether these are too few to compare.")]


class Profile(Struct, frozen=True):
    """What anyone may know of a player."""

    player: PlayerRef
    owner: Annotated[
        PlayerRef | None,
        Meta(description="Whose bot it is; null for people and the site's own bots."),
    ]
    private: Annotated[bool, Meta(description="Whether the figures are the player's own.")]
    totals: Annotated[list[Total], Meta(description="Most played first; empty if private.")]
    ratings: Annotated[list[Strength], Meta(description="By game; empty if private.")]


class PlayerPath(Struct, frozen=True):
    """Which player."""

    id: Number


class PlayerResource(Resource):
    """A player."""

    @modify(extra_responses=[NOT_FOUND])
    def get(self, parsed_path: Path[PlayerPath]) -> Profile:
        """Return a player's name, totals and ratings."""
        player = found_player(parsed_path.id)
        owner = None if player.owner is None else player_ref(player.owner)
        if is_profile_hidden_from(player, None):
            return Profile(player_ref(player), owner, True, [], [])
        played = Entry.objects.history(player.pk).filter(seen_by(None, now()))
        counted = played.exclude(race__kind=Kind.SOLO).counted()
        totals = [Total(t.rules, t.races, t.won, t.best, t.fewest) for t in tallies(counted)]
        ratings = Rating.objects.filter(player=player).order_by("game")
        strengths = [strength(rating) for rating in ratings]
        return Profile(player_ref(player), owner, False, totals, strengths)


def found_player(pk: int) -> Player:
    """Return the player of a number.

    :raises Http404: if there is none, or no longer.
    """
    player = Player.objects.filter(is_active=True, pk=pk).select_related("owner").first()
    if player is None:
        raise Http404(f"There is no player {pk}.")
    return player


def player_ref(player: Player) -> PlayerRef:
    """Return a player as others see one."""
    return PlayerRef(player.pk, player.name, player.guest, player.bot)


def strength(rating: Rating) -> Strength:
    """Return a rating as anyone may see it."""
    return Strength(rating.game, rating.figure, rating.most, rating.races, rating.is_provisional)
