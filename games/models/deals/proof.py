"""What is proven of deals, and the stock of proven deals that no race has used."""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from games.models.deals.deal import Deal
from games.models.deals.difficulty import Difficulty

CHANCE_BYTES = 8
"""How many random bytes choose a published deal: so many that all are equally likely."""


class Kind(models.TextChoices):
    """The verdicts of `games.solver`, which is not loaded here: it brings a compiler along."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNKNOWN = "unknown"


def left_to_ranked(rules: str) -> int:
    """Return how many deals of the stock are for ranked races and dailies alone.

    Casual races cost nothing, and may be on a deal that is no secret.
    """
    # Of rules that somebody has put together there are very few.
    return settings.STOCK // 2 if "+" not in rules else 1


class ProofQuerySet(models.QuerySet["Proof"]):
    def stock(self, rules: str) -> ProofQuerySet:
        """The secret deals that are proven winnable under these rules and that no race has had."""
        return self.filter(rules=rules, in_stock=True)

    def of_difficulty(self, wished: str) -> ProofQuerySet:
        """Those of a difficulty; all of them if that is empty."""
        return self.filter(difficulty=wished) if wished else self

    def take(self, rules: str, wished: str = "", leave: int = 0) -> Deal | None:
        """A deal out of the stock, for one race alone.

        None if there is none as wished, or so few that they are left to others.
        """
        if leave and self.stock(rules)[: leave + 1].count() <= leave:
            return None
        stock = self.stock(rules).of_difficulty(wished)
        for proof in stock.select_related("deal").order_by("pk"):
            if self.filter(pk=proof.pk, in_stock=True).update(in_stock=False) == 1:
                return proof.deal
        return None

    def published(self, rules: str) -> ProofQuerySet:
        """The winnable deals under these rules that everybody may know."""
        return self.filter(rules=rules, kind=Kind.WINNABLE, deal__public=True)

    def choose_published(
        self, rules: str, draw: Callable[[int], bytes], wished: str = ""
    ) -> Deal | None:
        """One of the published winnable deals, at random; None if there is none as wished."""
        return self.published(rules).of_difficulty(wished).choose(draw)

    def choose(self, draw: Callable[[int], bytes]) -> Deal | None:
        """The deal of one of these at random; None if there is none."""
        if not (count := self.count()):
            return None
        number = int.from_bytes(draw(CHANCE_BYTES), "big") % count
        return self.select_related("deal").order_by("pk")[number].deal

    @transaction.atomic
    def store(
        self,
        rules: str,
        key: bytes,
        kind: str,
        states: int,
        line: str,
        difficulty: str = "",
        *,
        secret: bool,
    ) -> Proof:
        """Keep what the solver has found; a winnable deal of a secret key goes into the stock."""
        deal = Deal.objects.draw(key)
        if not secret:
            Deal.objects.filter(pk=deal.pk).update(public=True)
        in_stock = secret and kind == Kind.WINNABLE
        found = {
            "kind": kind,
            "states": states,
            "line": line,
            "difficulty": difficulty,
            "in_stock": in_stock,
        }
        return self.get_or_create(deal=deal, rules=rules, defaults=found)[0]

    @transaction.atomic
    def publish(self, found: Collection[Proof]) -> None:
        """Keep proofs, not saved yet and with unsaved deals, that everybody may know.

        Of those that are kept already the difficulty is renewed.
        """
        deals = {bytes(proof.deal.key or b""): proof.deal for proof in found}
        Deal.objects.bulk_create(deals.values(), ignore_conflicts=True)
        stored = Deal.objects.filter(key__in=deals)
        stored.update(public=True)
        ids = {bytes(key or b""): pk for key, pk in stored.values_list("key", "pk")}
        for proof in found:
            proof.deal_id = ids[bytes(proof.deal.key or b"")]
        self.bulk_create(
            found,
            update_conflicts=True,
            unique_fields=("deal", "rules"),
            update_fields=("difficulty",),
        )


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
    difficulty = models.CharField(max_length=6, choices=Difficulty.choices, blank=True)
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
