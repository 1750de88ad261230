"""A reader for untrusted documents: each value knows its path, all problems are collected, and nothing is raised before
the end."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import Problem
from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.people.names import clean_name
from tournaments.actions.tables.preconditions import is_storable
from tournaments.models.days import is_taken

NO_SUCH_PLAYER = _("Ce joueur n’est pas dans la liste.")
UNSEEN_SIGN = _("Un texte contient un caractère invisible : retapez-le lettre par lettre.")


class DocumentReader:
    """Reads one value of a JSON document, at its path; a fault is added to `errors`, which all readers of the document
    share, and replaced by a harmless value."""

    def __init__(self, value: Any, path: str = "", faults: list[FieldError | Problem] | None = None) -> None:
        self.value, self.path = value, path
        self.errors: list[FieldError | Problem] = [] if faults is None else faults

    def add_error(self, message: str | Promise) -> None:
        """Add this message to the document's problems, at the path of this value."""
        self.errors.append(FieldError(self.path, message))

    def child(self, key: str) -> "DocumentReader":
        """Return the reader of the value under this key; its value is None if there is no such key."""
        path = f"{self.path}.{key}" if self.path else key
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return DocumentReader(value, path, self.errors)

    def items(self) -> "list[DocumentReader]":
        """Return a reader for each item of the list; add a problem and return [] if the value is no list."""
        if not isinstance(self.value, list):
            self.add_error(_("Il faut ici une liste."))
            return []
        return [DocumentReader(each, f"{self.path}[{n}]", self.errors) for n, each in enumerate(self.value)]

    def optional_items(self) -> "list[DocumentReader]":
        """Return a reader for each item of the list; [] if the value is missing."""
        return [] if self.value is None else self.items()

    def text(self) -> str:
        """Return the value as text; add a problem and return "" if it is none."""
        if isinstance(self.value, str):
            return self.value
        self.add_error(_("Il faut ici un texte."))
        return ""

    def name(self) -> str:
        """Return the value as a name, checked like one that an organiser types; add the problems found and return "" if
        it is none."""
        try:
            return clean_name(self.text(), self.path)
        except Refused as refused:
            self.errors.extend(refused.problems)
            return ""

    def number(self, low: int = 1, high: int = 32_767) -> int:
        """Return the value as a whole number; add a problem and return `low` if it is none, or not between `low` and
        `high`."""
        if type(self.value) is int and low <= self.value <= high:
            return self.value
        self.add_error(_("Il faut ici un nombre entier, de %(low)s à %(high)s.") % {"low": low, "high": high})
        return low

    def words(self, most: int) -> str:
        """Return the value as a text that can be stored; add a problem if it has more than `most` characters."""
        text = self.text()
        if len(text) > most:
            self.add_error(_("Trop long : %(max_length)s signes au plus.") % {"max_length": most})
        if not is_storable(text):
            self.add_error(UNSEEN_SIGN)
        return text

    def flag(self) -> bool:
        """Return the value if it is true or false; add a problem if it is neither."""
        if not isinstance(self.value, bool):
            self.add_error(_("Il faut ici true ou false."))
        return bool(self.value)

    def choice(self, known: Sequence[str]) -> str:
        """Return the value if it is one of the words `known`; else add a problem and return the first of them."""
        text = self.text()
        if text in known:
            return str(text)
        self.add_error(_("Il faut ici l’un de ces mots : %(words)s.") % {"words": ", ".join(known)})
        return known[0]

    def time(self) -> datetime.datetime:
        """Return the value as a time with its time zone; add a problem and return an early time if it is none."""
        try:
            moment = parse_datetime(self.text())
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None or not is_taken(moment):
            self.add_error(_("Il faut ici une date et une heure, comme 2026-11-21T20:15:00+01:00."))
            return datetime.datetime(1000, 1, 1, tzinfo=datetime.UTC)
        return moment

    def player(self, ids: Sequence[int]) -> int | None:
        """Return the index in `ids` of the player whose id the value is; add a problem and return None if there is no
        such player."""
        if type(self.value) is int and self.value in ids:
            return ids.index(self.value)
        self.add_error(NO_SUCH_PLAYER)
        return None

    def mapping(self) -> dict[str, Any]:
        """Return the value as a JSON object; add a problem and return {} if it is none."""
        if isinstance(self.value, dict):
            return self.value
        self.add_error(_("Il faut ici un objet, entre accolades."))
        return {}
