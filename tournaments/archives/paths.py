"""Reading a document by hand: each value with its path, every problem kept, nothing raised half-way."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import Problem
from tournaments.actions.errors import Fault, Refused
from tournaments.actions.names import clean_name


class Reader:
    """One value of a document at its path; its problems go to a list that all readers of the document share."""

    def __init__(self, value: Any, path: str = "", faults: list[Fault | Problem] | None = None) -> None:
        self.value, self.path = value, path
        self.faults: list[Fault | Problem] = [] if faults is None else faults

    def fault(self, message: str | Promise) -> None:
        self.faults.append(Fault(self.path, message))

    def at(self, key: str) -> "Reader":
        """What an object holds under the key; None where it holds nothing."""
        path = f"{self.path}.{key}" if self.path else key
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return Reader(value, path, self.faults)

    def items(self) -> "list[Reader]":
        """What a list holds; a fault and nothing where it is none."""
        if not isinstance(self.value, list):
            self.fault(_("Il faut ici une liste."))
            return []
        return [Reader(each, f"{self.path}[{n}]", self.faults) for n, each in enumerate(self.value)]

    def text(self) -> str:
        if isinstance(self.value, str):
            return self.value
        self.fault(_("Il faut ici un texte."))
        return ""

    def name(self) -> str:
        """Somebody's or something's name, as the desk would take it."""
        try:
            return clean_name(self.text(), self.path)
        except Refused as refused:
            self.faults.extend(refused.problems)
            return ""

    def number(self, low: int = 1, high: int = 32_767) -> int:
        if type(self.value) is int and low <= self.value <= high:
            return self.value
        self.fault(_("Il faut ici un nombre entier, de %(low)s à %(high)s.") % {"low": low, "high": high})
        return low

    def mapping(self) -> dict[str, Any]:
        if isinstance(self.value, dict):
            return self.value
        self.fault(_("Il faut ici un objet, entre accolades."))
        return {}
