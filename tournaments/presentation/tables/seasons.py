"""A season: everybody's points, and what each evening brought him."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring
from tournaments.models import Tournament
from tournaments.presentation.tags.corbillon import format_points
from tournaments.presentation.tags.prints import short_day
from tournaments.presentation.text.option_text import localise
from tournaments.standings.seasons import CLUB_PLAYERS, ClubRow, SeasonPart, SeasonRow, SeasonRule

from .ratings import LevelList
from .row_table import FILE, PAPER, SCREEN, NameColumn, NumberColumn, RowColumn, RowTable


def build_rule_context(rule: SeasonRule) -> dict[str, Any]:
    """Return the context of `parts/season_rule.html`: the season's rule, and (game's name, factor) for each game with a
    factor."""
    rates = [(localise(scoring.get_game(game).name), rate) for game, rate in rule.factors.items()]
    return {"rule": rule, "rates": rates}


class EveningHead(NamedTuple):
    """What the heading of an evening's column says. `address`: its page, on the screen; `apart`: its name, where
    another evening is on the same day, else ""; `club`: its club's name, where several clubs play the season."""

    tournament: int
    code: str
    name: str
    date: Any
    address: str = ""
    apart: str = ""
    club: str = ""


def build_evening_head(tournament: Tournament, club_names: Mapping[int, str], address: str = "") -> EveningHead:
    """Return what the heading of an evening's column says. `club_names`: by club id, empty if one club plays the
    season."""
    club = club_names.get(tournament.club_id, "")
    return EveningHead(tournament.pk, tournament.code, tournament.name, tournament.date, address, club=club)


def tell_apart(evenings: Sequence[EveningHead]) -> list[EveningHead]:
    """Return the evenings with `apart` set where a day has several: to the name, and the code too if names are the
    same."""
    days, named = Counter(each.date for each in evenings), Counter((each.date, each.name) for each in evenings)
    codes = [f" ({each.code})" if named[each.date, each.name] > 1 else "" for each in evenings]
    return [
        each._replace(apart=each.name + code) if days[each.date] > 1 else each
        for each, code in zip(evenings, codes, strict=True)
    ]


NOT_PLAYED = mark_safe('<span class="soft">–</span>')  # most cells of a season are this one


class EveningColumn(NumberColumn):
    """A column with the season points of one evening. `parts`: by player id; a player not in it did not play. `medium`:
    decides whether the heading is made for pages or for files."""

    def __init__(self, evening: EveningHead, parts: Mapping[int, SeasonPart], medium: str) -> None:
        self.parts = parts
        heading = self.write_for_file(evening) if medium == FILE else self.write_for_page(evening)
        super().__init__(heading, style="n evening")

    @staticmethod
    def write_for_file(evening: EveningHead) -> str:
        """Return the heading of the evening's column in files: its date and name."""
        return f"{date_format(evening.date, 'SHORT_DATE_FORMAT')} {evening.name}"

    @staticmethod
    def write_for_page(evening: EveningHead) -> SafeString:
        """Return the heading of the evening's column as HTML: its day, on the screen as a link."""
        day = short_day(evening.date)
        heading = format_html('<a href="{}" title="{}">{}</a>', evening.address, evening.name, day)
        heading = heading if evening.address else format_html("{}", day)
        if evening.apart:
            heading = format_html('{} <bdi class="small apart">{}</bdi>', heading, evening.apart)
        return heading

    def render_cell(self, table: RowTable, record: SeasonRow) -> SafeString | str:
        """Return the player's season points of the evening, in brackets if they do not count; a dash if he did not
        play."""
        part = self.parts.get(record.player)
        if part is None:
            return "–" if table.medium == PAPER else NOT_PLAYED
        text = format_points(part.worth)
        if part.is_counted:
            return text
        return f"({text})" if table.medium == PAPER else format_html('<span class="soft">({})</span>', text)

    def export_cell(self, table: RowTable, record: SeasonRow) -> int | float | None:
        """Return the player's season points of the evening, counted or not; None if he did not play."""
        part = self.parts.get(record.player)
        return to_plain_number(part.worth) if part else None


def to_plain_number(number: Any) -> int | float:
    """Return a whole number as an int, another one as a float with two decimals."""
    return int(number) if number == int(number) else round(float(number), 2)


class RankedTable(RowTable):
    """The columns that the tables of a season share: rank, points and evenings won."""

    style = "season"
    rank = NumberColumn(pgettext_lazy("en-tête étroit", "Rang"), file_heading=_("Rang"), style="n rank", head_style="n")
    score = NumberColumn(
        _("Points"), show=lambda n: format_html("<strong>{}</strong>", format_points(n)), export=to_plain_number
    )
    won = NumberColumn(pgettext_lazy("soirées", "Gagnées"), "evenings_won", file_heading=_("Soirées gagnées"))

    def render_rank(self, row: SeasonRow | ClubRow) -> Any:
        """Return the rank, «ex æquo» for screen readers; a dash where the row is not ranked yet."""
        if self.medium == PAPER:
            return "–" if row.rank is None else row.rank
        if not row.rank:
            unranked = '<span aria-hidden="true">–</span><span class="hide">{}</span>'
            return format_html(unranked, _("pas encore classé"))
        tied = format_html('<span class="hide"> {}</span>', _("ex æquo")) if row.tied else mark_safe("")
        return format_html("{}{}", row.rank, tied)


class SeasonTable(RankedTable):
    """The standings of a season, with a column for each of its evenings. `lines`: by player id, a drawing of his score
    after each evening; `clubs`: by player id his club's name, if several clubs play the season; `levels`: each player's
    rating at the season's game."""

    player = NameColumn(_("Joueur"), "name")
    who = "player"
    evenings = NumberColumn(_("Soirées"), lambda row: len(row.parts), media=(FILE,))

    def __init__(
        self,
        rows: Iterable[SeasonRow],
        evenings: Sequence[EveningHead],
        lines: Mapping[int, SafeString] | None = None,
        levels: LevelList | None = None,
        clubs: Mapping[int, str] = MappingProxyType({}),
        **options: Any,
    ) -> None:
        rows, parts = list(rows), defaultdict[int, dict[int, SeasonPart]](dict)
        for row in rows:
            for part in row.parts:
                parts[part.tournament][row.player] = part
        columns: list[tuple[str, RowColumn]] = [
            (each.code, EveningColumn(each, parts[each.tournament], options.get("medium", SCREEN)))
            for each in tell_apart(evenings)
        ]
        race = (
            [("race", RowColumn(_("Soirée après soirée"), lambda row: lines[row.player], style="line"))]
            if lines
            else []
        )
        if levels:
            race.append(
                ("level", RowColumn(levels.heading, lambda row: levels.texts.get(row.player, ""), style="n level"))
            )
        self.clubs = clubs
        on_screen = clubs and options.get("medium") != PAPER  # there it stands under the name
        club = [("club", RowColumn(_("Club"), lambda row: clubs[row.player], show=format_club))] if on_screen else []
        beside = [name for name, _column in (*club, *race)]
        super().__init__(
            rows,
            columns=[*club, *race, *columns],
            sequence=("rank", self.who, "score", *beside, "..."),
            **options,
        )
        if self.medium == PAPER:
            self.columns["rank"].column.style, self.style = "n", "lines season"

    def render_player(self, row: SeasonRow) -> SafeString:
        """Return the player's name; on paper, with several clubs, his club's name below it."""
        name = self.format_name(row, row.name)
        if self.medium != PAPER or not self.clubs:
            return name
        return format_html('{}<br><bdi class="small">{}</bdi>', name, self.clubs[row.player])


class SeasonTeamsTable(SeasonTable):
    """The standings of a season's teams."""

    player = None  # type: ignore[assignment]  # how django-tables2 leaves out a column
    team = NameColumn(_("Équipe"), "name")
    who = "team"


def format_club(name: str) -> SafeString:
    """Return a club's name as HTML that keeps its own writing direction."""
    return format_html("<bdi>{}</bdi>", name)


class ClubsTable(RankedTable):
    """The clubs that play a season together, each with the players who make up its points."""

    club = NameColumn(_("Club"), "name")
    players = RowColumn(_("Ses points, de qui"), "players")

    def __init__(self, rows: Iterable[ClubRow], **options: Any) -> None:
        super().__init__(rows, sequence=("rank", "club", "score", "players", "won"), **options)
        if self.medium == PAPER:
            self.columns["rank"].column.style, self.style = "n", "lines"

    def render_players(self, row: ClubRow) -> SafeString:
        """Return the players whose points make up the club's, each with his points."""
        players = ((each.name, format_points(each.score)) for each in row.players)
        return format_html_join(", ", '<bdi class="name">{}</bdi> {}', players)


def build_clubs_context(rows: Sequence[ClubRow], address: Callable[[ClubRow], str] | None = None) -> dict[str, Any]:
    """Return the context of `parts/season_clubs.html`, the table of a season's clubs; {} if one club plays it.
    `address`: returns the page of a club; without it the table is for paper."""
    if not rows:
        return {}
    table = ClubsTable(rows, medium=SCREEN if address else PAPER, address=address)
    return {"clubs_table": table, "club_players": CLUB_PLAYERS}
