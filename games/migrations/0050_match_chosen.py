import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0049_participation_removed'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='chosen',
            field=models.BooleanField(db_default=False, default=False, editable=False, help_text='Chosen in a room; otherwise a rematch made it.'),
        ),
        migrations.AddField(
            model_name='match',
            name='stopped_by',
            field=models.ForeignKey(db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
    ]
