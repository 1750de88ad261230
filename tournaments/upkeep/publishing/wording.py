"""The troubles of sending in words: what is wrong, and what to do."""

from django.utils.translation import gettext_lazy as _

from tournaments.presentation.text.webhook_text import TROUBLES

from .sending.store import (
    FAILED,
    FULL,
    GONE,
    KEY_REFUSED,
    NO_FORCE,
    NO_PROGRAM,
    NO_SECRET,
    OFFLINE,
    PRIVATE,
    REFUSED,
    STRANGE,
    UNTRUSTED,
)

SENDING_TROUBLES = {
    OFFLINE: _("Pas de réseau jusque-là : l’envoi reprendra de lui-même où il s’est arrêté."),
    GONE: _("Le dossier n’est pas là : rebranchez la clé, et l’envoi reprendra de lui-même."),
    REFUSED: _("Le serveur refuse ce nom ou ce mot de passe : tapez-les de nouveau."),
    KEY_REFUSED: _("Le serveur ne connaît pas encore la clé : donnez-lui la ligne qui est ici, puis publiez."),
    UNTRUSTED: _("Le serveur ne prouve pas qui il est, et rien ne lui a été dit : vérifiez l’adresse et l’empreinte."),
    PRIVATE: TROUBLES[PRIVATE],
    FULL: _("Il n’y a plus de place là-bas : libérez-en, puis publiez de nouveau."),
    NO_PROGRAM: _(
        "Il manque un programme à cet ordinateur : installez celui qui est nommé ici, puis publiez de nouveau."
    ),
    NO_SECRET: _("Le mot de passe ou la clé n’est pas sur cet ordinateur : donnez l’endroit de nouveau."),
    NO_FORCE: _(
        "L’hébergeur refuse qu’on remplace la branche, et l’ancien site y reste avec ses noms : permettez-y les envois "
        "forcés (« force push »), puis publiez de nouveau."
    ),
    STRANGE: _("Ce dossier tient autre chose que le site : choisissez-en un vide. Rien n’y a été écrit."),
    FAILED: _("L’envoi n’a pas pu se faire : vérifiez l’endroit, puis publiez de nouveau."),
}
