"""People, sheets and money in the log: what the log knows is no matter of the database."""

from django.db import migrations, models

ACTIONS = (
    *("opened", "closed", "reopened", "hidden", "shown", "changed", "rules", "renamed", "substituted", "card"),
    *("typing", "unplayed", "adjusted", "unadjusted", "withdrawn", "worth", "tombola", "published", "drafted"),
    *("entered", "removed", "presence", "part", "apart", "confirmed", "fee", "paid", "prize"),
)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0064_published_in_the_log")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "auditentry",
                    "what",
                    models.CharField(choices=[(each, each.title()) for each in ACTIONS], max_length=12),
                )
            ]
        ),
    ]
