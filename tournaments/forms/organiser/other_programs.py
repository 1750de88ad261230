"""Forms about other programs: the keys with which they read and write, the addresses at which they are told."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundWidget
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.actions.people.tokens import MOST_DAYS
from tournaments.actions.webhooks.addresses import PORTS, CannotSend, check_address, refuse_private_host
from tournaments.forms.addresses import find_address_fault
from tournaments.forms.fields import NameField
from tournaments.models import ApiToken, EventType, MessageShape
from tournaments.models.rights import Right, Role
from tournaments.models.webhooks import ADDRESS_LENGTH, CHAT_LENGTH
from tournaments.presentation.text.webhook_text import TROUBLES


@dataclass(frozen=True)
class KeyUse:
    """One thing that an API key can be made for: the role and the rights that such a key has. `about`: what a program
    does with it."""

    value: str
    label: Promise
    about: Promise
    role: Role
    rights: frozenset[Right]


KEY_USES = (
    KeyUse(
        "read",
        _("Lire"),
        _("Aussi les soirées en préparation, et les noms entiers. N’écrit rien."),
        Role.READER,
        frozenset({Right.LOOK}),
    ),
    KeyUse(
        "mark",
        _("Marquer aux tables"),
        _("Un autre marqueur que nos téléphones : il envoie les coups, les corrige, confirme une feuille."),
        Role.ARBITER,
        frozenset({Right.LOOK, Right.ARBITRATE}),
    ),
    KeyUse(
        "enter",
        _("Inscrire des joueurs, préparer les soirées"),
        _("Il inscrit, dit qui est là, tire et publie les rondes, ouvre et clôt. Ne touche pas aux feuilles."),
        Role.ORGANISER,
        frozenset({Right.LOOK, Right.RUN}),
    ),
    KeyUse(
        "run",
        _("Tenir toute une soirée"),
        _("Tout cela ensemble."),
        Role.ORGANISER,
        frozenset({Right.LOOK, Right.ARBITRATE, Right.RUN}),
    ),
    KeyUse(
        "cash",
        _("Tenir la caisse"),
        _("Il lit qui doit et qui a payé, le note, et lit le règlement en argent. Aucun autre choix n’y touche."),
        Role.TREASURER,
        frozenset({Right.LOOK, Right.MONEY}),
    ),
)
USES_BY_VALUE = {use.value: use for use in KEY_USES}


def find_key_use(token: ApiToken) -> KeyUse | None:
    """Return what an API key was made for; None if no use has just its role and rights."""
    return next((use for use in KEY_USES if use.role == token.role and use.rights == token.rights), None)


def list_rights(rights: Iterable[Right]) -> list[Right]:
    """Return the rights in the order in which `Right` declares them."""
    return sorted(rights, key=list(Right).index)


class ApiKeyForm(forms.Form):
    """The form of a new API key: the program's name, what it does with the key, and for how many days."""

    name = NameField(label=_("À quel programme"), help_text=_("Le journal le nommera : « Site du club »."))
    use = forms.ChoiceField(
        label=_("Ce qu’il fait"),
        choices=[(use.value, use.label) for use in KEY_USES],
        initial=KEY_USES[0].value,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choisissez ce que fait le programme.")),
    )
    days = forms.IntegerField(
        label=_("Pour combien de jours"),
        min_value=1,
        max_value=MOST_DAYS,
        initial=90,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), _("De 1 à 366 jours.")),
    )

    @property
    def uses(self) -> list[tuple[BoundWidget, KeyUse, list[Right]]]:
        """Each use of a key, as (radio button, use, its rights in order)."""
        return [(radio, use, list_rights(use.rights)) for radio, use in zip(self["use"], KEY_USES, strict=True)]

    @property
    def terms(self) -> dict[str, Any]:
        """The settings of the key to make: `name`, `days`, `role` and `scopes`."""
        use = USES_BY_VALUE[self.cleaned_data["use"]]
        terms = {name: self.cleaned_data[name] for name in ("name", "days")}
        return terms | {"role": use.role, "scopes": use.rights}


CHAT = re.compile(r"-?[0-9]{1,18}|@[A-Za-z][A-Za-z0-9_]{3,31}", re.ASCII)
TELEGRAM_METHOD = "/sendMessage"
AS_COPIED = _("Écrivez l’adresse comme votre navigateur la copie, sans espace ni accent : %20, %C3%A9.")


class ReceiverForm(forms.Form):
    """The form of a program that is told what happens (webhook): its address, the form and language of the messages,
    and which events."""

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
    shape = forms.ChoiceField(
        label=_("Ce qui arrive là"),
        choices=MessageShape,
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choisissez ce qui arrive là.")},
        help_text=_("Discord donne l’adresse dans Paramètres du salon → Intégrations → Webhooks."),
    )
    chat = forms.CharField(
        label=_("Pour Telegram : le groupe ou le canal"),
        max_length=CHAT_LENGTH,
        required=False,
        help_text=_(
            "Son numéro, comme -1001234567890, ou son @nom. L’adresse est celle du robot : "
            "https://api.telegram.org/bot…/sendMessage."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}),
    )
    language = forms.ChoiceField(
        label=_("Pour Discord et Telegram : la langue des mots"), choices=settings.LANGUAGES, required=False
    )
    types = forms.MultipleChoiceField(
        label=_("Ce qu’il veut savoir"),
        choices=EventType,
        widget=forms.CheckboxSelectMultiple,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Cochez au moins une chose à lui dire.")),
    )

    def clean_address(self) -> str:
        """Return the address; raise ValidationError if messages may not be sent there, as to a private network."""
        address: str = self.cleaned_data["address"]
        if fault := find_address_fault(address):
            raise ValidationError(fault)
        if not (address.isascii() and address.isprintable() and " " not in address):
            raise ValidationError(AS_COPIED)
        try:
            parts = check_address(address, settings.WEBHOOK_HOSTS)
            refuse_private_host(str(parts.hostname), parts.port or PORTS[parts.scheme], settings.WEBHOOK_HOSTS)
        except CannotSend as why:
            raise ValidationError(str(TROUBLES[why.trouble])) from None
        return address

    def clean_shape(self) -> str:
        """Return the form of the messages; plain data if none was chosen."""
        return self.cleaned_data["shape"] or MessageShape.STANDARD

    def clean_language(self) -> str:
        """Return the language of the words: the reader's, unless another is chosen."""
        return self.cleaned_data["language"] or get_language() or settings.LANGUAGE_CODE

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("shape") != MessageShape.TELEGRAM:
            return data | {"chat": ""}
        if not CHAT.fullmatch(data.get("chat", "")):
            self.add_error("chat", _("Tapez le numéro du groupe, comme -1001234567890, ou le @nom du canal."))
        if not urlsplit(data.get("address", TELEGRAM_METHOD)).path.endswith(TELEGRAM_METHOD):
            self.add_error("address", _("L’adresse d’un robot de Telegram finit par /sendMessage."))
        return data
