"""The problems of a refused action, added to the form that it came from: each problem on its field, the rest above."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.actions.errors import ActionError, Refused
from tournaments.presentation.text.file_places import name_place
from tournaments.presentation.text.option_text import join_label, localise

MOST_PROBLEMS = 20  # that a page lists of one file


class CatchRefusals:
    """Context manager `with CatchRefusals(form):`. If an action inside is refused (NotDone), its problems are added to
    the form, which then has errors, and the rest of the block is skipped. Any other exception is raised as usual."""

    def __init__(self, form: Any) -> None:
        self.form = form

    def __enter__(self) -> None:
        """Enter the block; what is refused inside it is caught at its end."""

    def __exit__(self, kind: type[BaseException] | None, why: BaseException | None, trace: object) -> bool:
        """Add the problems of a NotDone to the form and swallow it."""
        if isinstance(why, ActionError):
            add_refusal(self.form, why)
        return isinstance(why, ActionError)


def add_refusal(form: Any, refused: ActionError) -> None:
    """Add every message of the refusal to the form, at the field where the reader looks for it."""
    if not isinstance(refused, Refused):
        form.add_error(None, str(refused))
        return
    for problem in refused.problems:
        form.add_error(find_field(form, problem.path), localise(problem.message))


def add_file_problems(form: Any, refused: Refused) -> None:
    """Add the problems of a file to the form's field `file`, each with its place in the file."""
    for problem in refused.problems[:MOST_PROBLEMS]:
        words = localise(problem.message)
        is_whole = problem.path in ("", "format")  # a file of another kind: its place says nothing to who chose it
        form.add_error("file", words if is_whole else join_label(name_place(problem.path), words))
    if len(refused.problems) > MOST_PROBLEMS:
        more = len(refused.problems) - MOST_PROBLEMS
        form.add_error("file", _("Et %(count)s autres erreurs dans le fichier.") % {"count": more})


def find_field(form: Any, path: str) -> str | None:
    """Return the name of the form's field for a problem's path: an option, the typed names, a coup's own field; None if
    there is none."""
    if path == "players" and "typed" in form.fields:
        path = "typed"
    elif hasattr(form, "find_field"):
        return form.find_field(path)
    return path if path in form.fields else None
