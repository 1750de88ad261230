"""The form by which a player agrees to the whole sheet."""

from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import SeatField

from .table_form import TableForm


class ConfirmForm(TableForm):
    """The player who agrees."""

    def build(self) -> None:
        self.fields["position"] = SeatField(self.sheet, label=_("Quel joueur est d’accord ?"))
