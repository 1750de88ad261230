"""Calls from a table to the arbiter, and disputes: opened, withdrawn, taken, settled.

A call is possible whatever the state of the sheet: it writes nothing in the book, so only its own table is locked.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import Closed, Fault, NotNow, Refused
from tournaments.models import Call, Event, Table
from tournaments.models.calls import WORDS_LENGTH

from .preconditions import is_kept, lock


@transaction.atomic
def call_arbiter(table: Table, *, by: str, rule: str = "") -> Call:
    """Call the arbiter to the table; `rule`: the id of the fault it is about, if stated. While a call is open, that one
    is returned. Raises TournamentClosed if the tournament is not open."""
    return opened(table, Call.Kind.ARBITER, 0, {"by": by, "rule": rule[:8]})


@transaction.atomic
def dispute(table: Table, line: int, *, by: str, words: str = "") -> Call:
    """Open a dispute: a player does not agree with the event at this line, or with the whole sheet (line 0), and the
    organiser is to settle it. Raises TournamentClosed, Refused, NotNow if the sheet has no such line."""
    if not is_kept(words):
        raise Refused([Fault("words", _("Un texte contient un caractère invisible : retapez-le lettre par lettre."))])
    if line < 0 or line > len(Table.objects.for_sheet(table.pk).events):
        raise NotNow(_("Ce coup n’est plus sur la feuille : regardez-la de nouveau."))
    return opened(table, Call.Kind.DISPUTE, line, {"by": by, "words": words.strip()[:WORDS_LENGTH]})


def opened(table: Table, kind: Call.Kind, line: int, said: dict[str, str]) -> Call:
    """Return the table's open call of this kind and line, or create one with these further `fields`. The table
    is locked, so that a double tap makes one call. Raises TournamentClosed."""
    lock(Table.objects.filter(pk=table.pk))
    if table.round.event.status != Event.Status.OPEN:
        raise Closed
    found = Call.objects.open().filter(table=table, kind=kind, line=line).first()
    return found or Call.objects.create(table=table, kind=kind, line=line, **said)


def withdraw_call(table: Table, pk: int) -> None:
    """Withdraw the table's open call; a call that is over, or of another table, stays as it is."""
    Call.objects.open().filter(pk=pk, table=table).update(withdrawn_at=timezone.now())


def take_call(call: Call) -> None:
    """Set that an organiser has taken the call; the time of the first one stays."""
    Call.objects.filter(pk=call.pk, taken_at=None).update(taken_at=timezone.now())


@transaction.atomic
def finish_call(call: Call) -> None:
    """Set that the call is settled; a call that nobody took counts as taken at the same moment."""
    now = timezone.now()
    take_call(call)
    Call.objects.open().filter(pk=call.pk).update(done_at=now)
