"""Where people visit a club's site, for links that leave it. Nobody has said it of the places of today."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0040_message_shapes")]

    operations = [
        migrations.AddField("publicationtarget", "address", models.CharField(blank=True, default="", max_length=200)),
    ]
