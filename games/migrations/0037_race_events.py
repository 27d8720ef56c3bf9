from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0036_notices'),
    ]

    operations = [
        # First the table's name as it is, so that renaming the model leaves the table alone.
        migrations.AlterModelTable(name='event', table='games_event'),
        migrations.RenameModel(old_name='Event', new_name='RaceEvent'),
    ]
