"""A person's document as a page reads it: each key under its label, what is empty left out."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Entry, Record, SignUpMail
from tournaments.models.clubs import localise_club_name
from tournaments.models.currencies import EURO
from tournaments.models.rights import Role
from tournaments.presentation.text.elision import format_day
from tournaments.presentation.text.numbers import format_money

ISO_TIME = re.compile(r"\d{4}-\d\d-\d\d(T.+)?")
LABELS = {
    "game": gettext_lazy("Jeu"),
    "tenths": gettext_lazy("Dixièmes de point"),
    "ratings": gettext_lazy("Ce que ses tables disent de son adresse"),
    "rated": gettext_lazy("Adresse estimée"),
    "ratings_public": gettext_lazy("Adresse au jeu, sur les pages publiques"),
    "seeded_by": gettext_lazy("Ce d’après quoi il fut tiré"),
    "mean": gettext_lazy("Adresse"),
    "gains": gettext_lazy("Ses gains d’Elo"),
    "deviation": gettext_lazy("Ce qu’on n’en sait pas"),
    "curve": gettext_lazy("Son adresse, jour par jour"),
    "account": gettext_lazy("Compte"),
    "actions": gettext_lazy("Ce que vous avez fait, hors des feuilles"),
    "active": gettext_lazy("Actif"),
    "agreed": gettext_lazy("D’accord avec une ligne"),
    "at": gettext_lazy("Le"),
    "calls": gettext_lazy("Appels et désaccords"),
    "category": gettext_lazy("Catégorie"),
    "club": gettext_lazy("Club"),
    "clubs": gettext_lazy("Clubs"),
    "confirmed": gettext_lazy("Feuille confirmée"),
    "counts": gettext_lazy("Jetons comptés"),
    "coups": gettext_lazy("Coups joués"),
    "currency": gettext_lazy("Monnaie"),
    "date": gettext_lazy("Jour"),
    "details": gettext_lazy("À côté du nom"),
    "device": gettext_lazy("Navigateur"),
    "due_cents": gettext_lazy("Doit"),
    "email": gettext_lazy("Courriel"),
    "emails": gettext_lazy("Courriels"),
    "erased": gettext_lazy("Nom effacé"),
    "event": gettext_lazy("Ligne de la feuille"),
    "factors": gettext_lazy("Secondes clés"),
    "fee": gettext_lazy("Caisse"),
    "fiches": gettext_lazy("Fiches"),
    "first_round": gettext_lazy("Première ronde"),
    "fixed_table": gettext_lazy("Table fixe"),
    "former_names": gettext_lazy("Noms d’avant"),
    "group": gettext_lazy("Groupe"),
    "home_club": gettext_lazy("Club d’origine"),
    "id": gettext_lazy("Numéro"),
    "initials_only": gettext_lazy("Initiales seules en public"),
    "invitations": gettext_lazy("Invitations en attente"),
    "jetons": gettext_lazy("Jetons"),
    "kind": gettext_lazy("Sorte"),
    "joined": gettext_lazy("Compte ouvert le"),
    "language": gettext_lazy("Langue"),
    "last_login": gettext_lazy("Dernière connexion"),
    "last_round": gettext_lazy("Dernière ronde"),
    "licence": gettext_lazy("Licence"),
    "lines": gettext_lazy("Lignes du livre"),
    "mail": gettext_lazy("Message"),
    "mails": gettext_lazy("Messages demandés"),
    "merged": gettext_lazy("Réuni à ce nom"),
    "name": gettext_lazy("Nom"),
    "net": gettext_lazy("Gain"),
    "cancelled": gettext_lazy("Annulé"),
    "club_actions": gettext_lazy("Fait au club, pour d’autres programmes"),
    "adjustments": gettext_lazy("Bonus et pénalités au classement"),
    "sign_up": gettext_lazy("Inscription"),
    "amount": gettext_lazy("Montant"),
    "partner": gettext_lazy("Partenaire"),
    "phone": gettext_lazy("Téléphone"),
    "not_seated_with": gettext_lazy("Rencontres à éviter"),
    "note": gettext_lazy("Remarque"),
    "now": gettext_lazy("Après"),
    "owns_installation": gettext_lazy("Tient l’ordinateur du club"),
    "paid": gettext_lazy("A payé sa cotisation"),
    "paid_cents": gettext_lazy("A payé"),
    "pictures": gettext_lazy("Accepte les photos"),
    "pair": gettext_lazy("Paire"),
    "player": gettext_lazy("Joueur"),
    "team": gettext_lazy("Équipe"),
    "points": gettext_lazy("Points de cartes"),
    "position": gettext_lazy("Place"),
    "presence": gettext_lazy("Présence"),
    "records": gettext_lazy("Enregistrements"),
    "rests": gettext_lazy("Repos, à la ronde"),
    "role": gettext_lazy("Rôle"),
    "roles": gettext_lazy("Rôles, de l’un à l’autre"),
    "round": gettext_lazy("Ronde"),
    "sessions": gettext_lazy("Connecté sur"),
    "since": gettext_lazy("Depuis"),
    "state": gettext_lazy("État"),
    "table": gettext_lazy("Table"),
    "tables": gettext_lazy("Tables"),
    "text": gettext_lazy("Texte"),
    "texts": gettext_lazy("Textes qui le nomment"),
    "total": gettext_lazy("Total"),
    "tournament": gettext_lazy("Soirée"),
    "tournaments": gettext_lazy("Soirées"),
    "type": gettext_lazy("Sorte"),
    "was": gettext_lazy("Avant"),
    "what": gettext_lazy("Quoi"),
    "where": gettext_lazy("Où"),
    "words": gettext_lazy("Quoi"),
    "written": gettext_lazy("Ce que vous avez écrit aux feuilles"),
}
KINDS = {
    Record.RecordKind.CORRECTION: gettext_lazy("correction, la différence avec ce qui était marqué"),
    Record.RecordKind.UNDO: gettext_lazy("annulation, ce qui était marqué est repris"),
    Record.RecordKind.RULES: gettext_lazy("règle changée, la différence avec le compte d’avant"),
    Record.RecordKind.CONSEQUENCE: gettext_lazy("suite d’une correction, la différence avec le compte d’avant"),
}
"""The words for a record of the book that is no event of the partie, by its `kind`."""
CHOICES = {
    "presence": Entry.Presence,
    "role": Role,
    "was": Role,
    "now": Role,
    "mail": SignUpMail.MailKind,
    "state": SignUpMail.MailState,
}
"""The choices (value and words) of each key that has some."""
AMOUNTS = ("due_cents", "paid_cents")
"""The keys of amounts in minor units of the `currency` beside them, of the euro without one."""


@dataclass(frozen=True)
class LabelledValue:
    """One value of a document of personal data, with its label; either a `text` or, for nested data, `parts`."""

    label: str
    text: str = ""
    parts: tuple["LabelledPart", ...] = ()

    @property
    def line(self) -> str:
        """The label with the text, «Nom : Anne», or the label alone."""
        values = {"label": self.label, "text": self.text}
        return _("%(label)s : %(text)s") % values if self.text else self.label


@dataclass(frozen=True)
class LabelledPart:
    """A part of a document of personal data: its labelled values."""

    values: tuple[LabelledValue, ...]

    @property
    def is_flat(self) -> bool:
        """True if none of its values has parts, so that the part fits on one line."""
        return not any(each.parts for each in self.values)


def label_values(document: Mapping[str, Any]) -> LabelledPart:
    """Return the values of a document of personal data with labels in words, without empty values and the format."""
    return LabelledPart(tuple(iterate_labelled(document)))


def iterate_labelled(document: Mapping[str, Any]) -> Iterator[LabelledValue]:
    """Yield the values of a document that are not empty, with labels in words; codes of the program become words
    too."""
    for key, value in document.items():
        if key == "format" or value is None or value in ("", [], {}) or is_said_elsewhere(key, value, document):
            continue
        label = str(LABELS[key])
        if isinstance(value, Mapping):
            yield LabelledValue(label, parts=(label_values(value),))
        elif isinstance(value, Sequence) and not isinstance(value, str):
            if isinstance(value[0], Mapping):
                yield LabelledValue(label, parts=tuple(label_values(each) for each in value))
            else:
                yield LabelledValue(label, ", ".join(map(format_value, value)))
        elif key == "kind":
            yield LabelledValue(label, str(KINDS.get(value, value)))
        elif key in CHOICES and value in CHOICES[key].values:
            yield LabelledValue(label, str(CHOICES[key](value).label))
        elif key == "club":
            yield LabelledValue(label, localise_club_name(value))
        elif key in AMOUNTS:
            yield LabelledValue(label, format_money(value, document.get("currency", EURO)))
        else:
            yield LabelledValue(label, format_value(value))


def is_said_elsewhere(key: str, value: Any, document: Mapping[str, Any]) -> bool:
    """True if a value need not be shown: the document's `words` tell it already, or it is the usual kind of a recorded
    line."""
    words = document.get("words", "")
    return (
        (key == "what" and bool(words))
        or (key == "text" and words.endswith(value))
        or (key == "kind" and value == Record.RecordKind.EVENT)
    )


def format_value(value: Any) -> str:
    """Return one value as text: a time or day in the reader's language, «oui» or «non», anything else as it is."""
    if isinstance(value, bool):
        return _("oui") if value else _("non")
    if isinstance(value, str) and (match := ISO_TIME.fullmatch(value)):
        if match[1]:
            return format_day(timezone.localtime(datetime.fromisoformat(value)), "j F Y, H:i")
        return format_day(date.fromisoformat(value))
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)
