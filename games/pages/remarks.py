"""What the analysis of a run comes to, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.engine import Board
from games.engine.view import watched
from games.models import Analysis, Entry, Race
from games.models.visibility.access import replayable_by
from games.pages.clock import now
from games.pages.guests import known_player
from games.pages.labels import duration_text
from games.pages.replays.moments import words
from games.pages.replays.story import Story
from games.racing import RunState, replay


@require_safe
def remarks(request: HttpRequest, code: str) -> JsonResponse:
    """The remarks on the runs of a race that are analysed and may be seen, in order of places.

    `waiting` tells whether more are to come.
    """
    race = get_object_or_404(Race, code=code.upper())
    player = known_player(request)
    ready = Analysis.objects.readable_by(player, now()).filter(entry__race=race)
    ready = ready.select_related("entry__player", "entry__race__deal")
    told = [
        Remark(one).data(own=player is not None and one.entry.player_id == player.pk)
        for one in ready.order_by("entry__place", "entry__seat")
    ]
    entries = Entry.objects.filter(replayable_by(player, now()), race=race)
    waiting = Analysis.objects.missing().filter(pk__in=entries).exists()
    return JsonResponse({"waiting": waiting, "remarks": told})


@dataclass(frozen=True)
class Remark:
    """An analysis as it is told; whoever tells the whole run has its story already."""

    analysis: Analysis
    story: Story | None = None

    def data(self, *, own: bool) -> dict[str, Any]:
        """The remark for the page's module; its player is told more."""
        entry, number = self.analysis.entry, self.analysis.lost_by
        moment = reverse("replay", args=[entry.pk])
        return {
            "entry": entry.pk,
            "name": entry.player.name,
            "own": own,
            "sentence": self.sentence,
            "moment": f"{moment}?n={number}" if number else None,
            "details": list(self.details()) if own else [],
            "rescue": list(self.rescue()) if own else [],
        }

    @property
    def sentence(self) -> str:
        """What became of the deal in this run."""
        found = self.analysis
        if found.entry.state == RunState.WON:
            return self._won()
        until, lost = found.winnable_until, found.lost_from
        if lost == 0:
            return _("This deal could not be won.")
        if lost is None and until is None:
            return _("Whether this deal could be won, the solver does not know.")
        times = {"until": self._time(until), "lost": self._time(lost)}
        if lost is None and found.undecided:
            told = _("It could be won until %(until)s; what came then the solver does not know.")
        elif lost is None:
            return self._open()
        elif until is None:
            told = _("It was lost from %(lost)s on; what was before the solver does not know.")
        elif found.undecided:
            told = _(
                "It could be won until %(until)s and was lost from %(lost)s on; about what was"
                " between the solver does not know."
            )
        else:
            told = _("Lost at %(lost)s: %(move)s. Until then it could be won.")
            times["move"] = self._story.moment(lost).text
        return told % times

    def details(self) -> Iterator[str]:
        """What the player may want to know beside that."""
        found = self.analysis
        back, circling = len(found.taken_back), len(found.circling)
        if back or circling:
            parts = []
            if back:
                parts.append(
                    ngettext(
                        "%(count)d move or undo to take moves back",
                        "%(count)d moves and undos to take moves back",
                        back,
                    )
                    % {"count": back}
                )
            if circling:
                parts.append(
                    ngettext(
                        "%(count)d move in a circle, back to a position that you had had",
                        "%(count)d moves in circles, back to a position that you had had",
                        circling,
                    )
                    % {"count": circling}
                )
            yield _("%(time)s led nowhere: %(parts)s.") % {
                "time": duration_text(found.wasted_ms),
                "parts": _(", and ").join(parts),
            }
        else:
            yield _("No undos and no detours.")
        if solution := found.solution:
            told = _("The solver's way from the deal has %(moves)d moves.")
            if found.entry.state == RunState.WON:
                told = _(
                    "The solver's way has %(moves)d moves; yours had %(own)d, detours left out."
                )
            yield told % {"moves": len(solution), "own": found.direct}

    def rescue(self) -> Iterator[str]:
        """The moves that would have won, in signs."""
        race, number = self.analysis.entry.race, self.analysis.winnable_until
        if not self.analysis.rescue or number is None:
            return
        record = self._story.record
        played = [(action.text, action.ms) for action in record.actions[:number]]
        board, _run = replay(race.rules, race.deal.cards, played, free_undo=record.free_undo)
        yield from _told(self.analysis.rescue.split(), board)

    def solution(self) -> Iterator[str]:
        """The moves of the solver's way from the deal, in signs."""
        race = self.analysis.entry.race
        board, _run = replay(race.rules, race.deal.cards, ())
        yield from _told(self.analysis.solution, board)

    def _won(self) -> str:
        moves, best = self.analysis.entry.moves, len(self.analysis.solution)
        if not best:
            return _("Won in %(moves)d moves.") % {"moves": moves}
        if moves < best:
            told = _("Won in %(moves)d moves, fewer than the %(best)d of the solver's way.")
        elif moves == best:
            told = _("Won in %(moves)d moves, as many as the solver's way has.")
        else:
            told = _("Won in %(moves)d moves; the solver's solution takes %(best)d.")
        return told % {"moves": moves, "best": best}

    def _open(self) -> str:
        moves = len(self.analysis.rescue.split())
        return ngettext(
            "When the run ended, it could still be won in one more move.",
            "When the run ended, it could still be won in %(moves)d more moves.",
            moves,
        ) % {"moves": moves}

    @cached_property
    def _story(self) -> Story:
        return self.story or Story(self.analysis.entry)

    def _time(self, number: int | None) -> str:
        return self._story.time_of(number or 0)


def _told(moves: Iterable[str], board: Board) -> Iterator[str]:
    """Moves from a board on, in signs."""
    for text in moves:
        yield words(text, watched(board, frozenset()))[0]
        board.push(board.find_move(text))
