"""A new installation: every table as it is since 0035, made at once, topic by topic, then the guards of the book.

Who comes from before goes on with the migrations that this one replaces, from wherever he is. What both lead to is the
same (`tests/book/test_new_installation.py`), but for the order of columns: here it is that of the models.

The next migration names 0035 as the one before it, not this one: then both ways lead to it, and back.
"""

from django.conf import settings
from django.db import migrations

from tournaments.models.guards import InstallGuards

from .new_installation import TOPICS, CreateTables


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("tournaments", "0001_first"),
        ("tournaments", "0002_hall"),
        ("tournaments", "0003_rounds"),
        ("tournaments", "0004_replay"),
        ("tournaments", "0005_standings"),
        ("tournaments", "0006_club"),
        ("tournaments", "0007_forms"),
        ("tournaments", "0008_rounds3"),
        ("tournaments", "0009_formats3"),
        ("tournaments", "0010_seasons3"),
        ("tournaments", "0011_season5"),
        ("tournaments", "0012_formats5"),
        ("tournaments", "0013_standings"),
        ("tournaments", "0014_plain_words"),
        ("tournaments", "0015_rules_that_changed"),
        ("tournaments", "0017_tries"),
        ("tournaments", "0018_chain"),
        ("tournaments", "0019_summaries"),
        ("tournaments", "0020_no_first_reason"),
        ("tournaments", "0021_people_and_roles"),
        ("tournaments", "0022_noted_debts"),
        ("tournaments", "0023_player_details"),
        ("tournaments", "0024_signing_up"),
        ("tournaments", "0025_adjustments"),
        ("tournaments", "0026_privacy"),
        ("tournaments", "0027_cards"),
        ("tournaments", "0028_jeton_worth"),
        ("tournaments", "0029_api_tokens"),
        ("tournaments", "0030_webhooks"),
        ("tournaments", "0031_publication_targets"),
        ("tournaments", "0032_currencies"),
        ("tournaments", "0033_remembered_answers"),
        ("tournaments", "0034_usual_cards"),
        ("tournaments", "0035_worth_in_the_log"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        CreateTables([table for topic in TOPICS for table in topic.TABLES]),
        InstallGuards(),
    ]
