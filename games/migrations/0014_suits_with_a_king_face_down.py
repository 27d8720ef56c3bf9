"""Forget what may be wrong since a suit counts though its King lies face down (Applegate).

That concerns rules with remove=never. Wins stay wins; losses are looked for anew when somebody
asks. Such a suit stands where it was dealt: its Queen lay on its King, face down as well, since a
King without a card on it turns up. So an analysis can be wrong only of such a deal.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.models import Q

STAYS = Q(rules__startswith="applegate/pysol") & ~Q(rules__contains="+remove=") | Q(
    rules__startswith="applegate/", rules__contains="+remove=never"
)


def forget(apps: Any, schema_editor: Any) -> None:
    apps.get_model("games", "Proof").objects.filter(STAYS).exclude(kind="winnable").delete()
    races = apps.get_model("games", "Race").objects.filter(STAYS)
    entries = apps.get_model("games", "Entry").objects.filter(race__in=races)
    # Such a board counted 48: it had no complete suit, as it has now, but twelve pairs of each.
    entries.filter(state="won").update(progress=52)
    analyses = apps.get_model("games", "Analysis").objects
    lost = analyses.filter(entry__in=entries, lost_from__isnull=False)
    judged = lost.values_list("pk", "entry__race__deal__cards")
    analyses.filter(pk__in=[pk for pk, cards in judged if has_queen_on_king(cards)]).delete()


def has_queen_on_king(cards: str) -> bool:
    """Whether a King lies lowest in a column and the Queen of its suit on it, as dealt."""
    lowest, second = cards.split()[:7], cards.split()[7:14]
    return any(king[0] == "K" and queen == f"Q{king[1]}" for king, queen in zip(lowest, second))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_board_names"),
    ]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
