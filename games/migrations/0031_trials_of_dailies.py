"""Give each daily challenge its trial, and its attempts with it."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import migrations


def fill(apps: Any, schema_editor: Any) -> None:
    Daily = apps.get_model("games", "Daily")
    Trial = apps.get_model("games", "Trial")
    Attempt = apps.get_model("games", "Attempt")
    for daily in Daily.objects.filter(trial=None).order_by("pk").iterator():
        day = datetime(daily.day.year, daily.day.month, daily.day.day, tzinfo=UTC)
        daily.trial = Trial.objects.create(
            kind="daily",
            rules=daily.rules,
            deal_id=daily.deal_id,
            opens_at=day,
            closes_at=day + timedelta(days=1),
            limit_s=3600,
        )
        daily.save(update_fields=["trial"])
        Attempt.objects.filter(daily=daily).update(trial=daily.trial)


def empty(apps: Any, schema_editor: Any) -> None:
    Daily = apps.get_model("games", "Daily")
    Trial = apps.get_model("games", "Trial")
    Attempt = apps.get_model("games", "Attempt")
    for daily in Daily.objects.select_related("trial").order_by("pk").iterator():
        Attempt.objects.filter(trial=daily.trial_id).update(daily=daily)
        daily.rules, daily.deal_id = daily.trial.rules, daily.trial.deal_id
        daily.trial = None
        daily.save(update_fields=["rules", "deal", "trial"])
    Attempt.objects.update(trial=None)
    # What is left had no daily: its races stay, as races of one player.
    Attempt.objects.filter(daily=None).delete()
    Trial.objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0030_trial'),
    ]

    operations = [
        migrations.RunPython(fill, empty),
    ]
