"""The audit log as a table: one row for each thing that changed."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from .row_table import RowColumn, RowTable


class AuditRow(NamedTuple):
    """One line of the audit log: when, what was done, by whom and why; then what changed, before and after ("" where
    nothing did)."""

    at: str
    what: str
    by: str
    reason: str
    of: str
    before: str
    after: str


class AuditTable(RowTable):
    """The audit log of a tournament, a row for each change; only exported as a file, never shown on a page."""

    at = RowColumn(_("Quand"))
    what = RowColumn(_("Quoi"))
    by = RowColumn(_("Par qui"))
    reason = RowColumn(_("Raison"))
    of = RowColumn(_("De quoi"), export=str)
    before = RowColumn(_("Avant"), export=str)
    after = RowColumn(_("Après"), export=str)
