"""Find out what each column of a list of people means by the words of its heading, in French, English or Italian."""

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.letters import fold_letters
from tournaments.presentation.text.option_text import join_label

from .sheets import MOST_COLUMNS, ListRow

MOST_WORDS = 12  # of a heading: some are whole questions
HEADING_ROWS = 30  # within which the headings are looked for
PAYER = 0


class Meaning(StrEnum):
    """What a column of a list of people holds; each value is that of the choice in the form."""

    NAME = "name"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    LICENCE = "licence"
    CLUB = "home_club"
    EMAIL = "email"
    PAID = "paid"
    PRICE = "price"
    PROMOTION = "promotion"
    STATUS = "status"
    ORDER = "order"
    TEAM = "team"
    CATEGORY = "category"
    PICTURES = "pictures"
    NOTE = "note"


LABELS = {
    Meaning.NAME: _("Nom entier"),
    Meaning.FIRST_NAME: _("Prénom"),
    Meaning.LAST_NAME: _("Nom de famille"),
    Meaning.LICENCE: _("Numéro de licence"),
    Meaning.CLUB: _("Club d’origine"),
    Meaning.EMAIL: _("Courriel"),
    Meaning.PAID: _("A payé"),
    Meaning.PRICE: _("Prix"),
    Meaning.PROMOTION: _("Réduction"),
    Meaning.STATUS: _("État de la commande"),
    Meaning.ORDER: _("Numéro de commande"),
    Meaning.TEAM: _("Équipe"),
    Meaning.CATEGORY: _("Catégorie"),
    Meaning.PICTURES: _("Photos"),
    Meaning.NOTE: _("Remarque"),
}
NAMES = (Meaning.NAME, Meaning.FIRST_NAME, Meaning.LAST_NAME)
OF_ONE_PERSON = (*NAMES, Meaning.LICENCE, Meaning.EMAIL)
"""The meanings of columns that each person of a line may have; all others are about the whole line."""


class ListColumn(NamedTuple):
    """What a column of a list means. `person`: which person of the line it is about, from 1, or PAYER for who paid."""

    meaning: Meaning
    person: int = 1

    def write(self) -> str:
        """Return the value of the form's choice for this column: «licence», «licence-2» for the second person."""
        return self.meaning if self.person == 1 else f"{self.meaning}-{self.person}"


def list_choices(most_people: int) -> list[tuple[str, Promise | str]]:
    """Return the form's choices for a column's meaning, as (value, label), for a list whose lines hold at most
    `most_people` people."""
    own: list[tuple[str, Promise | str]] = [(each.value, label) for each, label in LABELS.items()]
    for person in range(2, most_people + 1):
        for each in OF_ONE_PERSON:
            label = join_label(gettext("Joueur %(n)d") % {"n": person}, str(LABELS[each]))
            own.append((ListColumn(each, person).write(), label))
    paying = (Meaning.LAST_NAME, Meaning.FIRST_NAME, Meaning.NAME, Meaning.EMAIL)
    own += [(ListColumn(each, PAYER).write(), join_label(gettext("Qui paie"), str(LABELS[each]))) for each in paying]
    return own


def read_choice(choice: str) -> ListColumn | None:
    """Return the column of a choice; None for «do not take over»."""
    meaning, _dash, person = choice.partition("-")
    return ListColumn(Meaning(meaning), int(person or 1)) if meaning else None


def split_words(text: str) -> list[str]:
    """Return the words of a text in small letters without accents: «N° de licence» gives "n", "de", "licence"."""
    return re.findall(r"[^\W_]+", fold_letters(text))


def _list_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


GIVEN = _list_words("prenom prenoms firstname forename given")
FAMILY = _list_words("lastname surname cognome")
NAMED = _list_words("nom noms name names nome nominativo")
PEOPLE = _list_words(
    "participant participante participants joueur joueuse joueurs adherent adherente membre licencie licenciee inscrit"
    " inscrite beneficiaire player attendee member participant entrant giocatore giocatrice partecipante iscritto socio"
)
PARTNERS = _list_words("partenaire partner coequipier coequipiere equipier compagno compagna")
PAYERS = _list_words("payeur payeuse payer acheteur acheteuse buyer purchaser acquirente pagante facturation billing")
FILLERS = _list_words(
    "a d de del della des di du e en et il l la le les of ou or s the the votre vos your and un una une"
)
WHOLE = _list_words("complet entier full majuscules obligatoire usage usuel famille family last first battesimo")
NUMBERS = _list_words("n no nr num numero number id identifiant code ref reference")
EMAILS = _list_words("email emails mail mails courriel mel elettronica")
FOREIGN = _list_words(
    "date heure jour naissance birth nascita nato telephone tel phone telefono mobile portable ville city citta cp"
    " postal zip pays country paese rue street via raison sociale facture attestation recu url lien photo taille sexe"
    " age genre nationalite indirizzo moyen mode methode method type modalite metodo don donation option options frais"
    " commission reste solde campagne utilisateur"
)
"""Words in headings of columns that are not taken over, whatever else the headings say."""
STATUSES = _list_words("statut status etat stato")
ORDERS = _list_words("commande order ordine")
PROMOTIONS = _list_words("promo promotion reduction remise rabais discount sconto coupon")
AMOUNTS = _list_words("montant prix amount price importo prezzo quota cotisation fee valeur")
PAYMENTS = _list_words("paye payee regle reglee reglement paid pagato pagata paiement payment pagamento acquitte verse")
TEAMS = _list_words("equipe team squadra doublette triplette paire pair coppia binome")
CLUBS = _list_words("club clubs association circolo cercle societe societa asso")
MEMBERS = _list_words("adherent adherente membre member socio licencie licenciee")
NO_LICENCE = _list_words("tarif tariffa club validite copie scan")
LICENCES = _list_words("licence licences license licenza tessera matricule")
CATEGORIES = _list_words("categorie cat tarif groupe serie category group categoria gruppo tariffa tariff formule")
NOTES = _list_words(
    "remarque remarques note notes commentaire commentaires comment comments nota observation observations"
)
PICTURES = _list_words("photos pictures foto image images immagine immagini")
DETAIL_TESTS: tuple[tuple[Meaning | None, Callable[[frozenset[str]], object]], ...] = (
    (Meaning.EMAIL, lambda word_set: word_set & EMAILS),
    (Meaning.PICTURES, lambda word_set: word_set & PICTURES and not word_set & {"lien", "link", "url"}),
    (Meaning.STATUS, lambda word_set: word_set & STATUSES and not word_set & {"civil", "marital", "date"}),
    (Meaning.PROMOTION, lambda word_set: word_set & PROMOTIONS and ("code" not in word_set or word_set & AMOUNTS)),
    (None, lambda word_set: word_set & (FOREIGN | PROMOTIONS)),
    (Meaning.ORDER, lambda word_set: word_set & ORDERS and (word_set & NUMBERS or word_set <= ORDERS | FILLERS)),
    (None, lambda word_set: word_set & ORDERS),
    (Meaning.LICENCE, lambda word_set: word_set & LICENCES and not word_set & (AMOUNTS | NO_LICENCE)),
    (Meaning.LICENCE, lambda word_set: word_set & NUMBERS and word_set & MEMBERS),
    (None, lambda word_set: word_set & CLUBS and word_set & NUMBERS),
    (Meaning.CLUB, lambda word_set: word_set & CLUBS),
    (Meaning.TEAM, lambda word_set: word_set & TEAMS and not word_set & (PEOPLE | PARTNERS)),
    (Meaning.PAID, lambda word_set: word_set & PAYMENTS),
    (Meaning.PRICE, lambda word_set: word_set & AMOUNTS),
    (Meaning.CATEGORY, lambda word_set: word_set & CATEGORIES),
    (Meaning.NOTE, lambda word_set: word_set & NOTES),
)
"""How the words of a heading show its meaning, names apart: the first test that holds counts. None: a column that is
not taken over."""
SURER = {Meaning.LICENCE: NUMBERS, Meaning.CATEGORY: _list_words("categorie cat category categoria")}
"""By meaning, the words that make a heading the surer of two with that meaning; for other meanings, words for
people."""
INNER_CAPITAL = re.compile(r"(?<=[a-zà-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")  # «NomJoueur»
PERSON_NUMBER = re.compile(r"(?:j|joueur|player|p)?([1-9])")
PERSON_LETTERS = {"a": 1, "b": 2, "c": 3, "d": 4}


def classify(heading: str) -> tuple[int, ListColumn] | None:
    """Return what a column with this heading means, as (how doubtful it is: 0 is surest, column); None if the heading
    is not known."""
    words = split_words(INNER_CAPITAL.sub(" ", heading))
    if not words or len(words) > MOST_WORDS:
        return None
    word_set = frozenset(words)
    person = _find_person(words, word_set)
    meaning = _find_detail(word_set)
    if (meaning is None and not word_set & FOREIGN) or word_set == {"nom", "de", "naissance"}:
        meaning = _find_name(word_set, words)
    if meaning is None or (person == PAYER and meaning not in (*NAMES, Meaning.EMAIL)):
        return None
    return _rate(meaning, word_set), ListColumn(meaning, person if meaning in OF_ONE_PERSON else 1)


def _rate(meaning: Meaning, word_set: frozenset[str]) -> int:
    """Return how doubtful it is that a heading with these words has this meaning: 0 is surest."""
    if meaning is Meaning.PAID:
        return len(word_set)
    if meaning is Meaning.PRICE:
        return 2 if word_set & {"total", "totale"} else 1
    return 0 if word_set & SURER.get(meaning, PEOPLE) else 1


def _find_person(words: Sequence[str], word_set: frozenset[str]) -> int:
    if word_set & PAYERS:
        return PAYER
    numbered = PERSON_NUMBER.fullmatch(words[-1]) or PERSON_NUMBER.fullmatch(words[0])
    if numbered:
        return int(numbered[1])
    if len(words) > 1 and word_set & PEOPLE and words[-1] in PERSON_LETTERS and not word_set & FILLERS - {"a", "d"}:
        return PERSON_LETTERS[words[-1]]
    return 2 if word_set & PARTNERS else 1


def _find_detail(word_set: frozenset[str]) -> Meaning | None:
    """Return the meaning of a heading with these words, other than a name: the first in DETAIL_TESTS whose test they
    pass; None if none."""
    return next((meaning for meaning, allows in DETAIL_TESTS if allows(word_set)), None)


def _find_name(word_set: frozenset[str], words: Sequence[str]) -> Meaning | None:
    """Return the meaning of a heading that names people: whole, first or last name; None if it says anything else."""
    known = GIVEN | FAMILY | NAMED | PEOPLE | PARTNERS | PAYERS | FILLERS | WHOLE | {"naissance", "prenom"}
    if any(word not in known and not PERSON_NUMBER.fullmatch(word) and len(word) > 1 for word in words):
        return None
    given = word_set & GIVEN or {"first", "name"} <= word_set or "battesimo" in word_set
    family = word_set & FAMILY or (word_set & NAMED and word_set & {"famille", "family", "last", "usage", "naissance"})
    if given:
        return (
            Meaning.NAME
            if family or (word_set & NAMED and not word_set & {"first", "battesimo", "given"})
            else Meaning.FIRST_NAME
        )
    if family:
        return Meaning.NAME if "nome" in word_set else Meaning.LAST_NAME
    return Meaning.NAME if word_set & (NAMED | PEOPLE | PARTNERS | PAYERS) else None


def guess_columns(headings: Sequence[str]) -> list[ListColumn | None]:
    """Return for each column what its heading means; None if it is not known. Of several columns of one meaning the
    surest has it; if whole names come twice, the second ones are a second person's."""
    columns: list[ListColumn | None] = [None] * len(headings)
    classified = [(each[0], n, each[1]) for n, heading in enumerate(headings) if (each := classify(heading))]
    given: set[ListColumn] = set()
    again = _find_repeated([column for _rank, _n, column in classified])
    for _rank, n, column in sorted(classified):
        second = ListColumn(column.meaning, 2)
        if column not in given:
            columns[n] = column
            given.add(column)
        elif again and column.person == 1 and column.meaning in OF_ONE_PERSON and second not in given:
            columns[n] = second
            given.add(second)
    return _drop_nameless(_complete_names(columns, headings))


def _find_repeated(columns: Sequence[ListColumn]) -> bool:
    """True if a first name comes in two columns, and a last or a whole name in two as well: those of two people."""
    counts = [columns.count(ListColumn(each)) for each in (Meaning.FIRST_NAME, Meaning.LAST_NAME, Meaning.NAME)]
    return counts[0] == 2 and 2 in counts[1:]


def _complete_names(columns: Sequence[ListColumn | None], headings: Sequence[str]) -> list[ListColumn | None]:
    """Return the columns with each «Nom» made more exact: beside «Prénom» it is the last name («nome» beside «cognome»
    the first); beside both it is dropped, unless its heading says that it is the whole name."""
    complete = list(columns)
    for n, column in enumerate(columns):
        if column is None or column.meaning is not Meaning.NAME:
            continue
        parts = (Meaning.FIRST_NAME, Meaning.LAST_NAME)
        missing = [each for each in parts if ListColumn(each, column.person) not in columns]
        if len(missing) == 1:
            complete[n] = ListColumn(missing[0], column.person)
        elif not missing and not {"complet", "entier", "full"} & set(split_words(headings[n])):
            complete[n] = None
    return complete


def _drop_nameless(columns: Sequence[ListColumn | None]) -> list[ListColumn | None]:
    """Return the columns with None for those of a second person or payer who has no name column, such as a second
    e-mail address."""
    named = {column.person for column in columns if column and column.meaning in NAMES}
    return [column if column and (column.person in named or column.person == 1) else None for column in columns]


def find_headings(rows: Sequence[ListRow]) -> int | None:
    """Return the index of the row that holds the headings, None if there is none. Of the first rows with a heading for
    names, it is the one with the most known columns and the fewest others. Below the first row, a lone word such as
    «Joueur» is not taken for a heading."""
    best, most = None, -MOST_COLUMNS
    for n, row in enumerate(rows[:HEADING_ROWS]):
        columns = [column for column in guess_columns(row.cells) if column]
        is_sure = n == 0 or len(columns) > 1 or bool(NAMED & set(split_words(" ".join(row.cells))))
        worth = 3 * len(columns) - sum(map(bool, row.cells))
        if worth > most and is_sure and any(column.meaning in NAMES for column in columns):
            best, most = n, worth
    return best
