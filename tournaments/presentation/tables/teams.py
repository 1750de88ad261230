"""The standings of teams, a row for each; and a team's sheet, a row for each of its places."""

from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scoring import TotalUnit
from tournaments.presentation.tags.corbillon import mark_words
from tournaments.presentation.text.team_text import describe_holders, format_halves, format_team_figure
from tournaments.reading.teams import TeamStandings
from tournaments.standings.team_matches import TeamMatch
from tournaments.standings.teams import TeamPlace, TeamRow

from .row_table import PAGES, SCREEN, NameColumn, NumberColumn, RowColumn, RowTable
from .standings import to_exact_number


class TeamsTable(RowTable):
    """The standings of the teams, each with its players that count. `unit`: what totals are counted in; `address(row)`:
    a team's own sheet."""

    style = "lines teams"
    rank = NumberColumn(_("Rang"))
    team = NameColumn(_("Équipe"), "team")
    figure = NumberColumn(_("Total"), export=to_exact_number)
    boards = NumberColumn(_("Aux tables"), export=to_exact_number, style="n boards")
    players = RowColumn(_("Joueurs"), "places")

    def __init__(self, found: TeamStandings, unit: TotalUnit, **options: Any) -> None:
        self.found, self.unit = found, unit
        super().__init__(found.rows, hidden=() if found.rule.by_matches else ("boards",), **options)

    def render_team(self, row: TeamRow) -> SafeString:
        """Return the team's name as HTML, on the screen as a link."""
        return self.format_name(row, self.value_team(row))

    def value_team(self, row: TeamRow) -> str:
        """Return the team's name as plain text, for files."""
        return self.found.teams[row.team]

    def render_figure(self, row: TeamRow) -> str:
        """Return the figure that ranks the team, as text: match points, a sum of ranks, or a sum of scores."""
        return format_team_figure(self.found, row.figure, self.unit)

    def render_boards(self, row: TeamRow) -> str:
        """Return the board points of the team's matches; on the screen with «aux tables», as phones show no heading."""
        boards = format_halves(row.boards)
        return format_html("{} <span>{}</span>", boards, _("aux tables")) if self.medium == SCREEN else boards

    def render_players(self, row: TeamRow) -> SafeString:
        """Return the players that count for the team, each with his figure, as HTML."""
        counted = [(self.mark_names(each), self.format(each)) for each in row.places if each.counts]
        return format_html_join(" · ", '{}\u00a0<span class="unbroken">{}</span>', counted)

    def value_players(self, row: TeamRow) -> str:
        """Return the names of all the team's players, for files."""
        return " · ".join(self.name(each) for each in row.places if each.members)

    def name(self, place: TeamPlace) -> str:
        """Return the names of those who held a place of the team in turn: «Cléo, puis Dan»; a dash for nobody."""
        return describe_holders(place.members, self.found.names) if place.members else "–"

    def mark_names(self, place: TeamPlace) -> SafeString:
        """Return the names of those who held a place of the team in turn, as HTML."""
        return mark_words(self.name(place), (self.found.names[each.entry] for each in place.members))

    def format(self, place: TeamPlace) -> str:
        """Return the figure of the player who holds this place of the team."""
        return format_team_figure(self.found, place.figure, self.unit)


class TeamMatchesTable(RowTable):
    """The matches of teams by rounds: who met, at which tables, and how it ended or stands."""

    style = "lines matches"
    round = NumberColumn(_("Ronde"))
    tables = NumberColumn(_("Tables"))
    first = NameColumn(_("Équipe"), "teams")
    points = RowColumn(_("Résultat"), style="n")
    second = RowColumn(_("Adversaire"), "teams")

    def __init__(self, found: TeamStandings, **options: Any) -> None:
        self.found = found
        super().__init__(found.matches, **options)

    def render_tables(self, match: TeamMatch) -> str:
        """Return the numbers of the tables at which the match is played: «3–6»."""
        first, last = match.tables[0], match.tables[-1]
        return ", ".join(map(str, match.tables)) if last - first >= len(match.tables) > 1 else f"{first}–{last}"

    def render_first(self, match: TeamMatch) -> SafeString:
        """Return the name of the team named first."""
        return self.format_name(match, self.found.teams[match.teams[0]])

    def render_second(self, match: TeamMatch) -> SafeString:
        """Return the name of the other team."""
        return format_html("<bdi>{}</bdi>", self.found.teams[match.teams[1]])

    def render_points(self, match: TeamMatch) -> str:
        """Return the board points of both teams, «2½ – 1½»; in brackets while the match goes on."""
        listing = " – ".join(map(format_halves, match.points))
        return listing if match.over else f"({listing})"


class TeamPlacesTable(RowTable):
    """The places of one team, the best first, with who held each. `unit`: what totals are counted in;
    `address(member)`: a player's page."""

    style = "lines"
    names = NameColumn(_("Joueur"), "members")
    ranks = RowColumn(_("Rang"), "members", style="n")
    figure = NumberColumn(_("Pour l’équipe"), media=PAGES)

    def __init__(self, found: TeamStandings, row: TeamRow, unit: TotalUnit, **options: Any) -> None:
        self.found, self.unit = found, unit
        super().__init__(row.places, **options)

    def render_names(self, place: TeamPlace) -> SafeString:
        """Return the names of those who held the place, in turn, one below the other."""
        names = [self.format_name(each, self.found.names[each.entry]) for each in place.members]
        return format_html("{}" + "<br>{}" * (len(names) - 1), *names) if names else format_html("–")

    def render_ranks(self, place: TeamPlace) -> str:
        """Return the ranks in the standings of those who held the place."""
        return " · ".join(str(each.rank or "–") for each in place.members)

    def render_figure(self, place: TeamPlace) -> str:
        """Return what the place brings the team; in brackets if it does not count."""
        figure = format_team_figure(self.found, place.figure, self.unit)
        return figure if place.counts else f"({figure})"
