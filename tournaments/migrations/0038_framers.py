"""Sites that may show a club's tables inside their own pages: none, until the club names them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0036_decisions_in_the_chain")]

    operations = [
        migrations.AddField("club", "framers", models.CharField(blank=True, default="", max_length=500)),
    ]
