"""What a table asks of the hall, written down: calls to the arbiter and disputes, taken, settled, taken back.

A call goes through whatever the sheet's state: it writes nothing of the book, so only its own table's lock is taken.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Call, Event, Table
from tournaments.models.calls import WORDS_LENGTH

from .asking import is_kept, lock
from .errors import Closed, Fault, NotNow, Refused


@transaction.atomic
def call_arbiter(table: Table, *, by: str, rule: str = "") -> Call:
    """The table asks for the arbiter, about this fault where it says one. While a call is open another one is the same
    call. Raises Closed on an evening that is not open."""
    return opened(table, Call.Kind.ARBITER, 0, {"by": by, "rule": rule[:8]})


@transaction.atomic
def dispute(table: Table, line: int, *, by: str, words: str = "") -> Call:
    """A player does not agree with the event at this line, or with the whole sheet (0): the organiser settles it.
    Raises Closed, Refused, NotNow where the partie has no such line."""
    if not is_kept(words):
        raise Refused([Fault("words", _("Un texte contient un caractère invisible : retapez-le lettre par lettre."))])
    if line < 0 or line > len(Table.objects.for_sheet(table.pk).events):
        raise NotNow(_("Ce coup n’est plus sur la feuille : regardez-la de nouveau."))
    return opened(table, Call.Kind.DISPUTE, line, {"by": by, "words": words.strip()[:WORDS_LENGTH]})


def opened(table: Table, kind: Call.Kind, line: int, said: dict[str, str]) -> Call:
    """The open call of this kind, or a new one; the table's lock makes two taps at once one call."""
    lock(Table.objects.filter(pk=table.pk))
    if table.round.event.status != Event.Status.OPEN:
        raise Closed
    found = Call.objects.open().filter(table=table, kind=kind, line=line).first()
    return found or Call.objects.create(table=table, kind=kind, line=line, **said)


def withdraw_call(table: Table, pk: int) -> None:
    """The table takes its call back; a call that is over, or another table's, stays as it is."""
    Call.objects.open().filter(pk=pk, table=table).update(withdrawn_at=timezone.now())


def take_call(call: Call) -> None:
    """Somebody at the desk is on the way; said once."""
    Call.objects.filter(pk=call.pk, taken_at=None).update(taken_at=timezone.now())


@transaction.atomic
def finish_call(call: Call) -> None:
    """It is settled; a call that nobody took is taken at the same moment."""
    now = timezone.now()
    take_call(call)
    Call.objects.open().filter(pk=call.pk).update(done_at=now)
