"""Other ways into a race: the quick race, a practice, a rematch."""

from __future__ import annotations

import secrets
from typing import Annotated

from django.http import HttpResponse
from dmr import Body, Headers, Path, modify, validate
from msgspec import Meta, Struct

from games.api.requests.callers import WRITES, Bearer, caller
from games.api.requests.parsing import GameName, RulesText, game_of, rules_of
from games.api.requests.resource import NOT_FOUND, REFUSED, Resource
from games.api.resources.once import KEY_REUSED, MADE, Once, made_once
from games.api.resources.races import RaceDocument, RacePath, found_race, race_document
from games.models import Deal
from games.models.deals.deal import KEY_BYTES
from games.models.people.token import Scope
from games.models.play.practice import begin_practice, choose_deal
from games.models.races.lobby import join_lobby, waiting
from games.models.races.rematch import open_rematch
from games.pages.site.clock import now

MAY_RACE = (Bearer(Scope.RACE),)


class QuickRace(Struct, frozen=True, forbid_unknown_fields=True):
    """A quick race to take a seat in, by the standard rules of a game."""

    game: GameName


class Waiting(Struct, frozen=True):
    """A quick race that is open."""

    game: str
    players: Annotated[int, Meta(description="How many wait in it.")]


class QuickRaces(Struct, frozen=True):
    """The quick races that are open."""

    waiting: Annotated[list[Waiting], Meta(description="Most players first.")]


class QuickRacesResource(Resource):
    """Quick races, which match players who want to race now."""

    kept_for = 2

    def get(self) -> QuickRaces:
        """List the open quick races: the only ones that wait for strangers."""
        found = sorted(waiting(now()).items(), key=lambda item: -item[1])
        return QuickRaces([Waiting(game, players) for game, players in found])

    @validate(MADE, REFUSED, KEY_REUSED, auth=MAY_RACE, throttling=[WRITES])
    def post(self, parsed_body: Body[QuickRace], parsed_headers: Headers[Once]) -> HttpResponse:
        """Take a seat in the game's quick race."""
        player = caller(self.request)
        game = game_of(parsed_body.game)
        return made_once(self, parsed_headers, parsed_body, lambda: join_lobby(player, game, now))


class NewPractice(Struct, frozen=True, forbid_unknown_fields=True):
    """A practice to begin."""

    rules: RulesText


class PracticesResource(Resource):
    """Practices."""

    auth = MAY_RACE

    @validate(MADE, REFUSED, KEY_REUSED, throttling=[WRITES])
    def post(self, parsed_body: Body[NewPractice], parsed_headers: Headers[Once]) -> HttpResponse:
        """Begin a practice, on a deal that can be won if one is ready; it starts at once."""
        player = caller(self.request)
        rules = rules_of(parsed_body.rules)

        def deal() -> Deal:
            ready = choose_deal(rules, player, now(), secrets.token_bytes)
            return ready or Deal.objects.draw(secrets.token_bytes(KEY_BYTES))

        return made_once(
            self, parsed_headers, parsed_body, lambda: begin_practice(player, rules, deal, now)
        )


class RematchResource(Resource):
    """The rematch of a race."""

    auth = MAY_RACE

    @modify(extra_responses=[NOT_FOUND, REFUSED], throttling=[WRITES])
    def post(self, parsed_path: Path[RacePath]) -> RaceDocument:
        """Take a seat in the one rematch of a race that you were in, ready to start."""
        player = caller(self.request)
        before = found_race(parsed_path.code, player)
        return race_document(open_rematch(before, player, now))
