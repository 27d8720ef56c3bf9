import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0028_webhooks'),
    ]

    operations = [
        migrations.CreateModel(
            name='Trial',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('daily', 'Daily')], help_text='The kind of its races.', max_length=8)),
                ('rules', models.CharField(help_text='Canonical: game/preset+option=value', max_length=255)),
                ('opens_at', models.DateTimeField()),
                ('closes_at', models.DateTimeField(db_index=True, help_text='No attempt starts after that; who is playing may finish.')),
                ('limit_s', models.PositiveSmallIntegerField(help_text='The time limit of an attempt.')),
                ('deal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='trial', to='games.deal')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('closes_at__gte', models.F('opens_at'))), name='trial_opens_before_it_closes')],
            },
        ),
        migrations.AddField(
            model_name='daily',
            name='trial',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='daily', to='games.trial'),
        ),
        migrations.AddField(
            model_name='attempt',
            name='trial',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.trial'),
        ),
        # Nullable, so that these columns can be removed, and filled again on the way back.
        migrations.AlterField(
            model_name='daily',
            name='deal',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='daily', to='games.deal'),
        ),
        migrations.AlterField(
            model_name='daily',
            name='rules',
            field=models.CharField(max_length=255, null=True),
        ),
        migrations.AlterField(
            model_name='attempt',
            name='daily',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.daily'),
        ),
    ]
