"""The analysis of a run, in words."""

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
from games.models import Analysis, Race, Trial
from games.models.visibility import hidden_from
from games.pages.people.visitor import known_player
from games.pages.races.replay.moments import words
from games.pages.races.replay.replayed_run import ReplayedRun
from games.pages.races.runs import visible_runs
from games.pages.site.clock import now
from games.pages.site.times import duration_text
from games.racing import Kind, RunState, replay


@require_safe
def remarks(request: HttpRequest, code: str) -> JsonResponse:
    """Send the remarks on a race's analysed runs that the visitor may see, in order of places.

    `waiting` is true while some analyses are still to come, `withheld` if they would tell too
    much of a trial that can still be tried.
    """
    race = get_object_or_404(Race, code=code.upper())
    player = known_player(request)
    ready = Analysis.objects.readable_by(player, now()).filter(entry__race=race)
    runs = {run.pk: run for run in visible_runs(request).filter(race=race)}
    found = []
    for one in ready.filter(entry__in=runs).order_by("entry__place", "entry__seat"):
        one.entry = runs[one.entry_id]
        own = player is not None and one.entry.player_id == player.pk
        found.append(Remark(one).data(own=own))
    # Of other races it isn't said: that would tell that another one is on the same deal.
    secret = Trial.objects.filter(hidden_from(None, now()), deal=race.deal_id)
    withheld = Kind(race.kind).is_attempt and not found and secret.exists()
    waiting = not withheld and Analysis.objects.missing().filter(pk__in=runs).exists()
    return JsonResponse({"waiting": waiting, "withheld": withheld, "remarks": found})


@dataclass(frozen=True)
class Remark:
    """An analysis in words; pass the replayed run if there is one, to replay it only once."""

    analysis: Analysis
    run: ReplayedRun | None = None

    def data(self, *, own: bool) -> dict[str, Any]:
        """Return the remark for the page's module; the run's own player gets more detail."""
        entry, number = self.analysis.entry, self.analysis.lost_by
        moment = reverse("replay", args=[entry.pk])
        return {
            "entry": entry.pk,
            "name": entry.name,
            "own": own,
            "sentence": self.sentence,
            "moment": f"{moment}?n={number}" if number else None,
            "details": list(self.details()) if own else [],
            "rescue": list(self.rescue()) if own else [],
        }

    @property
    def sentence(self) -> str:
        """The fate of the deal in this run, and whether the player was helped."""
        return f"{self._fate} {self._help()}" if self.analysis.entry.assisted else self._fate

    @property
    def _fate(self) -> str:
        found = self.analysis
        if found.entry.state == RunState.WON:
            return self._won()
        until, lost = found.winnable_until, found.lost_from
        if lost == 0:
            return _("This deal couldn't be won.")
        if lost is None and until is None:
            return _("It isn't known whether this deal could be won.")
        times = {"until": self._time(until), "lost": self._time(lost)}
        if lost is None and found.undecided:
            sentence = _("It could be won until %(until)s. After that, it isn't known.")
        elif lost is None:
            return self._still_winnable()
        elif until is None:
            sentence = _("It was lost from %(lost)s on. Before that, it isn't known.")
        elif found.undecided:
            sentence = _(
                "It could be won until %(until)s and was lost from %(lost)s on. In between, it "
                "isn't known."
            )
        else:
            sentence = _(
                "It was lost at %(lost)s by this move: %(move)s. Until then it could be won."
            )
            times["move"] = self._run.moment(lost).text
        return sentence % times

    def details(self) -> Iterator[str]:
        """Yield further sentences for the run's own player."""
        found = self.analysis
        back, circling = len(found.taken_back), len(found.circling)
        if back or circling:
            parts = []
            if back:
                parts.append(
                    ngettext(
                        "%(count)d move or undo led nowhere",
                        "%(count)d moves and undos led nowhere",
                        back,
                    )
                    % {"count": back}
                )
            if circling:
                parts.append(
                    ngettext(
                        "%(count)d move went in a circle",
                        "%(count)d moves went in circles",
                        circling,
                    )
                    % {"count": circling}
                )
            yield _("%(parts)s: %(time)s, thinking included.") % {
                "time": duration_text(found.wasted_ms),
                "parts": _(", and ").join(parts),
            }
        elif found.entry.state == RunState.WON and not found.entry.assisted:
            is_long = 0 < len(found.solution) < found.entry.moves
            # Where the solver was shorter, there was a detour, though every move led somewhere.
            yield _("No undos.") if is_long else _("No undos and no detours.")
        if found.entry.state == RunState.WON:
            if found.direct < found.entry.moves:
                yield _("Without them, you'd have won in %(count)d moves.") % {
                    "count": found.direct
                }
        # Of a run that could still be won, the sentence before says how.
        elif (solution := found.solution) and (found.lost_from is not None or found.undecided):
            yield _("The solver's solution takes %(moves)d moves.") % {"moves": len(solution)}

    def rescue(self) -> Iterator[str]:
        """Yield the moves that would have won, in symbols."""
        race, number = self.analysis.entry.race, self.analysis.winnable_until
        if not self.analysis.rescue or number is None:
            return
        record = self._run.record
        played = [(action.text, action.ms) for action in record.actions[:number]]
        board, _counts = replay(race.rules, race.deal.cards, played, free_undo=record.free_undo)
        yield from _in_symbols(self.analysis.rescue.split(), board)

    def solution(self) -> Iterator[str]:
        """Yield the solver's winning line from the deal, in symbols."""
        race = self.analysis.entry.race
        board, _counts = replay(race.rules, race.deal.cards, ())
        yield from _in_symbols(self.analysis.solution, board)

    def _won(self) -> str:
        moves, best = self.analysis.entry.moves, len(self.analysis.solution)
        if not best or self.analysis.entry.assisted:
            return _("Won in %(moves)d moves.") % {"moves": moves}
        if moves < best:
            sentence = _("Won in %(moves)d moves, beating the solver's %(best)d.")
        elif moves == best:
            sentence = _("Won in %(moves)d moves, as few as the solver's solution.")
        else:
            sentence = _("Won in %(moves)d moves; the solver's solution takes %(best)d.")
        return sentence % {"moves": moves, "best": best}

    def _help(self) -> str:
        hints = self.analysis.entry.hints
        if not hints:
            return _("With help.")
        return ngettext("With one hint.", "With %(hints)d hints.", hints) % {"hints": hints}

    def _still_winnable(self) -> str:
        moves = len(self.analysis.rescue.split())
        return ngettext(
            "When the run ended, it could still be won in one move.",
            "When the run ended, it could still be won in %(moves)d moves.",
            moves,
        ) % {"moves": moves}

    @cached_property
    def _run(self) -> ReplayedRun:
        return self.run or ReplayedRun(self.analysis.entry)

    def _time(self, number: int | None) -> str:
        return self._run.time_of(number or 0)


def _in_symbols(moves: Iterable[str], board: Board) -> Iterator[str]:
    """Yield moves from a board onwards, in symbols."""
    for text in moves:
        yield words(text, watched(board, frozenset()))[0]
        board.push(board.find_move(text))
