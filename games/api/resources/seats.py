"""Your seat in a race that hasn't started: taking it, being ready, starting, leaving."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from dmr import Body, Path, modify
from msgspec import Meta, Struct

from games import racing
from games.api.requests.callers import WRITES, Bearer, caller
from games.api.requests.resource import NOT_FOUND, REFUSED, Resource
from games.api.resources.races import RaceDocument, RacePath, found_race, race_document
from games.models import Race
from games.models.people.token import Scope
from games.models.races.transition import change_race
from games.pages.site.clock import now


class Transition(Resource):
    """A change of a race before its start."""

    is_abstract = True
    auth = (Bearer(Scope.RACE),)
    throttling = (WRITES,)

    def change(self, path: RacePath, change: racing.Change) -> Race:
        """Change a race that the caller may see, and return it.

        :raises Http404: if there is none that the caller may see.
        :raises RefusedError: if the race refuses the change.
        """
        race = found_race(path.code, caller(self.request))
        return change_race(race.code, change, now)[0]

    def changed(self, path: RacePath, change: racing.Change) -> RaceDocument:
        """Change a race as `change` does, and describe it."""
        return race_document(self.change(path, change))


class JoinResource(Transition):
    """Taking a seat."""

    @modify(extra_responses=[NOT_FOUND, REFUSED])
    def post(self, parsed_path: Path[RacePath]) -> RaceDocument:
        """Take a seat; if you have one, nothing changes."""
        return self.changed(parsed_path, caller(self.request).take_seat)


class Readiness(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you are ready."""

    ready: Annotated[bool, Meta(description="Whether you are ready to start.")] = True


class ReadyResource(Transition):
    """Being ready."""

    @modify(extra_responses=[NOT_FOUND, REFUSED])
    def post(self, parsed_path: Path[RacePath], parsed_body: Body[Readiness]) -> RaceDocument:
        """Say that you are ready, or no longer are; the countdown starts once all are."""
        me = caller(self.request).pk
        ready = parsed_body.ready
        return race_document(
            self.change(parsed_path, lambda race, now: race.set_ready(me, ready, now))
        )


class StartResource(Transition):
    """Starting."""

    @modify(extra_responses=[NOT_FOUND, REFUSED])
    def post(self, parsed_path: Path[RacePath]) -> RaceDocument:
        """Start the countdown now. Only the host may."""
        me = caller(self.request).pk
        return self.changed(parsed_path, lambda race, now: race.start(me, now))


class LeaveResource(Transition):
    """Leaving."""

    @modify(status_code=HTTPStatus.NO_CONTENT, extra_responses=[NOT_FOUND, REFUSED])
    def post(self, parsed_path: Path[RacePath]) -> None:
        """Give up your seat before the start. After it, `leave` on the socket forfeits the run."""
        me = caller(self.request).pk
        # A race that everyone has left is gone, so there is nothing to answer with.
        self.change(parsed_path, lambda race, now: race.leave(me, now))
