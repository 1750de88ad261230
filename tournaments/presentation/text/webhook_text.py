"""Webhooks in words: what came of a message, and why an address cannot be told."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Delivery, EventType

TROUBLES: Mapping[str, Promise] = {
    "address": gettext_lazy("L’adresse ne convient pas : il faut https, un nom de machine, et pas de mot de passe."),
    "private": gettext_lazy(
        "L’adresse mène dans un réseau privé : rien ne s’y envoie, à moins que qui a installé Corbillon ne l’admette "
        "(CORBILLON_WEBHOOK_HOSTS)."
    ),
    "unknown": gettext_lazy("Aucune machine ne porte ce nom."),
    "offline": gettext_lazy("Cet ordinateur est sans réseau."),
    "refused": gettext_lazy("La machine refuse la connexion."),
    "slow": gettext_lazy("Rien n’est revenu à temps."),
    "insecure": gettext_lazy("Le certificat de la machine ne convient pas."),
    "broken": gettext_lazy("La connexion s’est coupée, ou la réponse ne veut rien dire."),
}
"""The sentence on why no answer came, by the trouble of a try."""


def describe_result(delivery: Delivery) -> str:
    """Return what became of a webhook message, or of its last try, in a few words; "" before the first try."""
    if delivery.trouble:
        return str(TROUBLES.get(delivery.trouble, delivery.trouble))
    return _("Réponse %(status)s.") % {"status": delivery.answer} if delivery.answer else ""


def describe_type(kind: str) -> str:
    """Return what a webhook message of this type is about, in words; for a test message, that it is a test."""
    return str(EventType(kind).label) if kind in EventType else _("un essai")
