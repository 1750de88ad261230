"""A club plays with cards of French or of Italian suits."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0026_privacy")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="cards",
            field=models.CharField(
                choices=[
                    ("french", "françaises\u202f: cœur, carreau, trèfle, pique"),
                    ("italian", "italiennes\u202f: coupe, denier, bâton, épée"),
                ],
                default="french",
                max_length=7,
                verbose_name="enseignes des cartes",
            ),
        ),
    ]
