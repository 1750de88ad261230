"""Teams may meet board by board: one more way to say who plays with whom."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0059_shared_errors")]

    operations = [
        # no database knows the choices of a column
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "tournament",
                    "pairing",
                    models.CharField(
                        choices=[
                            ("single", "chacun pour soi"),
                            ("fixed", "paires fixes"),
                            ("drawn", "paires tirées à chaque ronde"),
                            ("teams", "équipe contre équipe"),
                        ],
                        default="single",
                        max_length=6,
                        verbose_name="qui joue avec qui",
                    ),
                ),
            ]
        ),
    ]
