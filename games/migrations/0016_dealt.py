from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.models import F
from django.utils import timezone


def started_are_dealt(apps: Any, schema_editor: Any) -> None:
    races = apps.get_model("games", "Race").objects
    races.filter(starts_at__lte=timezone.now(), dealt_at=None).update(dealt_at=F("starts_at"))


def guests_of_open_races(apps: Any, schema_editor: Any) -> None:
    entries = apps.get_model("games", "Entry").objects
    entries.filter(race__closed_at=None, player__guest=True).update(as_guest=True)



class Migration(migrations.Migration):

    dependencies = [
        ('games', '0015_likeness'),
    ]

    operations = [
        migrations.AddField(
            model_name='race',
            name='dealt_at',
            field=models.DateTimeField(blank=True, editable=False, help_text='When its cards left for its players; nothing but its end changes after that.', null=True),
        ),
        migrations.AlterField(
            model_name='entry',
            name='as_guest',
            field=models.BooleanField(default=False, editable=False, help_text='The player had no account when the cards were dealt.'),
        ),
        migrations.AddConstraint(
            model_name='race',
            constraint=models.CheckConstraint(condition=models.Q(('dealt_at', None), models.Q(('dealt_at__gte', models.F('starts_at')), ('starts_at__isnull', False)), _connector='OR'), name='race_dealt_from_its_start'),
        ),
        migrations.RunPython(started_are_dealt, migrations.RunPython.noop),
        migrations.RunPython(guests_of_open_races, migrations.RunPython.noop),
    ]
