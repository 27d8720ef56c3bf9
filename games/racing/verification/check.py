"""Checking a finished race: commitment, deal, runs, times and places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final

from games.engine import Deal
from games.racing.bell import Bell, BellReason
from games.racing.errors import RefusalCode, RefusedError
from games.racing.race import Race
from games.racing.run import Run
from games.racing.seat import Seat
from games.racing.standings import standings
from games.racing.verification.document import Committed, RaceDocument
from games.racing.verification.finding import Finding, Verdict, false, note, true, unknown
from games.racing.verification.runs import ReplayedRun, differences

HEARD_WITHIN: Final = 2_000
"""How long a server of several processes may take to hear of the first finish elsewhere."""

REFUSED: Final[Mapping[RefusalCode, str]] = {
    "bad-countdown": "countdown",
    "bad-limit": "limit",
    "not-over": "runs",
}
"""The field that each refusal of a race is about."""

EVER: Final = 1 << 63
"""An instant by which any race with a limit is over."""


def verify(document: RaceDocument) -> list[Finding]:
    """Return what was checked, what is false, and what no document can show."""
    findings = [*_deal(document)]
    runs = [ReplayedRun.of(document, number) for number in range(len(document.runs))]
    replayed = [run.replay(played.actions) for run, played in zip(runs, document.runs, strict=True)]
    findings += replayed
    if all(finding.verdict is Verdict.OK for finding in replayed):
        findings += _race(document, runs)
    else:
        findings.append(
            unknown("they depend on the actions above", "runs[].result", "runs[].place")
        )
    return [*findings, *_unknown(document)]


def _deal(document: RaceDocument) -> Iterator[Finding]:
    if document.key is None:
        yield unknown(
            "the cards were listed, not drawn: nothing shows that they are random", "drawn", "cards"
        )
        return
    digest = sha256(document.key).hexdigest()
    if digest == document.commitment:
        yield true("drawn.commitment", f"the SHA-256 of the key, {digest}")
    else:
        yield false("drawn.commitment", f"{document.commitment}, but the key gives {digest}")
    if Deal.from_key(document.key) == document.deal:
        yield true("cards", "the deal of the key")
    else:
        yield false("cards", "the key gives another deal")


def _race(document: RaceDocument, runs: Sequence[ReplayedRun]) -> Iterator[Finding]:
    """Close the race again and compare."""
    try:
        before = _as_race(document, [run.run for run in runs])
        if len(document.runs) > before.seats_max:
            yield false("runs", f"a {document.kind} race has {before.seats_max} seats at most")
        after = before.close(EVER)
    except RefusedError as error:
        yield false(REFUSED.get(error.code, "kind"), error.sentence)
        return
    if after.closed_at == document.closed_at:
        yield true("closed_at", f"{after.lasted} ms after the start, when the race was over")
    else:
        yield false(
            "closed_at", f"{document.closed_at}, but the race was over at {after.closed_at}"
        )
    # A round that ends before its limit cuts nobody short.
    bell = replace(before, round_end=None).bell()
    for run, played in zip(runs, document.runs, strict=True):
        yield from _ending(run, after.lasted)
        if bell is not None:
            instants = [action.ms for action in played.actions if action is not run.bell]
            yield from _lateness(run.place, instants, bell, document)
    yield from _results(document, after)


def _as_race(document: RaceDocument, runs: Sequence[Run]) -> Race:
    """Return the race as the referee knows it just before its end; a seat's player is its number.

    :raises RefusedError: if no race has such terms.
    """
    return Race(
        code=document.code,
        rules=str(document.rules),
        kind=document.kind,
        countdown=document.countdown,
        limit=document.limit,
        helped=any(played.assisted for played in document.runs),
        seats=tuple(
            Seat(
                number,
                player=number,
                name=played.name,
                assisted=played.assisted,
                void_reason=played.void_reason,
                run=run,
            )
            for number, (played, run) in enumerate(zip(document.runs, runs, strict=True))
        ),
        starts_at=document.starts_at,
        dealt=True,
        # No document shows the other tables of a round, nor who was there but didn't play.
        round_end=document.closed_at if document.kind.ends_with_round else None,
    )


def _ending(run: ReplayedRun, lasted: int) -> Iterator[Finding]:
    """Check that the bell ends exactly the runs that were still open."""
    where = f"{run.place}.actions"
    if run.run.is_done:
        return
    last = max(lasted, run.run.last_at or 0)
    if run.bell is None:
        yield false(where, "the run is open, but the bell at the end of the race is missing")
    elif run.bell.ms != last:
        yield false(where, f"the bell came {run.bell.ms} ms after the start, not {last}")


def _lateness(
    place: str, instants: Sequence[int], bell: Bell, document: RaceDocument
) -> Iterator[Finding]:
    """Check that every action of a player came before the bell."""
    end = bell.at - document.starts_at
    late = max((ms - end for ms in instants), default=-1)
    if late < 0:
        return
    # At the bell's own millisecond the race is over: see `Race.is_done`.
    where = f"{place}.actions"
    said = f"an action came {late} ms after the bell" if late else "an action came with the bell"
    if bell.why is BellReason.FINISH and late <= HEARD_WITHIN:
        yield note(where, f"{said}; a second process may hear of the first finish late")
    else:
        yield false(where, said)


def _results(document: RaceDocument, after: Race) -> Iterator[Finding]:
    places = _places(document, after)
    for number, (played, seat) in enumerate(zip(document.runs, after.seats, strict=True)):
        where = f"runs[{number}]"
        wrong = [*differences(where, played, seat.run)]
        if played.place != places[number]:
            why = (
                "the run is voided"
                if after.seats[number].void_reason
                else "no one moved a card or left"
            )
            given = places[number] or f"null: {why}"
            wrong.append(false(f"{where}.place", f"{played.place}, but the rules give {given}"))
        if wrong:
            yield from wrong
        else:
            yield true(
                f"{where}.result, {where}.place", _summary(played.name, seat.run, played.place)
            )


def _places(document: RaceDocument, after: Race) -> Mapping[int, int | None]:
    """Return the places by seat that the rules give: today's, or those up to 0.2.

    Those ranked a run that ended without a move like one with moves.
    """
    moved = (replace(s, run=replace(s.run, moves=s.run.moves or 1)) for s in after.seats)
    told = [played.place for played in document.runs]
    for placed in (standings(moved), after.standings()):
        places = {one.seat.number: one.place for one in placed}
        if told == [places[seat.number] for seat in after.seats]:
            break
    return places


def _summary(name: str, run: Run, place: int | None) -> str:
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in name)
    how = (
        f"won in {run.time} ms" if run.time is not None else f"{run.state}, progress {run.progress}"
    )
    return (
        f"{shown}, {'not placed' if place is None else f'place {place}'}: {how}, {run.moves} moves"
    )


def _unknown(document: RaceDocument) -> Iterator[Finding]:
    yield unknown(
        "who played, with what help, and why staff voided a run; ask those who were there",
        *("code", "runs[].name", "runs[].assisted", "runs[].void"),
    )
    yield unknown(
        "the terms that the page showed before the start; moves can be legal by several rules",
        *("kind", "rules", "countdown", "limit"),
    )
    yield unknown(
        "that players made these moves, and that the server's clock was right; compare your own",
        *("starts_at", "runs[].actions[].ms", "runs[].actions[].move"),
    )
    if document.key is not None:
        when = "at the start" if document.committed is Committed.START else "before the start"
        yield unknown(
            f"that the page showed this fingerprint {when}; compare the one you kept",
            *("drawn.shown",),
        )
