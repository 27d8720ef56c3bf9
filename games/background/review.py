"""Reviews: every run that counts is replayed from its record and checked for oddities."""

from __future__ import annotations

from django.utils import timezone

from games.engine import Action, EngineError
from games.engine.record import ENDINGS
from games.models import Entry, Review
from games.racing import RefusedError, Thinking
from games.racing.doubts import Doubt, is_same, pacing


def review(entry: int) -> None:
    """Review an entry if a review of it is pending."""
    waiting = Entry.objects.filter(pk=entry, review__isnull=False, review__reviewed_at=None)
    found = waiting.select_related("race__deal").first()
    if found is not None:
        Review.objects.note(entry, doubts(found), timezone.now())


def doubts(entry: Entry) -> set[Doubt]:
    """Return what is odd about a run of a closed race."""
    found: set[Doubt] = set()
    try:
        _board, run = entry.replay()
        if run.settle() != entry.settled_run:
            found.add(Doubt.RECORD)
    except (EngineError, RefusedError):
        found.add(Doubt.RECORD)
    moves = _own(entry)
    actions = (Action(done.ms, done.text, done.automatic) for done in entry.actions.all())
    found |= pacing([ms for ms in Thinking.of(actions).times if ms is not None])
    if any(is_same(moves, _own(other)) for other in _earlier(entry)):
        found.add(Doubt.COPY)
    proofs = entry.race.deal.proofs.filter(rules=entry.race.rules).values_list("line", flat=True)
    if any(is_same(moves, line.split()) for line in proofs):
        found.add(Doubt.SOLVER)
    return found


def _own(entry: Entry) -> list[str]:
    """Return the player's own actions, without automatic ones and endings."""
    return [
        action.text
        for action in entry.actions.all()
        if not action.automatic and action.text not in ENDINGS
    ]


def _earlier(entry: Entry) -> list[Entry]:
    """Return the earlier runs of others on this deal with equally many moves and undos."""
    alike = Entry.objects.filter(
        race__deal=entry.race.deal_id,
        race__rules=entry.race.rules,
        race__closed_at__isnull=False,
        moves=entry.moves,
        undos=entry.undos,
    ).exclude(player=entry.player_id)
    played = alike.select_related("race").prefetch_related("actions")
    return [other for other in played if other.ended_at < entry.ended_at]
