"""Of several prizes that somebody would win, the highest may be the one that counts: `several` is then empty."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0042_family_names")]

    operations = [
        migrations.AlterField("account", "several", models.BooleanField(default=False, null=True)),
    ]
