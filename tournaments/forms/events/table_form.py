"""The bases of all forms about one table, and of those that write one event of its partie.

In: what a page posted, with seat numbers ("1"…"n") for players. Out: an event with the shown names, as a Sheet holds
them; `build_record_body` gives it with seat numbers again, as the book keeps it. A form knows no rule of a game: what
`scoring` finds wrong is shown at the field that it concerns.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.book.sheet import EventBody, Sheet
from tournaments.forms.fields import SeatField
from tournaments.presentation.text.option_text import localise

FILL_IN = _("À remplir.")


class TableForm(forms.Form):
    """A form about one table; its fields may depend on the table's sheet."""

    def __init__(self, sheet: Sheet, data: Any = None, **options: Any) -> None:
        options.setdefault("auto_id", f"{type(self).__name__.lower()}-%s")
        super().__init__(data, **options)
        self.sheet = sheet
        self.build()

    def build(self) -> None:
        """Add the fields that depend on the table."""

    def get_name_at(self, position: int) -> str:
        """Return the shown name of the player at this seat number."""
        return self.sheet.names[position - 1]

    def find_field(self, path: str) -> str | None:
        """Return the name of the field at which a problem's path points; None if it concerns no single field."""
        return path if path in self.fields else None

    def add_problems(self, problems: Iterable[Any]) -> None:
        """Add each problem's message to the field that it concerns, or to the form as a whole. For a missing value, its
        own field says only «À remplir»."""
        for problem in problems:
            name = self.find_field(problem.path)
            named_there = name == problem.path and is_missing(problem)
            self.add_error(name, FILL_IN if named_there else describe_problem(problem))

    @property
    def first_error(self) -> str:
        """The form's first error message; "" if there is none."""
        return next((str(text) for texts in self.errors.values() for text in texts), "")

    @property
    def page_errors(self) -> list[str]:
        """The error messages that belong to no field."""
        return [str(text) for text in self.non_field_errors()]


def describe_problem(problem: Any) -> str:
    """Return a problem's message in the reader's language, with a mark if its rule is the house's choice. It does not
    name the rule's id."""
    rule = getattr(problem, "rule", None)
    return localise(scoring.mark_refusal(problem.message, rule) if rule else problem.message)


def is_missing(problem: Any) -> bool:
    """True if the problem is that the value at its path is missing."""
    return problem.message.values.get("key") == problem.path.rpartition(".")[2]


class EventForm(TableForm):
    """The form of one event of a partie, such as a coup or a penalty. `kind`: the event's type; `title`: the form's
    name on all pages; `state`: the table's state before the event, if not the present one; `step`: the event being
    corrected, which fills the form in.

    `for_organiser`: the inputs begin with the kind («penalty-player»), a player is chosen in a list, and the event is
    tried in `scoring` when the form is validated. A phone's event is tried when it is recorded, where its number counts
    too.
    """

    kind: ClassVar[str] = ""
    title: ClassVar[str | Promise] = ""

    def __init__(
        self,
        sheet: Sheet,
        data: Any = None,
        *,
        state: scoring.TableState | None = None,
        step: scoring.Step | None = None,
        for_organiser: bool = False,
    ) -> None:
        self.state = state or sheet.state
        self.step, self.for_organiser = step, for_organiser
        super().__init__(sheet, data, **({"prefix": self.kind, "auto_id": "id_%s"} if for_organiser else {}))
        if step is not None and step.event.get("type") == self.kind:
            self.initial = self.build_initial(sheet.to_seats(step.event))

    def build_initial(self, event: EventBody) -> dict[str, Any]:
        """Return the recorded event as initial values, by field; players are seat numbers."""
        return dict(event)

    def build_seat_field(self, label: str | Promise, *, required: bool = True) -> SeatField:
        """Build the choice of one of the table's players; for the organiser a list, in which nobody is chosen yet."""
        if not self.for_organiser:
            return SeatField(self.sheet, label=label, required=required, empty_value=None)
        return SeatField(self.sheet, label=label, required=required, empty="—", empty_value=None, widget=forms.Select)

    def build_event(self) -> EventBody:
        """Return the event, with players' names; the form must be valid."""
        return {"type": self.kind}

    def build_record_body(self) -> EventBody:
        """Return the event to record, with seat numbers for players."""
        return self.sheet.to_seats(self.build_event())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.for_organiser and not self.errors:
            assert self.state is not None
            self.add_problems(scoring.play_event(self.state, self.build_event()).problems)
        return data
