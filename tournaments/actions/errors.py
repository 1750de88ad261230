"""The exceptions that say why an action was refused. Each carries a message that a page can show; nothing was
written."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.presentation.text.option_text import localise

if TYPE_CHECKING:
    from scoring import Problem
    from tournaments.book.sheet import Sheet


@dataclass(frozen=True)
class FieldError:
    """One problem of one input field, with the same attributes as `scoring.Problem`: `path` names the field, `message`
    is a lazy translation, `rule` the id of the broken rule if there is one."""

    path: str
    message: Promise | str
    rule: str | None = None


class ActionError(Exception):
    """Base class of every refusal of an action; `message` is a lazy translation."""

    message: Promise | str = ""

    def __str__(self) -> str:
        return str(self.message)


class Refused(ActionError):
    """The input breaks rules or bounds: `problems` lists every problem, each with its path."""

    message = _("Quelque chose ne va pas dans ce qui a été tapé.")

    def __init__(self, problems: "Iterable[Problem | FieldError]") -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return " ".join(localise(problem.message) for problem in self.problems)


class StaleSheet(ActionError):
    """Another record was written to the table first: `sheet` is the table's current sheet."""

    message = _("Un autre coup a été marqué entre-temps : voici la feuille à jour.")

    def __init__(self, sheet: "Sheet") -> None:
        self.sheet = sheet
        super().__init__(sheet.next_number)


class LineChanged(StaleSheet):
    """The event to be corrected has changed since it was read."""

    message = _("Cette ligne a changé depuis que vous l’avez lue : la voici à jour.")


class KeyReused(ActionError):
    """The request's id was used before, with another content."""

    message = _("Cet envoi se confond avec un autre : rien n’a été marqué. Rechargez la feuille.")


class SheetConfirmed(ActionError):
    """The sheet has been confirmed: from then on only an organiser corrects it, with a reason."""

    message = _("La feuille est confirmée : seul l’organisateur peut la corriger.")


class NotNow(ActionError):
    """The action is not possible in the present state; `message` says why and what to do."""

    def __init__(self, message: Promise | str, *details: Any) -> None:
        self.message = message
        super().__init__(message, *details)


class TournamentClosed(NotNow):
    """The evening's state does not allow the action (`actions.states`); `state`: which one is the cause."""

    def __init__(self, message: Promise | str, state: str) -> None:
        self.state = state
        super().__init__(message, state)


NO_REASON = FieldError("reason", _("Dites pourquoi : la raison est gardée avec la correction."))
"""The refusal of a correction by an account that gives no reason."""
