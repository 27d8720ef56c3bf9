"""What is proven of deals, and the stock of proven deals that no race has used."""

from __future__ import annotations

from collections.abc import Callable

from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from games.models.deal import Deal

CHANCE_BYTES = 8
"""How many random bytes choose a published deal: so many that all are equally likely."""


class Kind(models.TextChoices):
    """The verdicts of `games.solver`, which is not loaded here: it brings a compiler along."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNKNOWN = "unknown"


class ProofQuerySet(models.QuerySet["Proof"]):
    def stock(self, rules: str) -> ProofQuerySet:
        """The secret deals that are proven winnable under these rules and that no race has had."""
        return self.filter(rules=rules, in_stock=True)

    def take(self, rules: str) -> Deal | None:
        """A deal out of the stock, for one race alone; None if the stock is empty."""
        for proof in self.stock(rules).select_related("deal").order_by("pk"):
            if self.filter(pk=proof.pk, in_stock=True).update(in_stock=False) == 1:
                return proof.deal
        return None

    def published(self, rules: str) -> ProofQuerySet:
        """The winnable deals under these rules that everybody may know."""
        return self.filter(rules=rules, kind=Kind.WINNABLE, deal__public=True)

    def choose_published(self, rules: str, draw: Callable[[int], bytes]) -> Deal | None:
        """One of the published winnable deals, at random; None if there is none."""
        published = self.published(rules).select_related("deal").order_by("pk")
        if not (count := published.count()):
            return None
        return published[int.from_bytes(draw(CHANCE_BYTES), "big") % count].deal

    @transaction.atomic
    def store(
        self, rules: str, key: bytes, kind: str, states: int, line: str, *, secret: bool
    ) -> Proof:
        """Keep what the solver has found; a winnable deal of a secret key goes into the stock."""
        deal = Deal.objects.draw(key)
        if not secret:
            Deal.objects.filter(pk=deal.pk).update(public=True)
        in_stock = secret and kind == Kind.WINNABLE
        found = {"kind": kind, "states": states, "line": line, "in_stock": in_stock}
        return self.get_or_create(deal=deal, rules=rules, defaults=found)[0]


class Proof(models.Model):
    """The verdict on a deal under some rules, with the line that shows it."""

    deal = models.ForeignKey(
        Deal,
        on_delete=models.CASCADE,
        related_name="proofs",
        # The constraint below begins with the deal and serves as its index.
        db_index=False,
    )
    rules = models.CharField(max_length=255)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    states = models.PositiveBigIntegerField(help_text="Positions that the search visited.")
    line = models.TextField(blank=True, help_text="Moves that win, separated by spaces.")
    created_at = models.DateTimeField(default=timezone.now)
    in_stock = models.BooleanField(default=False, help_text="Secret, and no race has had it.")

    objects = ProofQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("deal", "rules"), name="proof_one_verdict"),
            models.CheckConstraint(
                condition=~Q(in_stock=True) | Q(kind="winnable"), name="proof_stock_is_winnable"
            ),
        )
        indexes = (
            # Every new race asks the stock; what was used is most of the table.
            models.Index(fields=("rules",), condition=Q(in_stock=True), name="proof_in_stock"),
        )

    def __str__(self) -> str:
        return f"{self.rules}: {self.kind}"
