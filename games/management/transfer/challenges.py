"""Daily challenges that come from another site, with their runs."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from games import racing
from games.engine import Board, Deal, EngineError, Outcome, Record, Rules
from games.management.transfer.lines import DailyLine, ProofLine, RunLine, TransferError
from games.management.transfer.people import ConflictError
from games.models import Action, Attempt, Daily, Entry, Opening, Player, Proof, Race, Round, Trial
from games.models import Deal as StoredDeal
from games.models.deals.proof import ProofKind
from games.models.races.daily import day_of
from games.racing import BELL, Kind, RunState

DAILY: Final = Kind.DAILY


def take_daily(number: int, line: DailyLine, now: int) -> tuple[Trial, bool]:
    """Return the trial of a challenge and whether it is new here.

    :raises ConflictError: if there is another one of that game and day, or its deal is in use.
    :raises TransferError: if no site has such a challenge.
    """
    rules = _rules(number, line.rules)
    if rules.game != line.game or str(rules) != line.rules:
        raise TransferError(number, f"{line.rules!r} are no rules of {line.game[:40]!r}")
    if line.day >= day_of(now):
        raise TransferError(number, f"{line.day} isn't over, so its deal has to stay a secret")
    key = bytes.fromhex(line.key)
    here = Daily.objects.filter(game=line.game, day=line.day).with_deals().first()
    if here is not None:
        if (bytes(here.deal.key or b""), here.rules) != (key, line.rules):
            raise ConflictError(f"{line.game} of {line.day} is here already, on another deal")
        return here.trial, False
    for proof in line.proofs:
        _check_proof(number, proof, key)
    deal = StoredDeal.objects.draw(key)
    in_use = Race.objects.filter(deal=deal), Round.objects.filter(deal=deal)
    if hasattr(deal, "trial") or any(used.exists() for used in in_use):
        raise ConflictError(f"the deal of {line.game} of {line.day} is raced here already")
    deal.proofs.update(in_stock=False)
    if line.public and not deal.public:
        deal.public = True
        deal.save(update_fields=["public"])
    for proof in line.proofs:
        found = {"kind": proof.kind, "states": proof.states, "line": proof.line}
        Proof.objects.get_or_create(
            deal=deal, rules=proof.rules, defaults={**found, "difficulty": proof.difficulty or ""}
        )
    daily = Daily.objects.bring(line.game, line.day, line.rules, deal, line.limit)
    return daily.trial, True


def take_run(number: int, line: RunLine, trial: Trial, player: Player) -> bool:
    """Store a run at a challenge; return False if it is here.

    :raises ConflictError: if the player has another run at it here.
    :raises TransferError: if no site has such a run.
    """
    here = Attempt.objects.filter(trial=trial, player=player).select_related("race").first()
    if here is not None:
        if here.race.starts_at != line.starts:
            raise ConflictError(f"{line.player!r} has another run at that day's challenge here")
        return False
    _check_run(number, line)
    result = _result(number, line)
    actions = [] if line.record is None else _replayed(number, line.record, trial, result)
    race = _store_race(line, trial, player)
    entry = _store_entry(line, race, player)
    # Seats are taken before the cards are dealt: the database holds everyone to that.
    Race.objects.filter(pk=race.pk).update(dealt_at=line.starts, closed_at=line.closed)
    Action.objects.bulk_create(
        Action(entry=entry, number=count, ms=ms, text=text, automatic=automatic)
        for count, (ms, text, automatic) in enumerate(actions, 1)
    )
    return True


def _store_race(line: RunLine, trial: Trial, player: Player) -> Race:
    """Store the race of a run, without its seat; it isn't dealt yet."""
    race = Race.objects.create(
        code=_free_code(line.code),
        rules=trial.rules,
        kind=DAILY,
        deal=trial.deal,
        host=player,
        countdown_s=line.countdown,
        limit_s=trial.limit_s,
        created_at=line.created,
        starts_at=line.starts,
        actions_removed_at=line.removed,
    )
    Attempt.objects.create(trial=trial, player=player, race=race, ranked=line.ranked, told=True)
    return race


def _store_entry(line: RunLine, race: Race, player: Player) -> Entry:
    """Store the seat and the result of a run."""
    result = line.result
    return Entry.objects.create(
        race=race,
        player=player,
        seat=0,
        ready=True,
        created_at=line.created,
        as_guest=line.as_guest,
        assisted=line.assisted,
        hints=line.hints,
        void_reason=line.void,
        state=result.state,
        progress=result.progress,
        progress_at=result.progress_at,
        moves=result.moves,
        undos=result.undos,
        last_at=result.last_at,
        time_ms=result.time,
        place=line.place,
    )


def _check_run(number: int, line: RunLine) -> None:
    """Check what needs no database.

    :raises TransferError: if no site has such a run.
    """
    if not line.created <= line.starts <= line.closed:
        raise TransferError(number, "the run was made, started and ended in another order")
    if (line.record is None) is (line.removed is None):
        raise TransferError(number, "a run has its record, or says when its moves were removed")
    if not line.void.isprintable():
        raise TransferError(number, "the reason why the run is void isn't a line of text")


def _rules(number: int, text: str) -> Rules:
    try:
        return Rules.parse(text)
    except EngineError as error:
        raise TransferError(number, error) from error


def _check_proof(number: int, proof: ProofLine, key: bytes) -> None:
    """Check that a line of moves, if there is one, wins the deal.

    :raises TransferError: if it doesn't.
    """
    board = Board(_rules(number, proof.rules), Deal.from_key(key))
    try:
        for move in proof.line.split():
            board.push(board.find_move(move))
    except EngineError as error:
        raise TransferError(number, f"the proof's moves: {error}") from error
    if proof.line and (proof.kind is not ProofKind.WINNABLE or board.outcome() is not Outcome.WON):
        raise TransferError(number, "the proof's moves don't win the deal")


def _result(number: int, line: RunLine) -> racing.Run:
    result = line.result
    if (result.state is RunState.WON) is (result.time is None):
        raise TransferError(number, "a run has a time if it was won, and only then")
    run = racing.Run(
        state=result.state,
        progress=result.progress,
        progress_at=result.progress_at,
        moves=result.moves,
        undos=result.undos,
        last_at=result.last_at,
        time=result.time,
    )
    if not run.is_done:
        raise TransferError(number, f"a run that is over isn't {result.state}")
    return run


def _replayed(
    number: int, text: str, trial: Trial, result: racing.Run
) -> list[tuple[int, str, bool]]:
    """Return the times, texts and marks of a record's actions, which lead to the result.

    :raises TransferError: if the record doesn't replay, or to another result.
    """
    deal = trial.deal
    try:
        record = Record.parse(text)
    except EngineError as error:
        raise TransferError(number, f"the record: {error}") from error
    if (str(record.rules), str(record.deal), record.free_undo) != (trial.rules, deal.cards, False):
        raise TransferError(number, "the record is of another deal or by other rules")
    actions = [(done.text, done.ms) for done in record.actions]
    try:
        run = racing.replay(trial.rules, deal.cards, actions)[1].settle()
    except (EngineError, racing.RefusedError) as error:
        raise TransferError(number, f"the record: {error}") from error
    if run != result:
        raise TransferError(number, "the result doesn't follow from the record")
    return [(one.ms, one.text, one.automatic or one.text == BELL) for one in record.actions]


def _free_code(code: str, draw: Callable[[int], bytes] = secrets.token_bytes) -> str:
    """Return the code of the other site, or a new one if a race here has or had it."""
    while Race.objects.filter(code=code).exists() or Opening.objects.filter(code=code).exists():
        code = racing.race_code(draw(racing.CODE_BYTES))
    return code
