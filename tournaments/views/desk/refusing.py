"""What an action refused, put on the form it came from: each problem on its field, the rest above."""

from typing import Any

from tournaments import actions
from tournaments.declared import said


def put_on(form: Any, refused: actions.NotDone) -> None:
    """Every sentence of the refusal, where the reader looks for it."""
    if not isinstance(refused, actions.Refused):
        form.add_error(None, str(refused))
        return
    for problem in refused.problems:
        form.add_error(field_of(form, problem.path), said(problem.message))


def field_of(form: Any, path: str) -> str | None:
    """The form's field for a problem's path: an option, the names typed in, a coup's own field, or none."""
    if path == "players" and "typed" in form.fields:
        path = "typed"
    elif hasattr(form, "field_of"):
        return form.field_of(path)
    return path if path in form.fields else None
