"""The form of a recave: fiches that a player buys from the bank (BRU-20)."""

from django.utils.translation import gettext_lazy as _

from tournaments.book.sheet import EventBody
from tournaments.forms.fields import WholeNumberField

from .table_form import EventForm

MOST_FICHES = 1000


class RecaveForm(EventForm):
    """The form of a recave: which player buys fiches, and how many."""

    kind = "recave"
    title = _("Racheter des fiches")

    def build(self) -> None:
        self.fields["player"] = self.build_seat_field(_("Qui achète ?"))
        self.fields["fiches"] = WholeNumberField(
            1,
            MOST_FICHES,
            label=_("Combien de fiches ?"),
            error_messages={"required": _("Écrivez un nombre entier, en chiffres.")},
        )

    def build_event(self) -> EventBody:
        player = self.get_name_at(self.cleaned_data["player"])
        return {"type": self.kind, "player": player, "fiches": self.cleaned_data["fiches"]}
