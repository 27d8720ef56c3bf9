"""The migrations as they were written, which a new database gets in one."""

from __future__ import annotations

from unittest import mock

from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader


class Unsquashed(MigrationLoader):
    """What Django loads but for what replaces several."""

    def load_disk(self) -> None:
        super().load_disk()
        self.disk_migrations = {
            key: migration
            for key, migration in self.disk_migrations.items()
            if not migration.replaces
        }


def migrate_one_by_one(*target: str) -> None:
    """Bring the database to a migration by each of those before it, there or back."""
    with mock.patch("django.db.migrations.executor.MigrationLoader", Unsquashed):
        call_command("migrate", *target, verbosity=0)
