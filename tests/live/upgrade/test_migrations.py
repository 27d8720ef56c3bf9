"""New migrations leave a schema on which the release before goes on: see CONTRIBUTING.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from tests.live.upgrade import previous

REVIEWED: Final[dict[str, str]] = {}
"""Operations that the release before stands all the same, as `0050_name: operation`, and why."""

HARMLESS = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.RemoveIndex,
    migrations.RemoveConstraint,
    migrations.AlterModelManagers,
    migrations.AlterModelOptions,
)


def objection(operation: Operation, state: ProjectState) -> str | None:
    """Return why code that doesn't know of an operation may fail after it, if it may."""
    if isinstance(operation, HARMLESS):
        return None
    if isinstance(operation, migrations.AddField):
        field = operation.field
        if field.null or field.has_db_default() or field.many_to_many:
            return None
        return "old code writes rows without the column: give it null=True or db_default"
    if isinstance(operation, migrations.AlterField):
        found: Any = state.models["games", operation.model_name_lower].fields[operation.name]
        return None if is_widened(found, operation.field) else "old code writes what it refuses"
    if isinstance(operation, (migrations.RemoveField, migrations.DeleteModel)):
        return "old code reads it: stop using it in one release, remove it in the next"
    return "nobody has said that old code stands it"


def is_widened(before: models.Field[Any, Any], after: models.Field[Any, Any]) -> bool:
    """Tell whether a column takes all that it took before."""
    names = {"null", "max_length", "db_default", *after.non_db_attrs}
    _, kind, _, was = before.deconstruct()
    _, other, _, becomes = after.deconstruct()
    same = {name: value for name, value in was.items() if name not in names} == {
        name: value for name, value in becomes.items() if name not in names
    }
    longer = (after.max_length or 0) >= (before.max_length or 0)
    return kind == other and same and longer and (after.null or not before.null)


def objections() -> Iterator[str]:
    """Yield what is objectionable in the migrations since the release before."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    state = loader.project_state(("games", previous.MIGRATION))
    for name in sorted(name for app, name in loader.disk_migrations if app == "games"):
        migration = loader.disk_migrations["games", name]
        if name > previous.MIGRATION:
            for operation in migration.operations:
                said = f"{name}: {operation.describe()}"
                if said not in REVIEWED and (why := objection(operation, state)):
                    yield f"{said}: {why}"
                operation.state_forwards("games", state)


def test_the_release_before_stands_every_new_migration() -> None:
    assert list(objections()) == []


@pytest.mark.parametrize(
    ("operation", "is_refused"),
    [
        (migrations.AddField("Race", "mood", models.CharField(default="", max_length=9)), True),
        (migrations.AddField("Race", "mood", models.CharField(max_length=9, null=True)), False),
        (migrations.AddField("Race", "mood", models.IntegerField(db_default=0)), False),
        (migrations.RemoveField("Race", "code"), True),
        (migrations.RenameField("Race", "code", "letters"), True),
        (migrations.DeleteModel("Race"), True),
        (migrations.AlterField("Race", "rules", models.CharField(max_length=1)), True),
        (migrations.AlterField("Race", "rules", models.CharField(max_length=999)), False),
        (migrations.AlterField("Race", "starts_at", models.DateTimeField()), True),
        (migrations.RunSQL("SELECT 1"), True),
        (migrations.AddIndex("Race", models.Index(fields=["rules"], name="some")), False),
    ],
)
def test_what_the_release_before_does_not_stand_is_refused(
    operation: Operation, is_refused: bool
) -> None:
    state = MigrationLoader(None, ignore_no_migrations=True).project_state(
        ("games", previous.MIGRATION)
    )
    assert bool(objection(operation, state)) is is_refused
