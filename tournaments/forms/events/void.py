"""The form of a void coup: one that was dealt and does not count (GEN-03)."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.book.sheet import EventBody

from .table_form import EventForm


class VoidForm(EventForm):
    """The form that makes a coup count for nothing, with the reason if somebody gives one. The reason is recorded for
    good, so it should name nobody."""

    kind = "void"
    title = _("Mal donné : le coup est à redonner")

    reason = forms.CharField(
        label=_("Pourquoi, si vous voulez : tout le monde le lit, ne nommez personne"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"dir": "auto", "autocomplete": "off"}),
    )

    def build_event(self) -> EventBody:
        reason = self.cleaned_data["reason"]
        return {"type": self.kind, "reason": reason} if reason else {"type": self.kind}
