"""The base of the forms in which an organiser writes one event of a table (coup, penalty, recave …).

A form returns the event with seat numbers ("1"…"n") for players, and shows the problems that `scoring` reports at its
fields.
"""

from typing import Any, ClassVar

from django import forms

import scoring
from tournaments.book.sheet import Sheet
from tournaments.text.option_text import localise


class TableEventForm(forms.Form):
    """One event of a table. `state`: the table before the event; `step`: the event being corrected, or None; `kind`:
    the event's type and the prefix of the inputs."""

    kind: ClassVar[str] = ""

    def __init__(
        self, sheet: Sheet, state: scoring.TableState, data: Any = None, *, step: scoring.Step | None = None
    ) -> None:
        self.sheet, self.state, self.step = sheet, state, step
        super().__init__(data, prefix=self.kind)
        self.build()
        if step is not None and step.event.get("type") == self.kind:
            self.initial = self.build_initial(sheet.to_seats(step.event))

    def build_initial(self, event: dict[str, Any]) -> dict[str, Any]:
        """Return the recorded event as initial values, by field; players are seat numbers."""
        return dict(event)

    def build(self) -> None:
        """Add the fields that depend on the table."""

    @property
    def seat_choices(self) -> list[tuple[str, str]]:
        """Each seat number with its player's name, as choices."""
        return [(str(position), name) for name, position in self.sheet.positions.items()]

    def build_record_body(self) -> dict[str, Any]:
        """Return the event to record, with seat numbers for players."""
        kept = {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
        return {"type": self.kind, **kept}

    def find_field(self, path: str) -> str | None:
        """Return the name of the field at which a problem's path points, or None."""
        return path if path in self.fields else None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors:
            self.add_problems(scoring.play_event(self.state, self.sheet.to_names(self.build_record_body())).problems)
        return data

    def add_problems(self, problems: Any) -> None:
        """Add each problem that `scoring` reports to its field, with its rule id."""
        for problem in problems:
            message = localise(problem.message)
            self.add_error(self.find_field(problem.path), f"{message} ({problem.rule})" if problem.rule else message)
