"""The keys of tablets, each of which keeps a table's place and opens that table of each round: made, found, taken back.
A key is shown once; only its digest is kept."""

import re
import secrets
from hashlib import sha256

from django.db import transaction

from tournaments.actions.states import lock_evening
from tournaments.models import Table, TableTablet, Tournament

PREFIX = "tablet-"
KEY_TEXT = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")
KEY_BYTES = 32


@transaction.atomic
def make_tablet_key(tournament: Tournament, n: int) -> str:
    """Make the key of a tablet for table `n` in the place of an earlier one; return it. Raises TournamentClosed."""
    lock_evening(tournament, "make_tablet_key")
    key = PREFIX + secrets.token_urlsafe(KEY_BYTES)
    TableTablet.objects.filter(tournament=tournament, n=n).delete()
    TableTablet.objects.create(tournament=tournament, n=n, digest=compute_digest(key))
    return key


@transaction.atomic
def revoke_tablet_key(tournament: Tournament, n: int) -> None:
    """Take the key of table `n`'s tablet back: it opens nothing any more."""
    lock_evening(tournament, "revoke_tablet_key")
    TableTablet.objects.filter(tournament=tournament, n=n).delete()


def find_tablet(key: str) -> TableTablet | None:
    """Return the tablet with this key; None if none has it. What does not look like a key costs no query."""
    if not KEY_TEXT.fullmatch(key):
        return None
    known = TableTablet.objects.select_related("tournament").filter(digest=compute_digest(key))
    return known.exclude(tournament__hidden=True).first()


def find_present_table(tablet: TableTablet) -> Table | None:
    """Return the tablet's table of the round being played, or, where tables are free, its last one; None without."""
    tables = Table.objects.filter(round__tournament=tablet.tournament, n=tablet.n)
    if tablet.tournament.format != Tournament.Format.FREE:
        tables = tables.filter(round=tablet.tournament.find_shown_round())
    return tables.order_by("-round__n").first()


def compute_digest(key: str) -> str:
    """Return the digest under which a key is kept: nobody guesses 256 random bits, so it needs no salt."""
    return sha256(key.encode()).hexdigest()
