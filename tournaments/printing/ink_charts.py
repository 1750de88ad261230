"""Charts in black ink: each player's rank after each round, each table's jetons after each coup, a season as bars.

Lines differ by dashes, weight and by the letter or name at their ends, never by colour. Lengths are in points. Every
figure comes from the standings, the seasons or the sheets; here it is only put on its place.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.book.loading import load_sheets
from tournaments.book.sheet import Sheet
from tournaments.forms.games.game_paper import LETTERS
from tournaments.models import Tournament
from tournaments.presentation.line_charts import Chart, ChartBox, build_chart, build_rank_chart, shorten
from tournaments.presentation.text.numbers import format_holding, format_signed
from tournaments.presentation.text.option_text import format_table_label
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.season_outcomes import get_season_standings
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_counted_results, get_ranking, get_standings
from tournaments.standings.scores import Number
from tournaments.standings.seasons import SeasonRow

from .document import CLOSED, Document
from .print_stage import LATER_ROUNDS, RECORDS, SEASON

LEAST_ROUNDS = 2  # a line of one rank is a point
PLAYERS_A_PAGE = 12  # at the most: as many as there are pens
NAME_ROOM = 25  # of a name without its rank, in em
LETTERS_SIZE, BESIDE_NAME = 8.5, 38  # units of the drawing: an em, the room of the rank before a name and of the gaps
LEAST_HEIGHT, MOST_HEIGHT, RANK_STEP = 160, 640, 30  # RANK_STEP: between two ranks, at the most
NARROW_LETTERS, BROAD_LETTERS = frozenset("fijlrtI.,:;’'-() \u00a0\u202f"), frozenset("mwMW…")
NARROW, USUAL, CAPITAL, BROAD = 0.39, 0.58, 0.7, 1.0  # em of a letter, rather too much
TABLE_HEIGHT, LABEL_HEIGHT = 98, 8
WORDS_ABREAST = 6  # rounds named in words along the x axis; where they are more, only the first is
FIRST_OTHER_LETTER = 0x590  # beyond Latin, Greek and Cyrillic, letters may be as broad as high
BARS = 20


class InkPen(NamedTuple):
    """How a line is drawn in black ink, so that lines differ without colour: its dashes (as in SVG) and its width."""

    dash: str
    weight: float


PENS = tuple(
    InkPen(dash, weight)
    for weight in (1.5, 0.8)
    for dash in ("none", "7 3", "2 2.5", "11 3 2 3", "5 2 1.5 2 1.5 2", "16 4")
)
RANK_BOX = ChartBox(width=510, left=34, right=0, letters=0, marks=12, top=8, bottom=8, name_height=12, pens=PENS)


def mark_extremes(values: Sequence[Number], start: int) -> Sequence[int]:
    """Return the numbers to mark the y axis with: the lowest and highest holding, and between them the one at the
    start, if there is room for it."""
    low, high = int(min(values)), int(max(values))
    has_room = min(start - low, high - start) * TABLE_HEIGHT > LABEL_HEIGHT * (high - low)
    return (low, start, high) if has_room else (low, high)


TABLE_BOX = ChartBox(
    width=245,
    left=28,
    right=46,
    letters=0,
    marks=12,
    height=TABLE_HEIGHT,
    top=8,
    bottom=8,
    name_height=9,
    pens=PENS,
    axis=mark_extremes,
)


def build_rank_charts(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the charts of each player's rank after each counted round, some players to a page,
    in the order of the standings; none before two rounds count. A line begins with the first round in which the
    player has a rank."""
    rounds = sorted({result.round for result in get_counted_results(tournament).results})
    if len(rounds) < LEAST_ROUNDS:
        return {"pages": []}
    rows = [row for row in place_waiting_last(tournament, get_standings(tournament)) if not row.waiting]
    tables = [get_ranking(tournament, up_to_round=n) for n in rounds[:-1]]
    ranks = [{row.tally.entry: row.rank for row in some} for some in (*tables, rows)]
    people = [(row.tally.player, [at.get(row.tally.entry) for at in ranks]) for row in rows]
    in_words = rounds if len(rounds) <= WORDS_ABREAST else rounds[:1]
    labels = [gettext("ronde %(n)s") % {"n": n} if n in in_words else str(n) for n in rounds]
    cut = [(row.rank, row.tally.player) for row in rows if shorten_name(row.tally.player) != row.tally.player]
    return {"pages": [_draw_ranks(some, labels) for some in split_pages(people)], "cut": cut}


def split_pages(people: Sequence[Any]) -> list[Sequence[Any]]:
    """Split the players into pages of at most PLAYERS_A_PAGE, about equally many on each."""
    each = math.ceil(len(people) / max(1, math.ceil(len(people) / PLAYERS_A_PAGE)))
    return [people[start : start + each] for start in range(0, len(people), max(1, each))]


def estimate_width(text: str) -> float:
    """Return the approximate width of a text in em, rather too much than too little."""
    return sum(map(_estimate_letter_width, text))


def _estimate_letter_width(letter: str) -> float:
    if letter in NARROW_LETTERS:
        return NARROW
    if letter in BROAD_LETTERS or ord(letter) >= FIRST_OTHER_LETTER:
        return BROAD
    return CAPITAL if letter.isupper() else USUAL


def shorten_name(name: str) -> str:
    """Return a name, cut with an ellipsis if it is too long to stand beside a line of the chart."""
    return shorten(name, lambda text: estimate_width(text) <= NAME_ROOM)


def _draw_ranks(people: Sequence[tuple[str, Sequence[int | None]]], labels: Sequence[str]) -> Chart:
    """Return the chart of these players' ranks, from the best to the lowest rank that one of them had. `people`: (name,
    rank after each round) of each; `labels`: those of the rounds. A name stands at the right end of its line alone."""
    met = [rank for _name, ranks in people for rank in ranks if rank]
    steps = max(RANK_STEP * (max(met, default=1) - min(met, default=1)), RANK_BOX.name_height * (len(people) - 1))
    height = min(MOST_HEIGHT, max(LEAST_HEIGHT, RANK_BOX.top + steps + RANK_BOX.bottom))
    longest = max(estimate_width(shorten_name(name)) for name, _ranks in people)
    box = replace(RANK_BOX, height=height, right=math.ceil(BESIDE_NAME + LETTERS_SIZE * longest))
    chart = build_rank_chart(people, labels, labels, box, lambda name, rank: f"{rank}  {shorten_name(name)}")
    curves = [replace(each, first=replace(each.first, text=each.first.text.split("  ")[0])) for each in chart.curves]
    return replace(chart, curves=tuple(curves))


def build_table_charts(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of a chart for each table: what each player holds (jetons, else points) after each
    coup."""
    return {
        "charts": [drawn for sheet in load_sheets(tournament) if (drawn := draw_holdings(tournament, sheet))],
        "in_jetons": get_game_figures(tournament).in_jetons,
    }


def draw_holdings(tournament: Tournament, sheet: Sheet) -> tuple[str, Chart, list[tuple[str, str, str]]] | None:
    """Draw what each player of a table holds after each coup, with his letter at the end of his line. Return (the
    table's label, the chart, (letter, name, gain) of each player); None if no coup is played."""
    if sheet.setting is None:
        return None
    states = [scoring.build_initial_state(sheet.setting)]
    states += [step.state for step in sheet.steps if step.outcome and step.outcome.type == "coup"]
    if len(states) < 2:
        return None
    if sheet.steps[-1].state is not states[-1]:
        states.append(sheet.steps[-1].state)
    series = {name: [_get_holding(state, name) for state in states] for name in sheet.names}
    letters = dict(zip(sheet.names, LETTERS, strict=False))
    labels, start = [str(n) for n in range(len(states))], _get_holding(states[0], sheet.names[0])
    chart = build_chart(series, labels, start, TABLE_BOX, write=lambda name, _holding: letters[name])
    show = format_signed if states[-1].purses else format_holding
    legend = [(letter, name, show(states[-1].totals[name])) for name, letter in letters.items()]
    title = format_table_label(tournament, sheet.table.n, sheet.table.round.n)
    return (title, chart, legend) if chart else None


def _get_holding(state: scoring.TableState, name: str) -> int:
    """Return what a player holds: his purse in jetons, or his points if the game has no purses."""
    return state.purses[name].total if state.purses else state.totals[name]


@dataclass(frozen=True)
class SeasonBar:
    """One player on the poster of a season. `length`: of his bar, in per cent of the longest; `club`: his club's name,
    if several clubs play the season and his shown name does not contain it."""

    rank: int
    name: str
    club: str
    score: Any
    length: float


@dataclass(frozen=True)
class SeasonPoster:
    """The poster of a season. `bars`: of the players with the most points; `winners`: (tournament, names of its
    winners); `more`: how many ranked players are not on it."""

    name: str
    bars: tuple[SeasonBar, ...]
    winners: tuple[tuple[Tournament, list[str]], ...]
    more: int


def build_season_posters(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of a poster for each season that counts the tournament. Its names are those that
    anybody may read, as it hangs in public."""
    found = []
    for season in tournament.seasons.filter(hidden=False):
        standings = get_season_standings(season)
        tournaments, rows = standings.tournaments, standings.rows
        ranked = [row for row in rows if row.rank is not None]
        shown = [row for row in ranked if row.score > 0][:BARS]
        longest = shown[0].score if shown else 1
        bars = tuple(
            SeasonBar(
                row.rank or 0,
                row.name,
                find_untold_club(row.name, standings.club_name_of.get(row.player, "")),
                row.score,
                round(float(100 * row.score / longest), 1),
            )
            for row in shown
        )
        winners = tuple((each, _list_winners(rows, each)) for each in tournaments)
        found.append(SeasonPoster(season.name, bars, winners, len(ranked) - len(bars)))
    return {"posters": found}


def find_untold_club(name: str, club: str) -> str:
    """Return the name of a player's club, or "" if his shown name ends with it."""
    return "" if name.endswith(f" ({club})") else club


def _list_winners(rows: Sequence[SeasonRow], tournament: Tournament) -> list[str]:
    """Return the names of those who ranked first in this tournament of the season."""
    first = (tournament.pk, 1)
    return [row.name for row in rows for part in row.parts if (part.tournament, part.outcome.rank) == first]


CHART_DOCUMENTS: tuple[Document, ...] = (
    Document(
        "rank-charts",
        _("Rangs, ronde après ronde"),
        _("Une ligne par joueur : comment il est monté et descendu, de la première ronde à maintenant."),
        build_rank_charts,
        LATER_ROUNDS,
        (CLOSED,),
    ),
    Document(
        "table-charts",
        _("Ce que chacun a, coup après coup"),
        _("Un dessin par table : comment chacun est monté et descendu."),
        build_table_charts,
        RECORDS,
        (CLOSED,),
    ),
    Document(
        "season-poster",
        _("Affiche de la saison"),
        _("À accrocher : les premiers, leurs points en barres, et qui a gagné chaque soirée."),
        build_season_posters,
        SEASON,
        (CLOSED,),
    ),
)
