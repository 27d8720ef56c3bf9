"""Make a webhook of the site: `python manage.py webhook ADDRESS ORIGIN`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from games.background.outbound import NOWHERE, UndeliverableError, check
from games.management.long_command import misused, positive
from games.models import Webhook
from games.models.races.webhook import WebhookFormat


class Command(BaseCommand):
    """Send the events of public races to an address, from now on."""

    help = "Send the events of public races to an address; list or delete such webhooks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", nargs="?", help="where to send them; without, list all")
        parser.add_argument("origin", nargs="?", help="the site's own, such as https://play.org")
        parser.add_argument(
            "--format", choices=WebhookFormat.values, default="json", help="what to send"
        )
        parser.add_argument("--delete", type=positive, metavar="NUMBER", help="delete a webhook")

    def handle(
        self,
        *args: Any,
        address: str | None,
        origin: str | None,
        format: str,
        delete: int | None,
        **options: Any,
    ) -> None:
        of_site = Webhook.objects.filter(player=None)
        if delete is not None:
            if not of_site.filter(pk=delete).delete()[0]:
                known = ", ".join(map(str, of_site.order_by("pk").values_list("pk", flat=True)))
                raise misused(f"the site has no webhook {delete}; it has {known or 'none at all'}")
            self.stderr.write(f"Webhook {delete} is deleted.")
        elif address is None:
            webhooks = list(of_site.order_by("pk"))
            if not webhooks:
                self.stderr.write("The site has no webhooks; `webhook ADDRESS ORIGIN` makes one.")
            for webhook in webhooks:
                state = "disabled" if webhook.disabled_at else "failing" * bool(webhook.failures)
                self.stdout.write(
                    f"{webhook.pk} {webhook.format} {webhook.address} {state or 'works'}"
                )
        else:
            self._make(address, origin, WebhookFormat(format))

    def _make(self, address: str, origin: str | None, form: WebhookFormat) -> None:
        if origin is None:
            raise misused("give the site's own address too, for links: webhook ADDRESS ORIGIN")
        try:
            check(address, own_network=settings.WEBHOOKS_TO_OWN_NETWORK)
            check(origin, own_network=True)
        except UndeliverableError as error:
            near = " For your own network, set WEBHOOKS_TO_OWN_NETWORK=True."
            raise misused(f"{error}{near * (str(error) == NOWHERE)}") from None
        made = Webhook.objects.make(None, address, form, origin.rstrip("/"), timezone.now())
        signs = form is WebhookFormat.JSON
        self.stdout.write(f"{made.pk} {made.secret}" if signs else str(made.pk))
        # Programs read the line above, and people both.
        self.stdout.flush()
        self.stderr.write(
            "That is the webhook's number and the secret that signs what it sends. Keep both: the "
            "secret is not shown again."
            if signs
            else "That is the webhook's number; `webhook --delete` takes it."
        )
