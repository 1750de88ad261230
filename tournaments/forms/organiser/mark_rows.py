"""A declared list of marks as rows of inputs: what each is called, what it is worth, who may have it.

A mark's key names it in recorded coups: it stays with its name wherever the row stands, and with its row when it is
given another name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from scoring.letters import fold_letters
from tournaments.forms.fields import WholeNumberField

LONGEST_NAME, LONGEST_KEY = 40, 20
WHO = (("one", _("un seul")), ("each", _("chacun")))
PARTS = ("name", "points", "who")


@dataclass(frozen=True)
class MarkInputs:
    """The inputs of one mark (a bonus that a club declares for its own game): name, points, who may have it, and a
    hidden key."""

    name: forms.BoundField
    points: forms.BoundField
    who: forms.BoundField
    key: forms.BoundField


def build_mark_fields(
    option: scoring.Option, name: str, marks: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, forms.Field]]:
    """Yield (input name, field) for each part of each row of the list of marks, filled with `marks`:
    ("option.marks.0.points", …). `name`: the option's input name («option.marks»), with which all these names begin."""
    assert option.low is not None and option.high is not None
    for n in range(option.most_entries):
        mark = marks[n] if n < len(marks) else {}
        fields: dict[str, forms.Field] = {
            "name": forms.CharField(required=False, max_length=LONGEST_NAME, label=_("Nom")),
            "points": WholeNumberField(option.low, option.high, required=False, label=_("Points")),
            "who": forms.ChoiceField(choices=WHO, required=False, label=_("Qui peut l’avoir")),
            "key": forms.CharField(required=False, max_length=LONGEST_KEY, widget=forms.HiddenInput),
        }
        for part, field in fields.items():
            field.initial = mark.get(part)
            yield f"{name}.{n}.{part}", field


def list_rows(form: forms.BaseForm, option: scoring.Option, name: str) -> tuple[MarkInputs, ...]:
    """Return the inputs of each row of the list of marks. `option`: the option that the list is typed for; `name`: its
    input name («option.marks»), with which theirs begin."""
    return tuple(
        MarkInputs(*(form[f"{name}.{n}.{part}"] for part in (*PARTS, "key"))) for n in range(option.most_entries)
    )


def list_typed_rows(cleaned: Mapping[str, Any], option: scoring.Option, name: str) -> list[int]:
    """Return the indexes (from 0) of the rows of the list of marks in which a mark's name or its points were typed.
    `option`: the option that the list is typed for; `name`: its input name («option.marks»)."""
    return [
        n
        for n in range(option.most_entries)
        if cleaned.get(f"{name}.{n}.name") or cleaned.get(f"{name}.{n}.points") is not None
    ]


def read_marks(
    cleaned: Mapping[str, Any], option: scoring.Option, name: str, known: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return the marks that were typed, each as {key, name, points, who}. `option`: the option that they are typed for;
    `name`: its input name («option.marks»); `known`: earlier marks, which may be in use in records: a typed mark with
    the name of one of them gets its key."""
    rows = [
        {part: cleaned.get(f"{name}.{n}.{part}") for part in (*PARTS, "key")}
        for n in list_typed_rows(cleaned, option, name)
    ]
    by_name = {fold_letters(mark["name"]): mark["key"] for mark in known}
    taken = {key for row in rows if (key := by_name.get(fold_letters(row["name"] or "")))}
    marks = []
    for row in rows:
        key = by_name.get(fold_letters(row["name"] or ""))
        if key is None:
            key = row["key"] if row["key"] and row["key"] not in taken else make_key(row["name"] or "", taken)
            taken.add(key)
        marks.append({"key": key, "name": row["name"], "points": row["points"], "who": row["who"] or WHO[0][0]})
    return marks


def make_key(name: str, taken: set[str]) -> str:
    """Return a key for a mark, made from its name and not in `taken`."""
    stem = re.sub("[^a-z0-9]+", "_", fold_letters(name)).strip("_")[: LONGEST_KEY - 2] or "prime"
    return next(key for key in (stem, *(f"{stem}_{n}" for n in range(2, 9))) if key not in taken)
