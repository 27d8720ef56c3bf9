"""The judge: what the evidence of a race shows to be wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.engine import Card, EngineError
from games.engine.record import ENDINGS
from games.racing import RefusedError
from games.racing.verification import DocumentError, RaceDocument, Verdict, verify
from tests.faults.evidence import Evidence, Sighting, StoredRun, Witness
from tests.live.secrecy import Secrets


class Wrong(StrEnum):
    """The kinds of violations."""

    LOST = "lost"
    DOUBLED = "doubled"
    ORDER = "order"
    INVENTED = "invented"
    RECORD = "record"
    PLACE = "place"
    LEAK = "leak"
    PROTOCOL = "protocol"
    UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Violation:
    """Something that must not be, whatever fails."""

    race: str
    wrong: Wrong
    what: str

    def __str__(self) -> str:
        return f"race {self.race}: {self.wrong}: {self.what}"


def violations(evidence: Evidence) -> list[Violation]:
    """Return all that is wrong with a race."""
    return [Violation(evidence.code, wrong, what) for wrong, what in _all(evidence)]


Found = Iterator[tuple[Wrong, str]]


def _all(evidence: Evidence) -> Found:
    for witness in evidence.witnesses:
        for complaint in witness.complaints:
            yield Wrong.PROTOCOL, f"{_who(witness)}: {complaint}"
    for run in evidence.runs:
        tabs = [tab for tab in evidence.witnesses if tab.seat == run.seat]
        if tabs:
            yield from _stored(run, tabs)
    try:
        document = RaceDocument.parse(evidence.document)
    except DocumentError as error:
        yield Wrong.UNFINISHED, f"no document: {error}"
        return
    yield from _document(document, evidence)
    yield from _places(document, evidence)
    yield from _sights(document, evidence)


def _who(witness: Witness) -> str:
    return "a watcher" if witness.seat is None else f"seat {witness.seat}"


def _stored(run: StoredRun, tabs: Sequence[Witness]) -> Found:
    """Compare what is stored of a seat with what was acknowledged to its tabs."""
    who = f"seat {run.seat}"
    numbers = [action.number for action in run.actions]
    if len(set(numbers)) < len(numbers):
        yield Wrong.DOUBLED, f"{who}: a number is stored twice: {numbers}"
    if sorted(numbers) != numbers or numbers[:1] not in ([], [1]):
        yield Wrong.ORDER, f"{who}: the numbers are {numbers}"
    acknowledged = max(tab.acknowledged for tab in tabs)
    if acknowledged > len(numbers):
        yield Wrong.LOST, f"{who}: {acknowledged} acknowledged, {len(numbers)} stored"
    elif numbers and numbers[-1] != len(numbers):
        yield Wrong.LOST, f"{who}: numbers are missing: {numbers}"
    planned, sent = tabs[0].actions, max(tab.sent for tab in tabs)
    played = [a.text for a in run.actions if not a.automatic and a.text not in ENDINGS]
    for number, (there, wanted) in enumerate(zip(played, planned, strict=False), 1):
        if there != wanted:
            known = "acknowledged" if number <= acknowledged else "sent"
            yield Wrong.ORDER, f"{who}: action {number} is {there}, but {wanted} was {known}"
            return
    if len(played) > sent:
        yield Wrong.INVENTED, f"{who}: {len(played)} are stored, but {sent} were sent"
    endings = [action for action in run.actions if action.text in ENDINGS]
    if len(endings) > 1 or (endings and run.actions[-1] is not endings[0]):
        yield Wrong.ORDER, f"{who}: the run goes on after its end"


def _document(document: RaceDocument, evidence: Evidence) -> Found:
    """Check that the published race verifies, and is the stored one."""
    try:
        findings = verify(document)
    except (EngineError, RefusedError) as error:
        yield Wrong.RECORD, f"the document can't be judged: {error}"
        return
    for finding in findings:
        if finding.verdict is Verdict.FALSE:
            placed = any(".place" in name or ".result" in name for name in finding.fields)
            yield Wrong.PLACE if placed else Wrong.RECORD, str(finding)
    if len(document.runs) != len(evidence.runs):
        yield Wrong.RECORD, f"{len(document.runs)} runs published, {len(evidence.runs)} stored"
        return
    for run, published in zip(evidence.runs, document.runs, strict=True):
        stored = [(action.ms, action.text) for action in run.actions]
        if stored != [(action.ms, action.text) for action in published.actions]:
            yield Wrong.RECORD, f"seat {run.seat}: what is published isn't what is stored"
        if run.place != published.place:
            yield (
                Wrong.PLACE,
                f"seat {run.seat}: place {run.place} stored, {published.place} published",
            )


def _places(document: RaceDocument, evidence: Evidence) -> Found:
    """Check that everyone was told the places that are published."""
    published = tuple(run.place for run in document.runs)
    for witness in evidence.witnesses:
        if witness.places is None:
            yield Wrong.UNFINISHED, f"{_who(witness)} never heard of the end"
        elif witness.places != published:
            said = f"{_who(witness)} was told the places {witness.places}"
            yield Wrong.PLACE, f"{said}, but they are {published}"


def _sights(document: RaceDocument, evidence: Evidence) -> Found:
    """Check that no tab saw a card that the rules kept from it."""
    secrets, lengths = [], [len(run.actions) for run in evidence.runs]
    try:
        for run in evidence.runs:
            texts = [action.text for action in run.actions]
            secrets.append(Secrets.of(str(document.rules), str(document.deal), texts))
    except (EngineError, RefusedError) as error:
        yield Wrong.RECORD, f"the stored actions don't replay: {error}"
        return
    for witness in evidence.witnesses:
        for sighting in sorted(witness.sightings, key=lambda seen: (seen.seat, seen.number)):
            if wrong := _shown(sighting, witness.seat, secrets, lengths):
                yield Wrong.LEAK, f"{_who(witness)}: {wrong}"


def _shown(
    sighting: Sighting, own: int | None, secrets: Sequence[Secrets], lengths: Sequence[int]
) -> str:
    """Say what a sighting showed that it must not, or kept though it must not."""
    where = f"the board of seat {sighting.seat} after action {sighting.number}"
    if sighting.seat == own:
        right = secrets[own].shown(sighting.number)
        if leaked := sighting.cards - right:
            return f"{where} shows {_names(leaked)}"
        if kept := right - sighting.cards:
            return f"{where} hides {_names(kept)}, which its player has seen"
        return ""
    # The own end may come with the own board, a moment before the race tells it.
    if own in sighting.playing and sighting.own_number < lengths[own]:
        return f"{where} was shown while the player still played" if sighting.cards else ""
    # What a player has not seen by the end, the player had not seen then.
    for seat in sighting.playing - {own}:
        if leaked := sighting.cards & secrets[seat].last:
            return f"{where} shows {_names(leaked)}, hidden from seat {seat}"
    return ""


def _names(cards: frozenset[int]) -> str:
    return " ".join(str(Card(card)) for card in sorted(cards))
