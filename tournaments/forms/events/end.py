"""The form of the end of a partie that stops where it is, at the bell (GEN-02)."""

from django.utils.translation import gettext_lazy as _

from .table_form import EventForm


class EndForm(EventForm):
    """The form that ends a partie before its planned end. There is nothing to type."""

    kind = "end"
    title = _("Finir la partie maintenant")
