"""The standings of teams, a row for each; and a team's sheet, a row for each of its places."""

from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scoring import TotalUnit
from tournaments.presentation.tags.corbillon import mark_words
from tournaments.presentation.text.team_text import describe_holders, format_team_figure
from tournaments.reading.teams import TeamStandings
from tournaments.standings.teams import TeamPlace, TeamRow

from .row_table import PAGES, NameColumn, NumberColumn, RowColumn, RowTable
from .standings import to_exact_number


class TeamsTable(RowTable):
    """The teams, the best first, each with who counts. `unit`: what totals count; `address(row)`: a team's sheet."""

    style = "lines teams"
    rank = NumberColumn(_("Rang"))
    team = NameColumn(_("Équipe"), "team")
    figure = NumberColumn(_("Total"), export=to_exact_number)
    players = RowColumn(_("Joueurs"), "places")

    def __init__(self, found: TeamStandings, unit: TotalUnit, **options: Any) -> None:
        self.found, self.unit = found, unit
        super().__init__(found.rows, **options)

    def render_team(self, row: TeamRow) -> SafeString:
        """Return the team's name."""
        return self.format_name(row, self.value_team(row))

    def value_team(self, row: TeamRow) -> str:
        """Return the team's name."""
        return self.found.teams[row.team]

    def render_figure(self, row: TeamRow) -> str:
        """Return what ranks the team."""
        return format_team_figure(self.found, row.figure, self.unit)

    def render_players(self, row: TeamRow) -> SafeString:
        """Return who counts, each name in its own direction of writing, with what he has."""
        counted = [(self.mark_names(each), self.format(each)) for each in row.places if each.counts]
        return format_html_join(" · ", '{} <span class="unbroken">{}</span>', counted)

    def value_players(self, row: TeamRow) -> str:
        """Return all players of the team."""
        return " · ".join(self.name(each) for each in row.places if each.members)

    def name(self, place: TeamPlace) -> str:
        """Return who holds a place."""
        return describe_holders(place.members, self.found.names) if place.members else "–"

    def mark_names(self, place: TeamPlace) -> SafeString:
        """Return who holds a place as HTML."""
        return mark_words(self.name(place), (self.found.names[each.entry] for each in place.members))

    def format(self, place: TeamPlace) -> str:
        """Return what a place has."""
        return format_team_figure(self.found, place.figure, self.unit)


class TeamPlacesTable(RowTable):
    """A team's places, the best first. `unit`: what totals count; `address(member)`: a player's page."""

    style = "lines"
    names = NameColumn(_("Joueur"), "members")
    ranks = RowColumn(_("Rang"), "members", style="n")
    figure = NumberColumn(_("Compte"), media=PAGES)

    def __init__(self, found: TeamStandings, row: TeamRow, unit: TotalUnit, **options: Any) -> None:
        self.found, self.unit = found, unit
        super().__init__(row.places, **options)

    def render_names(self, place: TeamPlace) -> SafeString:
        """Return who holds the place, below who held it before."""
        names = [self.format_name(each, self.found.names[each.entry]) for each in place.members]
        return format_html("{}" + "<br>{}" * (len(names) - 1), *names) if names else format_html("–")

    def render_ranks(self, place: TeamPlace) -> str:
        """Return the ranks of who held the place."""
        return " · ".join(str(each.rank or "–") for each in place.members)

    def render_figure(self, place: TeamPlace) -> str:
        """Return what of the place counts; in brackets what does not."""
        figure = format_team_figure(self.found, place.figure, self.unit)
        return figure if place.counts else f"({figure})"
