"""Groups of actions are stored whole or not at all, and each group learns which."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext

import pytest
from channels.db import database_sync_to_async
from django.db import IntegrityError, InterfaceError, OperationalError, connection

from games.live.journal import Group, Journal, JournalLine, NotStoredError, TakenError, write
from games.logged import WithIds
from games.models import Action, Entry
from solitaire_site.logs import JsonLines
from tests.live.entries_of_race import two_entries
from tests.scraping import counted

pytestmark = pytest.mark.django_db(transaction=True)


def group(entry: Entry, *numbers: int, text: str = "deal") -> list[JournalLine]:
    """Return actions with these numbers."""
    return [JournalLine(entry.pk, n, n, text) for n in numbers]


@database_sync_to_async
def stored(entry: Entry) -> list[tuple[int, str]]:
    """Return the numbers and texts of an entry's actions."""
    return list(entry.actions.order_by("number").values_list("number", "text"))


async def append(journal: Journal, lines: list[JournalLine]) -> None:
    """Append actions and wait until they are stored."""
    await journal.wait_for_space()
    stored = asyncio.get_running_loop().create_future()

    def told(error: Exception | None) -> None:
        if not stored.cancelled():
            if error is None:
                stored.set_result(None)
            else:
                stored.set_exception(error)

    journal.append(lines, told)
    await stored


async def outcomes(journal: Journal, groups: Sequence[list[JournalLine]]) -> list[str]:
    """Append groups at once and return the outcome of each."""
    appended = (append(journal, lines) for lines in groups)
    answers = await asyncio.gather(*appended, return_exceptions=True)
    return ["stored" if answer is None else type(answer).__name__ for answer in answers]


async def test_groups_that_wait_together_are_all_stored() -> None:
    one, other = await database_sync_to_async(two_entries)()
    journal = Journal()
    groups = [group(one, n) for n in range(1, 20)] + [group(other, 1, 2, 3)]
    assert await outcomes(journal, groups) == ["stored"] * 20
    assert [n for n, _ in await stored(one)] == list(range(1, 20))
    assert [n for n, _ in await stored(other)] == [1, 2, 3]
    await journal.close()


async def test_a_number_that_is_taken_fails_only_its_own_group() -> None:
    one, other = await database_sync_to_async(two_entries)()
    journal = Journal()
    await append(journal, group(one, 1, 2, text="t1f"))
    groups = [group(other, 1), group(one, 2, 3), group(other, 2)]
    assert await outcomes(journal, groups) == ["stored", TakenError.__name__, "stored"]
    assert await stored(one) == [(1, "t1f"), (2, "t1f")]
    assert [n for n, _ in await stored(other)] == [1, 2]
    await journal.close()


async def test_a_group_that_the_database_refuses_fails_alone() -> None:
    one, other = await database_sync_to_async(two_entries)()
    journal = Journal()
    groups = [group(one, 1), group(other, 0)]
    before = counted("samedeal_database_failures_total", of="journal")
    # A group that took this for a taken number would be retried for ever.
    assert await outcomes(journal, groups) == ["stored", NotStoredError.__name__]
    assert await stored(other) == []
    assert counted("samedeal_database_failures_total", of="journal") == before + 1
    await journal.close()


async def test_a_group_stored_by_an_earlier_try_counts_as_stored() -> None:
    one, other = await database_sync_to_async(two_entries)()
    journal = Journal()
    await append(journal, group(one, 1, 2))
    groups = [group(one, 1, 2), group(other, 1)]
    assert await outcomes(journal, groups) == ["stored"] * 2
    # A part of it counts too, but not more than it, nor the same at another time.
    others = [group(one, 1), group(one, 2, 3), [JournalLine(one.pk, 1, 7, "deal")]]
    assert await outcomes(journal, others) == ["stored", *[TakenError.__name__] * 2]
    assert await stored(one) == [(1, "deal"), (2, "deal")]
    await journal.close()


async def test_cancelling_the_wait_does_not_cancel_the_write() -> None:
    one, _ = await database_sync_to_async(two_entries)()
    journal = Journal()
    waiting = asyncio.create_task(append(journal, group(one, 1)))
    await asyncio.sleep(0)
    waiting.cancel()
    await append(journal, group(one, 2))
    assert [n for n, _ in await stored(one)] == [1, 2]
    await journal.close()


async def test_closing_a_journal_stores_what_waits() -> None:
    one, _ = await database_sync_to_async(two_entries)()
    journal = Journal()
    waiting = [asyncio.create_task(append(journal, group(one, n))) for n in (1, 2, 3)]
    await asyncio.sleep(0)
    await journal.close()
    await asyncio.gather(*waiting)
    assert [n for n, _ in await stored(one)] == [1, 2, 3]


async def test_stored_actions_survive_a_loss_of_power() -> None:
    @database_sync_to_async
    def durability() -> object:
        with connection.cursor() as cursor:
            on_postgres = connection.vendor == "postgresql"
            cursor.execute("SHOW synchronous_commit" if on_postgres else "PRAGMA synchronous")
            return cursor.fetchone()

    full = 2
    assert await durability() in (("on",), (full,))


async def test_a_full_journal_applies_back_pressure_and_drops_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, _ = await database_sync_to_async(two_entries)()
    monkeypatch.setattr("games.live.journal.QUEUE_LIMIT", 4)
    journal = Journal()
    waiting = [asyncio.create_task(append(journal, group(one, n))) for n in range(1, 31)]
    await asyncio.sleep(0)
    assert journal.is_full
    await asyncio.gather(*waiting)
    assert not journal.is_full
    assert [n for n, _ in await stored(one)] == list(range(1, 31))
    await journal.close()


async def test_a_group_that_cannot_be_encoded_fails_alone() -> None:
    one, other = await database_sync_to_async(two_entries)()
    journal = Journal()
    groups = [group(one, 1), group(other, 1, text="\ud800"), group(one, 2)]
    assert await outcomes(journal, groups) == ["stored", NotStoredError.__name__, "stored"]
    assert await stored(other) == []
    await journal.close()


async def test_a_batch_is_stored_in_the_order_of_entries() -> None:
    # Two processes storing the same numbers lock each other's rows; a common order avoids a
    # deadlock.
    one, other = await database_sync_to_async(two_entries)()
    journal = Journal()
    assert await outcomes(journal, [group(other, 1), group(one, 1)]) == ["stored"] * 2
    actions = Action.objects.order_by("pk").values_list("entry", flat=True)
    assert [entry async for entry in actions] == sorted((one.pk, other.pk))
    await journal.close()


async def test_a_failing_callback_keeps_nothing_from_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    one, other = await database_sync_to_async(two_entries)()
    journal = Journal()

    def fail(error: Exception | None) -> None:
        raise KeyError("seat")

    journal.append(group(one, 1), fail)
    await append(journal, group(other, 1))
    assert await stored(one) == await stored(other) == [(1, "deal")]
    assert caplog.messages == ["A callback of the journal failed"]
    assert "KeyError: 'seat'" in caplog.text
    await journal.close()


class Postgres:
    """Replaces the connection to PostgreSQL; its first statements fail as scripted."""

    vendor = "postgresql"
    wrap_database_errors = nullcontext()

    def __init__(self, *failures: Exception, is_open: bool = True, is_usable: bool = True) -> None:
        self.copied: list[JournalLine] = []
        self.statements: list[str] = []
        self.connection = object() if is_open else None
        self.closings = 0
        self._failures = list(failures)
        self._is_usable = is_usable

    def is_usable(self) -> bool:
        return self._is_usable

    @contextmanager
    def cursor(self) -> Iterator[Postgres]:
        yield self

    @contextmanager
    def copy(self, statement: str) -> Iterator[Postgres]:
        self.execute(statement)
        yield self

    def execute(self, statement: str, _values: object = None) -> None:
        self.statements.append(statement)
        if self._failures:
            raise self._failures.pop(0)

    def write_row(self, line: JournalLine) -> None:
        self.copied.append(line)

    def close(self) -> None:
        self.closings += 1
        if self.closings > 1:
            raise InterfaceError("closed already")


GROUPS = [Group([JournalLine(entry, 1, 1, "deal")], lambda error: None) for entry in (2, 1)]
COPY = "COPY games_action (entry_id, number, ms, text, automatic) FROM STDIN"


def written(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Write two groups at once and return the outcome of each."""
    monkeypatch.setattr("games.live.journal.connection", postgres)
    return ["stored" if error is None else repr(error) for error in write(GROUPS)]


def test_on_postgres_a_batch_is_one_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    postgres = Postgres()
    assert written(postgres, monkeypatch) == ["stored"] * 2
    assert postgres.statements == [COPY]
    assert postgres.copied == [JournalLine(1, 1, 1, "deal"), JournalLine(2, 1, 1, "deal")]
    assert postgres.closings == 0


def test_a_connection_that_died_while_idle_is_replaced(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    postgres = Postgres(OperationalError("cut off"), is_usable=False)
    assert written(postgres, monkeypatch) == ["stored"] * 2
    assert (postgres.statements, postgres.closings) == ([COPY] * 2, 1)
    assert len(postgres.copied) == 2
    said = "The journal's connection was dead, reconnecting: cut off"
    assert caplog.messages == [said]


@pytest.mark.parametrize(("is_open", "is_usable"), [(True, True), (False, False), (False, True)])
def test_a_database_that_fails_to_write_is_not_asked_twice(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    is_open: bool,
    is_usable: bool,
) -> None:
    error = OperationalError("the disk is full")
    postgres = Postgres(error, is_open=is_open, is_usable=is_usable)
    assert written(postgres, monkeypatch) == ["NotStoredError('the disk is full')"] * 2
    assert (postgres.statements, postgres.copied, postgres.closings) == ([COPY], [], 1)
    assert caplog.messages == ["The journal could not write: the disk is full"]


def test_a_lost_answer_leaves_open_who_took_a_number(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    taken = IntegrityError("taken")
    postgres = Postgres(taken, taken, OperationalError("cut off"))
    assert written(postgres, monkeypatch) == ["NotStoredError('cut off')", "stored"]
    assert caplog.messages == ["The journal could not write: cut off"]


def test_the_line_for_programs_of_a_move_that_is_not_stored_names_its_entry(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    taken = IntegrityError("taken")
    with_ids = WithIds()
    caplog.handler.addFilter(with_ids)
    try:
        written(Postgres(taken, taken, OperationalError("cut off")), monkeypatch)
    finally:
        caplog.handler.removeFilter(with_ids)
    (line,) = [json.loads(JsonLines(()).format(record)) for record in caplog.records]
    assert line["message"] == "The journal could not write: cut off"
    assert line["entry"] == GROUPS[0].lines[0].entry


def test_a_dead_connection_that_cannot_be_closed_is_still_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone = OperationalError("cut off")
    postgres = Postgres(gone, gone, is_usable=False)
    assert written(postgres, monkeypatch) == ["NotStoredError('cut off')"] * 2
    assert postgres.closings == 2
