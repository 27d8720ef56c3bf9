import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0031_trials_of_dailies'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='attempt',
            name='attempt_once_a_player',
        ),
        migrations.RemoveField(
            model_name='attempt',
            name='daily',
        ),
        migrations.RemoveField(
            model_name='daily',
            name='deal',
        ),
        migrations.RemoveField(
            model_name='daily',
            name='rules',
        ),
        migrations.AlterField(
            model_name='attempt',
            name='trial',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.trial'),
        ),
        migrations.AlterField(
            model_name='daily',
            name='trial',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='daily', to='games.trial'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(fields=('trial', 'player'), name='attempt_once_a_player'),
        ),
    ]
