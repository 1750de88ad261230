"""Why an action was not done. Each says it in a sentence that a page can show, and nothing was written."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from scoring import Problem
    from tournaments.sheets import Sheet


@dataclass(frozen=True)
class Fault:
    """What is wrong with one field, told as scoring tells its problems; `message` is a lazy translation."""

    path: str
    message: Promise | str
    rule: str | None = None


class NotDone(Exception):
    """The common kind of what follows; `message` is a lazy translation."""

    message: Promise | str = ""

    def __str__(self) -> str:
        return str(self.message)


class Refused(NotDone):
    """What was asked breaks rules or bounds: `problems` has all of them, each with its path."""

    message = _("Quelque chose ne va pas dans ce qui a été tapé.")

    def __init__(self, problems: "Iterable[Problem | Fault]") -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return " ".join(str(problem.message) for problem in self.problems)


class Stale(NotDone):
    """Another record came first: `sheet` is the newer one."""

    message = _("Un autre coup a été marqué entre-temps : voici la feuille à jour.")

    def __init__(self, sheet: "Sheet") -> None:
        self.sheet = sheet
        super().__init__(sheet.number)


class KeyReused(NotDone):
    """The same id came with another body."""

    message = _("Cet envoi se confond avec un autre : rien n’a été marqué. Rechargez la feuille.")


class Closed(NotDone):
    """The event is closed, or not open yet."""

    message = _("La soirée n’est pas ouverte : seul l’organisateur peut marquer.")


class Confirmed(NotDone):
    """The sheet has been confirmed: from then on only an organiser corrects, with a reason."""

    message = _("La feuille est confirmée : seul l’organisateur peut la corriger.")


class NotNow(NotDone):
    """It cannot be done as things stand; `message` says why and what to do."""

    def __init__(self, message: Promise | str, *details: Any) -> None:
        self.message = message
        super().__init__(message, *details)
