"""The check of the database under the book: that its guards are word for word the program's, and that no row names
another one that was removed. Writes nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.models import Exists, Max, Model, OuterRef
from django.utils.translation import gettext as _

from tournaments.models import (
    AuditEntry,
    ChainLink,
    Confirmation,
    Entry,
    LedgerLine,
    Posting,
    Record,
    RecordReason,
    Round,
    Seat,
    Table,
    TokenCount,
    guards,
)

CHECKED_MODELS: tuple[type[Model], ...] = (
    Posting,
    LedgerLine,
    RecordReason,
    ChainLink,
    Record,
    Confirmation,
    TokenCount,
    Seat,
    Table,
    Round,
    Entry,
)
"""Each row of these names others (its record, its table, its tournament …), which must be there."""


class BookDifference(Exception):
    """A stored record, or the database itself, is not what scoring again gives."""


@contextmanager
def read_at_one_moment() -> Iterator[None]:
    """Context manager or decorator: on PostgreSQL several statements read the database as of one moment, so that a coup
    recorded between two is no difference. Nothing is done on SQLite, where that would keep others from writing."""
    if connection.vendor == "sqlite" or connection.in_atomic_block:
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def check_database() -> None:
    """Raise BookDifference if a guard is not as it was installed, or if something is gone that other rows name."""
    check_guards()
    for model in CHECKED_MODELS:
        check_references(model)
    check_chain_is_woven()
    check_last_rows()


def check_guards() -> None:
    """Raise BookDifference if a trigger or a function that protects the book is missing, disabled, changed, or not the
    program's own."""
    if names := guards.find_guard_faults(connection):
        raise BookDifference(
            _("Les protections de la base ne sont plus celles du programme : %(names)s.") % {"names": ", ".join(names)}
        )


def check_references(model: type[Model]) -> None:
    """Raise BookDifference if a row of the model names a row that is not there."""
    for field in model._meta.concrete_fields:
        target: Any = field.related_model
        if target is None:
            continue
        rows: Any = model._base_manager.exclude(**{f"{field.attname}__isnull": True})
        lost = rows.exclude(Exists(target._base_manager.filter(pk=OuterRef(field.attname)))).first()
        if lost is None:
            continue
        if model in (Posting, LedgerLine) and target is Record:
            raise BookDifference(_("Une écriture n’appartient à aucun enregistrement."))
        facts = {
            "row": f"{model._meta.db_table} {lost.pk}",
            "lost": f"{target._meta.db_table} {getattr(lost, field.attname)}",
        }
        raise BookDifference(
            _("Il manque quelque chose dans la base : %(row)s renvoie à %(lost)s, qui n’y est plus.") % facts
        )


def check_chain_is_woven() -> None:
    """Raise BookDifference if a link names as `beside` (the digest of the link written last before it) a digest that no
    link has: that link was deleted."""
    links = ChainLink.objects.exclude(beside="")
    torn = links.exclude(Exists(ChainLink.objects.filter(digest=OuterRef("beside")))).first()
    if torn is not None:
        raise BookDifference(
            _("Il manque un enregistrement, ou une table entière : celui d’avant %(link)s n’est plus dans la base.")
            % {"link": torn.record or torn.seat or f"{torn.part} {torn.subject}"}
        )


LAST_ID_SQL = "SELECT seq FROM sqlite_sequence WHERE name = %s"


def check_last_rows() -> None:
    """Raise BookDifference if the last id that SQLite gave to a link, a record or an audit entry is not there any more:
    the last rows were deleted. Not on PostgreSQL, where a transaction that is given up uses ids as well."""
    if connection.vendor != "sqlite":
        return
    for model in (ChainLink, Record, AuditEntry):
        with connection.cursor() as cursor:
            cursor.execute(LAST_ID_SQL, [model._meta.db_table])
            given = cursor.fetchone()
        if given and given[0] > (model.objects.aggregate(last=Max("pk"))["last"] or 0):
            raise BookDifference(_("Le dernier enregistrement écrit n’est plus dans la base."))
