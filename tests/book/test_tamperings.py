"""Who owns the database changes what decides who wins: `recheck` tells each of more than forty ways, or a head that
somebody holds elsewhere does."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.book.tamperings import TAMPERINGS, fill_decided_evening
from tests.book.test_attacks import attack_as_owner, is_refused
from tests.fixtures.databases import Database
from tournaments.models import ChainLink

pytestmark = [pytest.mark.book, pytest.mark.start_from(fill=fill_decided_evening)]


def run_recheck(*asked: str) -> str:
    """Run the command and return what it says."""
    said = StringIO()
    call_command("recheck", *asked, stdout=said)
    return said.getvalue()


def test_there_are_more_than_forty_tamperings() -> None:
    assert len(TAMPERINGS) > 40


def test_recheck_reports_nothing_before_a_tampering(own_database: Database) -> None:
    assert "rien" not in run_recheck()
    assert ChainLink.objects.exclude(part=None).count() > 40


@pytest.mark.parametrize("name", TAMPERINGS)
def test_recheck_tells_what_was_tampered_with(own_database: Database, name: str) -> None:
    told, statements = TAMPERINGS[name]
    assert not attack_as_owner(statements)
    with pytest.raises(CommandError, match=told):
        run_recheck()


LINK = (
    "INSERT INTO tournaments_link (part, subject, event_id, state, reason, previous, beside, digest, by) "
    "VALUES ('adjustment', {subject}, 1, '{state}', '', {previous}, '', '" + "f" * 64 + "', '')"
)
OTHER = "'" + "a" * 64 + "'"
LAST = "(SELECT digest FROM tournaments_link WHERE part = 'adjustment' AND subject = 1 ORDER BY id DESC LIMIT 1)"
REFUSED = {
    "a link that skips the one before it": [LINK.format(subject=1, state="e" * 64, previous=OTHER)],
    "a state that is no digest": [LINK.format(subject=1, state="abc", previous=LAST)],
    "a link of a decision changed": ["UPDATE tournaments_link SET state = '' WHERE part = 'adjustment'"],
    "a link of a decision removed": ["DELETE FROM tournaments_link WHERE part = 'adjustment'"],
    "a link of a table and of a row": [
        LINK.format(subject=1, state="e" * 64, previous=LAST)
        .replace("(part,", "(table_id, part,")
        .replace("VALUES (", "VALUES (1, ")
    ],
    "a link of nothing": [
        LINK.format(subject=1, state="e" * 64, previous=LAST)
        .replace("'adjustment'", "NULL")
        .replace("1, 1,", "1, NULL,")
    ],
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_guards_refuse_a_link_that_is_out_of_order(own_database: Database, name: str) -> None:
    assert is_refused(REFUSED[name])
    run_recheck()
