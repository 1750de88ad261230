"""Forms of a list of people taken over: the file or the pasted text, then what its columns mean and who is who."""

import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.letters import fold_letters
from tournaments.actions.people.clubs import may_adopt_family_name
from tournaments.actions.people.listed_players import LeftOut, ListedPlayer, read_payment
from tournaments.actions.people.player_import import find_changes, get_detail_label
from tournaments.actions.people.recognising import NEW, SKIP, PlannedPlayer, Recognition
from tournaments.forms.lists.headings import LABELS, NAMES, Meaning, list_choices, read_choice
from tournaments.forms.lists.people import ListReading
from tournaments.forms.lists.reading import (
    GuessedColumns,
    PlayerTable,
    guess_table,
    read_pasted_players,
    read_player_file,
    read_table,
)
from tournaments.forms.lists.sheets import UnreadablePlayerFile
from tournaments.models import Club, Player
from tournaments.presentation.tables.matches import to_yes_or_no
from tournaments.presentation.text.namesake_text import tell_apart
from tournaments.presentation.text.numbers import format_money
from tournaments.presentation.text.option_text import join_label

EXAMPLES = 2  # values shown of each column
PAIR = 2
LINE = "line-"


class PlayerListForm(forms.Form):
    """The form of a list of players, as a file or pasted; in a valid form `cleaned_data["table"]` holds its rows."""

    file = forms.FileField(
        label=gettext_lazy("Un fichier CSV, Excel ou LibreOffice"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.ods,.vcf"}),
        help_text=gettext_lazy(
            "Première ligne, par exemple : Nom;Prénom;Courriel. Un export de HelloAsso convient tel quel."
        ),
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
                data["table"] = read_player_file(file.read())
            elif pasted.strip():
                data["table"] = read_pasted_players(pasted)
            elif not self.errors:
                self.add_error("file", _("Choisissez un fichier, ou collez la liste."))
        except UnreadablePlayerFile as why:
            self.add_error("file" if file else "pasted", str(why))
        return data


class ColumnsForm(forms.Form):
    """The form of what each column of a list means. `heads`: True if a row names the columns: the row in which headings
    were found or, without any, the first one."""

    heads = forms.BooleanField(label=gettext_lazy("Une ligne nomme les colonnes"), required=False)

    def __init__(self, table: PlayerTable, data: Any = None) -> None:
        self.table = table
        self.guessed = guess_table(table)
        at = self.guessed.headings
        super().__init__(data, initial={"heads": at is not None})
        people = max((column.person for column in self.guessed.columns if column), default=1)
        choices = [("", gettext_lazy("ne pas reprendre")), *list_choices(max(people, PAIR))]
        listed = table.rows[0 if at is None else at + 1 :]
        for n, column in enumerate(self.guessed.columns):
            heading = get_cell(table.rows[at].cells, n) if at is not None else ""
            cells = [cell for row in listed if (cell := get_cell(row.cells, n))][:EXAMPLES]
            self.fields[f"column-{n}"] = forms.ChoiceField(
                label=heading or _("Colonne %(n)d") % {"n": n + 1},
                choices=choices,
                required=False,
                initial=column.write() if column else "",
                help_text=" · ".join(cells),
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        columns = [read_choice(data.get(f"column-{n}", "")) for n in range(self.table.width)]
        given = [each for each in columns if each]
        if len(given) != len(set(given)):
            raise ValidationError(_("Deux colonnes ont le même sens : n’en gardez qu’une."))
        if not any(each.meaning in NAMES for each in given):
            raise ValidationError(_("Dites quelle colonne contient les noms."))
        data["columns"] = columns
        return data

    def list_columns(self) -> list[forms.BoundField]:
        """Return the inputs of the columns' meanings, in the columns' order."""
        return [self[f"column-{n}"] for n in range(self.table.width)]

    def list_untaken(self) -> list[str]:
        """Return the labels of the columns that mean nothing, as chosen; the form must be valid."""
        return [str(bound.label) for bound in self.list_columns() if not self.cleaned_data[bound.name]]

    def read_list(self) -> ListReading:
        """Return the people of the list, with the columns as chosen, and the rows that hold none; the form must be
        valid."""
        headings = (self.guessed.headings or 0) if self.cleaned_data["heads"] else None
        return read_table(self.table, GuessedColumns(headings, tuple(self.cleaned_data["columns"])))


def get_cell(cells: Sequence[str], n: int) -> str:
    """Return the cell at index `n` of a row; "" if the row is shorter."""
    return cells[n] if n < len(cells) else ""


def build_guessed_form(table: PlayerTable) -> ColumnsForm:
    """Return the form of the columns' meanings, filled in as guessed from the headings."""
    columns_form = ColumnsForm(table)
    names = [
        name for name in columns_form.fields if columns_form.get_initial_for_field(columns_form.fields[name], name)
    ]
    return ColumnsForm(
        table, {name: columns_form.get_initial_for_field(columns_form.fields[name], name) for name in names}
    )


@dataclass(frozen=True)
class PreviewLine:
    """One person of the list on the preview page: what is planned for him, what would change, what of the list is not
    kept, the choices as (value, text), and the chosen one."""

    planned: PlannedPlayer
    changes: tuple[str, ...]
    left_out: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]
    chosen: str

    @property
    def outcome(self) -> str:
        """What the choice makes of the person: a `Recognition` such as new or known, or SKIP if he is left out (but a
        repeated one stays "repeated")."""
        recognition = self.planned.recognition
        if recognition == Recognition.WRONG:
            return recognition
        if self.chosen == SKIP:
            return recognition if recognition == Recognition.REPEATED else SKIP
        if recognition == Recognition.DOUBTFUL and self.chosen == self.planned.proposal:
            return recognition
        return Recognition.NEW if self.chosen == NEW else Recognition.KNOWN


def build_preview(
    planned: Sequence[PlannedPlayer],
    data: Mapping[str, str],
    *,
    paid_to: Club | None,
    has_pairs: bool = False,
    teams: Container[str] = (),
) -> list[PreviewLine]:
    """Return the lines of the preview, those with something to decide or correct first. `data`: the choices sent,
    ignored if no longer offered; `paid_to`: the club, if the payments of the list are club fees; None if they are for
    the evening. `has_pairs`: two people of one line become a pair; `teams`: names, without accents, of teams that will
    exist."""
    apart = tell_apart({player.pk: player for each in planned for player in each.matches}.values())
    lines = []
    for each in planned:
        choices = tuple(list_decisions(each, apart))
        sent = data.get(f"{LINE}{each.key}", each.proposal)
        lines.append(
            PreviewLine(
                each,
                tuple(describe_changes(each, paid_to=paid_to, teams=teams)),
                tuple(map(describe_left_out, list_left_out(each.listed, has_pairs, teams))),
                choices,
                sent if sent in dict(choices) else each.proposal,
            )
        )
    urgent = (Recognition.WRONG, Recognition.DOUBTFUL, Recognition.REPEATED)
    return sorted(lines, key=lambda line: (line.planned.recognition not in urgent, line.planned.line))


def list_left_out(listed: ListedPlayer, has_pairs: bool, teams: Container[str]) -> list[LeftOut]:
    """Return the details of a listed person that will not be kept: not understood, or without a place (a team that is
    not made, a partner where there are no pairs)."""
    team = "" if fold_letters(listed.team) in teams else listed.team
    unkept = [LeftOut("team", team), LeftOut("partner", "" if has_pairs else listed.partner)]
    return [*listed.left_out, *(each for each in unkept if each.value)]


def describe_left_out(left_out: LeftOut) -> str:
    """Return a detail that will not be kept in words, after its name: «Équipe : Les As»."""
    labels = {"club": LABELS[Meaning.CLUB], "partner": _("Partenaire")}
    label = labels.get(left_out.field) or LABELS[Meaning(left_out.field)]
    return join_label(str(label), left_out.value)


def describe_changes(planned: PlannedPlayer, *, paid_to: Club | None, teams: Container[str]) -> list[str]:
    """Return what the list would change for the person, one text for each detail: those that the club does not keep
    yet, and the team for this evening. `paid_to`, `teams`: as in `build_preview`."""
    if planned.recognition in (Recognition.WRONG, Recognition.REPEATED):
        return []
    player = planned.matches[0] if planned.matches else Player(name=planned.listed.name)
    changes = find_changes(player, planned.listed, paid_to=paid_to)
    if paid_to and "paid" in changes:
        changes["paid"] = describe_payment(planned.listed, paid_to.currency)
    if "pictures" in changes:
        changes["pictures"] = to_yes_or_no(changes["pictures"])
    sentences = [join_label(str(get_detail_label(name)), str(value)) for name, value in changes.items()]
    if planned.matches and may_adopt_family_name(player, planned.listed.family_name):
        sentences.append(join_label(str(LABELS[Meaning.LAST_NAME]), planned.listed.family_name))
    if fold_letters(planned.listed.team) in teams:
        sentences.append(join_label(str(LABELS[Meaning.TEAM]), planned.listed.team))
    return sentences


def describe_payment(listed: ListedPlayer, currency: str) -> str:
    """Return what the list says was paid: the amount if it names one, else «oui» or «non»."""
    paid = read_payment(listed, currency)
    if paid and paid.cents:
        return format_money(paid.cents, currency)
    return str(to_yes_or_no(bool(paid and paid.done)))


def list_decisions(planned: PlannedPlayer, apart: Mapping[int, str]) -> list[tuple[str, str]]:
    """Return the choices for a person of the list, as (value, text). `apart`: by player id, the words that tell
    namesakes apart. Empty for a person who is listed wrongly."""
    if planned.recognition == Recognition.WRONG:
        return []
    people = []
    for each in planned.matches:
        sentence = _("C’est %(name)s") % {"name": each.name}
        people.append((str(each.pk), f"{sentence} · {apart[each.pk]}" if each.pk in apart else sentence))
    open_choice = [] if planned.proposal else [("", _("À choisir…"))]
    return [*open_choice, *people, (NEW, _("Quelqu’un de nouveau")), (SKIP, _("Ne pas reprendre"))]


def read_decisions(data: Mapping[str, str]) -> dict[str, str]:
    """Return the choices that were sent, by each person's key; people left undecided are not in it."""
    return {name.removeprefix(LINE): value for name, value in data.items() if name.startswith(LINE) and value}


def read_kept_table(text: str) -> PlayerTable | None:
    """Return the list's rows from the JSON that a page sent back; None if it holds none."""
    try:
        return PlayerTable.from_json(json.loads(text))
    except (ValueError, RecursionError, UnreadablePlayerFile):
        return None
