"""Forms of a list of people taken over: the file or the pasted text, then what its columns mean and who is who."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.people.player_import import (
    NEW,
    SKIP,
    ListedPlayer,
    PlannedPlayer,
    Recognition,
    find_changes,
    get_detail_label,
)
from tournaments.forms.player_columns import (
    LABELS,
    Meaning,
    guess_columns,
    guess_without_headings,
    has_headings,
    read_listed_players,
)
from tournaments.forms.player_rows import UnreadablePlayerFile, read_pasted_players, read_player_file, trim_rows
from tournaments.models import Club, Player
from tournaments.presentation.tables.matches import to_yes_or_no
from tournaments.presentation.text.namesake_text import tell_apart
from tournaments.presentation.text.option_text import join_label

EXAMPLES = 2  # values shown of each column
LINE = "line-"


class PlayerListForm(forms.Form):
    """A file or a pasted text; valid, `cleaned_data["rows"]` holds its rows."""

    file = forms.FileField(
        label=gettext_lazy("Un fichier CSV, Excel ou LibreOffice"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.ods,.vcf"}),
        help_text=gettext_lazy("Les colonnes dans n’importe quel ordre ; un export de HelloAsso convient tel quel."),
    )
    pasted = forms.CharField(
        label=gettext_lazy("Ou la liste elle-même"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "words"}),
        help_text=gettext_lazy("Copiée d’un tableur, ou un nom par ligne."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        file, pasted = data.get("file"), data.get("pasted") or ""
        try:
            if file:
                data["rows"] = read_player_file(file.read())
            elif pasted.strip():
                data["rows"] = read_pasted_players(pasted)
            elif not self.errors:
                self.add_error("file", _("Choisissez un fichier, ou collez la liste."))
        except UnreadablePlayerFile as why:
            self.add_error("file" if file else "pasted", str(why))
        return data


class ColumnsForm(forms.Form):
    """What each column means, and whether the first line that is not empty holds their headings. `rows`: those of the
    file."""

    heads = forms.BooleanField(label=gettext_lazy("La première ligne nomme les colonnes"), required=False)

    def __init__(self, rows: Sequence[Sequence[str]], data: Any = None) -> None:
        self.rows = rows
        self.first = next((n for n, row in enumerate(rows) if any(row)), 0)
        listed = rows[self.first :]
        headed = has_headings(listed)
        guessed = guess_columns(listed[0]) if headed else guess_without_headings(listed)
        super().__init__(data, initial={"heads": headed})
        choices = [("", gettext_lazy("ne pas reprendre")), *((each.value, label) for each, label in LABELS.items())]
        for n, meaning in enumerate(guessed):
            label = listed[0][n] if headed and listed[0][n] else _("Colonne %(n)d") % {"n": n + 1}
            shown = [row[n] for row in listed[headed:] if row[n]][:EXAMPLES]
            self.fields[f"column-{n}"] = forms.ChoiceField(
                label=label, choices=choices, required=False, initial=meaning or "", help_text=" · ".join(shown)
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        columns = [Meaning(value) if value else None for value in self._list_values(data)]
        given = [each for each in columns if each]
        if len(given) != len(set(given)):
            raise ValidationError(_("Deux colonnes ont le même sens : n’en gardez qu’une."))
        if Meaning.NAME not in given and not {Meaning.FIRST_NAME, Meaning.LAST_NAME} & set(given):
            raise ValidationError(_("Dites quelle colonne contient les noms."))
        data["columns"] = columns
        return data

    def _list_values(self, data: Mapping[str, Any]) -> list[str]:
        return [data.get(f"column-{n}", "") for n in range(len(self.rows[0]))]

    def list_columns(self) -> list[forms.BoundField]:
        """Return the fields of the columns, in their order."""
        return [self[f"column-{n}"] for n in range(len(self.rows[0]))]

    def read_players(self) -> list[ListedPlayer]:
        """Return the people of the list. The form is valid."""
        skipped = self.first + self.cleaned_data["heads"]
        return read_listed_players(self.rows[skipped:], self.cleaned_data["columns"], skipped + 1)


def build_guessed_form(rows: Sequence[Sequence[str]]) -> ColumnsForm:
    """Return the columns' form filled in with what the headings say."""
    shown = ColumnsForm(rows)
    names = [name for name in shown.fields if shown.get_initial_for_field(shown.fields[name], name)]
    return ColumnsForm(rows, {name: shown.get_initial_for_field(shown.fields[name], name) for name in names})


@dataclass(frozen=True)
class PreviewLine:
    """A line as the page shows it: its plan, what would change, what one may decide and what is chosen."""

    planned: PlannedPlayer
    changes: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]
    chosen: str


def build_preview(
    planned: Sequence[PlannedPlayer], data: Mapping[str, str], *, paid_to: Club | None
) -> list[PreviewLine]:
    """Return the lines to show: first those where something is to be decided or mended. `data`: what was sent;
    `paid_to`: as `find_changes` takes it."""
    apart = tell_apart({player.pk: player for each in planned for player in each.matches}.values())
    lines = [
        PreviewLine(
            each,
            tuple(describe_changes(each, paid_to=paid_to)),
            tuple(list_choices(each, apart)),
            data.get(f"{LINE}{each.line}", each.proposal),
        )
        for each in planned
    ]
    urgent = (Recognition.WRONG, Recognition.DOUBTFUL, Recognition.REPEATED)
    return sorted(lines, key=lambda line: (line.planned.recognition not in urgent, line.planned.line))


def describe_changes(planned: PlannedPlayer, *, paid_to: Club | None) -> list[str]:
    """Return what the list says of the person that the club does not keep yet, one text a detail."""
    if planned.recognition in (Recognition.WRONG, Recognition.REPEATED):
        return []
    player = planned.matches[0] if planned.matches else Player(name=planned.listed.name)
    found = find_changes(player, planned.listed, paid_to=paid_to)
    return [
        join_label(str(get_detail_label(name)), str(to_yes_or_no(value) if isinstance(value, bool) else value))
        for name, value in found.items()
    ]


def list_choices(planned: PlannedPlayer, apart: Mapping[int, str]) -> list[tuple[str, str]]:
    """Return what one may decide for the line: (value, text). `apart`: what tells players of one name apart, by id."""
    if planned.recognition == Recognition.WRONG:
        return []
    people = []
    for each in planned.matches:
        told = _("C’est %(name)s") % {"name": each.name}
        people.append((str(each.pk), f"{told} · {apart[each.pk]}" if each.pk in apart else told))
    open_choice = [] if planned.proposal else [("", _("À choisir…"))]
    return [*open_choice, *people, (NEW, _("Quelqu’un de nouveau")), (SKIP, _("Ne pas reprendre"))]


def read_decisions(data: Mapping[str, str]) -> dict[int, str]:
    """Return what was decided, by line; lines that are left open have none."""
    sent = {name.removeprefix(LINE): value for name, value in data.items() if name.startswith(LINE) and value}
    return {int(n): value for n, value in sent.items() if n.isascii() and n.isdigit() and len(n) < 6}


def read_kept_rows(text: str) -> list[list[str]] | None:
    """Return the rows that the page sent back, as JSON; None if they are no rows."""
    try:
        rows = json.loads(text)
        return trim_rows(rows) if all(isinstance(row, list) for row in rows) else None
    except (ValueError, TypeError, UnreadablePlayerFile):
        return None
