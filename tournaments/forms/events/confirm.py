"""The form by which a player agrees to the whole sheet."""

from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import SeatField

from .table_form import TableForm


class ConfirmForm(TableForm):
    """The form on which a player touches his name, to agree to the whole sheet."""

    def build(self) -> None:
        who = SeatField(self.sheet, label=_("Quel joueur est d’accord ?"))
        who.error_messages["required"] = _("Touchez d’abord votre nom.")
        self.fields["position"] = who
