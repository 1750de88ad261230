"""The troubles of backups in words: what is wrong, and what to do."""

from django.utils.translation import gettext_lazy as _

from .making import FULL, GONE, REFUSED, UNSOUND

FIRST_FOLDER_TROUBLES = {
    UNSOUND: _("La dernière copie ne se relisait pas juste : elle ne compte pas. Faites tout recompter (page État)."),
    FULL: _("Le disque est plein : aucune nouvelle copie n’a pu être faite. Libérez de la place."),
    REFUSED: _("Le dossier des copies n’accepte pas d’écriture."),
}
SECOND_FOLDER_TROUBLES = {
    GONE: _("Le second dossier n’est plus là : rebranchez la clé. Les copies continuent dans le premier."),
    FULL: _("Le second dossier est plein : faites de la place, ou changez de clé."),
    REFUSED: _("Le second dossier n’accepte pas d’écriture : la clé est-elle protégée ?"),
    UNSOUND: _("Ce qui est écrit dans le second dossier ne se relit pas : changez de clé."),
}
