"""The people of a list, from its rows and what its columns mean: one or several a line, and whoever paid where nobody
is named."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from tournaments.actions.people.listed_players import LeftOut, ListedPlayer, TicketStatus, is_nothing
from tournaments.actions.people.recognising import build_person_key

from .headings import NAMES, OF_ONE_PERSON, PAYER, ListColumn, Meaning, split_words
from .sheets import ListRow

Cells = Mapping[ListColumn, str]
NUMBERING = re.compile(r"\(?(\d{1,4})(?:\s*[.)°:/]|\s*[-–—](?=\s))\s*|[-–—•*·►▪◦]\s+")
LONE_NUMBER = re.compile(r"(\d{1,4})\s+(?=[^\W\d])")
PAIR = 2
PAIR_SIGN = re.compile(r"[/&+]")
TOTALS = frozenset({"total", "totaux", "totale", "totali", "sous total", "somme", "nombre de joueurs", "nombre"})
STATUS_STARTS = {
    TicketStatus.CANCELLED: (
        *("annul", "rembours", "cancel", "refund", "rimbors", "refus", "abandon", "echou", "echec", "expire", "desist"),
        *("forfait", "withdr", "rejet", "reject", "failed", "absent", "ritirat", "rifiut"),
    ),
    TicketStatus.WAITING: ("attente", "wait", "pending", "attesa", "cours", "reserv", "option", "unpaid", "impaye"),
    TicketStatus.ENTERED: (
        *("valid", "pay", "pai", "regl", "confirm", "ok", "oui", "inscri", "traite", "accept", "complet", "termin"),
        *("yes", "si", "enter", "regist", "process", "pagat", "iscritt", "present", "actif", "activ", "attiv", "done"),
    ),
}
"""The beginnings of words by which a ticket's status is known, the surer first."""
PARTIAL = ("parti", "parzi")
NOT = frozenset({"non", "not", "pas"})


@dataclass
class ListReading:
    """What was read of a list: the people, and the rows that hold none."""

    people: list[ListedPlayer] = field(default_factory=list)
    ignored: list[ListRow] = field(default_factory=list)


def read_people(rows: Sequence[ListRow], columns: Sequence[ListColumn | None], headings: ListRow | None) -> ListReading:
    """Return the people of these rows, and the rows that hold none. `columns`: what each column means; `headings`: the
    row of headings, not among `rows`; a row that repeats it is no person."""
    reading = ListReading()
    listed_cells = [
        (row, {column: cell for column, cell in zip(columns, row.cells, strict=False) if column and cell})
        for row in remove_numbering(rows, columns)
    ]
    paid_before = {build_order_key(cells) for _row, cells in listed_cells if names_payer(cells)}
    for row, cells in listed_cells:
        people = [] if is_no_person(row, cells, headings) else list(read_row(cells, row.line, paid_before))
        reading.people += people
        if not people:
            reading.ignored.append(row)
    first = {build_partner_keys(each) for each in reading.people if each.partner and each.place == 1}
    reading.people = [each for each in reading.people if each.place == 1 or build_partner_keys(each) not in first]
    return reading


def build_partner_keys(listed: ListedPlayer) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return (the key of a person's name, the key of his partner's name). By these keys two people who name each other
    as partners, each on a line of his own, are found, and one of the two entries is kept."""
    return build_person_key(listed.name), build_person_key(listed.partner)


def is_no_person(row: ListRow, cells: Cells, headings: ListRow | None) -> bool:
    """True for a row that repeats the headings, and for a row of totals."""
    first = " ".join(split_words(next((cell for cell in row.cells if cell), "")))
    names = [cell for column, cell in cells.items() if column.meaning in NAMES]
    return (first in TOTALS and len(names) <= 1) or bool(headings and are_alike(row.cells, headings.cells))


def are_alike(cells: Sequence[str], others: Sequence[str]) -> bool:
    """True if the cells hold the same words, whatever their capitals and accents."""
    return len(cells) == len(others) and all(
        split_words(cell) == split_words(other) for cell, other in zip(cells, others, strict=True)
    )


def build_order_key(cells: Cells) -> tuple[str, ...]:
    """Return what all tickets of one order share: the order's number and the payer's name."""
    return (cells.get(ListColumn(Meaning.ORDER), ""), *build_person_key(read_name(cells, PAYER)))


def names_payer(cells: Cells) -> bool:
    """True if the payer is also one of the people on the row."""
    payer = build_person_key(read_name(cells, PAYER))
    persons = {column.person for column in cells if column.person != PAYER}
    return bool(payer) and any(build_person_key(read_name(cells, person)) == payer for person in persons)


def read_row(cells: Cells, line: int, paid_before: set[tuple[str, ...]]) -> Iterator[ListedPlayer]:
    """Yield the people of one row; the payer if it names nobody else. `line`: the row's number in the list;
    `paid_before`: the keys of the orders whose payer already has an entry; the payer's is added."""
    persons = sorted({column.person for column in cells if column.meaning in NAMES and column.person != PAYER})
    named = {person: name for person in persons if (name := read_name(cells, person))}
    if len(named) == 1 and (pair := split_pair(cells.get(ListColumn(Meaning.NAME), ""))):
        cells = {**cells, ListColumn(Meaning.NAME): pair[0], ListColumn(Meaning.NAME, PAIR): pair[1]}
        named = dict(enumerate(pair, 1))
    payer = read_name(cells, PAYER)
    if named:
        for place, person in enumerate(named, 1):
            others = [name for other, name in named.items() if other != person]
            is_payer = build_person_key(named[person]) == build_person_key(payer)
            yield build_person(cells, line, place, person, others, payer=is_payer)
    elif payer:
        order = build_order_key(cells)
        yield build_person(cells, line, 1, PAYER, [], payer=True, asks=order in paid_before)
        paid_before.add(order)


def read_name(cells: Cells, person: int) -> str:
    """Return the whole name of the nth person of a row (PAYER: of who paid); "" if the row has none."""
    name, given, family = (
        cells.get(ListColumn(each, person), "") for each in (Meaning.NAME, Meaning.FIRST_NAME, Meaning.LAST_NAME)
    )
    whole = name or f"{given} {family}".strip()
    return whole if any(sign.isalnum() for sign in whole) and not (person > 1 and is_nothing(whole)) else ""


def split_pair(name: str) -> tuple[str, str] | None:
    """Return the names of a pair in one cell, each of several words: «Anne Roy / Ugo Bel»; None if it holds none."""
    parts = [part.strip() for part in PAIR_SIGN.split(name)]
    if len(parts) == PAIR and all(len(split_words(part)) > 1 for part in parts):
        return parts[0], parts[1]
    return None


def build_person(
    cells: Cells, line: int, place: int, person: int, others: list[str], *, payer: bool, asks: bool = False
) -> ListedPlayer:
    """Return one person of a row. What is said of the whole row goes to each of its people, the amount paid to the
    first alone. `line`: the row's number; `place`: his place among its people, from 1; `person`: his number in the
    meanings of the columns; `payer`: he is who paid; `others`: the others' names; `asks`: it must be asked who the
    person is."""

    def get(meaning: Meaning) -> str:
        own = max(person, 1) if meaning not in NAMES else person
        return cells.get(ListColumn(meaning, own if meaning in OF_ONE_PERSON else 1), "")

    paid = get(Meaning.PAID)
    status = read_status(get(Meaning.STATUS))
    left_out = () if status or not get(Meaning.STATUS) else (LeftOut("status", get(Meaning.STATUS)),)
    return ListedPlayer(
        name=read_name(cells, person),
        licence=get(Meaning.LICENCE),
        home_club=get(Meaning.CLUB),
        email=get(Meaning.EMAIL) or (cells.get(ListColumn(Meaning.EMAIL, PAYER), "") if payer else ""),
        paid=paid if place == 1 or not re.search(r"\d", paid) else "",
        category=get(Meaning.CATEGORY),
        note=get(Meaning.NOTE),
        pictures=get(Meaning.PICTURES),
        line=line,
        place=place,
        family_name=get(Meaning.LAST_NAME),
        given_name=get(Meaning.FIRST_NAME),
        price=get(Meaning.PRICE) if place == 1 else "",
        promotion=get(Meaning.PROMOTION) if place == 1 else "",
        status=status or TicketStatus.ENTERED,
        partner=others[0] if len(others) == PAIR - 1 else "",
        team=get(Meaning.TEAM),
        asks=asks,
        left_out=left_out,
    )


def read_status(text: str) -> TicketStatus | None:
    """Return the status of a ticket («annulé», «en attente») from the words of its cell; None if they say none or are
    not understood."""
    words = split_words(text)
    if any(word.startswith(PARTIAL) for word in words):
        return None
    statuses = [s for s, starts in STATUS_STARTS.items() if any(word.startswith(starts) for word in words)]
    is_denied = bool(NOT & set(words)) and statuses == [TicketStatus.ENTERED]
    return TicketStatus.WAITING if is_denied else statuses[0] if statuses else None


def remove_numbering(rows: Sequence[ListRow], columns: Sequence[ListColumn | None]) -> Sequence[ListRow]:
    """Return the rows without the numbers or dashes before the names, if each name has one: «1. Anne», «2) Basile».
    `columns`: what each column means."""
    first = next((n for n, column in enumerate(columns) if column and column.meaning in NAMES), 0)
    cells = [row.cells[first] for row in rows if len(row.cells) > first and row.cells[first]]
    cells = [cell for cell in cells if " ".join(split_words(cell)) not in TOTALS]
    for pattern in (NUMBERING, LONE_NUMBER):
        if len(cells) > 1 and all(pattern.match(cell) for cell in cells):
            return [
                ListRow(
                    row.line,
                    tuple(pattern.sub("", cell, count=1) if n == first else cell for n, cell in enumerate(row.cells)),
                )
                for row in rows
            ]
    return rows


def guess_without_headings(rows: Sequence[ListRow]) -> list[ListColumn | None]:
    """Return what each column of a list without headings means. The first column of cells with «@» holds e-mail
    addresses. Of the columns without «@», the first that is not empty and does not number the rows holds the names; it
    holds last names if it has one word a cell and the column right after it has words too, which are then the first
    names."""
    cells = list(zip_longest(*(row.cells for row in rows), fillvalue=""))
    columns: list[ListColumn | None] = [None] * len(cells)
    mails = [n for n, column in enumerate(cells) if are_addresses(column)]
    texts = [n for n, column in enumerate(cells) if n not in mails and any(column) and not counts_up(column)]
    for n in mails[:1]:
        columns[n] = ListColumn(Meaning.EMAIL)
    first, second = (*texts, 0, 0)[:2]
    if second == first + 1 and are_one_word(cells[first]) and are_words(cells[second]):
        columns[first], columns[second] = ListColumn(Meaning.LAST_NAME), ListColumn(Meaning.FIRST_NAME)
    elif texts or not mails:
        columns[first] = ListColumn(Meaning.NAME)
    return columns


def counts_up(cells: Sequence[str]) -> bool:
    """True if the cells are all numbers, as in a column that numbers the rows."""
    numbers = [cell.rstrip(".)°") for cell in cells]
    return len(cells) > 1 and all(each.isascii() and each.isdigit() for each in numbers)


def are_addresses(cells: Sequence[str]) -> bool:
    """True if what the cells hold is e-mail addresses."""
    return any(cells) and all("@" in cell for cell in cells if cell)


def are_one_word(cells: Sequence[str]) -> bool:
    """True if each cell is one word of letters."""
    return all(cell and len(NUMBERING.sub("", cell).split()) == 1 for cell in cells) and are_words(cells)


def are_words(cells: Sequence[str]) -> bool:
    """True if all cells hold words as in names: letters, hyphens, apostrophes."""
    return all(re.fullmatch(r"[^\W\d_]+(?:[\s'’.-]+[^\W\d_]+)*\.?", NUMBERING.sub("", cell)) for cell in cells)
