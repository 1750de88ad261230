"""What an action refused, put on the form it came from: each problem on its field, the rest above."""

from typing import Any

from tournaments import actions
from tournaments.declared import said


class RefusalsOn:
    """`with RefusalsOn(form):` what an action inside refuses stands on the form, which then has errors, and the rest
    of the block is left out. Any other exception goes its way."""

    def __init__(self, form: Any) -> None:
        self.form = form

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: type[BaseException] | None, why: BaseException | None, trace: object) -> bool:
        if isinstance(why, actions.NotDone):
            put_on(self.form, why)
        return isinstance(why, actions.NotDone)


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
