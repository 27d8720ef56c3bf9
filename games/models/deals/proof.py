"""Proofs of deals, and the stock of proven deals that no race has used."""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from games.models.database.holding import held
from games.models.deals.deal import Deal
from games.models.deals.difficulty import StoredDifficulty

CHANCE_BYTES = 8
"""How many random bytes pick a published deal: enough to make the bias of `%` negligible."""


class ProofKind(models.TextChoices):
    """The verdicts of `games.solver`, repeated here because importing it loads a compiler."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNKNOWN = "unknown"


def left_to_ranked(rules: str) -> int:
    """Return how many deals of the stock are reserved for ranked races and dailies.

    Casual races have no such limit, and can use a published deal.
    """
    # Custom rules have a very small stock.
    return settings.STOCK // 2 if "+" not in rules else 1


class ProofQuerySet(models.QuerySet["Proof"]):
    def stock(self, rules: str) -> ProofQuerySet:
        """Return the secret deals proven winnable under these rules that no race has used."""
        return self.filter(rules=rules, in_stock=True)

    def of_difficulty(self, wished_difficulty: str) -> ProofQuerySet:
        """Return the proofs of a difficulty, or all if it is empty."""
        return self.filter(difficulty=wished_difficulty) if wished_difficulty else self

    def take(self, rules: str, wished_difficulty: str = "", leave: int = 0) -> Deal | None:
        """Take a deal out of the stock, for one race only.

        Return None if the stock has none of that difficulty, or at most `leave` deals altogether.
        """
        if leave and self.stock(rules)[: leave + 1].count() <= leave:
            return None
        stock = self.stock(rules).of_difficulty(wished_difficulty)
        for proof in stock.select_related("deal").order_by("pk"):
            if self.filter(pk=proof.pk, in_stock=True).update(in_stock=False) == 1:
                return proof.deal
        return None

    def put_back(self, deal: Deal, rules: str) -> None:
        """Put a deal that no one has seen back into the stock, if it came from there."""
        of_deal = self.filter(deal=deal, rules=rules, kind=ProofKind.WINNABLE)
        of_deal.filter(deal__key__isnull=False).update(in_stock=True)

    def hand_over(self) -> list[Proof]:
        """Take the whole stock out for another site; call it in a transaction.

        Two sites with the same secret deals could each reveal what the other races on.
        """
        stock = held(self.filter(in_stock=True, deal__key__isnull=False))
        given = list(stock.select_related("deal"))
        self._stock(given, False)
        return given

    def put_all_back(self, given: list[Proof]) -> None:
        """Put deals back that were handed over to no one."""
        self._stock(given, True)

    def _stock(self, proofs: list[Proof], in_stock: bool) -> None:
        for proof in proofs:
            proof.in_stock = in_stock
        self.bulk_update(proofs, ["in_stock"], batch_size=500)

    @transaction.atomic
    def receive(self, proof: Proof) -> bool:
        """Store an unsaved proof of another site's stock; return False if its deal is known here.

        A site that takes its own deals back has them as before.
        """
        deal = Deal.objects.draw(bytes(proof.deal.key or b""))
        if deal.public or deal.is_raced:
            return False
        fields = ("kind", "states", "line", "difficulty")
        found = {field: getattr(proof, field) for field in fields}
        stored, _ = self.get_or_create(deal=deal, rules=proof.rules, defaults=found)
        return self.filter(pk=stored.pk, in_stock=False).update(in_stock=True) == 1

    def published(self, rules: str) -> ProofQuerySet:
        """Return the published winnable deals under these rules."""
        return self.filter(rules=rules, kind=ProofKind.WINNABLE, deal__public=True)

    def choose_published(
        self, rules: str, draw: Callable[[int], bytes], wished_difficulty: str = ""
    ) -> Deal | None:
        """Pick a published winnable deal at random; return None if none has that difficulty.

        The deals of the latest races rest, for the runs of a race stay hidden while another is on
        its deal: of as many races as half of these deals, so that at least the other half is left.
        """
        found = self.published(rules).of_difficulty(wished_difficulty)
        raced = Deal.objects.exclude(races=None).order_by("-races")
        latest = raced.values("pk")[: found.count() // 2]
        return found.exclude(deal__in=latest).choose(draw)

    def choose(self, draw: Callable[[int], bytes]) -> Deal | None:
        """Pick the deal of one of these proofs at random; return None if there are none."""
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
        """Store a verdict of the solver; a winnable deal of a secret key joins the stock."""
        deal = Deal.objects.draw(key)
        if not secret:
            Deal.objects.filter(pk=deal.pk).update(public=True)
        in_stock = secret and kind == ProofKind.WINNABLE
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
        """Store unsaved proofs of unsaved deals as published.

        For those already stored, update the difficulty.
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
    """The verdict on a deal under some rules, with the line that proves a win."""

    deal = models.ForeignKey(
        Deal,
        on_delete=models.CASCADE,
        related_name="proofs",
        # The constraint below begins with the deal and serves as its index.
        db_index=False,
    )
    rules = models.CharField(max_length=255)
    kind = models.CharField(max_length=8, choices=ProofKind.choices)
    states = models.PositiveBigIntegerField(help_text="Positions that the search visited.")
    line = models.TextField(blank=True, help_text="Moves that win, separated by spaces.")
    difficulty = models.CharField(max_length=6, choices=StoredDifficulty.choices, blank=True)
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
            # Every new race queries the stock, and most of the table is no longer in it.
            models.Index(fields=("rules",), condition=Q(in_stock=True), name="proof_in_stock"),
        )

    def __str__(self) -> str:
        return f"{self.rules}: {self.kind}"
