"""The Django app."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Same Deal"

    def ready(self) -> None:
        """Have the guards of the database up whenever it is not being migrated.

        Whatever process changes a race, or ends somebody's rights, tells those that have sockets.
        """
        from games.live import news, rights  # noqa: F401
        from games.models.races import identity  # noqa: F401
        from games.models.races.guards import put_up, take_down
        from games.pages.accounts import deletion, factors  # noqa: F401

        pre_migrate.connect(take_down, sender=self, dispatch_uid="guards")
        post_migrate.connect(put_up, sender=self, dispatch_uid="guards")
