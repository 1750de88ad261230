"""Each trouble of the storage: one sentence that says what is wrong, and one that says what to do.

They are shown to everybody, so they name no folder; the commands add where it is.
"""

import os
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from config import pango
from config.commands import ADD_DRIVER, MANAGE, PREPARE, START

INSUFFICIENT_STORAGE, UNAVAILABLE = 507, 503


@dataclass(frozen=True)
class Trouble:
    """Something wrong with the storage, for people. `sentence`: what is wrong; `mend`: what to do; `command`: what to
    type for that, if anything; `status`: of the page that tells it. A phone takes any status from 500 on as no answer,
    and keeps what it sends."""

    key: str
    sentence: str | Promise
    mend: str | Promise
    command: str = ""
    status: int = UNAVAILABLE

    def write_out(self, place: object = "", languages: tuple[str, ...] = ("fr", "en")) -> str:
        """Return the trouble for a terminal, a paragraph a language; `place`: the file or folder it is about."""
        lines = []
        for language in languages:
            with override(language):
                lines.append(f"{self.sentence} {self.mend}")
        return "\n".join([*lines, *(f"    {each}" for each in (self.command, str(place)) if each)])


class StorageFault(RuntimeError):
    """Raised where a trouble is found before anything is read or written; `place`: the file or folder it is about."""

    def __init__(self, trouble: Trouble, place: object = "") -> None:
        super().__init__(trouble.key)
        self.trouble, self.place = trouble, place


RESTORE = f"{MANAGE} restore FILE"
CHANGE_MODES = "chmod -R {} var" if os.name == "posix" else ""
"""The command that changes rights of files, if there is one: Windows has none that is safe to type."""

FULL = Trouble(
    "full",
    _("Le disque est plein : rien de plus ne peut être enregistré."),
    _(
        "Libérez de la place (la corbeille, d’anciennes copies), puis recommencez. Ce que les téléphones gardent "
        "partira de lui-même."
    ),
    status=INSUFFICIENT_STORAGE,
)
DAMAGED = Trouble(
    "damaged",
    _("Le fichier de la base de données est abîmé."),
    _(
        "Continuez sur papier, arrêtez le programme, et remettez la dernière copie en place : le fichier abîmé est "
        "gardé de côté."
    ),
    RESTORE,
)
FOREIGN = Trouble(
    "foreign",
    _("Le fichier à la place de la base de données n’est pas une base de Corbillon. Rien n’y a été écrit."),
    _("Remettez à sa place le fichier de Corbillon, ou la dernière copie."),
    RESTORE,
)
MISSING = Trouble(
    "missing",
    _("La base de données n’est plus à sa place. Rien n’a été créé à sa place."),
    _(
        "Remettez le fichier où il était, ou la dernière copie. Pour recommencer à vide, choisissez un autre dossier "
        "(CORBILLON_VAR)."
    ),
    RESTORE,
)
UNPREPARED = Trouble(
    "unprepared",
    _("La base de données n’est pas encore préparée."),
    _("Arrêtez le programme et préparez-la, puis relancez-le."),
    PREPARE,
)
OLDER = Trouble(
    "older",
    _("La base de données est d’une version plus ancienne que le programme."),
    _("Arrêtez le programme et relancez-le : il la met à jour."),
    START,
)
NEWER = Trouble(
    "newer",
    _("La base de données est d’une version plus récente que le programme. Rien n’y a été écrit."),
    _("Prenez la version la plus récente de Corbillon, celle qui s’en est servie en dernier, et relancez-la."),
    START,
)
READ_ONLY = Trouble(
    "read-only",
    _("Le dossier des données est en lecture seule : rien ne peut être enregistré."),
    _("Ôtez la protection du disque ou de la clé, ou rendez-vous les droits sur ce dossier."),
    CHANGE_MODES.format("u+rwX"),
)
DISK = Trouble(
    "disk",
    _("Le disque ne répond pas comme il faut."),
    _("Continuez sur papier, gardez une copie ailleurs (une clé USB), et reprenez sur un autre ordinateur avec elle."),
    f"{MANAGE} backup FILE",
)
BUSY = Trouble(
    "busy",
    _("La base de données est occupée par un autre programme."),
    _("Fermez ce qui l’a ouverte (une copie, un antivirus, un deuxième Corbillon), puis recommencez."),
)
UNREACHABLE = Trouble(
    "unreachable",
    _("La base de données ne répond pas."),
    _("Lancez son serveur, ou corrigez DATABASE_URL, puis recommencez."),
)
DRIVER = Trouble(
    "driver",
    _("DATABASE_URL nomme une base PostgreSQL, et son pilote n’est pas installé."),
    _("Installez-le, sans rien changer à DATABASE_URL, puis recommencez."),
    ADD_DRIVER,
)
KEY = Trouble(
    "key",
    _("Le fichier secret.key est vide, illisible ou changé : les codes imprimés ne seraient plus reconnus."),
    _(
        "Arrêtez le programme, remettez la clé (elle est dans chaque copie, sous files/), puis relancez. Ou effacez ce "
        "fichier : une autre clé sera faite, et il faudra réimprimer les codes."
    ),
    START,
)
OTHER_KEYS = Trouble(
    "other-keys",
    _(
        "Les clés de ce serveur ne sont pas celles de cette base de données : les codes imprimés et les sessions des "
        "autres serveurs n’y vaudraient rien."
    ),
    _(
        "Donnez-lui la clé des autres (CORBILLON_SECRET_KEY, ou leurs fichiers secret.key et session.key), puis "
        "relancez-le. Si la clé change exprès, pour tous les serveurs, notez la nouvelle."
    ),
    f"{MANAGE} prepare --new-key",
)
STATIC = Trouble(
    "static",
    _("Les fichiers qui habillent les pages manquent."),
    _("Arrêtez le programme et relancez-le : il les rassemble."),
    START,
)
EXPOSED = Trouble(
    "exposed",
    _("D’autres comptes de cet ordinateur peuvent lire le dossier des données, et ce droit n’a pas pu leur être ôté."),
    _("Ôtez-le, ou mettez ce dossier sur un disque qui connaît les droits des fichiers (CORBILLON_VAR)."),
    CHANGE_MODES.format("go="),
)


def build_pango_trouble() -> Trouble:
    """Return the trouble for a missing Pango, without which no PDF can be made, with the command that installs it
    here."""
    command = pango.find_install_command()
    by_command = _("Imprimez depuis le navigateur, ou installez-le, puis relancez le programme.")
    by_files = _(
        "Imprimez depuis le navigateur : les feuilles sont les mêmes. Pour des PDF, mettez les fichiers (DLL) de Pango "
        "dans le dossier « pango » du programme, puis relancez-le."
    )
    return Trouble(
        "pango",
        _("Aucun PDF ne peut être fait : il manque Pango à cet ordinateur."),
        by_command if command else by_files,
        command,
    )
