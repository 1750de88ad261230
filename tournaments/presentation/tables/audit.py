"""The audit log as a table: one row for each thing that changed."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from .row_table import RowColumn, RowTable


class AuditRow(NamedTuple):
    """One change: when, what was done, by whom and why; of what, before and after ("" where nothing differs)."""

    at: str
    what: str
    by: str
    reason: str
    of: str
    before: str
    after: str


class AuditTable(RowTable):
    """The audit log. A file only."""

    at = RowColumn(_("Quand"))
    what = RowColumn(_("Quoi"))
    by = RowColumn(_("Par qui"))
    reason = RowColumn(_("Raison"))
    of = RowColumn(_("De quoi"), export=str)
    before = RowColumn(_("Avant"), export=str)
    after = RowColumn(_("Après"), export=str)
