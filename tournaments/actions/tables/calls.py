"""What a table says beside its events: calls to the arbiter, disputes, a single coup that another player agrees to, and
whether it keeps its sheet on paper."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, NotNow, Refused, StaleSheet
from tournaments.actions.states import check_state
from tournaments.book import history
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.models import Agreement, ArbiterCall, Table, Tournament
from tournaments.models.calls import WORDS_LENGTH

from .preconditions import is_storable, lock_sheet, lock_tables


@transaction.atomic
def call_arbiter(table: Table, *, actor: str, rule: str = "") -> ArbiterCall:
    """Call the arbiter to the table; `rule`: the id of the fault it is about, if stated. While a call is open, that one
    is returned. Raises TournamentClosed if the tournament is not open."""
    lock_table(table, "call_arbiter")
    return get_or_open_call(table, ArbiterCall.CallKind.ARBITER, 0, {"actor": actor, "rule": rule[:8]})


@transaction.atomic
def open_dispute(table: Table, line: int, *, actor: str, reason: str = "") -> ArbiterCall:
    """Open a dispute: a player does not agree with the event at this line, or with the whole sheet (line 0), and the
    organiser is to settle it. Raises TournamentClosed, Refused, NotNow if the sheet has no such line."""
    if not is_storable(reason):
        raise Refused(
            [FieldError("words", _("Un texte contient un caractère invisible : retapez-le lettre par lettre."))]
        )
    if line < 0 or line > len(load_sheet(table.pk).events):
        raise NotNow(_("Ce coup n’est plus sur la feuille : regardez-la de nouveau."))
    lock_table(table, "open_dispute")
    return get_or_open_call(
        table, ArbiterCall.CallKind.DISPUTE, line, {"actor": actor, "words": reason.strip()[:WORDS_LENGTH]}
    )


def lock_table(table: Table, action: str) -> None:
    """Lock the table for the action until the transaction ends. Raises TournamentClosed."""
    lock_tables(Table.objects.filter(pk=table.pk))
    check_state(Tournament.objects.get(rounds__tables=table), action)


def get_or_open_call(table: Table, kind: ArbiterCall.CallKind, line: int, fields: dict[str, str]) -> ArbiterCall:
    """Return the table's open call of this kind and line, or create one with these further `fields`. The caller holds
    the table's lock, so that a double tap makes one call."""
    arbiter_call = ArbiterCall.objects.open().filter(table=table, kind=kind, line=line).first()
    return arbiter_call or ArbiterCall.objects.create(table=table, kind=kind, line=line, **fields)


def withdraw_call(table: Table, pk: int) -> None:
    """Withdraw the table's open call; a call that is over, or of another table, stays as it is."""
    ArbiterCall.objects.open().filter(pk=pk, table=table).update(withdrawn_at=timezone.now())


def take_call(call: ArbiterCall) -> None:
    """Set that an organiser has taken the call; the time of the first one stays."""
    ArbiterCall.objects.filter(pk=call.pk, taken_at=None).update(taken_at=timezone.now())


@transaction.atomic
def finish_call(call: ArbiterCall) -> None:
    """Set that the call is settled; a call that nobody took counts as taken at the same moment."""
    now = timezone.now()
    take_call(call)
    ArbiterCall.objects.open().filter(pk=call.pk).update(done_at=now)


@transaction.atomic
def agree_to_event(table_id: int, line: int, position: int, *, number: int) -> Sheet:
    """Save that the player of a place agrees to the event at this line; it must be another player than the one who last
    wrote it. `number`: the next record number of the table on the page that he read. Returns the sheet. Raises
    TournamentClosed, NotNow, StaleSheet if the line has changed since."""
    sheet = lock_sheet(table_id, "agree_to_event")
    if position not in range(1, len(sheet.seats) + 1):
        raise NotNow(_("Cette place n’existe pas à cette table."))
    last = history.find_last_record_about(sheet.records, line)
    if last is None or line > len(sheet.events) or last.number >= number:
        raise StaleSheet(sheet)
    if last.actor == f"table:{position}":
        raise NotNow(_("Un autre joueur que celui qui l’a marqué doit confirmer ce coup."))
    Agreement.objects.get_or_create(table=sheet.table, position=position, line=line, number=sheet.next_number - 1)
    return sheet


@transaction.atomic
def set_paper_first(table_id: int, on_paper: bool) -> None:
    """Set whether the table keeps its sheet on paper first, or enters each coup as it is played. Raises
    TournamentClosed."""
    lock_table(Table(pk=table_id), "set_paper_first")
    Table.objects.filter(pk=table_id).update(paper_first=on_paper)
