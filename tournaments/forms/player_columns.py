"""Find out what each column of a list of people means, by its heading in French, English or Italian, and read its
rows. HelloAsso's exports are among the headings."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from tournaments.actions.people.player_import import ListedPlayer


class Meaning(StrEnum):
    """What a column holds; the values are those of the form's choices."""

    NAME = "name"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    LICENCE = "licence"
    CLUB = "home_club"
    EMAIL = "email"
    PAID = "paid"
    CATEGORY = "category"
    NOTE = "note"


LABELS = {
    Meaning.NAME: _("Nom entier"),
    Meaning.FIRST_NAME: _("Prénom"),
    Meaning.LAST_NAME: _("Nom de famille"),
    Meaning.LICENCE: _("Numéro de licence"),
    Meaning.CLUB: _("Club d’origine"),
    Meaning.EMAIL: _("Courriel"),
    Meaning.PAID: _("A payé"),
    Meaning.CATEGORY: _("Catégorie"),
    Meaning.NOTE: _("Remarque"),
}

HEADINGS: dict[Meaning, tuple[str, ...]] = {
    Meaning.NAME: (
        "nom et prénom", "prénom et nom", "nom prénom", "prénom nom", "nom complet", "nom entier", "joueur", "joueuse",
        "participant", "adhérent", "name", "full name", "player", "nome e cognome", "cognome e nome", "giocatore",
        "nominativo", "nom", "nome",
    ),
    Meaning.FIRST_NAME: (
        "prénom participant", "prénom adhérent", "prénom du participant", "prénom", "first name", "firstname",
        "given name", "nome di battesimo", "prénom payeur",
    ),
    Meaning.LAST_NAME: (
        "nom participant", "nom adhérent", "nom du participant", "nom de famille", "last name", "lastname", "surname",
        "family name", "cognome", "nom payeur",
    ),
    Meaning.LICENCE: (
        "licence", "numéro de licence", "n licence", "no licence", "n de licence", "no de licence", "numéro d adhérent",
        "licence number", "license", "license number", "member number", "tessera", "numero tessera",
        "numero di tessera",
    ),
    Meaning.CLUB: ("club", "club d origine", "association", "société", "circolo", "club di provenienza"),
    Meaning.EMAIL: (
        "email participant", "email adhérent", "email", "e mail", "mail", "courriel", "adresse mail", "adresse email",
        "adresse e mail", "posta elettronica", "email payeur",
    ),
    Meaning.PAID: (
        "payé", "a payé", "réglé", "paiement", "montant payé", "montant tarif", "montant", "paid", "amount paid",
        "amount", "pagato", "ha pagato", "importo",
    ),
    Meaning.CATEGORY: ("catégorie", "tarif", "groupe", "série", "category", "group", "categoria", "gruppo", "tariffa"),
    Meaning.NOTE: (
        "remarque", "remarques", "note", "notes", "commentaire", "commentaires", "comment", "comments", "nota",
    ),
}  # fmt: skip
"""Each heading without accents' difference, the better one first: who comes before who pays."""


def guess_columns(heads: Sequence[str]) -> list[Meaning | None]:
    """Return what each column means by its heading, None where it is not known. A meaning is given once."""
    keys = [normalise_heading(head) for head in heads]
    found: list[Meaning | None] = [None] * len(heads)
    for meaning, words in HEADINGS.items():
        for word in map(normalise_heading, words):
            if word in keys:
                found[keys.index(word)] = meaning
                break
    return _complete_names(found)


def _complete_names(found: Sequence[Meaning | None]) -> list[Meaning | None]:
    """Return the columns with «Nom» beside «Prénom» as the last name, «nome» beside «cognome» as the first, and without
    a whole name where both stand in columns of their own."""
    apart = {Meaning.FIRST_NAME, Meaning.LAST_NAME} & set(found)
    missing = {Meaning.FIRST_NAME, Meaning.LAST_NAME} - set(found)
    whole = next(iter(missing), None) if apart else Meaning.NAME
    return [whole if each is Meaning.NAME else each for each in found]


def normalise_heading(head: str) -> str:
    """Return the heading in small letters, without accents and signs: «N° de licence» is «n de licence»."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", head.casefold()) if not unicodedata.combining(sign))
    return " ".join(re.findall(r"[^\W_]+", bare))


def has_headings(rows: Sequence[Sequence[str]]) -> bool:
    """True if the first row holds headings: it names a column that we know."""
    return any(guess_columns(rows[0]))


def guess_without_headings(rows: Sequence[Sequence[str]]) -> list[Meaning | None]:
    """Return what the columns mean where none is headed: the first one holds the names."""
    return [Meaning.NAME, *[None] * (len(rows[0]) - 1)]


def read_listed_players(
    rows: Sequence[Sequence[str]], columns: Sequence[Meaning | None], first_line: int = 1
) -> list[ListedPlayer]:
    """Return the person of each row that is not empty. `first_line`: the number that the first of the rows, which are
    without their headings, has in the file."""
    numbered = ((line, row) for line, row in enumerate(rows, first_line) if any(row))
    return [_read_row({columns[n]: cell for n, cell in enumerate(row) if columns[n]}, line) for line, row in numbered]


def _read_row(cells: Mapping[Meaning | None, str], line: int) -> ListedPlayer:
    apart = f"{cells.get(Meaning.FIRST_NAME, '')} {cells.get(Meaning.LAST_NAME, '')}".strip()
    details = {key: cells.get(key, "") for key in (Meaning.LICENCE, Meaning.CLUB, Meaning.CATEGORY, Meaning.NOTE)}
    return ListedPlayer(
        name=cells.get(Meaning.NAME) or apart,
        email=cells.get(Meaning.EMAIL, ""),
        paid=cells.get(Meaning.PAID, ""),
        line=line,
        **{key.value: value for key, value in details.items()},
    )
