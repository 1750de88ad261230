"""What the phone's form of a coup of Briscan or Brisque calls, asks and refuses."""

from django.utils.translation import gettext_lazy as _

KIND_NAMES = {
    "mariage": _("Mariage"),
    "rencontre": _("Mariage de rencontre"),
    "sequence": _("Tierce, quatrième, quinte"),
    "carre": _("Carré"),
    "figures": _("Figures"),
    "blanches": _("Blanches"),
    "as_atout": _("As d’atout"),
    "cinq_atouts": _("Main toute d’atouts"),
}
TOUCH_HINTS = {
    "mariage": _("Touchez le roi ou la dame."),
    "rencontre": _("Touchez le roi ou la dame. Le mariage est à qui avait le roi."),
    "sequence": _("Touchez la plus haute carte, puis la plus basse."),
    "carre": _("Touchez une des quatre cartes."),
}
REFUSAL_WORDS = {
    "USE-01": _("en séquence"),
    "USE-02": _("en séquence"),
    "USE-04": _("déjà compté"),
    "USE-05": _("autre main"),
    "BRC-10": _("rompue"),
}
MISSING_MESSAGES = {
    "retourne": _("Quelle est la retourne ? Elle fait l’atout."),
    "last": _("Dites à qui vont ces dix points."),
    "last_five": _("Dites qui a fait les cinq dernières levées, ou « aucun des deux »."),
}
