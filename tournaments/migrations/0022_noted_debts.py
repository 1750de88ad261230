"""A debt that the players of a table name is noted with the count of the one who owes it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_people_and_roles")]

    operations = [
        migrations.AddField(
            model_name="tokencount", name="owed_to", field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
