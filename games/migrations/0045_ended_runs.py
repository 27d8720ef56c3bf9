from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0044_stopped_countdowns'),
    ]

    operations = [
        migrations.AddField(
            model_name='race',
            name='ended_runs',
            field=models.PositiveSmallIntegerField(blank=True, editable=False, help_text='At a table of an event, how many runs had ended when none was under way.', null=True),
        ),
    ]
