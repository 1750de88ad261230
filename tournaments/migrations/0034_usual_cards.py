"""A club that has not chosen its cards shows each reader those he knows. Clubs of today keep what they have: whether
somebody chose French suits or left them is written nowhere."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0033_remembered_answers")]

    operations = [
        migrations.AlterField(
            model_name="club",
            name="cards",
            field=models.CharField(
                choices=[
                    ("usual", "celles que chacun connaît\u202f: italiennes pour qui lit l’italien, sinon françaises"),
                    ("french", "françaises\u202f: cœur, carreau, trèfle, pique"),
                    ("italian", "italiennes\u202f: coupe, denier, bâton, épée"),
                ],
                default="usual",
                max_length=7,
                verbose_name="enseignes des cartes",
            ),
        ),
    ]
