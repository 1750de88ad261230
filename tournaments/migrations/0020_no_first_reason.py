"""Drop the column in which a record older than the chain held its reason: what was erased beside it stayed there.

Migration 0018 copied each of these texts to where it may be erased, and the chain covers the digest of that copy. No row
of the book changes otherwise.
"""

from django.db import migrations

from tournaments.models.guards import (InstallGuards, LiftGuards)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_summaries")]

    operations = [LiftGuards(), migrations.RemoveField("record", "first_reason"), InstallGuards()]
