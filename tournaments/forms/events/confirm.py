"""The form by which a player agrees to the whole sheet."""

from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import SeatField

from .table_form import TableForm


class ConfirmForm(TableForm):
    """The player who agrees."""

    def build(self) -> None:
        who = SeatField(self.sheet, label=_("Quel joueur est d’accord ?"))
        who.error_messages["required"] = _("Touchez d’abord votre nom.")
        self.fields["position"] = who
