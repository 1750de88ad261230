"""The form of a program to be told: where it is, and what it wants to know."""

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.actions.webhooks.addresses import CannotSend, check_address, refuse_private_host
from tournaments.forms.addresses import find_address_fault
from tournaments.models import EventType
from tournaments.models.webhooks import ADDRESS_LENGTH
from tournaments.presentation.text.webhook_text import TROUBLES

AS_COPIED = _("Écrivez l’adresse comme votre navigateur la copie, sans espace ni accent : %20, %C3%A9.")


class ReceiverForm(forms.Form):
    """The address of a program, and the types of the events that it is told."""

    address = forms.CharField(
        label=_("Adresse du programme"),
        max_length=ADDRESS_LENGTH,
        help_text=_(
            "Elle commence par https:// ; c’est là que les messages arrivent. Rien ne part vers un réseau privé : ni "
            "cet ordinateur, ni une machine de la salle."
        ),
        error_messages={"required": _("Tapez l’adresse du programme à prévenir.")},
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    types = forms.MultipleChoiceField(
        label=_("Ce qu’il veut savoir"),
        choices=EventType,
        widget=forms.CheckboxSelectMultiple,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Cochez au moins une chose à lui dire.")),
    )

    def clean_address(self) -> str:
        """Return the address, if messages may go there as far as one can see."""
        address: str = self.cleaned_data["address"]
        if fault := find_address_fault(address):
            raise ValidationError(fault)
        if not (address.isascii() and address.isprintable() and " " not in address):
            raise ValidationError(AS_COPIED)
        try:
            check_address(address, settings.WEBHOOK_HOSTS)
            refuse_private_host(address, settings.WEBHOOK_HOSTS)
        except CannotSend as why:
            raise ValidationError(str(TROUBLES[why.trouble])) from None
        return address
