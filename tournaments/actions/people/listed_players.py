"""A person of a list: what the list says of him, and what of it can be kept. A detail that cannot is left out and
named; it does not cost the person."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from scoring.letters import fold_letters
from tournaments.models import PlayerDetails

from .paid_words import PaidWord, read_amount, read_consent, read_paid, read_reduction

NO_WORDS = frozenset(
    {"", "0", "x", "non", "aucun", "aucune", "neant", "rien", "sans", "nc", "n c", "na", "n a"}
    | {"pas encore", "en cours", "a venir", "non renseigne", "inconnu", "inconnue", "oui", "yes", "si"}
    | {"sans licence", "pas de licence", "non licencie", "non licenciee", "sans club", "pas de club"}
    | {"seul", "seule", "sans partenaire"}
    | {"no", "none", "nil", "null", "unknown", "not applicable", "nessuno", "nessuna", "niente", "nulla"}
)
"""The texts, without signs and accents, of a cell in which there is nothing to write: «-», «n/a», «(aucune)»."""
ADDRESS_PARTS = re.compile(r"[\s;,/|<>()]+")
DETAILS = ("licence", "home_club", "email", "category", "note")


class TicketStatus(StrEnum):
    """Whether a ticket in an imported list is entered, waiting or cancelled; the values are those of the files."""

    ENTERED = "entered"
    WAITING = "waiting"
    CANCELLED = "cancelled"


class LeftOut(NamedTuple):
    """A detail of a person in an imported list that was not understood, as it was written. `field`: its name in
    files."""

    field: str
    value: str


@dataclass(frozen=True)
class ListedPlayer:
    """A person of an imported list, each detail as it was written there; "" for what the list does not say.

    line: the number of the line in the file, from 1; 0 if the person comes from no file.
    place: which person of that line this is, from 1.
    price, promotion: of the person's ticket.
    partner: the name of the other person on the line, with whom this one makes a pair.
    asks: the line has the buyer's name once more instead of this person's own, so that an organiser must say who it is.
    left_out: the details that were not understood so far.
    """

    name: str
    licence: str = ""
    home_club: str = ""
    email: str = ""
    paid: str = ""
    category: str = ""
    note: str = ""
    pictures: str = ""
    line: int = 0
    place: int = 1
    family_name: str = ""
    given_name: str = ""
    price: str = ""
    promotion: str = ""
    status: TicketStatus = TicketStatus.ENTERED
    partner: str = ""
    team: str = ""
    asks: bool = False
    left_out: tuple[LeftOut, ...] = ()


def normalise_licence(licence: str) -> str:
    """Return a licence number as it is compared: letters and digits alone, without leading zeros."""
    return "".join(re.findall(r"[^\W_]", fold_letters(licence))).lstrip("0")


def is_nothing(text: str) -> bool:
    """True if the text of a cell only says that there is nothing to say (one of NO_WORDS)."""
    return " ".join(re.findall(r"[^\W_]+", fold_letters(text))) in NO_WORDS


def is_remark(text: str) -> bool:
    """True if the text is words in the place of a number: «demande en cours»."""
    return " " in text and not any(sign.isdigit() for sign in text)


def clean_listed(listed: ListedPlayer, currency: str) -> ListedPlayer:
    """Return the person with what can be kept of him; what cannot is named in `left_out`."""
    dropped: list[LeftOut] = list(listed.left_out)
    details = {name: getattr(listed, name) for name in ("licence", "home_club", "category", "note", "team", "partner")}
    for name, text in details.items():
        if name != "note" and is_nothing(text):
            details[name] = ""
        elif len(text) > PlayerDetails.LENGTHS.get(name, len(text)) or (name == "licence" and is_remark(text)):
            dropped.append(LeftOut("club" if name == "home_club" else name, text))
            details[name] = ""
    addresses, others = split_addresses(listed.email)
    dropped += [LeftOut("email", text) for text in (*addresses[1:], *others)]
    details["pictures"] = clean_consent(listed.pictures, dropped)
    paid = {name: getattr(listed, name) for name in ("paid", "price", "promotion")}
    if listed.status is not TicketStatus.ENTERED:
        paid = dict.fromkeys(paid, "")
    if is_nothing(paid["promotion"]):
        paid["promotion"] = ""
    for name in tuple(list_wrong_payments(paid, currency)):
        dropped.append(LeftOut("paid", paid[name]))
        paid[name] = ""
        if name == "promotion":
            paid["price"] = ""
    details["email"] = addresses[0] if addresses else ""
    return replace(listed, **details, **paid, left_out=tuple(dropped))


def clean_consent(text: str, dropped: list[LeftOut]) -> str:
    """Return what a cell says of pictures, if it is a yes or a no; "" for anything else, which is then added to
    `dropped`."""
    if not text or read_consent(text) is not None:
        return text
    dropped.append(LeftOut("pictures", text))
    return ""


def split_addresses(text: str) -> tuple[list[str], list[str]]:
    """Return (the e-mail addresses in a cell, whatever else stands in it)."""
    if is_nothing(text):
        return [], []
    if "@" not in text:
        return [], [text]
    parts = [part.removeprefix("mailto:").strip(".:'\"") for part in ADDRESS_PARTS.split(text) if "@" in part]
    good = [part for part in parts if is_address(part)]
    return list(dict.fromkeys(good)), [part for part in parts if part not in good]


def is_address(text: str) -> bool:
    """True if the text is an e-mail address that can be kept."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= PlayerDetails.LENGTHS["email"]


def list_wrong_payments(paid: dict[str, str], currency: str) -> Iterator[str]:
    """Yield which of the keys "paid", "price" and "promotion" have a text in `paid` that is not understood."""
    if paid["paid"] and read_paid(paid["paid"], currency) is None:
        yield "paid"
    price = read_price(paid["price"], currency)
    if paid["price"] and price is None:
        yield "price"
    elif price is not None and paid["promotion"] and read_reduction(paid["promotion"], price, currency) is None:
        yield "promotion"


def read_price(text: str, currency: str) -> int | None:
    """Return the price of a ticket in minor units; None if it is not understood."""
    said = read_paid(text, currency)
    return said.cents if said and said.cents is not None else read_amount(text, currency)


def read_payment(listed: ListedPlayer, currency: str) -> PaidWord | None:
    """Return what the list says that the person has paid: the amount that it tells, or the price of his ticket less a
    promotion; None if nothing, or nothing that is understood."""
    said = read_paid(listed.paid, currency) if listed.paid else None
    cents = read_due(listed, currency)
    if cents is None or (said and (said.cents is not None or not said.done)):
        return said
    return PaidWord(cents > 0 or bool(listed.promotion and cents != read_price(listed.price, currency)), cents)


def read_due(listed: ListedPlayer, currency: str) -> int | None:
    """Return what the person owes for his ticket: its price less a promotion; None if the list tells no price."""
    price = read_price(listed.price, currency) if listed.price else None
    if price is None:
        return None
    less = read_reduction(listed.promotion, price, currency) if listed.promotion else 0
    return max(0, price - (less or 0))
