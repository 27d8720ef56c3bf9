"""The Django app."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Same Deal"

    def ready(self) -> None:
        """Keep the database guards in place, except during migrations.

        The imports connect the signals by which any process that changes a race, or revokes a
        player's rights, notifies the processes with sockets.
        """
        from games.live import news, rights  # noqa: F401
        from games.models.races import identity  # noqa: F401
        from games.models.races.guards import put_up, take_down
        from games.pages.people.account import deletion, factors  # noqa: F401

        pre_migrate.connect(take_down, sender=self, dispatch_uid="guards")
        post_migrate.connect(put_up, sender=self, dispatch_uid="guards")
