"""The form of a departure: a player leaves before the end of the partie (GEN-01, PEN-12)."""

from django.utils.translation import gettext_lazy as _

from tournaments.book.sheet import EventBody

from .table_form import EventForm


class LeaveForm(EventForm):
    """The form of a player's leaving: who leaves."""

    kind = "leave"
    title = _("Un joueur s’en va")

    def build(self) -> None:
        self.fields["player"] = self.build_seat_field(_("Qui s’en va ?"))

    def build_event(self) -> EventBody:
        return {"type": self.kind, "player": self.get_name_at(self.cleaned_data["player"])}
