"""Tournaments of matches between two sides: every match, the groups, who finished where."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.presentation.tags.corbillon import format_signed

from .row_table import FILE, PAGES, PAPER, SCREEN, CellLayout, NumberColumn, RowColumn, RowTable, SignedColumn

MOST_MARGINS, MOST_IN_GRID = 7, 20
"""Sides of a group whose grid on paper has margins beside the points; whose grid has room at all."""


def to_yes_or_no(value: bool) -> Any:
    """Return «oui» or «non»."""
    return _("oui") if value else _("non")


class MatchRow(NamedTuple):
    """A match with the title of its phase; `match` is a `presentation.brackets.ListedMatch`."""

    phase: str
    match: Any


class MatchesTable(RowTable):
    """The matches of a phase, also those still to be played."""

    style = "lines meetings"
    phase = RowColumn(_("Phase"), lambda row: capfirst(row.phase), media=(FILE,))
    stage = RowColumn(_("Étape"), "match.stage")
    names = RowColumn(_("Rencontre"), "match.names", media=PAGES, names_row=True)
    first = RowColumn(_("Premier côté"), lambda row: row.match.names[0], media=(FILE,))
    second = RowColumn(_("Autre côté"), lambda row: row.match.names[1], media=(FILE,))
    winner = RowColumn(_("Vainqueur"), "match.winner")
    won = NumberColumn(pgettext_lazy("parties", "Gagnées"), lambda row: row.match.wins[0], media=(FILE,))
    lost = NumberColumn(pgettext_lazy("parties", "Perdues"), lambda row: row.match.wins[1], media=(FILE,))
    forfeit = RowColumn(_("Forfait"), "match.walkover", export=to_yes_or_no, media=(FILE,))

    def render_names(self, row: MatchRow) -> SafeString:
        """Return the names of the two sides as HTML."""
        return format_html("<bdi>{}</bdi> – <bdi>{}</bdi>", *row.match.names)

    def render_winner(self, row: MatchRow) -> SafeString:
        """Return the winner with the games won and lost, «Anne 2–1», and how many were forfeits; «à jouer» before the
        match ends."""
        match = row.match
        if not match.winner:
            where = format_html(' · <span class="nowrap">{}</span>', _("table %(n)s") % {"n": match.table})
            return format_html('<span class="soft">{}{}</span>', _("à jouer"), where if match.table else "")
        how = _("par forfait") if match.by_forfeit else "{}–{}".format(*match.wins)
        if match.forfeits and not match.by_forfeit:
            how = _("%(wins)s, dont %(k)s par forfait") % {"wins": how, "k": match.forfeits}
        style = "small" if match.forfeits else "small nowrap"
        return format_html('<bdi>{}</bdi> <span class="{}">{}</span>', match.winner, style, how)


class GroupSideRow(NamedTuple):
    """One side of a group. `figures`: a `draws.groups.GroupRow`; `through`: it goes on to the finals; `met`: its games
    against each side of the group, as (points, margin)."""

    phase: str
    group: str
    figures: Any
    name: str
    through: bool
    met: Sequence[Sequence[tuple[int, int]]] = ()


class MeetingColumn(NumberColumn):
    """A column of a group's grid: each side's games against the side in place `n` + 1, as points. `margins`: the margin
    of each game stands beside its points."""

    def __init__(self, n: int, *, margins: bool) -> None:
        self.n, self.margins = n, margins
        super().__init__(str(n + 1), lambda row: row.met[n], style="n met-at")

    def render_cell(self, table: RowTable, record: GroupSideRow) -> Any:
        """Return the side's points in each game against the side of this column, with the margin if there is room for
        it."""
        if record.figures.place == self.n + 1:
            return CellLayout("", "itself")
        games = [(points, f" {format_signed(margin)}" if self.margins else "") for points, margin in record.met[self.n]]
        return format_html_join(mark_safe("<br>"), '<strong>{}</strong><span class="small">{}</span>', games)


class GroupStandingsTable(RowTable):
    """The standings of one group; in a file, those of all groups."""

    style = "lines group"
    phase = RowColumn(_("Phase"), lambda row: capfirst(row.phase), media=(FILE,))
    group = RowColumn(_("Poule"), media=(FILE,))
    place = NumberColumn(pgettext_lazy("au classement", "Place"), "figures.place")
    name = RowColumn(_("Nom"), names_row=True)
    played = NumberColumn(_("Jouées"), "figures.played")
    won = NumberColumn(_("Gagnées"), "figures.won")
    drawn = NumberColumn(_("Nulles"), "figures.drawn", style="n beside", media=(SCREEN,))
    lost = NumberColumn(_("Perdues"), "figures.lost", style="n beside", media=(SCREEN,))
    points = NumberColumn(_("Points"), "figures.points", show=lambda n: format_html("<strong>{}</strong>", n))
    margin = SignedColumn(_("Écart"), "figures.margin")
    through = RowColumn(_("Qualifié"), export=to_yes_or_no, media=(FILE,))

    @property
    def has_grid(self) -> bool:
        """True if the table has columns for the games of each side against each other."""
        return any(isinstance(column.column, MeetingColumn) for column in self.columns)

    def render_name(self, row: GroupSideRow) -> SafeString:
        """Return the side's name, with the tag «passe» if it goes on to the finals."""
        name = format_html("<bdi>{}</bdi>", row.name)
        return format_html('{} <span class="tag go">{}</span>', name, _("passe")) if row.through else name


def list_group_rows(group: Any, phase: str = "") -> list[GroupSideRow]:
    """Return a row for each side of a group. `group`: a `group_tables.GroupTable`; `phase`: the title of its phase, for
    files."""
    return [
        GroupSideRow(phase, group.title, figures, name, through, met)
        for (figures, name, through), met in zip(group.rows, group.grid, strict=True)
    ]


class FinalPlaceRow(NamedTuple):
    """A final place of a phase («3», or «5–8» where it is shared) and who has it."""

    phase: str
    place: str
    names: tuple[str, ...]


class FinalPlacesTable(RowTable):
    """The final places of a phase, and who has each."""

    style = "lines final-places"
    phase = RowColumn(_("Phase"), lambda row: capfirst(row.phase), media=(FILE,))
    place = NumberColumn(
        pgettext_lazy("au classement", "Place"), export=lambda place: int(place) if place.isdecimal() else place
    )
    name = RowColumn(_("Nom"), "names", export=", ".join)

    def render_name(self, row: FinalPlaceRow) -> SafeString:
        """Return the names of all who have or share this final place."""
        return format_html_join(", ", "<bdi>{}</bdi>", ((name,) for name in row.names))


class PhaseTables(NamedTuple):
    """The tables of one phase. `shown`: a `presentation.brackets.PhaseDisplay`; `groups`: each group with its table;
    `matches` and `places`: None if there are none."""

    shown: Any
    groups: list[tuple[Any, GroupStandingsTable]]
    matches: MatchesTable | None
    places: FinalPlacesTable | None


def list_phase_tables(phases: Iterable[Any], medium: str = SCREEN) -> list[PhaseTables]:
    """Return the tables of each phase for this medium: SCREEN or PAPER. `phases`: each a
    `presentation.brackets.PhaseDisplay`."""
    return [
        PhaseTables(
            phase,
            [(group, build_group_table(group, medium)) for group in phase.groups],
            build_matches_table(phase, medium),
            build_places_table(phase, medium),
        )
        for phase in phases
    ]


def build_group_table(group: Any, medium: str) -> GroupStandingsTable:
    """Build the standings of one group; on paper, if it is wide enough, with the results of each side against each
    other."""
    caption, sides = group.title or _("Chacun rencontre chacun"), len(group.rows)
    in_grid = range(sides if medium == PAPER and sides <= MOST_IN_GRID else 0)
    columns = [(f"met_{n}", MeetingColumn(n, margins=sides <= MOST_MARGINS)) for n in in_grid]
    return GroupStandingsTable(
        list_group_rows(group),
        medium=medium,
        caption=caption,
        columns=columns,
        sequence=("place", "name", *(name for name, _column in columns), "...") if columns else ("...",),
    )


def build_matches_table(phase: Any, medium: str) -> MatchesTable | None:
    """Build the table of a phase's matches; None if there are none."""
    rows = [MatchRow(phase.title, match) for match in phase.matches]
    return MatchesTable(rows, medium=medium, caption=_("Les rencontres du tableau")) if rows else None


def build_places_table(phase: Any, medium: str) -> FinalPlacesTable | None:
    """Build the table of a phase's final places; None if none is decided."""
    rows = [FinalPlaceRow(phase.title, place, names) for place, names in phase.places]
    return FinalPlacesTable(rows, medium=medium) if rows else None
